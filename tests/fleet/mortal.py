"""`mediamill` that dies by SIGKILL at a named point, once a file tells it to.

    python -m tests.fleet.mortal ORDERS serve ...

The file ORDERS holds the name of a point. The first process that comes to it renames the file to ORDERS.done and dies.
"""

import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from enum import StrEnum
from functools import wraps
from inspect import iscoroutinefunction
from pathlib import Path
from typing import Any

from mediamill import generations, webhooks
from mediamill.cli import main
from mediamill.dispatch import AttemptRunner, AttemptWriter, Deliverer
from mediamill.generations import claiming, reconciliation
from mediamill.http.handlers import runs
from mediamill.storage import bucket


class Point(StrEnum):
    """Where a process may die. `...ING` is inside a transaction, all of it written and nothing committed."""

    ACCEPTING = "accepting"
    ACCEPTED = "accepted, and not answered"
    CLAIMING = "claiming"
    CLAIMED = "claimed"
    MADE = "made, and not stored"
    STORED = "stored, and not settled"
    SUCCEEDING = "succeeding"
    SUCCEEDED = "a success"
    FAILING = "failing"
    RESCUING = "taking back what another one held"
    POST_CLAIMED = "about to post a webhook"
    POSTED = "a webhook was posted"
    NOTING_POST = "noting that it was posted"
    NOTED_POST = "it was noted that it was posted"


class Orders:
    """What the file says."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def reached(self, point: Point) -> None:
        """Die if that is the point."""
        with suppress(FileNotFoundError):
            if self.file.read_text() == point.value:
                self.file.rename(f"{self.file}.done")  # once: of two processes one finds the file
                os.kill(os.getpid(), signal.SIGKILL)


def die_at_points(orders: Orders) -> None:
    """From now on each of these passes by its point."""
    after(orders, generations, "accept_all", Point.ACCEPTING)
    after(orders, runs, "accept", Point.ACCEPTED)
    after(orders, claiming, "begin_attempts", Point.CLAIMING)
    before(orders, AttemptRunner, "run", Point.CLAIMED)
    before(orders, AttemptRunner, "settle", Point.MADE)
    after(orders, bucket.BucketStorage, "put", Point.STORED)
    after(orders, generations, "succeed", Point.SUCCEEDING)
    after(orders, AttemptWriter, "succeed", Point.SUCCEEDED)
    after(orders, generations, "fail", Point.FAILING)
    after(orders, reconciliation, "fail_attempts", Point.RESCUING, only_if=lambda answer: bool(answer[0]))
    before(orders, Deliverer, "send", Point.POST_CLAIMED)
    after(orders, Deliverer, "send", Point.POSTED)
    after(orders, webhooks, "settle", Point.NOTING_POST)
    after(orders, Deliverer, "settle", Point.NOTED_POST)


def before(orders: Orders, place: Any, name: str, point: Point) -> None:
    """Whoever calls it has reached the point."""
    told = getattr(place, name)

    @wraps(told)
    async def wait(*arguments: Any, **named: Any) -> Any:
        orders.reached(point)
        return await told(*arguments, **named)

    assert iscoroutinefunction(told)
    setattr(place, name, wait)


def after(orders: Orders, place: Any, name: str, point: Point, only_if: Callable[[Any], bool] = lambda _: True) -> None:
    """Whoever has been answered by it has reached the point."""
    told = getattr(place, name)

    @wraps(told)
    def call(*arguments: Any, **named: Any) -> Any:
        answer = told(*arguments, **named)
        if only_if(answer):
            orders.reached(point)
        return answer

    @wraps(told)
    async def wait(*arguments: Any, **named: Any) -> Any:
        answer = await told(*arguments, **named)
        orders.reached(point)
        return answer

    setattr(place, name, wait if iscoroutinefunction(told) else call)


if __name__ == "__main__":
    die_at_points(Orders(Path(sys.argv[1])))
    sys.argv[1:] = sys.argv[2:]
    main()
