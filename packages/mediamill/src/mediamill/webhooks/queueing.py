"""Queues webhooks: once for each generation, and again when an operator asks for it."""

from urllib.parse import urlsplit

from mediamill.db import Transaction, named_queries
from mediamill.errors import MediamillError
from mediamill.webhooks.delivery import Delivery, from_row, resent
from mediamill.webhooks.saving import save

SQL = named_queries(__file__)

UNWRITTEN = ""  # the body of a delivery that is written down when it is first claimed


class DeliveryNotFound(MediamillError):
    """Generation {generation_id} has no webhook delivery: it is unknown, did not succeed, or named no webhook."""

    code = "delivery_not_found"


def queue(tx: Transaction, generation_id: str, account_id: str, url: str, body: str) -> None:
    """Owe the client this body, from now on; once for each generation."""
    tx.send(
        SQL.queue,
        generation_id=generation_id,
        account_id=account_id,
        url=url,
        host=host_of(url),
        body=body,
        now=tx.now(),
    )


def write_body(tx: Transaction, generation_id: str, body: str) -> None:
    """Freeze the body of a delivery that has none yet."""
    tx.run(SQL.write_body, generation_id=generation_id, body=body)


def forget(tx: Transaction, generation_id: str) -> None:
    """Owe nothing any more, and drop what was tried: an attempt under way finds that it was replaced."""
    tx.send(SQL.forget, generation_id=generation_id)


def forget_account(tx: Transaction, account_id: str) -> None:
    """Drop which secrets signed for an account that is gone."""
    tx.send(SQL.forget_secrets, account_id=account_id)


def thin(tx: Transaction, generation_ids: str) -> int:
    """Forget all attempts but the last of deliveries that have ended; how many. `generation_ids` is a JSON array."""
    return tx.run(SQL.thin_attempts, ids=generation_ids)


def resend(tx: Transaction, generation_id: str) -> Delivery | None:
    """Owe it anew, due now; None, and nothing changed, while an attempt is under way. Raises DeliveryNotFound."""
    row = tx.one(SQL.delivery_to_move, generation_id=generation_id)
    if row is None:
        raise DeliveryNotFound(generation_id=generation_id)
    delivery = from_row(row)
    if delivery.lease_owner is not None:
        return None
    again = resent(delivery, now=tx.now())
    save(tx, again)
    return again


def host_of(url: str) -> str:
    """Who is behind a URL, as far as turns and caps go: its host in lower case, whatever the port."""
    return (urlsplit(url).hostname or "-").rstrip(".")
