"""The registry: the engine of each model, the operator's choice, and what is missing."""

import pytest

from mediamill.catalogue import load
from mediamill.config import InvalidSettings
from mediamill.engines import (
    EngineEntry,
    EngineRow,
    Registry,
    RemoteOptions,
    RemoteSetup,
    SpendingCap,
    VendorKey,
    no_engine,
    refuse_unknown_models,
)
from mediamill.engines.readiness import READY_SECONDS
from mediamill.engines.registry import how_to_install
from tests.engines.faulty import Whole
from tests.studio.engine import StudioEngine

MILL = EngineEntry("tests/mill", "tests.engines.test_registry:Mill", frozenset({("drum-generator", "drumgen")}))
SPARE = EngineEntry("tests/spare", "tests.engines.test_registry:Spare", frozenset({("drum-generator", "drumgen")}))
GHOST = EngineEntry("tests/ghost", "tests.engines.no_such_module:Ghost", frozenset({("text-to-3d", "beta-v6")}))


class Mill(Whole):
    asked = 0

    def ready(self) -> str | None:
        Mill.asked += 1
        return None


class Spare(Whole):
    def ready(self) -> str | None:
        return "The spare wheel is missing: install it."


def test_the_first_engine_that_serves_a_model_runs_it() -> None:
    assert Registry([MILL, SPARE], {}).engine_for("drum-generator", "drumgen") is MILL
    assert Registry([SPARE, MILL], {}).engine_for("drum-generator", "drumgen") is SPARE


def test_the_operators_choice_counts_more() -> None:
    registry = Registry([MILL, SPARE], {"drum-generator/drumgen": "tests/spare"})

    assert registry.engine_for("drum-generator", "drumgen") is SPARE


def test_several_engines_are_named_in_order_of_preference() -> None:
    registry = Registry([MILL, SPARE], {"drum-generator/drumgen": ["tests/spare", "tests/mill"]})

    assert registry.engines_for("drum-generator", "drumgen") == (SPARE, MILL)


def test_a_model_that_nobody_serves_has_no_engine() -> None:
    assert Registry([MILL], {}).engine_for("create-image", "nano-banana") is None
    assert no_engine("create-image", "nano-banana").startswith("No engine is set up for create-image/nano-banana. ")


@pytest.mark.parametrize(
    ("choices", "fault"),
    [
        ({"drum-generator/drumgen": []}, "no engine is named for `drum-generator/drumgen`"),
        ({"drum-generator/drumgen": ["tests/mill", "tests/mil"]}, "there is no engine `tests/mil`"),
        ({"drum-generator/drumgen": "tests/mil"}, "there is no engine `tests/mil`"),
        ({"drum-generator/drumgen-2": "tests/mill"}, "`tests/mill` does not serve `drum-generator/drumgen-2`"),
        (
            {"drum-generator/drumgen": "builtin/drums"},
            "`builtin/drums` (for drum-generator/drumgen) is called `procedural.drums` now",
        ),
        ({"a/b": "mediamill.engines.builtin.film:FilmEngine"}, "is called `procedural.film` now"),
        ({"drumgen": "tests/mill"}, "`tests/mill` does not serve `drumgen`; it serves: drum-generator/drumgen"),
    ],
)
def test_a_choice_that_cannot_be_is_an_error_that_says_what_can(
    choices: dict[str, str | list[str]], fault: str
) -> None:
    with pytest.raises(InvalidSettings) as caught:
        Registry([MILL, SPARE], choices)

    assert fault in str(caught.value)


@pytest.mark.parametrize(
    ("choice", "known"),
    [
        ("create-image/nano", "there are: create-image/flux-2-flex, create-image/nano-banana"),
        ("paint/nano-banana", "there are: create-image/flux-2-flex, "),
        ("nano-banana", "text-to-speech/voicevendor-tts"),
    ],
)
def test_a_choice_for_a_model_that_is_not_offered_names_those_that_are(choice: str, known: str) -> None:
    offered = load()
    refuse_unknown_models(["create-image/nano-banana"], offered)
    with pytest.raises(InvalidSettings) as caught:
        refuse_unknown_models([choice], offered)

    assert f"there is no model `{choice}`; there are: " in str(caught.value)
    assert known in str(caught.value)


def test_an_engine_is_asked_once_in_a_while_whether_it_is_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1_000.0
    monkeypatch.setattr("mediamill.engines.readiness.time.monotonic", lambda: now)
    registry = Registry([MILL], {})
    Mill.asked = 0
    for _ in range(3):
        assert registry.ready(MILL) is None
    assert Mill.asked == 1
    now += READY_SECONDS
    registry.ready(MILL)

    assert Mill.asked == 2


def test_an_engine_that_cannot_be_loaded_says_so() -> None:
    sentence = Registry([GHOST], {}).ready(GHOST)

    assert sentence is not None
    assert sentence.startswith("The engine tests/ghost cannot be loaded; the log of the service says why.")


def test_the_table_has_a_row_for_every_model_of_the_catalogue() -> None:
    catalogue = load()
    rows = {(row.tool, row.model): row for row in Registry([SPARE, MILL, GHOST], {}).table(catalogue)}

    assert list(rows) == [(model.tool, model.slug) for model in catalogue.models()]
    assert rows["drum-generator", "drumgen"] == EngineRow(
        "drum-generator", "drumgen", "tests/spare", "The spare wheel is missing: install it."
    )
    nobody = rows["create-image", "nano-banana"]
    assert nobody == EngineRow("create-image", "nano-banana", None, how_to_install())


def test_a_class_of_the_operators_own_is_an_engine() -> None:
    registry = Registry([], {"create-music/voicevendor-music": "tests.dispatch.engines:Absent"})
    entry = registry.engine_for("create-music", "voicevendor-music")

    assert entry is not None
    assert registry.ready(entry) == "The orchestra is on strike: pip install orchestra."


def remote_setup(name: str, secret: str = "k") -> RemoteSetup:
    keys = (VendorKey("", secret),)
    return RemoteSetup(name, StudioEngine(RemoteOptions(base_url="http://s")), keys, SpendingCap(), is_configured=True)


def remote_registry(*names: str, secret: str = "k") -> Registry:
    entries = [EngineEntry(name, "x:Y", frozenset({("drum-generator", "drumgen")}), kind="remote") for name in names]
    return Registry([MILL, *entries], {}, (), [remote_setup(name, secret) for name in names])


def test_a_registry_is_replaced_as_a_whole_and_keeps_what_was_dropped_until_it_is_drained() -> None:
    registry = remote_registry("studio", "atelier")
    registry.replace(remote_registry("atelier", secret="another"))

    assert [entry.name for entry in registry.engines_for("drum-generator", "drumgen")] == ["atelier"]
    assert (list(registry.setups), list(registry.draining)) == (["atelier"], ["studio"])
    kept, changed = registry.setup_of("studio"), registry.setup_of("atelier")
    assert kept is not None
    assert changed is not None
    assert changed.keys[0].secret == "another"
    registry.forget_drained(["studio", "atelier"])
    assert registry.setup_of("studio") is kept
    registry.forget_drained(["atelier"])
    assert registry.setup_of("studio") is None

    registry.replace(remote_registry())
    registry.replace(remote_registry("atelier"))
    assert (list(registry.setups), list(registry.draining)) == (["atelier"], [])


def test_a_replaced_registry_asks_engines_anew() -> None:
    registry, entry = remote_registry("studio"), remote_registry("studio").entries[-1]
    assert registry.ready(entry) is None
    registry.replace(remote_registry("studio", secret=""))

    assert registry.ready(entry) is not None
