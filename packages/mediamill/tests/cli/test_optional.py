"""Doctor and engines say what programs of the system would add."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from mediamill.cli.main import cli
from tests.tried_once import attacks_tried_once

__all__ = ["attacks_tried_once"]
pytestmark = pytest.mark.usefixtures("attacks_tried_once")
DIRECTIONS = ("eng-spa", "es-fr", "spa-ita", "es-pt_BR")


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that is the whole PATH."""
    folder = tmp_path / "programs"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setenv("MEDIAMILL_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    return folder


def install(folder: Path, name: str, answer: str) -> None:
    program = folder / name
    program.write_text(f"#!/bin/sh\necho '{answer}'\n")
    program.chmod(0o755)


def doctors_findings() -> dict[str, dict[str, object]]:
    result = CliRunner().invoke(cli, ["doctor", "--json"])
    assert result.exit_code == 0, result.output
    return {finding["subject"]: finding for finding in json.loads(result.stdout)}


def test_without_any_program_the_doctor_says_what_to_install(programs: Path) -> None:
    found = doctors_findings()

    assert found["Apertium"]["state"] == "dubs into English only"
    assert found["Apertium"]["advice"] == (
        "For Spanish, French, Italian, Portuguese: apt-get install apertium apertium-eng-spa apertium-fr-es "
        "apertium-spa-ita apertium-es-pt."
    )
    assert found["flite"]["advice"] == "For better: apt-get install flite."
    assert found["Apertium"]["optional"] is found["flite"]["optional"] is True


def test_with_some_pairs_only_the_rest_is_asked_for(programs: Path) -> None:
    install(programs, "apertium", "eng-spa spa-ita")
    found = doctors_findings()["Apertium"]

    assert found["state"] == "dubs into English, Spanish, Italian"
    assert str(found["advice"]).startswith("For French, Portuguese: apt-get install")


def test_with_everything_there_is_no_advice(programs: Path) -> None:
    install(programs, "apertium", " ".join(DIRECTIONS))
    install(programs, "flite", "")

    found = doctors_findings()

    assert (found["Apertium"]["advice"], found["flite"]["advice"]) == (None, None)


def test_engines_say_it_beside_the_engine_that_uses_it(programs: Path) -> None:
    lines = CliRunner().invoke(cli, ["engines"]).stdout.splitlines()
    speech = next(line for line in lines if "procedural.speech" in line)
    drums = next(line for line in lines if "procedural.drums" in line)

    assert speech.endswith("ready; For better: apt-get install flite.")
    assert drums.endswith("\tready")
