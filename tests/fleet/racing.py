"""Verbs that meet: several processes on one PostgreSQL, whose transactions begin at the same moment."""

import asyncio
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from mediamill import credits, generations
from mediamill.accounts import Account, Plan, open_account
from mediamill.db import Transaction
from mediamill.db.postgres import PostgresDatabase
from mediamill.generations import Accepted, NewGeneration, Policy
from tests.clock import FrozenClock

CONNECTIONS = 4  # of each process
MEET_SECONDS = 30.0
MEDIA = "http://localhost:8000/media"
MODEL = ("drum-generator", "drumgen")

Verb = Callable[[Transaction], Any]


@dataclass
class Race:
    """Two processes with four connections each, and one clock; it counts how many transactions were open at once."""

    processes: list[PostgresDatabase]
    clock: FrozenClock
    open_now: int = 0
    most_at_once: int = 0
    runs: int = 0  # of verbs, those that were run again included
    counting: threading.Lock = field(default_factory=threading.Lock)

    @property
    def lanes(self) -> int:
        """How many transactions there can be at once."""
        return CONNECTIONS * len(self.processes)

    async def run(self, *verbs: Verb) -> list[Any]:
        """Run them all, spread over the processes: as many as there are lanes begin together. Answers or errors."""
        together = min(self.lanes, len(verbs))
        gate = threading.Barrier(together)
        calls = (self.one(number, verb, gate, together) for number, verb in enumerate(verbs))
        return await asyncio.gather(*calls, return_exceptions=True)

    async def must(self, *verbs: Verb) -> list[Any]:
        """The same where none may fail."""
        answers = await self.run(*verbs)
        for answer in answers:
            if isinstance(answer, BaseException):
                raise answer
        return answers

    async def one(self, number: int, verb: Verb, gate: threading.Barrier, together: int) -> Any:
        """The process of its turn runs it."""
        is_first = number < together

        def counted(tx: Transaction) -> Any:
            nonlocal is_first
            with self.counting:
                self.runs += 1
                self.open_now += 1
                self.most_at_once = max(self.most_at_once, self.open_now)
            try:
                if is_first:
                    is_first = False
                    gate.wait(MEET_SECONDS)
                return verb(tx)
            finally:
                with self.counting:
                    self.open_now -= 1

        return await self.processes[number % len(self.processes)].write(counted)

    async def write(self, verb: Verb) -> Any:
        """One verb that nobody races."""
        return await self.processes[0].write(verb)

    async def account(self, name: str, plan: Plan = Plan.PRO, given: int = 1_000) -> Account:
        return await self.processes[0].write(lambda tx: open_account(tx, f"{name}@example.com", plan, given))

    async def order(self, account: Account, number: int = 1, price: int = 1, webhook: str | None = None) -> list[str]:
        """So many generations that wait."""

        def accept(tx: Transaction) -> list[str]:
            answers = [generations.accept(tx, new(account, price, webhook)) for _ in range(number)]
            assert all(isinstance(answer, Accepted) for answer in answers)
            return [answer.id for answer in answers if isinstance(answer, Accepted)]

        return await self.processes[0].write(accept)

    async def faults(self) -> list[credits.Discrepancy]:
        """What does not agree in the books: nothing, whatever raced."""
        return await self.processes[0].read_in_thread(
            lambda tx: [*credits.discrepancies(tx), *generations.discrepancies(tx)]
        )


def new(account: Account, price: int = 1, webhook: str | None = None) -> NewGeneration:
    """An order for drums."""
    return NewGeneration(account.id, *MODEL, "audio", "{}", "{}", webhook, "cpu", price, 7)


def policy(running_max: int) -> Policy:
    """So many of one account at once."""
    return Policy(lease_ms=30_000, tries=3, waiting_ms_max=86_400_000, running_max=dict.fromkeys(Plan, running_max))
