"""Private folders: ours alone, swept whatever is in them, and those of the dead with them."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from mediamill.engines.host.spool import Spool


@pytest.fixture
def spool(tmp_path: Path) -> Iterator[Spool]:
    spool = Spool(tmp_path)
    yield spool
    spool.close()
    assert [path.name for path in tmp_path.iterdir()] == ["lock"]


def test_a_folder_is_new_empty_and_ours_alone(spool: Spool) -> None:
    first, second = spool.make("gen_ada-1"), spool.make("gen_ada-1")

    assert first != second
    assert list(first.iterdir()) == []
    assert first.stat().st_mode & 0o777 == 0o700


def test_sweeping_follows_no_link_and_minds_no_rights(spool: Spool, tmp_path: Path) -> None:
    outside = tmp_path / "lock"
    folder = spool.make("gen_ada-1")
    inner = folder / "a" / "b"
    inner.mkdir(parents=True)
    (inner / "file").write_bytes(b"x")
    (folder / "link").symlink_to(tmp_path)
    for path in (inner, inner.parent, folder):
        path.chmod(0)
    spool.sweep(folder)

    assert not folder.exists()
    assert outside.exists()


def test_sweeping_what_is_gone_is_no_fault(spool: Spool) -> None:
    folder = spool.make("gen_ada-1")
    spool.sweep(folder)
    spool.sweep(folder)


def test_what_goes_by_itself_meanwhile_is_no_reason_to_leave_the_rest(
    spool: Spool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An engine that dies may take a file away between the moment it is seen and the moment it is to be removed."""
    folder = spool.make("gen_ada-1")
    for name in ("its own", "another"):
        (folder / name).write_bytes(b"x")
    unlink = os.unlink

    def too_late(path: str, **how: int) -> None:
        monkeypatch.setattr(os, "unlink", unlink)
        unlink(path, **how)
        unlink(path, **how)

    monkeypatch.setattr(os, "unlink", too_late)
    spool.sweep(folder)

    assert not folder.exists()


def test_what_the_dead_left_is_swept_and_what_the_living_use_is_not(spool: Spool, tmp_path: Path) -> None:
    kept = spool.make("gen_ada-1")
    dead = tmp_path / "host-0000"
    (dead / "gen_ben-1").mkdir(parents=True)
    (dead / "lock").touch()
    halfway = tmp_path / "host-1111"
    halfway.mkdir()
    neighbour = Spool(tmp_path)

    assert kept.exists()
    assert not dead.exists()
    assert not halfway.exists()
    neighbour.close()
    assert kept.exists()


def test_a_lock_does_not_pass_to_child_processes(spool: Spool) -> None:
    locks = [int(entry.name) for entry in Path("/proc/self/fd").iterdir() if names(entry, spool.root / "lock")]

    assert [os.get_inheritable(number) for number in locks] == [False]


def names(entry: Path, path: Path) -> bool:
    try:
        return entry.readlink() == path
    except OSError:
        return False
