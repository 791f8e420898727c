"""`mediamill engines test` says in one line per check whether a class is an engine."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from mediamill.cli.main import cli

KETTLES = "tests.testing.kettles"
AUDIOGEN = ("--model", "sound-effects/audiogen")


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEDIAMILL_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)


def engines_test(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["engines", "test", *arguments])


def test_a_whole_engine_is_called_one() -> None:
    result = engines_test(f"{KETTLES}:Kettle", *AUDIOGEN)

    assert result.exit_code == 0, result.output
    assert "ok     sound-effects/audiogen: It leaves no process behind.\n" in result.stdout
    assert "-      sound-effects/audiogen: Its TOML file does not promise it.\n" in result.stdout
    assert result.stderr == f"{KETTLES}:Kettle is an engine: 16 checks passed.\n"


def test_a_fault_is_named_and_ends_in_exit_code_1() -> None:
    result = engines_test(f"{KETTLES}:ServesMore", *AUDIOGEN, "--json")
    failed = [line for line in json.loads(result.stdout) if line["verdict"] == "failed"]

    assert result.exit_code == 1
    assert [line["check"] for line in failed] == ["agreement"]
    assert result.stderr == f"{KETTLES}:ServesMore is not an engine yet: 1 of 5 checks failed.\n"


def test_an_engine_that_is_not_ready_is_not_called_one() -> None:
    result = engines_test(f"{KETTLES}:NotReady", *AUDIOGEN)

    assert result.exit_code == 1
    assert "Not ready: There is no teapot: apt-get install teapot." in result.stdout
    assert "could not be tried here" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("acme.kettle",), "There is no engine `acme.kettle`; there are: "),
        ((f"{KETTLES}:Kettle",), "Its description is missing: "),
        ((f"{KETTLES}:Kettle", "--model", "tea"), "`tea` is not tool/model"),
        ((f"{KETTLES}:Kettle", *AUDIOGEN, "--input", "[1]"), "a JSON object is wanted"),
        ((f"{KETTLES}:Kettle", *AUDIOGEN, "--input", "{"), "not JSON"),
        ((f"{KETTLES}:Kettle", *AUDIOGEN, "--file", "audio_url=gone.wav"), "is not FIELD=PATH of a file"),
    ],
)
def test_what_cannot_be_tested_is_said_in_a_sentence(arguments: tuple[str, ...], sentence: str) -> None:
    result = engines_test(*arguments)

    assert result.exit_code == 2
    assert sentence in " ".join(result.stderr.split())


def test_an_input_that_the_model_does_not_take_is_said() -> None:
    result = engines_test(f"{KETTLES}:Kettle", *AUDIOGEN, "--input", '{"prompt": 5}')

    assert "The input to test with does not fit. input.prompt: " in result.stdout
