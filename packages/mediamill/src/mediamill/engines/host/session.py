"""One run on one engine process, from the order to the outcome."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from mediamill.catalogue import Limits
from mediamill.engines.engine import Request
from mediamill.engines.host import wire
from mediamill.engines.host.artifact import validate
from mediamill.engines.host.outcome import (
    REFUSED,
    UNAVAILABLE,
    Failed,
    Refused,
    RunFailure,
    RunOutcome,
    Unavailable,
    failed,
    presentable,
)
from mediamill.engines.host.process import EngineGone, EngineProcess
from mediamill.units import MEGABYTE

MESSAGES_PER_SECOND_MAX = 200  # an honest engine sends ten; reading is throttled for one that floods

OnProgress = Callable[[float, str], None]
OnCheckpoint = Callable[[str], Awaitable[str | None]]


@dataclass(frozen=True, slots=True)
class Listener:
    """The callbacks of one run."""

    on_progress: OnProgress
    on_checkpoint: OnCheckpoint


class Session:
    """One run on one engine process."""

    def __init__(self, process: EngineProcess, request: Request, limits: Limits, listener: Listener) -> None:
        self._process = process
        self._request = request
        self._limits = limits
        self._listener = listener
        self._paced_since = time.monotonic()
        self._paced_messages = 0
        self.begun = False  # the engine is imported and at work
        self.detail = ""  # of a failure, for the log
        self.warning = ""  # of a success, for the log

    async def run(self, target: str, *, import_seconds: float) -> RunOutcome:
        """Run the engine and return the outcome; exceptions of the callbacks propagate."""
        memory, output = self._limits.memory_mb * MEGABYTE, self._limits.output_mb * MEGABYTE
        try:
            async with asyncio.timeout(import_seconds) as clock:
                await self._process.begin(target, self._request, memory_bytes=memory, output_bytes=output)
                outcome = await self._listen(clock)
                self._process.targets.add(target)
                return outcome
        except TimeoutError:
            if not clock.expired():
                raise  # the listener's own
            self.detail = f"over {self._limits.seconds:g} s" if self.begun else f"over {import_seconds:g} s of imports"
            return failed(RunFailure.TIMED_OUT)
        except wire.Garbage:
            self.detail = "it sent an invalid message"
            return failed(RunFailure.GARBAGE)
        except EngineGone:
            return await self._exit_outcome()

    async def _listen(self, clock: asyncio.Timeout) -> RunOutcome:
        while True:
            message = await self._next()
            await self._pace()
            match message:
                case wire.Started():
                    self.begun = True
                    clock.reschedule(asyncio.get_running_loop().time() + self._limits.seconds)
                case wire.Progressed(fraction, stage):
                    self._listener.on_progress(fraction, stage)
                case wire.Checkpointed(text):
                    await self._keep(text, clock)
                case wire.Loaded() | wire.Dropped() | wire.Retried():
                    self._heard(message)
                case _:
                    return self._outcome(message)

    async def _next(self) -> wire.Message:
        return await self._process.next_message()

    def _heard(self, _: wire.ShelfMessage, /) -> None:
        """Only processes of devices have weights."""
        raise wire.Garbage

    async def _keep(self, text: str, clock: asyncio.Timeout) -> None:
        """Make a checkpoint durable; a slow store does not use up the engine's time."""
        loop = asyncio.get_running_loop()
        due, stopped_at = clock.when(), loop.time()
        clock.reschedule(None)
        answer = await self._listener.on_checkpoint(text)
        clock.reschedule(None if due is None else due + loop.time() - stopped_at)
        await self._process.go_on(answer or "")

    def _outcome(self, message: wire.FinalMessage) -> RunOutcome:
        folder = str(self._request.folder)
        match message:
            case wire.RunFinished(artifact, warning):
                self.warning = presentable(warning, instead="", secret=folder)
                return validate(artifact, self._request.folder, output_mb=self._limits.output_mb)
            case Refused(sentence):
                return Refused(presentable(sentence, instead=REFUSED, secret=folder))
            case Unavailable(sentence, retry_after, scope):
                return Unavailable(presentable(sentence, instead=UNAVAILABLE, secret=folder), retry_after, scope)
            case wire.Broke(reason, sentence, detail):
                self.detail = detail
                usual = failed(reason)
                return Failed(reason, presentable(sentence or "", instead=usual.sentence, secret=folder))
            case wire.Preloaded() | wire.Cancelled():
                raise wire.Garbage  # nothing of the kind was ordered

    async def _exit_outcome(self) -> Failed:
        ending = await self._process.end()
        if ending.breach:
            return failed(RunFailure(ending.breach))
        self.detail = "its supervisor was killed" if ending.status is None else f"exit status {ending.status}"
        return failed(RunFailure.CRASHED)

    async def _pace(self) -> None:
        """Read at most MESSAGES_PER_SECOND_MAX; a sender that is faster fills its socket and waits."""
        now = time.monotonic()
        if now - self._paced_since >= 1:
            self._paced_since, self._paced_messages = now, 0
        self._paced_messages += 1
        if self._paced_messages > MESSAGES_PER_SECOND_MAX:
            await asyncio.sleep(self._paced_since + 1 - now)
