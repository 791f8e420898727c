"""The program `mediamill` as a whole: whose it is, what it lists, and how its errors look."""

import subprocess
import sys
from importlib.metadata import EntryPoints, entry_points

import pytest

from mediamill_client import cli
from mediamill_client.cli import program

OF_CLIENT = "mediamill_client.cli"


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """The client is installed, the service is not."""
    monkeypatch.setattr(program, "entry_points", lambda group: EntryPoints())


def typed(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    """The exit code of the program after these words."""
    monkeypatch.setattr(sys, "argv", ["mediamill", *words])
    with pytest.raises(SystemExit) as end:
        cli.main()
    return int(end.value.code or 0)


def test_alone_it_has_the_commands_that_need_a_key(
    alone: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code = typed(monkeypatch, "--help")
    shown = capsys.readouterr().out

    assert code == 0
    assert "generate" in shown
    assert "serve" not in shown


def test_an_installed_service_brings_the_whole_program() -> None:
    # In a process of its own: the service's program leaves it without a look back.
    code = f"import sys; sys.argv = ['mediamill', '--help']; from {OF_CLIENT} import main; main()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)

    assert "generate" in done.stdout
    assert "serve" in done.stdout


def test_whichever_was_installed_last_owns_the_same_program() -> None:
    (service,) = entry_points(group=program.SERVICE)
    scripts = {found.value for found in entry_points(group="console_scripts", name="mediamill")}

    assert scripts == {service.value, "mediamill_client.cli:main"}


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["generat"], "No such command 'generat'."),
        (["generate"], "Missing argument 'TOOL'."),
        (["files", "delete"], "Missing argument 'ID...'."),
        (["files", "list", "--nonsense"], "No such option '--nonsense'."),
    ],
)
def test_wrong_usage_has_the_prefix_of_every_error(
    alone: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: list[str], sentence: str
) -> None:
    code = typed(monkeypatch, *words)
    usage, said = capsys.readouterr().err.splitlines()

    assert code == 2
    assert usage.startswith("Usage: mediamill")
    assert said == f"mediamill: {sentence}"


def test_without_the_extra_it_says_what_to_install() -> None:
    code = f"import sys; sys.modules['click'] = None; from {OF_CLIENT} import main; main()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=20, check=False)

    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "mediamill: The command line is not installed: pip install 'mediamill-client[cli]'\n"
