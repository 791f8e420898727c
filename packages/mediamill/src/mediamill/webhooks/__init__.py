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
from mediamill.webhooks.listing import (
    FailingHost,
    attempts_of,
    counts_since,
    delivery_of,
    failing_hosts,
    page,
    page_of_all,
)
from mediamill.webhooks.queueing import (
    UNWRITTEN,
    DeliveryNotFound,
    forget,
    forget_account,
    queue,
    resend,
    thin,
    write_body,
)
from mediamill.webhooks.reconciliation import discrepancies
from mediamill.webhooks.sample import SampleDelivery, sample_delivery
from mediamill.webhooks.secret import OVERLAP_MS, SecretInForce, rotate, secret_text, secrets_of
from mediamill.webhooks.settlement import reclaim, release, rescue, settle, shorten_waits
from mediamill.webhooks.signature import standard_headers, webhook_headers

__all__ = [
    "LEASE_MS",
    "OVERLAP_MS",
    "POOL",
    "TRANSITIONS",
    "UNWRITTEN",
    "Claimed",
    "Delivery",
    "DeliveryAttempt",
    "DeliveryNotFound",
    "DeliveryOutcome",
    "DeliveryStatus",
    "FailingHost",
    "IllegalDeliveryTransition",
    "Lost",
    "SampleDelivery",
    "SecretInForce",
    "anything_came_due",
    "anything_waiting",
    "attempts_of",
    "claim",
    "counts_since",
    "delivery_of",
    "discrepancies",
    "failing_hosts",
    "forget",
    "forget_account",
    "mark_due",
    "outcome_of",
    "page",
    "page_of_all",
    "queue",
    "reclaim",
    "release",
    "rescue",
    "resend",
    "rotate",
    "sample_delivery",
    "secret_text",
    "secrets_of",
    "settle",
    "shorten_waits",
    "standard_headers",
    "thin",
    "until_next",
    "webhook_headers",
    "write_body",
]
