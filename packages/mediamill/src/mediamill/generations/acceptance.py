"""Accepts new generations: hold, row and counter in one transaction; the same request under one key only once."""

from dataclasses import dataclass
from enum import StrEnum

import orjson

from mediamill import credits, ids
from mediamill.db import Transaction, named_queries
from mediamill.generations.generation import Status
from mediamill.generations.intent import Intent
from mediamill.generations.turns import add_turn
from mediamill.units import DAY_MS

SQL = named_queries(__file__)

NO_LIMIT = 2**53
KEY_KEPT_MS = DAY_MS  # how long an idempotency key protects against a second generation


@dataclass(frozen=True, slots=True)
class NewGeneration:
    """A checked request for media and what it costs."""

    account_id: str
    tool: str
    model: str
    type: str
    payload: str  # the input object as sent
    input: str  # the checked input as JSON, its seed drawn
    webhook: str | None
    pool: str
    credits: int
    seed: int | float  # for everything that its engine draws by chance
    trace: str | None = None  # of the request that orders
    api_key_id: str | None = None  # the caller's


@dataclass(frozen=True, slots=True)
class IdempotencyKey:
    """The key under which a client may send the same body again without starting a second generation."""

    key: str
    body_digest: str


@dataclass(frozen=True, slots=True)
class Accepted:
    """The promise given: it will end in success or error."""

    id: str
    created_at: int
    intents: tuple[Intent, ...]
    is_repeat: bool = False  # the promise was given before, under the same key


class NotAccepted(StrEnum):
    """Why a new generation is not accepted; nothing was written."""

    TOO_POOR = "insufficient credits"
    TOO_MANY = "too many queued generations"
    OTHER_BODY = "the key was used with a different body"


def accept(
    tx: Transaction, new: NewGeneration, *, key: IdempotencyKey | None = None, waiting_max: int | None = None
) -> Accepted | NotAccepted:
    """A new generation, its credits held; or the one that its key started within the last 24 hours."""
    now = tx.now()  # one instant for all of it: a repeated answer is the same to the millisecond
    generation_id = ids.new("gen", now)
    if key and not remember(tx, new.account_id, key, generation_id, now):
        return repeated(tx, new.account_id, key)
    accepted = start(tx, new, generation_id, waiting_max, now)
    if key and isinstance(accepted, NotAccepted):
        tx.run(SQL.forget_key, account_id=new.account_id, key=key.key, before=now)
    return accepted


def remember(tx: Transaction, account_id: str, key: IdempotencyKey, generation_id: str, now: int) -> bool:
    """Keep what the key started; False when it is in use."""
    tx.run(SQL.forget_key, account_id=account_id, key=key.key, before=now - KEY_KEPT_MS)
    changed = tx.run(
        SQL.remember_key,
        account_id=account_id,
        key=key.key,
        body_digest=key.body_digest,
        generation_id=generation_id,
        now=now,
    )
    return changed == 1


def repeated(tx: Transaction, account_id: str, key: IdempotencyKey) -> Accepted | NotAccepted:
    """What the key started."""
    row = tx.one(SQL.remembered_key, account_id=account_id, key=key.key)
    assert row is not None, "the key was in use a moment ago"
    if row["body_digest"] != key.body_digest:
        return NotAccepted.OTHER_BODY
    return Accepted(row["generation_id"], row["created_at"], (), is_repeat=True)


def start(
    tx: Transaction, new: NewGeneration, generation_id: str, waiting_max: int | None, now: int
) -> Accepted | NotAccepted:
    """Hold, row and counter."""
    if not tx.run(SQL.count_one_more, account_id=new.account_id, processing_max=waiting_max or NO_LIMIT):
        return NotAccepted.TOO_MANY
    if not credits.hold(tx, new.account_id, generation_id, new.credits):
        tx.run(SQL.count, account_id=new.account_id, status=Status.PROCESSING.value, change=-1)
        return NotAccepted.TOO_POOR
    tx.run(
        SQL.insert,
        id=generation_id,
        account_id=new.account_id,
        tool=new.tool,
        model=new.model,
        type=new.type,
        status=Status.PROCESSING.value,
        payload=new.payload,
        input=new.input,
        webhook=new.webhook,
        pool=new.pool,
        trace=new.trace,
        api_key_id=new.api_key_id,
        seed=orjson.dumps(new.seed).decode(),
        now=now,
    )
    add_turn(tx, new.account_id, new.pool, new.tool, new.model, now)
    return Accepted(generation_id, now, (Intent(new.pool, now),))


def forget_old_keys(tx: Transaction) -> int:
    """Take away keys that protect nothing any more; how many."""
    return tx.run(SQL.forget_keys, before=tx.now() - KEY_KEPT_MS)
