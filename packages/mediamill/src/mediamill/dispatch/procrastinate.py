"""Wakes the loops of other processes, by messages that Procrastinate keeps in our database and notifies workers of.

A message says that a pool has work, no more: our claims choose, our rows decide. One that is late, doubled, stale or
lost costs a look or a poll, so nothing about messages may fail what they are sent for.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

import psycopg
from procrastinate import App, JobContext, PsycopgConnector, SyncPsycopgConnector, connector, exceptions
from procrastinate.jobs import Job
from psycopg import sql

from mediamill.db import Database, StoreBusy, StoreFailed, Transaction, named_queries
from mediamill.dispatch.message_schema import bring_up
from mediamill.dispatch.waker import EmbeddedWaker, Wake
from mediamill.generations import Intent

SQL = named_queries(__file__)

TASK = "mediamill:wake"
NAME = "mediamill"  # in the library's log lines
POLL_SECONDS = 5.0  # while messages arrive, a poll finds only what was lost
# Commits that notify go one after the other: during a rush they would take turns at the disk. So a process sends a pool
# one message at once, and after this time another one for all that came in between.
PAUSE_SECONDS = 0.1
RETRY_SECONDS = 2.0  # before messages are set up again
# A row is there for a worker that was not listening; what has become stale is swept away. The library overlooks a row
# that is written while it fetches: it takes that one with its next fetch, after loops were woken long ago.
FETCH_SECONDS = 30.0
STALE_SECONDS = 60
HEARTBEAT_SECONDS = 30.0
DEAD_SECONDS = 120.0  # without a heartbeat
NEVER_SECONDS = 86_400.0  # messages are not aborted
CONNECTIONS = 1  # for rows; one more listens
STOP_SECONDS = 2.0
FAULTS = (StoreBusy, StoreFailed, psycopg.Error, exceptions.ProcrastinateException)

log = logging.getLogger("mediamill.dispatch")


class ProcrastinateWaker:
    """Sends in the transactions of this process, and wakes its loops when any process has sent."""

    def __init__(self, *, database: Database, server: Mapping[str, Any], pools: Iterable[str]) -> None:
        """`server`: how to connect to the database's server; `pools`: to hear of, none where nobody works here."""
        self.own = EmbeddedWaker()
        self.database = database
        self.server = server
        self.pools = sorted(pools)
        self.sender = App(connector=SyncPsycopgConnector())  # never opened: it writes on connections of ours
        self.can_send = False
        self.hears = False  # a message has arrived since it listens
        self.free_at: dict[str, float] = {}  # pool -> when it may be sent the next message, by the monotonic clock
        self.owed: set[str] = set()  # pools whose next message waits for that
        self.paying: set[asyncio.Task[None]] = set()
        self.stopping = asyncio.Event()
        self.running: asyncio.Task[None] | None = None

    @property
    def poll_seconds(self) -> float:
        """Long only while messages are known to arrive."""
        return POLL_SECONDS if self.hears else self.own.poll_seconds

    def add(self, pool: str, wake: Wake) -> None:
        """Call it whenever the pool may have something to do."""
        self.own.add(pool, wake)

    def enqueue(self, tx: Transaction, intents: Iterable[Intent]) -> None:
        """Wake this process's loops and send to the others. What is due later needs no message: polls find it."""
        intents = list(intents)
        self.own.enqueue(tx, intents)
        pools = {intent.pool for intent in intents if intent.due_at <= tx.now()}
        if not pools or not self.can_send:
            return
        now = time.monotonic()
        free = {pool for pool in pools if self.free_at.get(pool, 0.0) <= now}
        # Before it is sent: should this transaction fail or be run again, the others get theirs all the same.
        self.free_at |= dict.fromkeys(free, now + PAUSE_SECONDS)
        if free:
            self.send(tx, free)
        if held_back := pools - free:
            tx.on_commit(partial(self.owe, held_back))

    async def start(self) -> None:
        """Set up messages, again and again if need be, and listen where there is something to hear of."""
        first_try = asyncio.Event()
        self.running = asyncio.create_task(self.run(first_try))
        await first_try.wait()

    async def stop(self) -> None:
        """Send what is owed, and listen no more."""
        self.stopping.set()
        if self.running is not None:
            await asyncio.gather(self.running, *self.paying, return_exceptions=True)
        await self.pay()

    def alive(self) -> bool:
        """Whether it listens, or will try to."""
        return self.running is None or not self.running.done() or (self.can_send and not self.pools)

    async def sweep(self) -> int:
        """Take away messages that nobody took, or whose worker died with them."""
        if not self.can_send:
            return 0
        return await self.database.write(
            lambda tx: tx.run(SQL.sweep_messages, task=TASK, older_than_seconds=STALE_SECONDS)
        )

    # -- sending ---------------------------------------------------------------------------------------------------

    def send(self, tx: Transaction, pools: Iterable[str]) -> None:
        """One message for each pool, in one round trip; without them the transaction goes on all the same."""
        messages = [Job(id=None, queue=pool, lock=None, queueing_lock=None, task_name=TASK) for pool in pools]
        try:
            with tx.connection.transaction():  # a savepoint: ours is open
                self.sender.job_manager.batch_defer_jobs(messages, connection=tx.connection)
        except exceptions.ConnectorException as error:
            if tx.connection.closed:
                raise error.__cause__ or error from None
            log.warning("workers elsewhere find out by polling: no message was sent: %s", error.__cause__ or error)

    def owe(self, pools: set[str]) -> None:
        """They get their next message as soon as they may."""
        for pool in pools - self.owed:
            self.owed.add(pool)
            seconds = max(0.0, self.free_at[pool] - time.monotonic())
            asyncio.get_running_loop().call_later(seconds, self.begin_to_pay)

    def begin_to_pay(self) -> None:
        """In a task of its own."""
        task = asyncio.create_task(self.pay())
        self.paying.add(task)
        task.add_done_callback(self.paying.discard)

    async def pay(self) -> None:
        """Send what was held back."""
        pools, self.owed = self.owed, set()
        if not pools:
            return
        self.free_at |= dict.fromkeys(pools, time.monotonic() + PAUSE_SECONDS)
        try:
            await self.database.write(partial(self.send, pools=pools))
        except (StoreBusy, StoreFailed) as error:
            log.warning("workers elsewhere find out by polling: no message was sent: %s", error)

    # -- listening -------------------------------------------------------------------------------------------------

    async def run(self, first_try: asyncio.Event) -> None:
        """Set up, then listen until stopped; whatever breaks is set up again."""
        while not self.stopping.is_set():
            try:
                await self.database.write(bring_up)
                self.can_send = True
                first_try.set()
                if not self.pools:
                    return
                await self.listen()
            except FAULTS as error:
                log.warning("messages to workers do not work, polls stand in for them: %s", error)
            except Exception:
                log.exception("messages to workers do not work, polls stand in for them")
            finally:
                first_try.set()
                self.hears = False
                self.own.wake_all()  # who sleeps until the next long poll takes short ones from now on
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(RETRY_SECONDS):
                    await self.stopping.wait()

    async def listen(self) -> None:
        """Until it is stopped, or something breaks."""
        listener = MessageListener(self)
        app = App(connector=listener)
        app.task(name=TASK, pass_context=True)(self.take)
        async with app.open_async():
            worker = asyncio.create_task(
                app.run_worker_async(
                    queues=self.pools,
                    name=NAME,
                    concurrency=1,
                    fetch_job_polling_interval=FETCH_SECONDS,
                    abort_job_polling_interval=NEVER_SECONDS,
                    update_heartbeat_interval=HEARTBEAT_SECONDS,
                    stalled_worker_timeout=DEAD_SECONDS,
                    shutdown_graceful_timeout=STOP_SECONDS,
                    delete_jobs="always",
                    install_signal_handlers=False,
                )
            )
            stopping = asyncio.create_task(self.stopping.wait())
            try:
                ends: list[asyncio.Future[Any]] = [worker, stopping, listener.ended]
                await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            finally:
                stopping.cancel()
                worker.cancel()
                (ending,) = await asyncio.gather(worker, return_exceptions=True)
        for fault in (ending, listener.ended.done() and listener.ended.exception()):
            if isinstance(fault, Exception):
                raise fault

    async def take(self, context: JobContext) -> None:
        """A row: whoever was not listening when it was sent looks now."""
        assert context.job.queue is not None
        self.own.wake(context.job.queue)

    async def listening(self) -> None:
        """From now on notifications are heard: look once, and see whether a message of our own comes through."""
        self.own.wake_all()
        await self.database.write(partial(self.send, pools=self.pools[:1]))

    def heard(self, pool: str) -> None:
        """Some process has sent a message for the pool. Every worker looks: the one that takes the row may be full."""
        self.hears = True
        self.own.wake(pool)


class MessageListener(PsycopgConnector):
    """Procrastinate's connections; the one that listens tells the waker first."""

    def __init__(self, waker: ProcrastinateWaker) -> None:
        super().__init__(
            kwargs=dict(waker.server),
            min_size=CONNECTIONS,
            max_size=CONNECTIONS,
            timeout=waker.server["connect_timeout"],
        )
        self.waker = waker
        self.ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def listen_notify(self, on_notification: connector.Notify, channels: Iterable[str]) -> None:
        """Until the connection is lost, which is said aloud: Procrastinate's worker would go on without."""
        try:
            await self.listen(on_notification, channels)
        except Exception as error:
            self.ended.set_exception(error)
            raise

    async def listen(self, on_notification: connector.Notify, channels: Iterable[str]) -> None:
        """Tell the waker and the worker of every notification."""
        pools = dict(zip(channels, self.waker.pools, strict=True))
        connection = await psycopg.AsyncConnection.connect(**self.waker.server, autocommit=True)
        async with connection:
            for channel in pools:
                await connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(channel)))
            await self.waker.listening()
            async for notification in connection.notifies():
                self.waker.heard(pools[notification.channel])
                await on_notification(channel=notification.channel, payload=notification.payload)
