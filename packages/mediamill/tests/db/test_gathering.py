"""Callers of one moment share a transaction, and nobody suffers for another's fault."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from mediamill.db import Database, Gathering, StoreBusy, StoreFailed, Transaction, named_queries

SQL = named_queries(__file__)


class Poisoned(Exception):
    """What one of the items does."""


def write_down(tx: Transaction, items: Sequence[str]) -> list[str]:
    """Keep each; the word `poison` breaks the whole transaction after it has written."""
    for item in items:
        tx.run(SQL.add, text=item)
        if item == "poison":
            raise Poisoned
    return [f"kept {item}" for item in items]


@pytest.fixture
async def notes(database: Database) -> Database:
    await database.write(lambda tx: tx.run(SQL.create))
    return database


async def kept(database: Database) -> set[str]:
    return {row["text"] for row in await database.read(lambda tx: tx.all(SQL.texts))}


async def test_those_who_come_while_one_is_written_share_the_next_transaction(notes: Database) -> None:
    groups: list[int] = []

    def work(tx: Transaction, items: Sequence[str]) -> list[str]:
        groups.append(len(items))
        return write_down(tx, items)

    gathering = Gathering(notes, work)
    told = await asyncio.gather(*(gathering.submit(f"note {number}") for number in range(20)))

    assert told == [f"kept note {number}" for number in range(20)]
    assert sum(groups) == 20
    assert len(groups) <= 2
    assert len(await kept(notes)) == 20


async def test_one_who_fails_fails_alone(notes: Database) -> None:
    gathering = Gathering(notes, write_down)
    told = await asyncio.gather(
        *(gathering.submit(item) for item in ("first", "before", "poison", "after")), return_exceptions=True
    )

    assert [told[0], told[1], told[3]] == ["kept first", "kept before", "kept after"]
    assert isinstance(told[2], Poisoned)
    assert await kept(notes) == {"first", "before", "after"}


class Refusing:
    """A database that keeps nothing."""

    def __init__(self, error: Exception) -> None:
        self.error, self.tries = error, 0

    async def write(self, _: Callable[[Transaction], Any]) -> Any:
        self.tries += 1
        raise self.error


@pytest.mark.parametrize("error", [StoreBusy(fault="not now"), StoreFailed(fault="full")])
async def test_what_the_database_refuses_is_told_to_all_and_not_tried_for_each(error: Exception) -> None:
    refusing: Any = Refusing(error)
    gathering = Gathering(refusing, write_down)
    told = await asyncio.gather(*(gathering.submit(str(number)) for number in range(9)), return_exceptions=True)

    assert told == [error] * 9
    assert refusing.tries <= 2


async def test_a_caller_who_leaves_is_served_all_the_same(notes: Database) -> None:
    gathering = Gathering(notes, write_down)
    leaving = asyncio.create_task(gathering.submit("left behind"))
    await asyncio.sleep(0)
    leaving.cancel()

    assert await gathering.submit("stays") == "kept stays"
    assert await kept(notes) == {"left behind", "stays"}
