"""Taking an order: hold, row and counter in one transaction."""

from dataclasses import dataclass

from mediamill import credits, ids
from mediamill.db import Transaction, named_queries
from mediamill.generations.generation import Status
from mediamill.generations.intent import Intent

SQL = named_queries(__file__)


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


@dataclass(frozen=True, slots=True)
class Accepted:
    """The promise given: it will end in success or error."""

    id: str
    created_at: int
    intents: tuple[Intent, ...]


def accept(tx: Transaction, order: Order) -> Accepted | None:
    """A new generation, its credits held; None, and nothing written, when the credits do not suffice."""
    now = tx.now()
    generation_id = ids.new("gen", now)
    if not credits.hold(tx, order.account_id, generation_id, order.credits):
        return None
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
        now=now,
    )
    tx.run(SQL.count, account_id=order.account_id, status=Status.PROCESSING.value, change=1)
    return Accepted(generation_id, now, (Intent(order.pool, now),))
