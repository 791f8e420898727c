"""Everything that is kept of an account, as one archive that is made while it is read."""

from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any

import orjson

from mediamill import clock, credits, generations, notices, webhooks
from mediamill.accounts.account import Account
from mediamill.accounts.keyring import keys_of
from mediamill.db import Database, Transaction
from mediamill.generations import Generation
from mediamill.storage import OpenFile, Storage, ZipEntry, uploads_of, whole, zipped

ROWS_PER_READ = 200  # of a list; the archive may be as long as it likes
UPLOADS_MAX = 100_000

Line = Mapping[str, Any]


def export(database: Database, storage: Storage, account: Account) -> AsyncIterator[bytes]:
    """A zip: account.json, keys.json, ledger.ndjson, generations.ndjson, deliveries.ndjson, then media/ and uploads/.

    Files that are gone, or go meanwhile, are left out.
    """
    return zipped(entries_of(database, storage, account))


async def entries_of(database: Database, storage: Storage, account: Account) -> AsyncIterator[ZipEntry]:
    """The files of the archive."""
    balance, told = await database.read(
        lambda tx: (credits.balance(tx, account.id), notices.address_of(tx, account.id))
    )
    line = {**account_line(account, balance), "notifications": told and told.url}
    yield ZipEntry("account.json", whole(orjson.dumps(line, option=orjson.OPT_INDENT_2)))
    keys = await database.read(lambda tx: keys_of(tx, account.id))
    lines = [
        {
            "id": key.id,
            "name": key.name,
            "createdAt": clock.iso(key.created_at),
            "lastUsedAt": clock.iso_or_none(key.used_at),
        }
        for key in keys
    ]
    yield ZipEntry("keys.json", whole(orjson.dumps(lines, option=orjson.OPT_INDENT_2)))
    yield ZipEntry("ledger.ndjson", ledger_lines(database, account.id))
    yield ZipEntry("generations.ndjson", lines_of(database, account.id, generation_line))
    yield ZipEntry("deliveries.ndjson", lines_of(database, account.id, delivery_line))
    async for generation in every_generation(database, account.id):
        for key in (generation.output_key, generation.thumbnail_key):
            if key and (found := await opened(storage, key)):
                yield ZipEntry(f"media/{key}", found.pieces)
    for upload in await database.read(lambda tx: uploads_of(tx, account.id, UPLOADS_MAX)):
        if found := await opened(storage, upload.storage_key):
            yield ZipEntry(f"uploads/{upload.storage_key}", found.pieces)


async def opened(storage: Storage, key: str) -> OpenFile | None:
    """The file, if it is there."""
    found = await storage.open(key)
    return found if isinstance(found, OpenFile) else None


async def ledger_lines(database: Database, account_id: str) -> AsyncIterator[bytes]:
    """The ledger, newest entry first."""
    offset = 0
    while True:
        entries, total = await database.read_in_thread(
            lambda tx, offset=offset: credits.page(tx, account_id, limit=ROWS_PER_READ, offset=offset)  # type: ignore[misc]
        )
        for entry in entries:
            yield line_of(
                {
                    "id": entry.id,
                    "kind": entry.kind.value,
                    "credits": entry.credits,
                    "generation": entry.generation_id,
                    "reference": entry.reference,
                    "note": entry.note,
                    "createdAt": clock.iso(entry.created_at),
                }
            )
        offset += len(entries)
        if not entries or offset >= total:
            return


async def lines_of(
    database: Database, account_id: str, describe: Callable[[Transaction, Generation], Line | None]
) -> AsyncIterator[bytes]:
    """A line for each generation that there is something to say of, oldest first."""
    after = ""
    while True:

        def read(tx: Transaction, after: str = after) -> tuple[list[Line | None], str]:
            found = generations.next_of(tx, account_id, after, ROWS_PER_READ)
            return [describe(tx, one) for one in found], found[-1].id if found else ""

        lines, after = await database.read_in_thread(read)
        for line in lines:
            if line is not None:
                yield line_of(line)
        if not after:
            return


async def every_generation(database: Database, account_id: str) -> AsyncIterator[Generation]:
    """Oldest first."""
    after = ""
    while found := await database.read_in_thread(
        lambda tx, after=after: generations.next_of(tx, account_id, after, ROWS_PER_READ)  # type: ignore[misc]
    ):
        for generation in found:
            yield generation
        after = found[-1].id


def account_line(account: Account, balance: credits.Balance) -> Line:
    """The account itself."""
    return {
        "id": account.id,
        "email": account.email,
        "plan": account.plan.value,
        "credits": balance.available,
        "held": balance.held,
        "createdAt": clock.iso(account.created_at),
        "suspendedAt": clock.iso_or_none(account.suspended_at),
    }


def generation_line(tx: Transaction, generation: Generation) -> Line:
    """A generation with its input as it was sent, and its attempts."""
    return {
        "id": generation.id,
        "tool": generation.tool,
        "model": generation.model,
        "status": generation.status.value,
        "input": orjson.Fragment(generation.payload),
        "seed": orjson.Fragment(generation.seed) if generation.seed else None,
        "webhook": generation.webhook,
        "output": generation.output_key,
        "thumbnail": generation.thumbnail_key,
        "error": generation.error,
        "key": generation.api_key_id,
        "createdAt": clock.iso(generation.created_at),
        "attempts": [
            {
                "number": one.number,
                "engine": one.engine,
                "startedAt": clock.iso(one.started_at),
                "endedAt": clock.iso_or_none(one.ended_at),
            }
            for one in generations.attempts_of(tx, generation.id)
        ],
    }


def delivery_line(tx: Transaction, generation: Generation) -> Line | None:
    """The webhook that was owed for a generation; None where there was none."""
    delivery = webhooks.delivery_of(tx, generation.id)
    if delivery is None:
        return None
    return {
        "generation": generation.id,
        "url": delivery.url,
        "status": delivery.status.value,
        "body": orjson.Fragment(delivery.body),
        "createdAt": clock.iso(delivery.created_at),
        "finishedAt": clock.iso_or_none(delivery.finished_at),
        "attempts": [
            {"number": one.number, "startedAt": clock.iso(one.started_at), "status": one.status, "trouble": one.trouble}
            for one in webhooks.attempts_of(tx, generation.id)
        ],
    }


def line_of(line: Line) -> bytes:
    """A line of JSON."""
    return orjson.dumps(line, option=orjson.OPT_APPEND_NEWLINE)
