"""kill -9 at named points of a vendor's day: the processes are real, and the vendor sees what they do."""

import asyncio
import itertools
import os
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from mediamill import purchases
from mediamill.purchases import PurchaseState
from tests.fakes.faults import Fault
from tests.fakes.server import Answer, Asked, FakeVendor, Send, send_answer
from tests.service import Person, Program, Service

ROUNDS = int(os.environ.get("VENDOR_KILLS", "100"))  # of each vendor: two to four minutes on two cores
HALF_ROUNDS = (ROUNDS + 1) // 2  # of the second stories of a vendor
SEARCHES = ("history", "recording")  # steps that only the loss of an answer leads to
PATIENCE_SECONDS = 30.0  # longer than a lost answer is left alone before it is searched for
DEATH_SECONDS = 120.0  # until the point is reached
END_SECONDS = 600.0  # a lost answer is waited for as long as the vendor may take
UNFINISHED = "This could not be finished. Please try again."  # of one that two deaths met in its submits
ENDED = {PurchaseState.SETTLED, PurchaseState.VOID}


class Moment(StrEnum):
    """When the worker dies at a request."""

    BEFORE = "before"  # it is worked on
    AFTER = "after"  # the work is done, and not a byte is sent
    HALF = "half"  # of the answer is sent
    TOLD = "told"  # all of the answer is sent


@dataclass(frozen=True, slots=True)
class Point:
    """Where in the vendor's day the worker dies."""

    step: str
    moment: Moment


def points(*steps: str, moments: Sequence[Moment] = tuple(Moment)) -> list[Point]:
    """Every moment of these steps."""
    return [Point(step, moment) for step in steps for moment in moments]


class Deadly(FakeVendor):
    """A vendor at whose requests a process can be killed: a fake is derived from this one and from its own."""

    deadly: Point | None = None
    answer_seconds = 0.0  # that the answer to a submit takes

    def __init__(self) -> None:
        super().__init__()  # type: ignore[call-arg]
        self.kill: Callable[[], None] = lambda: None
        self.hits: Counter[Point] = Counter()
        self.striking = threading.Lock()

    def answer(self, step: str, asked: Asked) -> Answer:
        if self.strikes(step, Moment.BEFORE):
            return Answer(503)
        answer = super().answer(step, asked)  # type: ignore[safe-super]
        self.strikes(step, Moment.AFTER)
        return answer

    async def tell(self, send: Send, step: str, answer: Answer) -> None:
        if step == "submit":
            await asyncio.sleep(self.answer_seconds)
        if self.deadly == Point(step, Moment.HALF):
            await send_half(send, answer)
            self.strikes(step, Moment.HALF)
            return
        await send_answer(send, answer)
        self.strikes(step, Moment.TOLD)

    def strikes(self, step: str, moment: Moment) -> bool:
        """Whether the worker was killed just now."""
        with self.striking:
            if self.deadly != (point := Point(step, moment)):
                return False
            self.deadly = None
            self.hits[point] += 1
            self.kill()
            return True

    def disarm(self) -> int:
        """No worker dies from now on; how many have died by now."""
        with self.striking:
            self.deadly = None
            return self.hits.total()


async def send_half(send: Send, answer: Answer) -> None:
    """The head and half of the body."""
    headers = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in answer.headers]
    headers.append((b"content-length", str(len(answer.body)).encode()))
    await send({"type": "http.response.start", "status": answer.status, "headers": headers})
    await send({"type": "http.response.body", "body": answer.body[: len(answer.body) // 2], "more_body": True})


def survive(
    vendor: Deadly,
    order: Callable[[int], str],
    victim: Program,
    revive: Callable[[], Program],
    where: Sequence[Point],
    rounds: int,
) -> tuple[list[str], Program]:
    """Order, kill, start again, so many times; every generation that was ordered, and the last process.

    A point that the order has passed before it was armed is waited for with one more.
    """
    ordered: list[str] = []
    for number, point in enumerate(itertools.islice(itertools.cycle(where), rounds)):
        if point.step in SEARCHES:
            vendor.script.add("submit", Fault.LOSE_ANSWER)
        vendor.kill = victim.process.kill
        deadline = time.monotonic() + DEATH_SECONDS
        while vendor.disarm() == number:
            assert time.monotonic() < deadline, f"{point} is not reached"
            ordered.append(order(len(ordered)))
            vendor.deadly = point
            with suppress(subprocess.TimeoutExpired):
                victim.process.wait(PATIENCE_SECONDS)
        victim.process.wait(DEATH_SECONDS)
        victim = revive()
    assert sum(vendor.hits.values()) == rounds
    assert set(vendor.hits) == set(where[:rounds])
    return ordered, victim


def all_ended(ada: Person, ordered: Sequence[str]) -> list[dict[str, Any]]:
    """The generations, as soon as each has ended."""
    deadline = time.monotonic() + END_SECONDS
    return [ada.wait(id, seconds=max(1.0, deadline - time.monotonic())) for id in ordered]


def accounts_for(service: Service, vendor: FakeVendor, ordered: Sequence[str], *, least: int, most: int) -> None:
    """Nothing is lost, no more than `most` was bought, and every sale has its purchase."""
    bought = service.write(lambda tx: [one for id in ordered for one in purchases.of_generation(tx, id)])
    assert least <= len(vendor.ledger) <= most, f"{len(vendor.ledger)} sold"
    assert {one.state for one in bought} <= ENDED | {PurchaseState.UNKNOWN}
    billed = [one for one in bought if one.state is not PurchaseState.VOID]
    assert len(billed) >= len(vendor.ledger), Counter(one.state for one in bought)
    assert all(one.booked for one in billed) or not any(one.price for one in vendor.ledger.purchases)
    assert service.is_exact()


def made(ended: Sequence[dict[str, Any]]) -> int:
    """How many succeeded; the others met two deaths in their submits."""
    assert {one["error"] for one in ended} <= {None, UNFINISHED}
    return sum(one["status"] == "success" for one in ended)
