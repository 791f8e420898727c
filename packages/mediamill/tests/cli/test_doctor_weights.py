"""What the doctor says of the weights of chosen engines."""

from pathlib import Path

from mediamill.cli.weights_checks import WeightsFinding, weights_findings
from mediamill.engines import EngineEntry, Registry, WeightsHere, set_up_residents
from mediamill.weights import Licence, LockedLicence, WeightsLock, WeightsRow, WeightsRows, write_lock

DRUMS = ("drum-generator", "drumgen")
READS = EngineEntry("tests/reads", "tests.engines.resident:Reads", frozenset({DRUMS}), kind="resident")
LICENCE = Licence("Heron-1.0", "https://heron.example", conditions="Herons only")
GREETING = WeightsRow("greeting", "tests/reads", "ada/greeting", ("*.json",), LICENCE, "a test")


def said(home: Path, *rows: WeightsRow, choice: str = "tests/reads") -> list[WeightsFinding]:
    residents = set_up_residents([READS], {}, WeightsHere(home, lambda: WeightsRows({row.name: row for row in rows})))
    mill = EngineEntry("tests/mill", "tests.engines.faulty:Whole", frozenset({DRUMS}))
    registry = Registry([READS, mill], {"drum-generator/drumgen": choice.split()}, residents=residents)
    return list(weights_findings(registry))


def bring(home: Path, accepted_at: str | None) -> None:
    folder = home / "greeting"
    folder.mkdir(parents=True)
    licence = LockedLicence(LICENCE.name, LICENCE.url, accepted_at)
    write_lock(folder, WeightsLock(1, "greeting", "ada/greeting", "ab" * 20, "pull", "2026-11-23", licence, ()))


def test_weights_that_are_not_here_come_with_the_command_that_brings_them(tmp_path: Path) -> None:
    assert said(tmp_path, GREETING) == [
        WeightsFinding(
            "weights greeting",
            "absent, licence Heron-1.0",
            "The weights greeting are not here; run: mediamill models pull greeting --accept-licence Heron-1.0",
        )
    ]


def test_those_of_an_engine_that_is_only_fallen_back_to_are_looked_at_too(tmp_path: Path) -> None:
    assert [one.subject for one in said(tmp_path, GREETING, choice="tests/mill tests/reads")] == ["weights greeting"]
    assert said(tmp_path, GREETING, choice="tests/mill") == []


def test_a_licence_that_nobody_accepted_is_named(tmp_path: Path) -> None:
    bring(tmp_path, accepted_at=None)
    (found,) = said(tmp_path, GREETING)

    assert found.state == "there, licence Heron-1.0"
    assert found.advice is not None
    assert found.advice.startswith(
        "The licence Heron-1.0 of the weights greeting is not accepted (https://heron.example)"
    )


def test_weights_that_can_be_used_need_nothing(tmp_path: Path) -> None:
    bring(tmp_path, accepted_at="2026-11-23T12:00:00.000Z")
    (found,) = said(tmp_path, GREETING)

    assert found.advice is None


def test_what_changed_is_said(tmp_path: Path) -> None:
    bring(tmp_path, accepted_at="2026-11-23T12:00:00.000Z")
    (tmp_path / "greeting" / "hook.json").write_text("{}")
    (found,) = said(tmp_path, GREETING)

    assert found.advice is not None
    assert "hook.json is not in the lock file" in found.advice


def test_weights_of_no_row_are_the_operators_to_name(tmp_path: Path) -> None:
    (found,) = said(tmp_path)

    assert (found.subject, found.state) == ("weights of tests/reads", "unknown")
    assert found.advice is not None
