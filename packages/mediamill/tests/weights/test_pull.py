"""Pulls from a hub that redirects, cuts, lies and changes its mind: whole and verified, or not there at all."""

import itertools
import math
import os
import shutil
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from mediamill.weights import LOCK_FILE, NoRoomForWeights, WeightsBusy, WeightsPlace, alone, read_lock, verify
from mediamill.weights.hub import Hub, HubFailed, HubRefused
from mediamill.weights.pull import plan_pull
from tests.weights.conftest import Pull
from tests.weights.samples import COMMIT, LARGE, OTHER_COMMIT, REPOSITORY, ROW, WANTED, model, safetensors
from tests.weights.stand_in import TOKEN, StandIn, content_requests, sha256

ALL_DISKS = 10**18  # bytes


def files_in(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.name != LOCK_FILE
    }


def test_a_pull_brings_what_the_row_names_and_nothing_else(hub: StandIn, place: WeightsPlace, pulls: Pull) -> None:
    lock = pulls()

    assert {path: hub.files[path] for path in WANTED} == files_in(place.folder)
    assert lock == read_lock(place.folder)
    assert (lock.repository, lock.commit, lock.came_by) == (REPOSITORY, COMMIT, "pull")
    assert {file.path: (file.bytes, file.sha256) for file in lock.files} == {
        path: (len(hub.files[path]), sha256(hub.files[path])) for path in WANTED
    }
    assert {path.name for path in place.home.iterdir()} == {"heron", "heron.busy"}


def test_a_second_pull_takes_the_commit_of_the_first_and_brings_nothing(
    hub: StandIn, place: WeightsPlace, pulls: Pull
) -> None:
    pulls()
    hub.commits[COMMIT], hub.commit = hub.files, OTHER_COMMIT
    hub.files = hub.files | {LARGE: safetensors(seed=3)}
    with Hub(hub.base) as client:
        plan = plan_pull(ROW, place, client, None, spare=0)

    assert (plan.listing.commit, plan.is_there, plan.needed) == (COMMIT, True, 0)


def test_another_commit_brings_what_differs_and_takes_over_the_rest(
    hub: StandIn, place: WeightsPlace, pulls: Pull
) -> None:
    pulls()
    hub.commits[COMMIT], hub.commit = hub.files, OTHER_COMMIT
    hub.files = hub.files | {LARGE: safetensors(seed=3)}
    hub.asked.clear()
    lock = pulls(commit=OTHER_COMMIT)

    assert lock.commit == OTHER_COMMIT
    assert {path for path, _ in content_requests(hub)} == {
        f"/{REPOSITORY}/resolve/{OTHER_COMMIT}/{LARGE}",
        f"/carried/{LARGE}",
    }
    assert verify(place.folder, lock) == []
    assert not place.former.exists()


def test_a_pinned_row_is_asked_for_by_its_commit(hub: StandIn, pulls: Pull) -> None:
    hub.commits[OTHER_COMMIT] = hub.files

    assert pulls(replace(ROW, commit=OTHER_COMMIT)).commit == OTHER_COMMIT
    assert f"/api/models/{REPOSITORY}/revision/{OTHER_COMMIT}" in {path for path, *_ in hub.asked}


def test_what_changed_on_the_disk_is_brought_again(hub: StandIn, place: WeightsPlace, pulls: Pull) -> None:
    lock = pulls()
    (place.folder / LARGE).write_bytes(b"x" * len(hub.files[LARGE]))
    (place.folder / "vae/model.safetensors").unlink()
    (place.folder / "planted.py").write_text("print('hello')")

    assert [one.path for one in verify(place.folder, lock)] == [LARGE, "vae/model.safetensors", "planted.py"]
    assert verify(place.folder, pulls()) == []
    assert {path: hub.files[path] for path in WANTED} == files_in(place.folder)


@pytest.mark.parametrize("ranges", [True, False])
def test_cut_bodies_are_gone_on_with(
    hub: StandIn, place: WeightsPlace, pulls: Pull, pauses: list[float], ranges: bool
) -> None:
    hub.ranges, hub.cut_after = ranges, 30_000 if ranges else None
    hub.failing_every = 0 if ranges else 3
    pulls()

    assert {path: hub.files[path] for path in WANTED} == files_in(place.folder)
    resumed = [range for path, range in content_requests(hub) if path == f"/carried/{LARGE}"]
    assert not ranges or resumed == [None, "bytes=30000-", "bytes=60000-", "bytes=90000-"]
    assert set(pauses) == {0.0}


def test_a_hub_that_brings_nothing_is_given_up_after_pauses_and_what_is_here_stays(
    hub: StandIn, place: WeightsPlace, pulls: Pull, pauses: list[float]
) -> None:
    hub.cut_after = 30_000
    bodies = iter(range(2))

    def then_silent(path: str, told: dict[str, str]) -> dict[str, str]:
        if path == f"carried {LARGE}" and next(bodies, None) is None:
            hub.failing_every = 1
        return told

    hub.headers = then_silent
    with pytest.raises(HubFailed, match="503"):
        pulls()

    assert pauses[-5:] == [0.0, 1.0, 3.0, 10.0, 30.0]
    assert not place.folder.exists()
    assert (place.part / LARGE).stat().st_size >= 60_000
    hub.failing_every, hub.cut_after = 0, None
    hub.asked.clear()
    pulls()
    assert {path: hub.files[path] for path in WANTED} == files_in(place.folder)
    assert any(range for _, range in content_requests(hub))


def test_a_torn_part_is_brought_again(hub: StandIn, place: WeightsPlace, pulls: Pull) -> None:
    """After a power cut a file may have its length without its bytes."""
    hub.failing_every = 1
    with pytest.raises(HubFailed):
        pulls()
    hub.failing_every = 0
    (place.part / "transformer").mkdir(exist_ok=True)
    (place.part / LARGE).write_bytes(bytes(70_000))
    pulls()

    assert hub.files[LARGE] == (place.folder / LARGE).read_bytes()


def test_what_a_hub_asks_to_wait_is_waited_for(hub: StandIn, pulls: Pull, pauses: list[float]) -> None:
    hub.failing_every, hub.retry_after = 4, "7"
    pulls()

    assert set(pauses) == {7.0}


def test_a_list_that_does_not_come_is_asked_for_again(
    hub: StandIn, place: WeightsPlace, pulls: Pull, pauses: list[float]
) -> None:
    hub.lists_failing = 4
    with pytest.raises(HubFailed, match="answered 502"):
        pulls()
    hub.lists_failing = 2
    pulls()

    assert pauses == [0.0, 1.0, 3.0, 0.0, 1.0]
    assert place.folder.exists()


def test_a_connection_that_falls_silent_is_given_up_and_gone_on_with(
    hub: StandIn, place: WeightsPlace, pulls: Pull, pauses: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mediamill.weights.hub.SILENT_SECONDS_MAX", 0.2)
    hub.held_after = 60_000
    pulls()

    assert pauses == [0.0]
    assert (f"/carried/{LARGE}", "bytes=60000-") in content_requests(hub)
    assert {path: hub.files[path] for path in WANTED} == files_in(place.folder)


def test_gated_weights_want_a_token_and_only_the_hub_gets_it(hub: StandIn, pulls: Pull) -> None:
    hub.gated = True
    with pytest.raises(HubRefused, match="--token-file FILE"):
        pulls()
    hub.refused = True
    with pytest.raises(HubRefused, match=r"accept the conditions at http://.*acme/heron-image with that account"):
        pulls(token=TOKEN)
    hub.refused = False
    pulls(token=TOKEN)

    assert {authorization for path, _, authorization in hub.asked if path.startswith("/carried/")} == {None}


def test_without_room_nothing_begins(hub: StandIn, place: WeightsPlace) -> None:
    with Hub(hub.base) as client, pytest.raises(NoRoomForWeights, match="heron need"):
        plan_pull(ROW, place, client, None, spare=ALL_DISKS)

    assert not place.part.exists()


def test_what_an_interrupted_pull_of_another_commit_left_is_swept(
    hub: StandIn, place: WeightsPlace, pulls: Pull
) -> None:
    hub.files = hub.files | {"a/more.json": b"[1]", "a/more.safetensors": safetensors(3_000)}
    hub.cut_after, hub.ranges = 50_000, False
    with pytest.raises(HubFailed):
        pulls()
    begun = {path: (place.part / path).exists() for path in ("a/more.json", "a/more.safetensors", LARGE)}
    hub.commits[COMMIT], hub.commit, hub.files = hub.files, OTHER_COMMIT, model() | {LARGE: safetensors(seed=3)}
    hub.cut_after = None
    pulls(commit=OTHER_COMMIT)

    assert all(begun.values())
    assert {path: hub.files[path] for path in WANTED} == files_in(place.folder)


def test_two_at_once_are_kept_apart(place: WeightsPlace) -> None:
    with alone(place), pytest.raises(WeightsBusy, match="Another command works on the weights heron"), alone(place):
        pass


class Killed(BaseException):
    """What nobody catches."""


class Mortal:
    """Lets the process do so many changes to the disk, and no more."""

    CHANGES = ("rename", "replace", "unlink", "rmdir", "mkdir", "link", "fsync")

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.left: float = math.inf
        for name in self.CHANGES:
            monkeypatch.setattr(os, name, partial(self.change, getattr(os, name)))

    def change(self, real: Callable[..., object], *given: object, **named: object) -> object:
        self.left -= 1
        if self.left < 0:
            raise Killed
        return real(*given, **named)


@pytest.mark.slow
def test_a_command_killed_at_any_step_leaves_whole_weights_or_none(
    hub: StandIn, place: WeightsPlace, pulls: Pull, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A second commit replaces the first: at no step is half of anything under the name, and the next pull goes on."""
    mortal = Mortal(monkeypatch)
    old, new = hub.files, {path: hub.files[path] for path in hub.files} | {LARGE: safetensors(seed=3)}
    hub.commits = {COMMIT: old, OTHER_COMMIT: new}
    hub.commit, seen = "3" * 40, set()
    pulls(commit=COMMIT)
    first = shutil.copytree(place.folder, tmp_path / "first")
    hub.carried = {LARGE: new[LARGE]}
    for changes in itertools.count():
        mortal.left = math.inf
        shutil.rmtree(place.folder)
        shutil.copytree(first, place.folder)
        mortal.left = changes
        try:
            pulls(commit=OTHER_COMMIT)
        except Killed:
            mortal.left = math.inf
        else:
            break
        found = {path: files_in(place.folder).get(path) for path in WANTED} if place.folder.exists() else None
        seen.add("none" if found is None else found[LARGE] == new[LARGE])
        assert found in (None, {path: old[path] for path in WANTED}, {path: new[path] for path in WANTED})
        pulls(commit=OTHER_COMMIT)
        assert verify(place.folder, read_lock(place.folder) or pytest.fail("no lock file")) == []
        assert {path.name for path in place.home.iterdir()} == {"heron", "heron.busy"}

    assert changes > 20
    assert seen == {"none", False, True}


def test_a_part_that_is_whole_is_not_brought_again(hub: StandIn, place: WeightsPlace, pulls: Pull) -> None:
    lock = pulls()
    place.folder.rename(place.part)
    with alone(place):
        pass

    assert (read_lock(place.folder), place.part.exists()) == (lock, False)


def test_hard_links_of_what_was_there_are_never_written_to(hub: StandIn, place: WeightsPlace, pulls: Pull) -> None:
    """What is taken over shares its bytes with the folder in use until that is replaced."""
    pulls()
    before = (place.folder / LARGE).read_bytes()
    hub.commits[COMMIT], hub.commit = hub.files, OTHER_COMMIT
    hub.files = hub.files | {"vae/model.safetensors": safetensors(seed=5)}
    hub.failing_every = 1
    with pytest.raises(HubFailed):
        pulls(commit=OTHER_COMMIT)

    assert (place.folder / LARGE).read_bytes() == before
    assert (place.part / LARGE).samefile(place.folder / LARGE)
