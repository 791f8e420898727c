"""Finding an account's generations by what they are and by the texts of their inputs, newest first, with the total."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import orjson

from mediamill import ids
from mediamill.db import Row, Transaction, named_queries
from mediamill.generations import listing
from mediamill.generations.generation import FINAL, Generation, Status, from_row

SQL = named_queries(__file__)

AFTER_ALL_IDS = "gen_~"


@dataclass(frozen=True, slots=True)
class SearchCriteria:
    """What is looked for; None is anything. `since` and `until` are milliseconds, the end is not included."""

    status: Status | None = None
    tool: str | None = None
    model: str | None = None
    type: str | None = None
    text: str | None = None  # somewhere in the input's texts, in capitals or not
    since: int | None = None
    until: int | None = None


@dataclass(frozen=True, slots=True)
class FoundGeneration:
    """A generation with what a list of them shows beside it."""

    generation: Generation
    credits: int  # captured; held while it is under way
    run_ms: int | None  # over all attempts that have ended; None where not all are known
    engine: str | None  # of the last attempt


@dataclass(frozen=True, slots=True)
class NewTexts:
    """A new generation and its checked input, as JSON."""

    id: str
    account_id: str
    tool: str
    model: str
    type: str
    input: str


def search(
    tx: Transaction, account_id: str, wanted: SearchCriteria, *, limit: int, offset: int
) -> tuple[list[FoundGeneration], int]:
    """A page of what is wanted, newest first, and how many there are. It takes milliseconds: read it aside."""
    if wanted == SearchCriteria(status=wanted.status):  # what is counted already
        counted = listing.page(tx, account_id, status=wanted.status, limit=limit, offset=offset)
        return with_more(tx, [generation.id for generation in counted.generations]), counted.total
    where: dict[str, object] = {
        "account_id": account_id,
        "tool": wanted.tool,
        "model": wanted.model,
        "type": wanted.type,
        "first": "" if wanted.since is None else ids.first_at("gen", wanted.since),
        "last": AFTER_ALL_IDS if wanted.until is None else ids.first_at("gen", wanted.until),
    }
    if wanted.text:
        page, count = SQL.search_texts, SQL.count_texts
        where |= {"text": wanted.text.casefold(), "status": wanted.status and wanted.status.value}
    elif wanted.status:
        page, count = SQL.search_status, SQL.count_status
        where["status"] = wanted.status.value
    else:
        page, count = SQL.search, SQL.count_search
    total = tx.one(count, **where)
    assert total is not None
    if offset >= total["total"]:
        return [], total["total"]
    found = [row["id"] for row in tx.all(page, limit=limit, offset=offset, **where)]
    return with_more(tx, found), total["total"]


def add_texts(tx: Transaction, inputs: Sequence[NewTexts]) -> None:
    """Make new generations findable by their texts."""
    tx.send_many(
        SQL.add_texts,
        [
            {
                "account_id": one.account_id,
                "id": one.id,
                "tool": one.tool,
                "model": one.model,
                "type": one.type,
                "text": "\n".join(texts_in(orjson.loads(one.input))).casefold(),
            }
            for one in inputs
        ],
    )


def texts_in(value: Any) -> Iterator[str]:
    """Every text of a JSON value, however deep; no names of fields."""
    if isinstance(value, str):
        yield value
    within = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for one in within:
        yield from texts_in(one)


def with_more(tx: Transaction, found: Sequence[str]) -> list[FoundGeneration]:
    """These generations, newest first, each with its credits, time and engine."""
    return [found_from(row) for row in tx.all(SQL.find_each, ids=orjson.dumps(list(found)).decode())]


def found_from(row: Row) -> FoundGeneration:
    """One of a page."""
    generation = from_row(row)
    charged = row["captured"] if generation.status in FINAL else row["held"]
    is_recorded = row["attempts_known"] == generation.attempt
    run_ms = max(0, int(row["run_ms"] or 0)) if is_recorded else None
    return FoundGeneration(generation, int(charged or 0), run_ms, row["engine"])
