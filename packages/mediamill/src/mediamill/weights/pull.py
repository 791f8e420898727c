"""Weights brought from the hub: planned, downloaded into a part, verified, then given their name."""

import os
import shutil
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from pydantic import TypeAdapter

from mediamill import clock
from mediamill.fsync import sync
from mediamill.weights.contents import UnsafeWeights, refuse_unsafe
from mediamill.weights.download import WAIT_SECONDS_MAX, Pause, Report, download, size_of
from mediamill.weights.hub import NEWEST, Hub, HubChanged, HubFailed, HubFile, HubListing, HubRefused
from mediamill.weights.lock_file import FORMAT, LockedFile, LockedLicence, WeightsLock, known_lock
from mediamill.weights.paths import FILES_MAX, PLAN_FILE, clashes, fault_of
from mediamill.weights.place import WeightsPlace, files_below, finish, refuse_without_room
from mediamill.weights.row import WeightsRow

LIST_AGAIN_SECONDS = (0.0, 1.0, 3.0)  # before each further try; nothing was brought yet, so somebody is waiting
PLAN: TypeAdapter[HubListing] = TypeAdapter(HubListing)


@dataclass(frozen=True, slots=True)
class PullPlan:
    """What a pull would do."""

    row: WeightsRow
    listing: HubListing  # of the files that are wanted, small ones first
    needed: int  # bytes that are not here
    free: int  # bytes on the disk
    lock: WeightsLock | None  # of what is there, of whatever commit

    @property
    def bytes(self) -> int:
        """Of all files."""
        return sum(file.bytes for file in self.listing.files)

    @property
    def is_there(self) -> bool:
        """Whether there is nothing to bring, if what is there is sound."""
        lock, listing = self.lock, self.listing
        return (
            lock is not None
            and (lock.repository, lock.commit) == (listing.repository, listing.commit)
            and {file.path for file in lock.files} == {file.path for file in listing.files}
        )


def plan_pull(
    row: WeightsRow, place: WeightsPlace, hub: Hub, commit: str | None, *, spare: int, pause: Pause = time.sleep
) -> PullPlan:
    """Ask the hub what there is to bring. Raises HubFailed, HubRefused, HubChanged, NoRoomForWeights.

    Without a commit it is the row's, else that of the lock file, else that of a part, else the newest.
    """
    lock, begun = known_lock(place.folder), read_plan(place.part)
    lock_commit = lock.commit if lock is not None and lock.repository == row.repository else None
    begun_commit = begun.commit if begun is not None and begun.repository == row.repository else None
    revision = commit or row.commit or lock_commit or begun_commit or NEWEST
    listing = wanted(row, listed(hub, row, revision, pause))
    refuse_changes(listing, lock, begun)
    here = {path: found.st_size for path, found in files_below(place.part).items()} if begun is not None else {}
    kept = reusable(listing, place, lock)
    needed = sum(
        file.bytes - (file.bytes if file.path in kept else min(here.get(file.path, 0), file.bytes))
        for file in listing.files
    )
    free = refuse_without_room(place, needed, spare)
    return PullPlan(row, listing, needed, free, lock)


def listed(hub: Hub, row: WeightsRow, revision: str, pause: Pause) -> HubListing:
    """What the hub lists. Raises HubFailed when it does not answer for a while."""
    for seconds in LIST_AGAIN_SECONDS:
        try:
            return hub.listing(row, revision)
        except HubFailed as trouble:
            pause(max(seconds, min(trouble.wait_seconds, WAIT_SECONDS_MAX)))
    return hub.listing(row, revision)


def wanted(row: WeightsRow, listing: HubListing) -> HubListing:
    """The files that the row asks for. Raises HubRefused where they cannot be stored, verified or used."""
    chosen = set(row.chosen(file.path for file in listing.files))
    files = sorted((file for file in listing.files if file.path in chosen), key=lambda file: (file.bytes, file.path))
    for file in files:
        fault = fault_of(file.path)
        if fault is None and (file.bytes < 0 or not file.mark):
            fault = "the hub does not say its size and its hash"
        if fault is not None:
            raise HubRefused(fault=f"{row.repository} has a file {file.path[:200]!r}, which is refused: {fault}.")
    twice = clashes([file.path for file in files])
    if twice is not None or len(files) > FILES_MAX:
        what = f"`{twice}` more than once" if twice else f"{len(files)} files, more than {FILES_MAX}"
        raise HubRefused(fault=f"{row.repository} has {what}.")
    if row.format == "safetensors" and not any(file.path.endswith(".safetensors") for file in files):
        raise HubRefused(
            fault=f"{row.repository} has no safetensors at commit {listing.commit[:7]} that its row names: pickles and "
            "other files that may hold code are not pulled."
        )
    if not files:
        raise HubRefused(fault=f"{row.repository} has none of the files that its row names.")
    return HubListing(listing.repository, listing.commit, tuple(files))


def refuse_changes(listing: HubListing, lock: WeightsLock | None, begun: HubListing | None) -> None:
    """Raises HubChanged where a file is another one than the hub had under the same commit before."""
    known: dict[str, tuple[int, str]] = {}
    if begun is not None and begun.commit == listing.commit:
        known |= {file.path: (file.bytes, file.mark) for file in begun.files}
    if lock is not None and lock.commit == listing.commit:
        marks = {file.path: file.sha256 for file in listing.files}
        known |= {one.path: (one.bytes, one.sha256 if marks.get(one.path) else "") for one in lock.files}
    for file in listing.files:
        size, mark = known.get(file.path, (file.bytes, file.mark))
        if size != file.bytes or (mark and mark != file.mark):
            was = f"{size:,} bytes with hash {mark[:16] or '(unknown)'}"
            what = f"{file.path} was {was} before, and is {file.bytes:,} bytes with hash {file.mark[:16]} now"
            raise HubChanged(repository=listing.repository, commit=listing.commit, what=what)


def pull(
    plan: PullPlan,
    place: WeightsPlace,
    hub: Hub,
    licence: LockedLicence,
    *,
    report: Callable[[HubFile], Report],
    pause: Pause = time.sleep,
) -> WeightsLock:
    """Bring what is planned; whatever ends it, the next call goes on there.

    Raises HubFailed, HubRefused, HubChanged, and UnsafeWeights, after which nothing is kept.
    """
    begin(plan, place)
    paths = frozenset(file.path for file in plan.listing.files)
    locked = []
    for file in plan.listing.files:
        target = place.part / file.path
        sha256 = download(hub, plan.row, plan.listing.commit, file, target, report=report(file), pause=pause)
        try:
            refuse_unsafe(place.part, file.path, paths)
        except UnsafeWeights:
            shutil.rmtree(place.part)
            raise
        locked.append(LockedFile(file.path, file.bytes, sha256))
    row, at = plan.row, clock.iso(clock.now())
    files = tuple(sorted(locked, key=lambda one: one.path))
    lock = WeightsLock(FORMAT, row.name, row.repository, plan.listing.commit, "pull", at, licence, files)
    finish(place, lock)
    return lock


def begin(plan: PullPlan, place: WeightsPlace) -> None:
    """Make the part, or sweep what is there of another plan; write the plan down; take over files that are here."""
    marks = {file.path: (file.bytes, file.mark) for file in plan.listing.files}
    begun = read_plan(place.part)
    known = {file.path: (file.bytes, file.mark) for file in begun.files} if begun is not None else {}
    place.part.mkdir(exist_ok=True)
    for path in files_below(place.part):
        if path not in marks or known.get(path) != marks[path]:
            (place.part / path).unlink()
    beside = place.part / f"{PLAN_FILE}.new"
    beside.write_bytes(PLAN.dump_json(plan.listing))
    sync(beside)
    beside.replace(place.part / PLAN_FILE)
    for path, source in reusable(plan.listing, place, plan.lock).items():
        target = place.part / path
        if not target.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            os.link(source, target)  # verified like all others, and never written to: it has its size


def reusable(listing: HubListing, place: WeightsPlace, lock: WeightsLock | None) -> Mapping[str, Path]:
    """The files here that may be those of the listing: of the same size and, by the lock file, of the same hash."""
    if lock is None:
        return {}
    found = {}
    for file in listing.files:
        sha256 = lock.hash_of(file.path)
        here = place.folder / file.path
        is_plain = here.is_file() and not here.is_symlink()
        if sha256 and (file.sha256 in (None, sha256)) and is_plain and size_of(here) == file.bytes:
            found[file.path] = here
    return found


def read_plan(part: Path) -> HubListing | None:
    """What was planned for a part; None where there is none that can be gone on with."""
    try:
        return PLAN.validate_json((part / PLAN_FILE).read_bytes(), strict=True)
    except (OSError, ValueError):
        return None
