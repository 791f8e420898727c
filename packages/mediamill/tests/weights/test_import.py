"""Folders brought by hand: by the same rules, compared with a lock file where they have one."""

import os
import pickle
from dataclasses import replace
from pathlib import Path

import pytest

from mediamill.errors import MediamillError
from mediamill.weights import (
    LOCK_FILE,
    LockedLicence,
    NoRoomForWeights,
    WeightsLock,
    WeightsPlace,
    WeightsRow,
    alone,
    read_lock,
    verify,
)
from mediamill.weights.bring import FolderRefused, bring, copied, linked
from mediamill.weights.contents import UnsafeWeights
from tests.weights.conftest import Pull
from tests.weights.samples import COMMIT, REPOSITORY, ROW, WANTED, model
from tests.weights.stand_in import sha256

ALL_DISKS = 10**18  # bytes
LICENCE = LockedLicence(ROW.licence.name, ROW.licence.url, None)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """As `git clone` or a browser brings it, without the pickle."""
    home = tmp_path / "brought"
    for path, content in model().items():
        if path.endswith(".bin"):
            continue
        (home / path).parent.mkdir(parents=True, exist_ok=True)
        (home / path).write_bytes(content)
    (home / ".git").mkdir()
    (home / ".git" / "hook.py").write_text("print()")
    return home


def imported(
    place: WeightsPlace, folder: Path, row: WeightsRow = ROW, *, link: bool = False, spare: int = 0
) -> WeightsLock:
    with alone(place):
        return bring(row, folder, place, LICENCE, linked if link else copied, spare=spare, report=lambda _: None)


@pytest.mark.parametrize("link", [False, True])
def test_a_folder_is_taken_with_its_own_hashes(place: WeightsPlace, folder: Path, link: bool) -> None:
    lock = imported(place, folder, link=link)

    assert (lock.commit, lock.came_by, lock.repository) == (None, "import", REPOSITORY)
    assert {file.path: file.sha256 for file in lock.files} == {path: sha256(model()[path]) for path in WANTED}
    assert verify(place.folder, lock) == []
    assert (place.folder / WANTED[2]).samefile(folder / WANTED[2]) == link
    assert {path.name for path in place.home.iterdir()} == {"heron", "heron.busy"}


def test_a_folder_of_another_machine_keeps_its_commit(place: WeightsPlace, pulls: Pull, tmp_path: Path) -> None:
    pulled = pulls()
    carried = tmp_path / "carried"
    place.folder.rename(carried)
    lock = imported(place, carried)

    assert (lock.commit, lock.came_by, lock.files) == (COMMIT, "import", pulled.files)


@pytest.mark.parametrize("damage", ["changed", "missing", "more", "other commit", "other repository", "not a lock"])
def test_a_folder_that_is_not_what_its_lock_file_says_is_refused(
    place: WeightsPlace, pulls: Pull, tmp_path: Path, damage: str
) -> None:
    pulls()
    carried, row = tmp_path / "carried", ROW
    place.folder.rename(carried)
    match damage:
        case "changed":
            (carried / "transformer/config.json").write_text('{"layers": 3}')
        case "missing":
            (carried / "transformer/config.json").unlink()
        case "more":
            (carried / "more.json").write_text("{}")
        case "other commit":
            row = replace(ROW, commit="9" * 40)
        case "other repository":
            row = replace(ROW, repository="acme/crane")
        case "not a lock":
            (carried / LOCK_FILE).write_text("{}")
    with pytest.raises(MediamillError, match="lock file"):
        imported(place, carried, row)

    assert (place.folder.exists(), place.part.exists()) == (False, False)


@pytest.mark.parametrize("name", ["pytorch_model.bin", "vae/model.pt", "hook.py", "all.tar.gz", "model.ckpt", "a.npz"])
def test_a_folder_with_what_may_hold_code_is_refused(place: WeightsPlace, folder: Path, name: str) -> None:
    (folder / name).write_bytes(b"x")
    with pytest.raises(FolderRefused, match=f"{name} may hold code"):
        imported(place, folder)

    assert not place.folder.exists()


def test_a_pickle_called_safetensors_is_refused(place: WeightsPlace, folder: Path) -> None:
    (folder / "vae/model.safetensors").write_bytes(pickle.dumps({"a": 1}))
    with pytest.raises(UnsafeWeights, match=r"vae/model.safetensors is a pickle"):
        imported(place, folder)

    assert (place.folder.exists(), place.part.exists()) == (False, False)


def test_links_and_what_is_no_file_are_refused(place: WeightsPlace, folder: Path, tmp_path: Path) -> None:
    (folder / "vae/link.json").symlink_to("/etc/passwd")
    with pytest.raises(FolderRefused, match="cp -rL"):
        imported(place, folder)
    (folder / "vae/link.json").unlink()
    (folder / "outside").symlink_to(tmp_path, target_is_directory=True)
    with pytest.raises(FolderRefused, match="outside is a link"):
        imported(place, folder)
    (folder / "outside").unlink()
    os.mkfifo(folder / "pipe.json")
    with pytest.raises(FolderRefused, match="not a plain file"):
        imported(place, folder)


def test_folders_without_weights_and_the_folder_of_weights_itself_are_refused(
    place: WeightsPlace, folder: Path
) -> None:
    imported(place, folder)
    (folder / "empty").mkdir()
    for source, sentence in {
        folder / "empty": "no safetensors among",
        folder / "nowhere": "not a folder",
        place.folder: "the folder of weights itself",
    }.items():
        with pytest.raises(FolderRefused, match=sentence):
            imported(place, source)

    assert read_lock(place.folder) is not None


def test_an_import_that_does_not_fit_is_refused_unless_it_is_linked(place: WeightsPlace, folder: Path) -> None:
    with pytest.raises(NoRoomForWeights):
        imported(place, folder, spare=ALL_DISKS)

    assert imported(place, folder, link=True, spare=ALL_DISKS).files


def test_every_file_is_on_the_disk_before_the_folder_has_its_name(
    place: WeightsPlace, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[str] = []
    fsync, rename = os.fsync, os.rename
    named: list[set[str]] = []

    def noted(descriptor: int) -> None:
        synced.append(str(Path(f"/proc/self/fd/{descriptor}").readlink()))
        fsync(descriptor)

    def renamed(source: os.PathLike[str], target: os.PathLike[str]) -> None:
        named.append(set(synced))
        rename(source, target)

    monkeypatch.setattr(os, "fsync", noted)
    monkeypatch.setattr(os, "rename", renamed)
    imported(place, folder)

    assert {str(place.part / path) for path in (*WANTED, "transformer", "vae")} <= named[-1]
    assert str(place.home) in synced
