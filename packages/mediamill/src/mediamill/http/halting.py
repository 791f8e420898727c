"""What operators have stopped, as far as callers meet it: nothing new is accepted, and they are told why."""

import time
from collections.abc import Callable

from mediamill import workers
from mediamill.catalogue import Model, Tool
from mediamill.db import Database
from mediamill.http.problems import Problem, Refusal
from mediamill.workers import SERVICE, Halt, HaltKind, Halts

KNOWN_SECONDS = 1.0  # what another process has stopped is obeyed here within this time
RETRY_AFTER = {"Retry-After": "60"}  # seconds
MAINTENANCE = "The service is under maintenance, please try again later"


class HaltBoard:
    """What is stopped, a second old at most."""

    def __init__(self, database: Database, *, monotonic: Callable[[], float] = time.monotonic) -> None:
        self.database = database
        self.monotonic = monotonic
        self.known = Halts()
        self.until = -KNOWN_SECONDS

    async def now(self) -> Halts:
        """All that is stopped."""
        asked_at = self.monotonic()
        if asked_at >= self.until:
            self.known = await self.database.read_one(workers.halts)
            self.until = asked_at + KNOWN_SECONDS
        return self.known

    def forget(self) -> None:
        """Something was stopped here, or goes on: the next one to ask sees it."""
        self.until = -KNOWN_SECONDS


async def refuse_in_maintenance(board: HaltBoard) -> None:
    """Raises 503 while nothing new is accepted at all."""
    if halt := (await board.now()).of(HaltKind.SERVICE, SERVICE):
        raise Refusal(problem_of_halt(halt, ""))


async def refuse_halted(board: HaltBoard, tool: Tool, model: Model, pool: str) -> None:
    """Raises 503 while nothing new is accepted for this model, which would wait in this pool."""
    if halt := (await board.now()).of_creates(model.tool, model.slug, pool):
        raise Refusal(problem_of_halt(halt, tool.name if halt.kind is HaltKind.TOOL else f"{tool.name}: {model.name}"))


def problem_of_halt(halt: Halt, name: str) -> Problem:
    """503 with a sentence; of tools and models the reason is not for callers."""
    if halt.kind is HaltKind.SERVICE:
        return Problem(503, halt.reason or MAINTENANCE, headers=RETRY_AFTER)
    return Problem(503, f"{name} is not available at the moment, please try again later", headers=RETRY_AFTER)
