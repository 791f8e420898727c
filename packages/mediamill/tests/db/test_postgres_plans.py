"""On PostgreSQL, too, what a statement reads does not grow with history: its plan for any values, and typical ones."""

from collections.abc import Iterator
from typing import Any

import psycopg
import pytest

from mediamill.db import Query, named_queries
from mediamill.db.query import query_of
from tests.db.postgres_history import Walk, fill, walks_of
from tests.db.test_plans import FILES, MAY_SCAN, MAY_SCAN_QUEUE, SMALL_INDEXES, SMALL_TABLES
from tests.postgres import drop_postgres_database, needs_postgres, new_postgres_database

pytestmark = [pytest.mark.fleet, pytest.mark.xdist_group("postgres plans"), *needs_postgres]
# A row for each engine, key and model at most, and a few for each account.
TINY_TABLES = frozenset({"breakers", "paused_engines", "thinned_history", "timeouts", "upload_reservations"})
UNANSWERED = "purchases_unanswered"  # holds only what has not ended, and of that little
UNDER_WAY = frozenset(
    {"deliveries_leased", "generations_by_worker", "generations_leased"}
)  # slots limit how much there is
Server = psycopg.Connection[Any]


@pytest.fixture(
    scope="module",
    params=[
        pytest.param((20_000, 2_000, 200), id="thousands"),
        pytest.param((1_000_000, 200_000, 10_000), id="a million", marks=pytest.mark.slow),
    ],
)
def server(request: pytest.FixtureRequest) -> Iterator[Server]:
    """A database with history, a queue, and statistics about both."""
    rows, waiting, accounts = request.param
    url = new_postgres_database()
    with psycopg.connect(url, prepare_threshold=None) as server:
        fill(server, rows=rows, waiting=waiting, accounts=accounts)
        yield server
    drop_postgres_database(url)


def every_query() -> Iterator[tuple[str, Query]]:
    """("package.query", the query) for all packages; the tables of messages are Procrastinate's, and short."""
    for file in FILES:
        for query in named_queries(str(file.with_name("any.py"))):
            if query.postgres and "procrastinate_" not in query.postgres:
                yield f"{file.parent.name}.{query.name}", query


def long_walks(server: Server, query: Query) -> list[Walk]:
    """The looks of its plan that read a part of history that grows."""
    return [
        walk
        for walk in walks_of(server, query)
        if walk.table not in SMALL_TABLES | TINY_TABLES
        and walk.index not in SMALL_INDEXES | {UNANSWERED}
        and not walk.is_lookup
    ]


def test_no_statement_reads_more_as_history_grows(server: Server) -> None:
    walking = {name: [str(walk) for walk in long_walks(server, query)] for name, query in every_query()}

    assert {} == {name: walks for name, walks in walking.items() if walks and name not in MAY_SCAN}


def test_nothing_reads_all_that_waits_again_and_again(server: Server) -> None:
    walking = {
        name: [str(walk) for walk in walks_of(server, query) if reads_whole_queue(walk)]
        for name, query in every_query()
    }

    assert {} == {name: walks for name, walks in walking.items() if walks and name not in {*MAY_SCAN, *MAY_SCAN_QUEUE}}


def reads_whole_queue(walk: Walk) -> bool:
    """Whether it goes through all of an index of what has not ended."""
    return walk.index in SMALL_INDEXES - UNDER_WAY and not walk.condition


def test_the_planner_is_understood(server: Server) -> None:
    found = {
        text: bool(long_walks(server, query_of("q", text)))
        for text in (
            "SELECT * FROM generations",
            "SELECT id FROM generations WHERE id > :after ORDER BY id",
            "SELECT COUNT(*) FROM uploads AS u",
            "SELECT * FROM generations WHERE id = :id",
            "SELECT * FROM generations WHERE account_id = :account_id ORDER BY id DESC LIMIT 5",
            "SELECT * FROM accounts",
        )
    }

    assert list(found.values()) == [True, True, True, False, False, False]
