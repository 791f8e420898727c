"""The lock file in the folder of weights: what they are, where they came from, and every file with its hash."""

from pathlib import Path
from typing import Annotated, Literal

from pydantic import ConfigDict, Field, TypeAdapter
from pydantic.alias_generators import to_camel
from pydantic.dataclasses import dataclass

from mediamill.errors import MediamillError
from mediamill.fsync import sync
from mediamill.weights.paths import LOCK_FILE

LOCK_BYTES_MAX = 4_000_000  # of the file: a thousand paths are a tenth of it
FORMAT = 1  # of lock files; a higher one belongs to a later version of mediamill
IN_JSON = ConfigDict(alias_generator=to_camel, populate_by_name=True, extra="forbid", strict=True)

Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
CommitId = Annotated[str, Field(pattern=r"^[0-9a-f]{40}$")]
CameBy = Literal["pull", "import"]


class UnreadableLock(MediamillError):
    """The lock file {file} cannot be used: {fault}."""

    code = "unreadable_weights_lock"


@dataclass(frozen=True, slots=True, config=IN_JSON)
class LockedFile:
    """A file as it was read and hashed here."""

    path: str
    bytes: Annotated[int, Field(ge=0)]
    sha256: Sha256


@dataclass(frozen=True, slots=True, config=IN_JSON)
class LockedLicence:
    """Under which the weights came."""

    name: str
    url: str
    accepted_at: str | None  # ISO 8601; None where nothing had to be accepted


@dataclass(frozen=True, slots=True, config=IN_JSON)
class WeightsLock:
    """What lies in a folder of weights."""

    format: int
    name: str
    repository: str
    commit: CommitId | None  # None: imported without saying which
    came_by: CameBy
    at: str  # ISO 8601
    licence: LockedLicence
    files: tuple[LockedFile, ...]

    @property
    def bytes(self) -> int:
        """Of all files together."""
        return sum(file.bytes for file in self.files)

    def hash_of(self, path: str) -> str | None:
        """The hash of a file; None where there is no such file."""
        return next((file.sha256 for file in self.files if file.path == path), None)


AS_JSON: TypeAdapter[WeightsLock] = TypeAdapter(WeightsLock)


def read_lock(folder: Path) -> WeightsLock | None:
    """The lock file of a folder; None where there is none. Raises UnreadableLock."""
    file = folder / LOCK_FILE
    try:
        with file.open("rb") as opened:
            read = AS_JSON.validate_json(opened.read(LOCK_BYTES_MAX), strict=True)
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as fault:
        raise UnreadableLock(file=file, fault=str(fault).splitlines()[0]) from None
    if read.format > FORMAT:
        raise UnreadableLock(file=file, fault="a later version of mediamill wrote it")
    return read


def known_lock(folder: Path) -> WeightsLock | None:
    """The lock file of a folder; None where it is missing or of no use: then everything is brought anew."""
    try:
        return read_lock(folder)
    except UnreadableLock:
        return None


def write_lock(folder: Path, lock: WeightsLock) -> None:
    """Write it, durably and at once: a reader sees the old one or the new one."""
    beside = folder / f".{LOCK_FILE}"
    beside.write_bytes(AS_JSON.dump_json(lock, by_alias=True, indent=1) + b"\n")
    sync(beside)
    beside.replace(folder / LOCK_FILE)
    sync(folder)
