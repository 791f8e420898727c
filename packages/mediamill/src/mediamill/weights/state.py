"""Whether weights can be used: asked often, so no file is read but the lock."""

import stat
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from mediamill.weights.lock_file import UnreadableLock, WeightsLock, read_lock
from mediamill.weights.paths import LOCK_FILE
from mediamill.weights.place import WeightsPlace, files_below, place_of, size_below
from mediamill.weights.row import WeightsRow


class WeightsPresence(StrEnum):
    """What lies there."""

    ABSENT = "absent"
    PARTIAL = "partial"  # a pull was interrupted
    THERE = "there"
    CHANGED = "changed"  # not what the lock file, or the row, says


@dataclass(frozen=True, slots=True)
class WeightsState:
    """How weights stand; they can be used where `sentence` is None."""

    name: str
    presence: WeightsPresence
    folder: Path
    bytes: int  # on the disk
    sentence: str | None  # what is missing, and what to do
    lock: WeightsLock | None = None


def state_of(row: WeightsRow, home: Path) -> WeightsState:
    """How the weights of a row stand below `home`, by names and sizes; `verify` reads them."""
    place = place_of(home, row.name)
    if not place.folder.is_dir():
        return not_there(row, place)
    try:
        lock = read_lock(place.folder)
    except UnreadableLock as fault:
        return changed(row, place, str(fault).rstrip("."))
    if lock is None:
        return changed(row, place, "there is no lock file")
    fault_found = unlike_row(row, lock) or unlike_lock(place.folder, lock)
    if fault_found is not None:
        return changed(row, place, fault_found, lock)
    return WeightsState(row.name, WeightsPresence.THERE, place.folder, lock.bytes, unaccepted(row, lock), lock)


def not_there(row: WeightsRow, place: WeightsPlace) -> WeightsState:
    """The state of weights that no folder has the name of."""
    accept = f" --accept-licence {row.licence.name}" if row.licence.conditions else ""
    token = " --token-file FILE" if row.is_gated else ""
    todo = f"run: mediamill models pull {row.name}{accept}{token}"
    if place.part.is_dir():
        sentence = f"Of the weights {row.name} only a part is here; {todo}"
        return WeightsState(row.name, WeightsPresence.PARTIAL, place.folder, size_below(place.part), sentence)
    return WeightsState(
        row.name, WeightsPresence.ABSENT, place.folder, 0, f"The weights {row.name} are not here; {todo}"
    )


def changed(row: WeightsRow, place: WeightsPlace, fault: str, lock: WeightsLock | None = None) -> WeightsState:
    """The state of weights that are not to be used as they are."""
    sentence = f"The weights {row.name} are not what they were: {fault}; run: mediamill models pull {row.name}"
    return WeightsState(row.name, WeightsPresence.CHANGED, place.folder, size_below(place.folder), sentence, lock)


def unlike_row(row: WeightsRow, lock: WeightsLock) -> str | None:
    """How the lock differs from what the row asks for."""
    if lock.repository != row.repository:
        return f"they are of {lock.repository}, not of {row.repository}"
    return None


def unlike_lock(folder: Path, lock: WeightsLock) -> str | None:
    """The first file that is missing, too much, or of another size."""
    found = files_below(folder)
    found.pop(LOCK_FILE, None)
    for file in lock.files:
        seen = found.pop(file.path, None)
        if seen is None:
            return f"{file.path} is missing"
        if not stat.S_ISREG(seen.st_mode):
            return f"{file.path} is not a plain file"
        if seen.st_size != file.bytes:
            return f"{file.path} has {seen.st_size:,} bytes, not {file.bytes:,}"
    return f"{next(iter(found))} is not in the lock file" if found else None


def unaccepted(row: WeightsRow, lock: WeightsLock) -> str | None:
    """What to do where the licence has conditions that nobody accepted."""
    if row.licence.conditions is None or (lock.licence.name == row.licence.name and lock.licence.accepted_at):
        return None
    return (
        f"The licence {row.licence.name} of the weights {row.name} is not accepted ({row.licence.url}); "
        f"run: mediamill models pull {row.name} --accept-licence {row.licence.name}"
    )
