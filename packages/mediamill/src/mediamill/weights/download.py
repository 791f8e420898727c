"""One file of the hub's: resumed where it stopped, verified on the disk."""

import os
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

import httpx2

from mediamill.fsync import sync
from mediamill.weights.hashes import blob_id_of, sha256_of
from mediamill.weights.hub import Hub, HubChanged, HubFailed, HubFile, received
from mediamill.weights.row import WeightsRow

# Before each further try while no byte comes; a try that brought some starts the list anew.
RETRY_SECONDS = (0.0, 1.0, 3.0, 10.0, 30.0)
WAIT_SECONDS_MAX = 120.0  # of what a hub asks for
RANGE = re.compile(r"bytes ([0-9]{1,15})-([0-9]{1,15})/([0-9]{1,15})")

Report = Callable[[int], None]  # how many bytes more there are; below zero where some are thrown away
Pause = Callable[[float], None]


def download(
    hub: Hub, row: WeightsRow, commit: str, file: HubFile, target: Path, *, report: Report, pause: Pause = time.sleep
) -> str:
    """Leave the whole file at `target`, verified, and return its SHA-256. Raises HubFailed, HubRefused, HubChanged."""
    target.parent.mkdir(parents=True, exist_ok=True)
    was_begun = size_of(target) > 0
    report(min(size_of(target), file.bytes))
    complete(hub, row, commit, file, target, report=report, pause=pause)
    sha256 = sha256_of(target)
    if was_begun and not is_it(file, target, sha256):  # what was here may be of a torn write, or of something else
        target.unlink()
        report(-file.bytes)
        complete(hub, row, commit, file, target, report=report, pause=pause)
        sha256 = sha256_of(target)
    if not is_it(file, target, sha256):
        target.unlink()
        raise HubChanged(
            repository=row.repository, commit=commit, what=f"{file.path} is announced with another hash than it has"
        )
    sync(target)
    return sha256


def is_it(file: HubFile, target: Path, sha256: str) -> bool:
    """Whether what was read is what the hub announced."""
    return sha256 == file.sha256 if file.sha256 else blob_id_of(target) == file.blob


def size_of(file: Path) -> int:
    """Its bytes; 0 where it is not there."""
    return file.stat().st_size if file.is_file() else 0


def complete(
    hub: Hub, row: WeightsRow, commit: str, file: HubFile, target: Path, *, report: Report, pause: Pause
) -> None:
    """Bring the file to its size, however often the connection ends. Raises HubFailed after tries without a byte."""
    failures = 0
    while size_of(target) != file.bytes or not target.exists():
        before = size_of(target)
        try:
            receive(hub, row, commit, file, target, report)
        except HubFailed as trouble:
            failures = 1 if size_of(target) > before else failures + 1
            if failures > len(RETRY_SECONDS):
                raise
            pause(max(RETRY_SECONDS[failures - 1], min(trouble.wait_seconds, WAIT_SECONDS_MAX)))


def receive(hub: Hub, row: WeightsRow, commit: str, file: HubFile, target: Path, report: Report) -> None:
    """Append what one answer brings. Raises HubFailed where it ends early."""
    start = size_of(target)
    if start > file.bytes:  # not of this file
        start = 0
    with hub.content(row, commit, file.path, start=start) as response, target.open("ab", buffering=0) as opened:
        refuse_other_file(response, row, commit, file)
        start = start_of(response, row, commit, file, start)
        if (kept := os.fstat(opened.fileno()).st_size) != start:
            opened.truncate(start)
            report(start - min(kept, file.bytes))
        append(response, row, commit, file, opened, file.bytes - start, report)


def append(
    response: httpx2.Response,
    row: WeightsRow,
    commit: str,
    file: HubFile,
    opened: BinaryIO,
    wanted: int,
    report: Report,
) -> None:
    """Write so many bytes of an answer, and not one more."""
    for chunk in received(response):
        if len(chunk) > wanted:
            what = f"{file.path} goes on after the {file.bytes:,} bytes that are announced"
            raise HubChanged(repository=row.repository, commit=commit, what=what)
        written = 0
        while written < len(chunk):
            written += opened.write(chunk[written:])
        wanted -= len(chunk)
        report(len(chunk))
    if wanted:
        raise HubFailed(fault=f"{response.url.host} ended {file.path} {wanted:,} bytes early")


def start_of(response: httpx2.Response, row: WeightsRow, commit: str, file: HubFile, start: int) -> int:
    """From which byte on an answer brings the file. Raises HubChanged where its lengths are not the file's."""
    brings: int | None = file.bytes - start
    if response.status_code == 206:
        match = RANGE.fullmatch(response.headers.get("Content-Range", ""))
        if match is None or (int(match[1]), int(match[3])) != (start, file.bytes):
            told = response.headers.get("Content-Range", "nothing")
            what = f"of {file.path}, with {file.bytes:,} bytes, it sends {told[:60]} for bytes {start}-"
            raise HubChanged(repository=row.repository, commit=commit, what=what)
        brings = None if int(match[2]) + 1 != file.bytes else brings
    else:
        start, brings = 0, file.bytes
    length = response.headers.get("Content-Length")
    if brings is not None and length is not None and length != str(brings):
        what = f"{file.path} comes with {length[:20]} bytes instead of {brings:,}"
        raise HubChanged(repository=row.repository, commit=commit, what=what)
    return start


def refuse_other_file(response: httpx2.Response, row: WeightsRow, commit: str, file: HubFile) -> None:
    """Raises HubChanged where the hub says, before a byte comes, that this is another file than the one it listed."""
    linked = response.extensions["linked"]
    told = linked.get("x-repo-commit")
    if told is not None and told != commit:
        what = f"{file.path} comes from commit {told[:40]}"
        raise HubChanged(repository=row.repository, commit=commit, what=what)
    mark = linked.get("x-linked-etag", linked.get("etag", "")).removeprefix("W/").strip('"')
    if len(mark) == len(file.mark) and mark != file.mark:
        what = f"{file.path} has the hash {mark[:16]}…, and is listed with {file.mark[:16]}…"
        raise HubChanged(repository=row.repository, commit=commit, what=what)
    size = linked.get("x-linked-size")
    if size is not None and size != str(file.bytes):
        what = f"{file.path} has {size[:20]} bytes, and is listed with {file.bytes:,}"
        raise HubChanged(repository=row.repository, commit=commit, what=what)
