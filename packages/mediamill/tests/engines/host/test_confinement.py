"""The jail as engines of a host find it: what they can try, what they declare, and the folder that they are lent."""

import os
import re
import shutil
import socket
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from mediamill.catalogue import Limits
from mediamill.engines import Failed, Made, Needs, Request, RunFailure
from mediamill.engines.host import users
from mediamill.engines.host.drill import confinement
from mediamill.engines.host.jail import attacks, landlock, scene
from mediamill.engines.host.loan import NotGivenBack, lend, take_back
from tests.engines.mill import Mill
from tests.places import REPOSITORY


def test_an_engine_of_this_machine_gets_nowhere() -> None:
    found = confinement(None, ())

    assert found.failure is None
    assert found.landlock == landlock.abi()
    assert found.tried >= 62
    if found.landlock >= landlock.ABI_SCOPE and found.filtered:
        assert found.open == ()


def test_the_number_of_attacks_is_the_one_that_is_promised() -> None:
    nowhere = scene.AttackScene("/nowhere", "/nowhere", 1, 1, "", "")
    promised = re.findall(r"(\d+) attacks", (REPOSITORY / "SECURITY.md").read_text())

    assert [str(len(attacks.attacks(nowhere)))] == promised


async def test_a_folder_that_was_swapped_is_not_taken_for_the_engines_own(mill: Mill, tmp_path: Path) -> None:
    neighbour = tmp_path / "neighbour"
    neighbour.mkdir()
    (neighbour / "artifact.bin").write_bytes(b"somebody else's")

    outcome = await mill.run("SwapsFolder", str(neighbour))

    assert isinstance(outcome, Failed)
    assert outcome.reason == RunFailure.GARBAGE
    assert mill.contents == b""
    assert (neighbour / "artifact.bin").read_bytes() == b"somebody else's"
    assert isinstance(await mill.run("Whole"), Made)


async def test_memory_counts_from_where_a_run_begins(mill: Mill) -> None:
    little = Limits(seconds=20.0, memory_mb=100, output_mb=20)
    assert isinstance(await mill.run("Hoards"), Made)
    warm = mill.contents

    assert isinstance(await mill.run("Hoards", limits=little), Made)
    assert mill.contents == warm
    outcome = await mill.run("EatsMemory", limits=little)
    assert isinstance(outcome, Failed)
    assert outcome.reason == RunFailure.MEMORY


@pytest.mark.skipif(landlock.abi() < landlock.ABI_NETWORK, reason="this kernel's Landlock does not confine TCP")
async def test_an_engine_gets_what_it_declares_in_a_process_of_its_own(mill: Mill, tmp_path: Path) -> None:
    weights = tmp_path / "weights"
    weights.write_bytes(b"0.5")
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        said = []
        for needs in (Needs(), Needs(ports=(port,)), Needs(readable=(weights,)), Needs()):
            assert isinstance(await mill.run("Connects", f"{port} {weights}", needs=needs), Made)
            said.append(mill.contents.decode().split())

    assert [answers for _, *answers in said] == [["no", "no"], ["yes", "no"], ["no", "yes"], ["no", "no"]]
    assert len({process for process, *_ in said[:3]}) == 3
    assert mill.host.children == 1  # those with other rights made room


@pytest.fixture
def request_in(tmp_path: Path) -> Request:
    folder = tmp_path / "gen_ada-1"
    (folder / "inputs").mkdir(parents=True)
    (folder / "inputs/voice.wav").write_bytes(b"RIFF")
    return Request("gen_ada", "t", "m", {}, folder, files={"audio_url": folder / "inputs/voice.wav"})


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "home").mkdir()
    return tmp_path / "home"


def test_a_folder_is_lent_with_its_inputs_and_comes_back(request_in: Request, home: Path) -> None:
    loan = lend(request_in.folder, home, None)
    theirs = loan.as_theirs(request_in)

    assert theirs.folder == home / "gen_ada-1"
    assert theirs.files["audio_url"].read_bytes() == b"RIFF"
    assert not request_in.folder.exists()
    take_back(loan)
    assert request_in.files["audio_url"].read_bytes() == b"RIFF"
    assert list(home.iterdir()) == []


@pytest.mark.parametrize("with_what", ["link", "folder", "file", "nothing"])
def test_what_is_not_the_folder_does_not_come_back(request_in: Request, home: Path, with_what: str) -> None:
    loan = lend(request_in.folder, home, None)
    loan.theirs.rename(home / "elsewhere")
    match with_what:
        case "link":
            loan.theirs.symlink_to("/etc")
        case "folder":
            loan.theirs.mkdir()
        case "file":
            loan.theirs.touch()

    with pytest.raises(NotGivenBack):
        take_back(loan)
    assert not os.path.lexists(request_in.folder)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files to others")
def test_lending_gives_no_file_away_that_has_another_name(request_in: Request, home: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.touch()
    (request_in.folder / "linked").hardlink_to(elsewhere)
    (request_in.folder / "pointer").symlink_to(elsewhere)
    loan = lend(request_in.folder, home, users.FIRST)

    assert elsewhere.stat().st_uid == 0
    assert {loan.theirs.stat().st_uid, (loan.theirs / "inputs/voice.wav").stat().st_uid} == {users.FIRST}


@pytest.fixture
def data() -> Iterator[Path]:
    """A private data folder where everybody can come to, with its spool."""
    folder = Path(tempfile.mkdtemp(prefix="mediamill-users-"))
    (folder / "work").mkdir(mode=0o700)
    yield folder
    shutil.rmtree(folder)


@pytest.mark.skipif(os.geteuid() != 0, reason="an ordinary user cannot become another")
def test_engines_of_root_pass_the_data_folder_and_cannot_list_it(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(users, "_unreadable", lambda *_: None)
    found = users.engine_users(data / "work")
    first, second = found.take(), found.take()

    assert found.reason is None
    assert [path.stat().st_mode & 0o777 for path in (data, data / "work")] == [0o711, 0o711]
    assert first is not None
    assert first != second
    assert users.FIRST <= first < users.FIRST + users.COUNT


def test_where_it_cannot_be_engines_stay_the_services_user(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (data / "inner/work").mkdir(parents=True)
    (data / "inner").chmod(0o700)
    data.chmod(0o700)
    found = users.engine_users(data / "inner/work")

    assert found.reason is not None
    assert ("cannot pass" if os.geteuid() == 0 else "not root") in found.reason
    assert found.take() is None
    assert (data / "inner").stat().st_mode & 0o777 == 0o700  # nothing was opened for nothing
