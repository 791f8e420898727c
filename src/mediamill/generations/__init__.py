"""Generations, the centre: accepted, claimed, settled, listed."""

from mediamill.generations.acceptance import Accepted, Order, accept
from mediamill.generations.claiming import Beat, Policy, beat, claim, note_checkpoint, start_uploading
from mediamill.generations.enrolment import enrol
from mediamill.generations.generation import (
    FINAL,
    TRANSITIONS,
    Generation,
    IllegalTransition,
    Status,
    advance,
)
from mediamill.generations.intent import Intent
from mediamill.generations.listing import Page, anything_due, find, is_deep, page, total
from mediamill.generations.presentation import detail, item, media_url, webhook_body
from mediamill.generations.reconciliation import discrepancies, rescue, take_back
from mediamill.generations.settlement import fail, lose, put_back, raise_hold, succeed

__all__ = [
    "FINAL",
    "TRANSITIONS",
    "Accepted",
    "Beat",
    "Generation",
    "IllegalTransition",
    "Intent",
    "Order",
    "Page",
    "Policy",
    "Status",
    "accept",
    "advance",
    "anything_due",
    "beat",
    "claim",
    "detail",
    "discrepancies",
    "enrol",
    "fail",
    "find",
    "is_deep",
    "item",
    "lose",
    "media_url",
    "note_checkpoint",
    "page",
    "put_back",
    "raise_hold",
    "rescue",
    "start_uploading",
    "succeed",
    "take_back",
    "total",
    "webhook_body",
]
