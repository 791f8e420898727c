"""Generations, the centre: accepted, claimed, settled, listed."""

from mediamill.generations.acceptance import (
    Accepted,
    IdempotencyKey,
    NewGeneration,
    NotAccepted,
    accept,
    forget_old_keys,
)
from mediamill.generations.attempts import (
    Attempt,
    AttemptOutcome,
    EngineUsed,
    Fact,
    Findings,
    attempts_of,
    note_engine,
)
from mediamill.generations.claiming import Beat, Policy, beat, claim, note_checkpoint, start_uploading
from mediamill.generations.counts import open_counts
from mediamill.generations.generation import (
    FINAL,
    TRANSITIONS,
    Generation,
    IllegalTransition,
    Status,
    advance,
)
from mediamill.generations.history import Event, events
from mediamill.generations.inspection import EACH_MAX, OTHERS_MAX, OWN_AHEAD_MAX, Inspection, inspect
from mediamill.generations.intent import Intent
from mediamill.generations.listing import Backlog, Page, backlogs, find, is_deep, page, retried, total
from mediamill.generations.presentation import detail, item, media_url, webhook_body
from mediamill.generations.reconciliation import discrepancies, end_unserved, reclaim, rescue
from mediamill.generations.removal import RemovalReason, Tombstone, accounts_to_expire, delete, expire, tombstone_of
from mediamill.generations.settlement import CANCELED, cancel, fail, fail_attempt, raise_hold, release, succeed
from mediamill.generations.timeouts import note_timeout
from mediamill.generations.turns import Unserved, anything_due, mend_turns, unserved, without_turn

__all__ = [
    "CANCELED",
    "EACH_MAX",
    "FINAL",
    "OTHERS_MAX",
    "OWN_AHEAD_MAX",
    "TRANSITIONS",
    "Accepted",
    "Attempt",
    "AttemptOutcome",
    "Backlog",
    "Beat",
    "EngineUsed",
    "Event",
    "Fact",
    "Findings",
    "Generation",
    "IdempotencyKey",
    "IllegalTransition",
    "Inspection",
    "Intent",
    "NewGeneration",
    "NotAccepted",
    "Page",
    "Policy",
    "RemovalReason",
    "Status",
    "Tombstone",
    "Unserved",
    "accept",
    "accounts_to_expire",
    "advance",
    "anything_due",
    "attempts_of",
    "backlogs",
    "beat",
    "cancel",
    "claim",
    "delete",
    "detail",
    "discrepancies",
    "end_unserved",
    "events",
    "expire",
    "fail",
    "fail_attempt",
    "find",
    "forget_old_keys",
    "inspect",
    "is_deep",
    "item",
    "media_url",
    "mend_turns",
    "note_checkpoint",
    "note_engine",
    "note_timeout",
    "open_counts",
    "page",
    "raise_hold",
    "reclaim",
    "release",
    "rescue",
    "retried",
    "start_uploading",
    "succeed",
    "tombstone_of",
    "total",
    "unserved",
    "webhook_body",
    "without_turn",
]
