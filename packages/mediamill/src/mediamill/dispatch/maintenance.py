"""Maintenance: what has expired or has no owner is deleted, again and again."""

import asyncio
import logging
import math
import time
from collections.abc import Awaitable, Callable, Mapping
from functools import partial

from mediamill import accounts, clock, generations, purchases, workers
from mediamill.db import Database, Transaction
from mediamill.dispatch.alerting import Alerting
from mediamill.dispatch.forgetting import Forgetting
from mediamill.dispatch.noticing import Noticing
from mediamill.dispatch.periodic import Periodic
from mediamill.dispatch.waker import EmbeddedWaker, Waker
from mediamill.generations import Generation
from mediamill.plan import Plan
from mediamill.storage import Storage, StorageFailed, StoredFile, expired_uploads, forget_upload, is_ours, is_upload
from mediamill.units import DAY_MS, HOUR_MS

PAUSE_SECONDS = 60.0  # between looks: an upload may stay a minute longer than promised
ORPHAN_PAUSE_SECONDS = 6 * 3_600.0  # between walks over everything that is stored
ORPHAN_AGE_MS = HOUR_MS  # younger files may belong to an attempt that is about to settle
CONTESTED_PAUSE_SECONDS = 5.0  # between looks at generations that took several attempts
CONTESTED_BACK_MS = DAY_MS  # the first look goes back so far: the process may have been down
RETRIED_AGAIN_MS = 60_000  # each further look goes back so far before the last
RETRIED_PER_SWEEP = 500
ALERTS_PAUSE_SECONDS = 5.0  # between looks at what an operator should know of
BALANCES_PAUSE_SECONDS = 600.0  # between questions to vendors what is left
NOTICES_PAUSE_SECONDS = 15.0  # between looks at caps that accounts want to hear of
STAGING_PAUSE_SECONDS = 10.0  # between looks for what dead processes had staged
ABANDONED_MS = 2 * DAY_MS  # no generation lives as long: what was bought for it and got no answer is left to the bill
WORKERS_KEPT_MS = DAY_MS  # processes that ended are remembered so long
ORPHAN_BATCH = 200  # files judged in one read

log = logging.getLogger("mediamill.dispatch")


class Maintenance:
    """Done by one process at a time, for all that share the database: the holder of the duty starts it."""

    def __init__(
        self,
        database: Database,
        storage: Storage,
        kept_ms: Mapping[Plan, int] | None = None,
        waiting_ms_max: int | None = None,
        alerting: Alerting | None = None,
        forgetting: Forgetting | None = None,
        waker: Waker | None = None,
        noticing: Noticing | None = None,
    ) -> None:
        """`kept_ms`: how long outputs are kept, by plan; plans without an entry keep theirs for ever.

        `waiting_ms_max`: how long a generation may wait for a worker that can run it; None: for ever.
        """
        self.database = database
        self.storage = storage
        self.kept_ms = dict(kept_ms or {})
        self.waiting_ms_max = waiting_ms_max
        self.alerting = alerting
        self.forgetting = forgetting
        self.waker = waker or EmbeddedWaker()
        self.noticing = noticing
        self.loops: list[Periodic] = []
        self.retried_since: int | None = None  # generations that ended before were looked at
        self.held_until = math.inf  # by the monotonic clock: then another process may have begun

    def may_go_on(self) -> bool:
        """Whether no other process can have begun."""
        return time.monotonic() < self.held_until

    def start(self) -> None:
        """Begin, unless it has begun."""
        if self.loops:
            return
        duties = [
            (PAUSE_SECONDS, self.sweep_uploads),
            (PAUSE_SECONDS, self.sweep_outlived),
            (PAUSE_SECONDS, self.erase_accounts),
            (PAUSE_SECONDS, self.forget_keys),
            (PAUSE_SECONDS, self.forget_workers),
            (PAUSE_SECONDS, self.forget_rested),
            (PAUSE_SECONDS, self.end_unserved),
            (PAUSE_SECONDS, self.mend_turns),
            (PAUSE_SECONDS, self.settle_abandoned),
            (PAUSE_SECONDS, self.waker.sweep),
            (CONTESTED_PAUSE_SECONDS, self.sweep_contested),
            (STAGING_PAUSE_SECONDS, self.storage.sweep),
            (ORPHAN_PAUSE_SECONDS, self.sweep_orphans),
        ]
        if self.alerting is not None:
            duties += [
                (ALERTS_PAUSE_SECONDS, self.alerting.watch_vendors),
                (ALERTS_PAUSE_SECONDS, self.alerting.watch_work),
                (PAUSE_SECONDS, self.alerting.watch_rest),
                (BALANCES_PAUSE_SECONDS, self.alerting.watch_balances),
                (ORPHAN_PAUSE_SECONDS, self.alerting.forget_alerts),
            ]
        if self.noticing is not None:
            duties += [
                (NOTICES_PAUSE_SECONDS, self.noticing.watch_caps),
                (ORPHAN_PAUSE_SECONDS, self.noticing.forget_notices),
            ]
        if self.forgetting is not None:
            duties += [
                (PAUSE_SECONDS, self.forgetting.thin_history),
                (PAUSE_SECONDS, self.forgetting.forget_purchases),
            ]
        self.loops = [
            Periodic(partial(self.do_on_duty, task), name=task.__name__, pause_seconds=pause) for pause, task in duties
        ]
        for loop in self.loops:
            loop.start()

    async def stop(self) -> None:
        """End."""
        await asyncio.gather(*(loop.stop() for loop in self.loops))
        self.loops = []

    async def do_on_duty(self, task: Callable[[], Awaitable[int]]) -> None:
        """Do it unless another process may have begun to. While the storage is away it is left to the next time."""
        if not self.may_go_on():
            return
        try:
            await task()
        except StorageFailed as error:
            log.warning("%s is left to the next time: %s", task.__name__, error)

    async def sweep_uploads(self) -> int:
        """Take away uploads whose time is over, the file before its row; how many."""
        expired = await self.database.read(expired_uploads)
        await self.storage.delete([upload.storage_key for upload in expired])
        for upload in expired:
            await self.database.write(partial(forget_upload, upload_id=upload.id))
        return len(expired)

    async def sweep_outlived(self) -> int:
        """Take away outputs and thumbnails whose plan keeps them no longer, rows before files; how many files."""
        deleted = 0
        for plan, kept in self.kept_ms.items():
            find = partial(generations.accounts_to_expire, plan=plan, kept_ms=kept)
            found = await self.database.read_in_thread(find)
            while found:
                for account_id in found:
                    deleted += await self.sweep_account(account_id, kept)
                found = await self.database.read_in_thread(partial(find, after=found[-1]))
        return deleted + await self.sweep_own_retentions()

    async def sweep_own_retentions(self) -> int:
        """The same for accounts that have a time of their own; 0 stands for ever."""
        deleted = 0
        found = await self.database.read(generations.own_retentions)
        while found:
            for account_id, kept_ms in found:
                deleted += await self.sweep_account(account_id, kept_ms) if kept_ms else 0
            found = await self.database.read(partial(generations.own_retentions, after=found[-1][0]))
        return deleted

    async def erase_accounts(self) -> int:
        """Take away what deleted accounts left; how many generations and uploads."""
        gone = 0
        for account_id in await self.database.read(accounts.accounts_to_erase):
            gone += await accounts.erase(self.database, self.storage, account_id)
        return gone

    async def sweep_account(self, account_id: str, kept_ms: int) -> int:
        """Take away what the account's plan keeps no longer; how many files."""
        deleted = 0
        while keys := await self.database.write(partial(generations.expire, account_id=account_id, kept_ms=kept_ms)):
            await self.storage.delete(keys)
            deleted += len(keys)
        return deleted

    async def forget_keys(self) -> int:
        """Take away idempotency keys that protect nothing any more; how many."""
        return await self.database.write(generations.forget_old_keys)

    async def forget_workers(self) -> int:
        """Take away what is known of processes that ended long ago; how many."""
        return await self.database.write(partial(workers.forget, older_than_ms=WORKERS_KEPT_MS))

    async def forget_rested(self) -> int:
        """Take away callers whose rate limits are untouched again; how many."""
        return await self.database.write(accounts.forget_rested)

    async def end_unserved(self) -> int:
        """End what has waited too long for a worker that can run it; how many."""
        if self.waiting_ms_max is None:
            return 0
        ended = 0
        while done := await self.database.write(partial(generations.end_unserved, waiting_ms_max=self.waiting_ms_max)):
            ended += len(done)
        return ended

    async def settle_abandoned(self) -> int:
        """Book purchases that nobody will ever hear of at their estimates; how many."""
        before = partial(purchases.settle_abandoned, older_than_ms=ABANDONED_MS)
        return await self.database.write(before)

    async def mend_turns(self) -> int:
        """Give turns to what processes of an older version accepted beside this one; how many."""
        missing = await self.database.read_in_thread(generations.without_turn)
        if missing:
            await self.database.write(partial(generations.mend_turns, missing=missing))
        return len(missing)

    async def sweep_contested(self) -> int:
        """Delete what attempts stored that did not count, of generations that ended since the last look; how many."""

        def due(tx: Transaction) -> tuple[list[tuple[Generation, int]], int]:
            since = tx.now() - CONTESTED_BACK_MS if self.retried_since is None else self.retried_since
            return generations.retried(tx, since=since, limit=RETRIED_PER_SWEEP), tx.now()

        retried, now = await self.database.read(due)
        deleted = 0
        for generation, _ in retried:
            files = [file async for file in self.storage.list(f"{generation.id}/")]
            deleted += await self.sweep_batch(files)
        # The last moment is looked at again: a zombie of a generation that has just ended may still be storing.
        is_all = len(retried) < RETRIED_PER_SWEEP
        self.retried_since = now - RETRIED_AGAIN_MS if is_all else retried[-1][1]
        return deleted

    async def sweep_orphans(self) -> int:
        """Delete stored files that no row points at: a crash between a file and its row leaves them; how many."""
        deleted = 0
        before = clock.now() - ORPHAN_AGE_MS
        batch: list[StoredFile] = []
        async for file in self.storage.list():
            if file.modified_at < before:
                batch.append(file)
            if len(batch) == ORPHAN_BATCH:
                deleted += await self.sweep_batch(batch)
                batch = []
        return deleted + await self.sweep_batch(batch)

    async def sweep_batch(self, files: list[StoredFile]) -> int:
        """Delete those of the files that are orphans."""
        keys = await self.database.read(lambda tx: [file.key for file in files if is_orphan(tx, file.key)])
        await self.storage.delete(keys)
        for key in keys:
            log.warning("%s belonged to nobody and was deleted", key)
        return len(keys)


def is_orphan(tx: Transaction, key: str) -> bool:
    """Whether it is a file of ours that neither an upload nor a generation points at; strangers' are nobody's here."""
    if not is_ours(key) or is_upload(tx, key):
        return False
    generation = generations.find(tx, key.partition("/")[0])
    return generation is None or key not in (generation.output_key, generation.thumbnail_key)
