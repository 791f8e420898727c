"""Storing what an engine made. While the storage is away the file is kept and stored again, not made again."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from mediamill.db import StoreBusy, StoreFailed
from mediamill.engines import Artifact
from mediamill.generations import Generation
from mediamill.storage import Storage, StorageFailed, new_key
from mediamill.telemetry import Metrics

QUIET_STORING_SECONDS = 0.05  # storing that takes longer is shown as `uploading`; a commit for less is waste
PAUSE_SECONDS = (1.0, 2.0, 5.0, 10.0, 30.0)  # before storing again; the last one counts for all further
KEPT_SECONDS_MAX = 1_800.0  # then it may be made again elsewhere: perhaps it is this machine that is cut off

log = logging.getLogger("mediamill.dispatch")


@dataclass(frozen=True, slots=True)
class Stored:
    """Where the files of a result lie."""

    output_key: str
    thumbnail_key: str | None

    @property
    def keys(self) -> list[str]:
        """All of them."""
        return [key for key in (self.output_key, self.thumbnail_key) if key]


def bytes_of(artifact: Artifact) -> int:
    """How much there is to store. Raises FileNotFoundError."""
    return sum(path.stat().st_size for path in (artifact.path, artifact.thumbnail) if path is not None)


class ResultStore:
    """Puts results away for good."""

    def __init__(
        self, storage: Storage, show_uploading: Callable[[Generation], Awaitable[None]], metrics: Metrics
    ) -> None:
        self.storage = storage
        self.show_uploading = show_uploading
        self.metrics = metrics

    async def put(self, generation: Generation, artifact: Artifact) -> Stored | None:
        """Store output and thumbnail under fresh random names; None when the storage was away for too long.

        Shown as `uploading` when it takes a while. Raises LeaseLost, FileNotFoundError.
        """
        thumbnail = artifact.thumbnail
        output_key = new_key(generation.id, artifact.path.suffix)
        left = {output_key: artifact.path}
        stored = Stored(output_key, new_key(generation.id, thumbnail.suffix) if thumbnail else None)
        if thumbnail and stored.thumbnail_key:
            left[stored.thumbnail_key] = thumbnail
        storing = asyncio.create_task(self.put_all(generation, left))
        try:
            done, _ = await asyncio.wait({storing}, timeout=QUIET_STORING_SECONDS)
            if not done:
                await self.show(generation)
            return stored if await storing else None
        finally:
            storing.cancel()

    async def put_all(self, generation: Generation, left: dict[str, Path]) -> bool:
        """Store each file, again and again until it is done; False when that took too long."""
        ends_at, failures = time.monotonic() + KEPT_SECONDS_MAX, 0
        while left:
            key, path = next(iter(left.items()))
            try:
                await self.storage.put(key, path)
                del left[key]
            except StorageFailed as error:
                if not path.is_file():
                    raise FileNotFoundError(path) from error
                self.metrics.storage_failures.inc()
                log.warning("generation %s: not stored yet: %s", generation.id, error)
                pause = PAUSE_SECONDS[min(failures, len(PAUSE_SECONDS) - 1)]
                failures += 1
                if time.monotonic() + pause > ends_at:
                    return False
                await asyncio.sleep(pause)
        return True

    async def show(self, generation: Generation) -> None:
        """Show it as `uploading`, unless the database has other worries: nothing hangs on it."""
        try:
            await self.show_uploading(generation)
        except (StoreBusy, StoreFailed) as error:
            log.warning("generation %s: not shown as uploading: %s", generation.id, error)
