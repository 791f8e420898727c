"""Keeping house: what has expired is taken away, again and again."""

import asyncio
import logging
from functools import partial

from mediamill.db import Database
from mediamill.media import Storage, expired_uploads, forget_upload

PAUSE_SECONDS = 60.0  # between looks: an upload may stay a minute longer than promised

log = logging.getLogger("mediamill.dispatch")


class Housekeeping:
    """One for a data folder; several would do the same work twice, no harm done."""

    def __init__(self, database: Database, storage: Storage) -> None:
        self.database = database
        self.storage = storage
        self.loop: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin."""
        self.loop = asyncio.create_task(self.keep())

    async def stop(self) -> None:
        """End."""
        if self.loop:
            self.loop.cancel()
            await asyncio.gather(self.loop, return_exceptions=True)

    async def keep(self) -> None:
        """A look that fails is logged, and the next one comes."""
        while True:
            try:
                await self.sweep_uploads()
            except Exception:
                log.exception("expired uploads were not taken away")
            await asyncio.sleep(PAUSE_SECONDS)

    async def sweep_uploads(self) -> int:
        """Take away uploads whose time is over, the file before its row; how many."""
        expired = await self.database.read(expired_uploads)
        for upload in expired:
            await self.storage.delete([upload.storage_key])
            await self.database.write(partial(forget_upload, upload_id=upload.id))
        return len(expired)
