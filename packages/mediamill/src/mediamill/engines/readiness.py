"""Asks engines whether they can work here: third-party code, so in a thread of its own, with a short timeout."""

import asyncio
import logging
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field
from enum import StrEnum

from mediamill.engines.engine import Offer, OptionalProgram, ToolModel

READY_SECONDS = 10.0  # how long an answer is believed: what is missing may be installed meanwhile
ANSWER_SECONDS_MAX = 5.0  # it looks at configuration only; importing on a cold disk takes seconds
SILENT = "The engine {name} did not say within {seconds:g} seconds whether it can work here."

log = logging.getLogger("mediamill.engines")


class ReadyState(StrEnum):
    """What is known."""

    READY = "ready"
    MISSING = "missing"  # something has to be installed or configured
    UNKNOWN = "unknown"  # it broke down or did not answer: it may be well in a moment


@dataclass(frozen=True, slots=True)
class Readiness:
    """Whether an engine can work here, and if not, what to do in one sentence."""

    state: ReadyState
    sentence: str = ""
    offers: Mapping[ToolModel, Mapping[str, Offer]] = field(default_factory=dict)  # where it cannot do every value
    programs: tuple[OptionalProgram, ...] = ()

    def unable(self, model: ToolModel, values: Mapping[str, object]) -> str | None:
        """The sentence for values that the engine cannot do here; None when it can do all of them."""
        for name, offer in self.offers.get(model, {}).items():
            if name in values and not offer.allows(values[name]):
                return offer.sentence
        return None

    def note(self, model: ToolModel) -> str:
        """What the description of the model's tool has to add; may be empty."""
        return "; ".join(offer.note for offer in self.offers.get(model, {}).values())


READY = Readiness(ReadyState.READY)
Ask = Callable[[], Readiness]


class Answers:
    """What engines answered lately; concurrent callers share one answer."""

    def __init__(self) -> None:
        self._answers: dict[str, tuple[float, Readiness]] = {}  # name -> when, what
        self._asked: dict[str, tuple[float, Future[Readiness]]] = {}  # name -> since when, and the call under way
        self._lock = threading.Lock()

    def wait(self, name: str, ask: Ask) -> Readiness:
        """The answer, for callers with a thread of their own."""
        call, seconds = self._call(name, ask)
        try:
            return call.result(seconds)
        except TimeoutError:
            return silent(name)

    async def of(self, name: str, ask: Ask) -> Readiness:
        """The answer; the event loop never waits for it."""
        call, seconds = self._call(name, ask)
        if call.done():
            return call.result()
        answer = asyncio.wrap_future(call)
        done, _ = await asyncio.wait({answer}, timeout=seconds)
        return answer.result() if done else silent(name)

    def _call(self, name: str, ask: Ask) -> tuple[Future[Readiness], float]:
        """The call whose answer counts, begun if need be, and how long to wait for it."""
        with self._lock:
            now = time.monotonic()
            at, answer = self._answers.get(name, (-READY_SECONDS, READY))
            if now - at < READY_SECONDS:
                call: Future[Readiness] = Future()
                call.set_result(answer)
                return call, ANSWER_SECONDS_MAX
            if name not in self._asked:
                call = Future()
                call.set_running_or_notify_cancel()  # from now on nobody who stops waiting can cancel it
                self._asked[name] = (now, call)
                # A daemon: one that never answers keeps neither others from being asked nor the process from ending.
                threading.Thread(target=self._ask, args=(name, ask, call), name=f"ready {name}", daemon=True).start()
            since, call = self._asked[name]
            return call, max(0.0, since + ANSWER_SECONDS_MAX - now)

    def _ask(self, name: str, ask: Ask, call: Future[Readiness]) -> None:
        try:
            answer = ask()
        except BaseException:  # SystemExit too: every caller gets an answer
            log.exception("the engine %s broke down when it was asked whether it can work", name)
            answer = Readiness(
                ReadyState.UNKNOWN, f"The engine {name} cannot say whether it can work; the log says why."
            )
        with self._lock:
            self._answers[name] = (time.monotonic(), answer)
            del self._asked[name]
        call.set_result(answer)


def silent(name: str) -> Readiness:
    """What is known of an engine that does not answer."""
    return Readiness(ReadyState.UNKNOWN, SILENT.format(name=name, seconds=ANSWER_SECONDS_MAX))
