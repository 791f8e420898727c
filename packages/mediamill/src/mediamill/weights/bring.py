"""Weights imported from a folder that was brought by hand, by the same rules."""

import os
import shutil
import stat
from collections.abc import Callable, Mapping
from pathlib import Path

from mediamill import clock
from mediamill.errors import MediamillError
from mediamill.weights.contents import refuse_unsafe
from mediamill.weights.hashes import sha256_of
from mediamill.weights.lock_file import FORMAT, LockedFile, LockedLicence, WeightsLock, read_lock
from mediamill.weights.paths import FILES_MAX, LOCK_FILE, clashes, fault_of, is_refused
from mediamill.weights.place import WeightsPlace, files_below, finish, refuse_without_room
from mediamill.weights.row import WeightsRow

Put = Callable[[Path, Path], object]  # copies or links a file


class FolderRefused(MediamillError):
    """{folder} cannot be imported as {name}: {fault}."""

    code = "weights_folder_refused"


class NotLinked(MediamillError):
    """{path} cannot be linked ({fault}): leave out --link, and it is copied."""

    code = "weights_not_linked"


def bring(
    row: WeightsRow,
    source: Path,
    place: WeightsPlace,
    licence: LockedLicence,
    put: Put,
    *,
    spare: int,
    report: Callable[[str], None],
) -> WeightsLock:
    """Put a folder's files below the name and lock them with the hashes read here.

    Where the folder has a lock file of its own, its files have to be those. Raises FolderRefused, UnsafeWeights,
    NoRoomForWeights, NotLinked.
    """
    found = found_in(row, source, place)
    paths = chosen(row, source, found)
    theirs = read_lock(source)
    if theirs is not None:
        refuse_other_lock(row, source, theirs)
    needed = sum(found[path].st_size for path in paths) if put is copied else 0
    refuse_without_room(place, needed, spare)
    shutil.rmtree(place.part, ignore_errors=True)
    place.part.mkdir()
    try:
        files = tuple(taken(source, place.part, path, paths, put, report) for path in paths)
        if theirs is not None:
            refuse_other_files(row, source, theirs, files)
        commit = theirs.commit if theirs is not None else None
        at = clock.iso(clock.now())
        lock = WeightsLock(FORMAT, row.name, row.repository, commit, "import", at, licence, files)
        finish(place, lock)
    finally:
        shutil.rmtree(place.part, ignore_errors=True)
    return lock


def found_in(row: WeightsRow, source: Path, place: WeightsPlace) -> Mapping[str, os.stat_result]:
    """What lies in the folder and is not hidden, as `.git` and the caches of download programs are."""
    if not source.is_dir():
        raise FolderRefused(folder=source, name=row.name, fault="it is not a folder")
    if place.home.resolve() in (source.resolve(), *source.resolve().parents):
        raise FolderRefused(folder=source, name=row.name, fault="it lies in the folder of weights itself")
    return {
        path: found
        for path, found in files_below(source).items()
        if not any(part.startswith(".") for part in path.split("/"))
    }


def chosen(row: WeightsRow, source: Path, found: Mapping[str, os.stat_result]) -> list[str]:
    """The files that the row asks for. Raises FolderRefused where the folder also has what may hold code."""

    def refused(fault: str) -> FolderRefused:
        return FolderRefused(folder=source, name=row.name, fault=fault)

    for path, stats in found.items():
        if is_refused(path, row.format):
            raise refused(f"{path} may hold code, or is an archive; only safetensors and settings are taken")
        if stat.S_ISLNK(stats.st_mode):
            raise refused(f"{path} is a link; copy the folder with `cp -rL` first")
        if not stat.S_ISREG(stats.st_mode):
            raise refused(f"{path} is not a plain file")
    paths = row.chosen(path for path in found if path != LOCK_FILE)
    fault = next((f"{path!r}: {fault}" for path in paths if (fault := fault_of(path))), None)
    if fault is not None or clashes(paths) or len(paths) > FILES_MAX:
        raise refused(fault or f"it has more than {FILES_MAX} files")
    if not any(path.endswith(".safetensors") or row.format != "safetensors" for path in paths):
        raise refused(f"it has no safetensors among the files that are wanted: {', '.join(row.files)}")
    return paths


def refuse_other_lock(row: WeightsRow, source: Path, theirs: WeightsLock) -> None:
    """Raises FolderRefused where the folder's lock file is of other weights than the row's."""
    fault = None
    if theirs.repository != row.repository:
        fault = f"its lock file is of {theirs.repository}, not of {row.repository}"
    elif row.commit is not None and theirs.commit not in (None, row.commit):
        fault = f"its lock file is of commit {theirs.commit}, not of {row.commit}"
    if fault is not None:
        raise FolderRefused(folder=source, name=row.name, fault=fault)


def refuse_other_files(row: WeightsRow, source: Path, theirs: WeightsLock, files: tuple[LockedFile, ...]) -> None:
    """Raises FolderRefused where a file is not what the folder's lock file says."""
    missing = {file.path for file in theirs.files} - {file.path for file in files}
    fault = next((f"{path}, which its lock file names, is missing or not wanted" for path in sorted(missing)), None)
    for file in files:
        if theirs.hash_of(file.path) != file.sha256:
            fault = f"{file.path} has another SHA-256 than its lock file says, or is not in it"
    if fault is not None:
        raise FolderRefused(folder=source, name=row.name, fault=fault)


def taken(source: Path, part: Path, path: str, paths: list[str], put: Put, report: Callable[[str], None]) -> LockedFile:
    """Put one file there and look at what came: the source may change meanwhile."""
    target = part / path
    target.parent.mkdir(parents=True, exist_ok=True)
    put(source / path, target)
    refuse_unsafe(part, path, paths)
    report(path)
    return LockedFile(path, target.stat().st_size, sha256_of(target))


def copied(source: Path, target: Path) -> None:
    """The content only; owner and mode are those of a new file."""
    shutil.copyfile(source, target, follow_symlinks=False)


def linked(source: Path, target: Path) -> None:
    """The same file under a second name: no room is taken, and whoever changes one changes both."""
    try:
        os.link(source, target, follow_symlinks=False)
    except OSError as error:
        raise NotLinked(path=source, fault=error.strerror) from None
