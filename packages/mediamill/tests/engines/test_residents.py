"""Resident engines in the registry: chosen, set up by their sections, at home in a pool of devices."""

from dataclasses import replace
from pathlib import Path

import pytest

from mediamill.catalogue import load
from mediamill.config import InvalidSettings
from mediamill.engines import EngineEntry, Registry, WeightsHere, set_up_all, set_up_residents
from mediamill.engines.registry import pool_of
from mediamill.engines.section import SecretSources
from mediamill.weights import Licence, WeightsLock, WeightsRow, WeightsRows, write_lock
from mediamill.weights.lock_file import LockedLicence

CATALOGUE = load()
DRUMS, PICTURE = ("drum-generator", "drumgen"), ("create-image", "nano-banana")
KEEPS = EngineEntry("tests/keeps", "tests.engines.resident:Keeps", frozenset({DRUMS, PICTURE}), kind="resident")
MILL = EngineEntry("tests/mill", "tests.engines.test_registry:Mill", frozenset({DRUMS}))
CHOSEN = {"drum-generator/drumgen": ["tests/keeps", "tests/mill"]}
READS = EngineEntry("tests/reads", "tests.engines.resident:Reads", frozenset({DRUMS}), kind="resident")
GREETING = WeightsRow(
    "greeting", "tests/reads", "ada/greeting", ("*.json",), Licence("MIT", "https://mit.example"), "a test"
)
NO_SECRETS = SecretSources(lambda _: None, lambda _: "", lambda _: None)


def registry_of(choices: dict[str, list[str]], **section: object) -> Registry:
    residents = set_up_residents([KEEPS, MILL], {"tests/keeps": section}, WeightsHere(Path()))
    return Registry([KEEPS, MILL], choices, residents=residents)


def reader(home: Path, rows: dict[str, WeightsRow]) -> Registry:
    """Of the engine that needs the weights "greeting"."""
    residents = set_up_residents([READS], {}, WeightsHere(home, lambda: WeightsRows(rows)))
    return Registry([READS], {"drum-generator/drumgen": "tests/reads"}, residents=residents)


def bring_greeting(home: Path) -> None:
    """Have the weights there, as a pull leaves them."""
    folder = home / "greeting"
    folder.mkdir(parents=True, exist_ok=True)
    lock = WeightsLock(
        1,
        "greeting",
        "ada/greeting",
        "ab" * 20,
        "pull",
        "2026-11-23",
        LockedLicence("MIT", "https://mit.example", None),
        (),
    )
    write_lock(folder, lock)


def test_it_serves_where_it_is_chosen_and_nowhere_else() -> None:
    assert registry_of({}).engines_for(*DRUMS) == (MILL,)
    assert registry_of({}).engines_for(*PICTURE) == ()
    assert registry_of(CHOSEN).engines_for(*DRUMS) == (KEEPS, MILL)


def test_it_runs_in_the_pool_that_its_description_names() -> None:
    model = CATALOGUE.find(*DRUMS)
    assert model is not None
    assert [pool_of(KEEPS, model), pool_of(replace(KEEPS, pool="cpu"), model)] == ["gpu", "cpu"]


def test_only_engines_that_make_something_live_on_devices() -> None:
    assert registry_of({}).residences() == {}
    (residence,) = registry_of(CHOSEN, preload=["small"], pinned=["small"], greeting="hello").residences().values()

    assert (residence.pool, residence.preload, residence.pinned) == ("gpu", ("small",), ("small",))
    assert residence.options == {"preload": ["small"], "pinned": ["small"], "greeting": "hello"}


def test_models_are_warm_while_their_weights_are_loaded() -> None:
    registry = registry_of(CHOSEN)

    assert registry.models_of({f"{KEEPS.target} drumgen": 100}) == [DRUMS]
    assert registry.models_of({f"{KEEPS.target} nano-banana": 100}) == []
    assert registry_of({}).models_of({f"{KEEPS.target} drumgen": 100}) == []


@pytest.mark.parametrize(
    ("section", "fault"),
    [
        ({"colour": "blue"}, "there is no such option; there are: greeting, pinned, preload"),
        ({"preload": "small"}, 'engine."tests/keeps".preload: '),
        ({"greeting": 7}, 'engine."tests/keeps".greeting: '),
    ],
)
def test_a_wrong_section_is_named(section: dict[str, object], fault: str) -> None:
    with pytest.raises(InvalidSettings) as error:
        registry_of({}, **section)

    assert fault in str(error.value)


def test_a_section_of_a_resident_engine_is_no_vendors() -> None:
    entries, setups = set_up_all([KEEPS], {"tests/keeps": {"greeting": "hello"}}, [], NO_SECRETS)

    assert (entries, setups) == ([KEEPS], [])


def test_a_class_of_another_kind_is_refused() -> None:
    with pytest.raises(InvalidSettings, match="is not a ResidentEngine"):
        set_up_residents([replace(MILL, kind="resident")], {}, WeightsHere(Path()))


def test_it_is_ready_once_its_weights_are_there(tmp_path: Path) -> None:
    registry = reader(tmp_path, {"greeting": GREETING})
    before = registry.row_of(*DRUMS, READS)
    bring_greeting(tmp_path)
    after = reader(tmp_path, {"greeting": GREETING}).row_of(*DRUMS, READS)

    assert before.missing == "The weights greeting are not here; run: mediamill models pull greeting"
    assert (after.missing, after.weights) == (None, ("greeting (MIT)",))


def test_weights_that_no_row_describes_are_named(tmp_path: Path) -> None:
    row = reader(tmp_path, {}).row_of(*DRUMS, READS)

    assert str(row.missing).startswith("There are no weights called `greeting`")
    assert row.weights == ()


def test_weights_that_are_brought_anew_are_another_residence(tmp_path: Path) -> None:
    registry = reader(tmp_path, {"greeting": GREETING})
    absent = registry.residences()
    bring_greeting(tmp_path)
    there = registry.residences()
    (tmp_path / "greeting").rename(tmp_path / "greeting.former")
    bring_greeting(tmp_path)
    anew = registry.residences()

    (residence,) = there.values()
    assert residence.needs.readable == (tmp_path / "greeting",)
    assert absent != there != anew != absent


def test_a_class_of_the_operators_own_that_is_no_package_is_told_how_to_become_one() -> None:
    registry = Registry([KEEPS], CHOSEN | {"drum-generator/drumgen": ["tests/keeps"]})

    assert str(registry.ready(KEEPS)).startswith("install tests/keeps as a package with an entry point")
