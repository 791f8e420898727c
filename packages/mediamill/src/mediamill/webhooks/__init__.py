"""Telling clients of success: owed in the transaction that makes the success, sent until taken or given up."""

from mediamill.webhooks.attempt import DeliveryAttempt, DeliveryOutcome, Lost, outcome_of
from mediamill.webhooks.claiming import (
    LEASE_MS,
    POOL,
    Claimed,
    anything_came_due,
    anything_waiting,
    claim,
    mark_due,
    until_next,
)
from mediamill.webhooks.delivery import TRANSITIONS, Delivery, DeliveryStatus, IllegalDeliveryTransition
from mediamill.webhooks.listing import attempts_of, delivery_of, latest
from mediamill.webhooks.queueing import DeliveryNotFound, forget, queue, resend
from mediamill.webhooks.reconciliation import discrepancies
from mediamill.webhooks.secret import OVERLAP_MS, SecretInForce, rotate, secret_text, secrets_of
from mediamill.webhooks.settlement import reclaim, release, rescue, settle, shorten_waits
from mediamill.webhooks.signature import webhook_headers

__all__ = [
    "LEASE_MS",
    "OVERLAP_MS",
    "POOL",
    "TRANSITIONS",
    "Claimed",
    "Delivery",
    "DeliveryAttempt",
    "DeliveryNotFound",
    "DeliveryOutcome",
    "DeliveryStatus",
    "IllegalDeliveryTransition",
    "Lost",
    "SecretInForce",
    "anything_came_due",
    "anything_waiting",
    "attempts_of",
    "claim",
    "delivery_of",
    "discrepancies",
    "forget",
    "latest",
    "mark_due",
    "outcome_of",
    "queue",
    "reclaim",
    "release",
    "rescue",
    "resend",
    "rotate",
    "secret_text",
    "secrets_of",
    "settle",
    "shorten_waits",
    "until_next",
    "webhook_headers",
]
