"""Where weights lie: a folder for each name, which appears when everything in it is verified."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from mediamill.errors import MediamillError
from mediamill.fsync import lock as locked
from mediamill.fsync import sync
from mediamill.weights.lock_file import WeightsLock, write_lock
from mediamill.weights.paths import LOCK_FILE, PLAN_FILE


class WeightsBusy(MediamillError):
    """Another command works on the weights {name}: wait for it, then call this again."""

    code = "weights_busy"


class NoRoomForWeights(MediamillError):
    """The weights {name} need {needed:,} bytes more and {spare:,} to spare; {folder} has {free:,} bytes free."""

    code = "no_room_for_weights"


@dataclass(frozen=True, slots=True)
class WeightsPlace:
    """The paths that belong to one name."""

    folder: Path  # whole, or not there
    part: Path  # what is being brought
    former: Path  # what was in the folder, while it is replaced
    busy: Path  # locked by whoever works on it

    @property
    def home(self) -> Path:
        """The folder of all weights."""
        return self.folder.parent


def place_of(home: Path, name: str) -> WeightsPlace:
    """The paths of a name."""
    return WeightsPlace(home / name, home / f"{name}.part", home / f"{name}.former", home / f"{name}.busy")


@contextmanager
def alone(place: WeightsPlace) -> Iterator[None]:
    """Keep others from changing the weights; first put right what a killed command left. Raises WeightsBusy."""
    place.home.mkdir(parents=True, exist_ok=True)
    descriptor = locked(place.busy)
    if descriptor is None:
        raise WeightsBusy(name=place.folder.name)
    try:
        put_right(place)
        yield
    finally:
        os.close(descriptor)


def refuse_without_room(place: WeightsPlace, needed: int, spare: int) -> int:
    """The bytes that are free where weights lie. Raises NoRoomForWeights."""
    place.home.mkdir(parents=True, exist_ok=True)
    free = shutil.disk_usage(place.home).free
    if needed and needed + spare > free:
        raise NoRoomForWeights(name=place.folder.name, needed=needed, spare=spare, folder=place.home, free=free)
    return free


def put_right(place: WeightsPlace) -> None:
    """Between two renames of `show` there was no folder: what was in it goes back. A part with a lock file is whole."""
    if place.former.exists():
        if place.folder.exists():
            shutil.rmtree(place.former)
        else:
            place.former.rename(place.folder)
    if (place.part / LOCK_FILE).exists():
        show(place)


def finish(place: WeightsPlace, lock: WeightsLock) -> None:
    """Lock the part, in which every file is verified, and give it its name."""
    sync_all(place.part)
    write_lock(place.part, lock)
    show(place)


def show(place: WeightsPlace) -> None:
    """Give the part its name; what had the name before is deleted."""
    (place.part / PLAN_FILE).unlink(missing_ok=True)
    if place.folder.exists():
        place.folder.rename(place.former)
    place.part.rename(place.folder)
    sync(place.home)
    if place.former.exists():
        shutil.rmtree(place.former)


def sync_all(folder: Path) -> None:
    """Flush every file and folder below, deepest first."""
    for here, _, names in os.walk(folder, topdown=False):
        for name in names:
            sync(Path(here, name))
        sync(Path(here))


def remove(place: WeightsPlace) -> int:
    """Delete everything that belongs to the name; how many bytes that were."""
    freed = 0
    for folder in (place.part, place.former, place.folder):
        if folder.exists():
            freed += size_below(folder)
            shutil.rmtree(folder)
    place.busy.unlink(missing_ok=True)
    return freed


def files_below(folder: Path) -> dict[str, os.stat_result]:
    """What lies below a folder that is no folder itself, by its path; links are not followed."""
    found = {}
    for here, folders, names in os.walk(folder):
        linked = [name for name in folders if Path(here, name).is_symlink()]
        for name in (*names, *linked):
            path = Path(here, name)
            found[path.relative_to(folder).as_posix()] = path.lstat()
    return dict(sorted(found.items()))


def size_below(folder: Path) -> int:
    """The bytes of all files below a folder."""
    return sum(stat.st_size for stat in files_below(folder).values())
