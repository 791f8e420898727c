"""A failed generation is made again: a new one for the same account, with the same input, at the price of then."""

from collections.abc import Callable
from dataclasses import dataclass

import orjson

from mediamill.db import Transaction, lock_account, named_queries
from mediamill.errors import MediamillError
from mediamill.generations.acceptance import Accepted, NewGeneration, NotAccepted, accept
from mediamill.generations.generation import Generation, Status, from_row

SQL = named_queries(__file__)


class UnknownGeneration(MediamillError):
    """There is no generation {id}."""

    code = "unknown_generation"


class NotRetried(MediamillError):
    """Generation {id} is not made again: {reason}."""

    code = "not_retried"


@dataclass(frozen=True, slots=True)
class RetryOffer:
    """Where a generation would wait now, and what it would cost."""

    pool: str
    credits: int


OfferOf = Callable[[Generation], RetryOffer | None]  # None where its model is not offered any more


def retry(tx: Transaction, generation_id: str, offer_of: OfferOf) -> Accepted:
    """Accept it anew, once. Raises UnknownGeneration, NotRetried: then nothing has changed."""
    found = tx.one(SQL.find, id=generation_id)
    if found is None:
        raise UnknownGeneration(id=generation_id)
    lock_account(tx, found["account_id"])
    row = tx.one(SQL.find, id=generation_id)
    if row is None or row["status"] != Status.ERROR:
        raise NotRetried(id=generation_id, reason="it has not failed")
    if before := retried_as(tx, generation_id):
        raise NotRetried(id=generation_id, reason=f"it was made again as {before}")
    failed = from_row(row)
    offer = offer_of(failed)
    if offer is None:
        raise NotRetried(id=generation_id, reason="its model is not offered any more")
    accepted = accept(tx, anew(failed, offer))
    if isinstance(accepted, NotAccepted):
        raise NotRetried(id=generation_id, reason=accepted.value)
    tx.run(SQL.note_retry, generation_id=generation_id, retried_as=accepted.id, now=tx.now())
    return accepted


def retried_as(tx: Transaction, generation_id: str) -> str | None:
    """What a failed generation was made again as; None when it was not."""
    row = tx.one(SQL.retried_as, generation_id=generation_id)
    return row["retried_as"] if row else None


def retry_of(tx: Transaction, generation_id: str) -> str | None:
    """Which failed generation this one was made for; None when it is no retry."""
    row = tx.one(SQL.retry_of, generation_id=generation_id)
    return row["generation_id"] if row else None


def anew(failed: Generation, offer: RetryOffer) -> NewGeneration:
    """The same order once more, with the same seed."""
    return NewGeneration(
        account_id=failed.account_id,
        tool=failed.tool,
        model=failed.model,
        type=failed.type,
        payload=failed.payload,
        input=failed.input,
        webhook=failed.webhook,
        pool=offer.pool,
        credits=offer.credits,
        seed=orjson.loads(failed.seed) if failed.seed else 0,
        trace=failed.trace,
        api_key_id=failed.api_key_id,
    )
