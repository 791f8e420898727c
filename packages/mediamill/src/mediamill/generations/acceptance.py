"""Taking an order: hold, row and counter in one transaction; the same order sent twice under a key is taken once."""

from dataclasses import dataclass
from enum import StrEnum

import orjson

from mediamill import credits, ids
from mediamill.db import Transaction, named_queries
from mediamill.generations.generation import Status
from mediamill.generations.intent import Intent
from mediamill.generations.turns import add_turn

SQL = named_queries(__file__)

NO_LIMIT = 2**53
KEY_KEPT_MS = 24 * 3_600_000  # how long an idempotency key protects against a second generation


@dataclass(frozen=True, slots=True)
class Order:
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


class Declined(StrEnum):
    """Why an order is not taken; nothing was written."""

    TOO_POOR = "insufficient credits"
    TOO_MANY = "the account has as many generations under way as it may"
    OTHER_BODY = "the key came with another body before"


def accept(
    tx: Transaction, order: Order, *, key: IdempotencyKey | None = None, waiting_max: int | None = None
) -> Accepted | Declined:
    """A new generation, its credits held; or the one that its key started within the last 24 hours."""
    now = tx.now()  # one instant for all of it: a repeated answer is the same to the millisecond
    generation_id = ids.new("gen", now)
    if key and not remember(tx, order.account_id, key, generation_id, now):
        return repeated(tx, order.account_id, key)
    accepted = start(tx, order, generation_id, waiting_max, now)
    if key and isinstance(accepted, Declined):
        tx.run(SQL.forget_key, account_id=order.account_id, key=key.key, before=now)
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


def repeated(tx: Transaction, account_id: str, key: IdempotencyKey) -> Accepted | Declined:
    """What the key started."""
    row = tx.one(SQL.remembered_key, account_id=account_id, key=key.key)
    assert row is not None, "the key was in use a moment ago"
    if row["body_digest"] != key.body_digest:
        return Declined.OTHER_BODY
    return Accepted(row["generation_id"], row["created_at"], (), is_repeat=True)


def start(tx: Transaction, order: Order, generation_id: str, waiting_max: int | None, now: int) -> Accepted | Declined:
    """Hold, row and counter."""
    if not tx.run(SQL.count_one_more, account_id=order.account_id, processing_max=waiting_max or NO_LIMIT):
        return Declined.TOO_MANY
    if not credits.hold(tx, order.account_id, generation_id, order.credits):
        tx.run(SQL.count, account_id=order.account_id, status=Status.PROCESSING.value, change=-1)
        return Declined.TOO_POOR
    tx.run(
        SQL.insert,
        id=generation_id,
        account_id=order.account_id,
        tool=order.tool,
        model=order.model,
        type=order.type,
        status=Status.PROCESSING.value,
        payload=order.payload,
        input=order.input,
        webhook=order.webhook,
        pool=order.pool,
        trace=order.trace,
        seed=orjson.dumps(order.seed).decode(),
        now=now,
    )
    add_turn(tx, order.account_id, order.pool, order.tool, order.model, now)
    return Accepted(generation_id, now, (Intent(order.pool, now),))


def forget_old_keys(tx: Transaction) -> int:
    """Take away keys that protect nothing any more; how many."""
    return tx.run(SQL.forget_keys, before=tx.now() - KEY_KEPT_MS)
