"""What is private is never readable, also where code that is needed lies beside it."""

import subprocess
import sys
from pathlib import Path

import pytest

from mediamill.engines.host import jail
from mediamill.engines.host.jail import landlock
from tests.engines.host.jail.cells import jailed


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """An operator's folder: an engine of their own, settings with a secret, the data folder."""
    (tmp_path / ".data/work/home").mkdir(parents=True)
    (tmp_path / ".data/secret.key").write_text("secret")
    (tmp_path / "mediamill.toml").write_text("secret_key = 'x'")
    (tmp_path / "harp").mkdir()
    (tmp_path / "harp/__init__.py").write_text("STRINGS = 47")
    (tmp_path / "flute.py").write_text("HOLES = 7")
    return tmp_path


def readable(project: Path, search: list[str]) -> jail.Readable:
    private = (project / ".data", project / "mediamill.toml")
    return jail.readable_paths(search, private=private, workplace=project / ".data/work/home")


def test_a_folder_with_private_things_is_read_without_them(project: Path) -> None:
    found = readable(project, [str(project), "/usr/lib/python3"])

    assert {project / "harp", project / "flute.py", Path("/usr/lib/python3")} <= set(found.paths)
    assert not {project, project / ".data", project / "mediamill.toml"} & set(found.paths)


def test_what_lies_beside_the_data_folder_can_be_imported(project: Path) -> None:
    found = readable(project, [str(project)])
    program = "import sys; sys.path[:0] = sys.argv[1:]; import harp, flute; print(harp.STRINGS, flute.HOLES)"

    def work() -> list[object]:
        said = subprocess.run(
            [sys.executable, "-c", program, *found.search], capture_output=True, text=True, check=True
        )  # fmt: skip
        try:
            return [said.stdout, (project / "mediamill.toml").read_text()]
        except PermissionError:
            return [said.stdout, "denied"]

    profile = jail.Profile(home=project / ".data/work/home", readable=found.paths)
    secret = "denied" if landlock.abi() else "secret_key = 'x'"
    assert jailed(work, profile) == ["47 7\n", secret]


def test_a_folder_above_everything_gives_nothing(project: Path) -> None:
    found = readable(project, ["/"])

    assert Path("/") not in found.paths
    assert not any(project.is_relative_to(path) for path in found.paths)
