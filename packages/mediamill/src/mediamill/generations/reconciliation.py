"""Taking back what lost workers hold, ending what waited too long, and the proof that the records agree."""

from mediamill import purchases, webhooks
from mediamill.credits import Discrepancy
from mediamill.db import Query, Row, Transaction, lock_accounts, lock_name, named_queries
from mediamill.generations.attempts import WORKER_STOPPED_RESPONDING, AttemptOutcome, end_attempt
from mediamill.generations.claiming import Policy
from mediamill.generations.generation import Generation, from_row
from mediamill.generations.intent import Intent
from mediamill.generations.settlement import end_waiting, record_failed_attempt
from mediamill.generations.turns import note_unserved, refresh_turns
from mediamill.units import HOUR_MS

SQL = named_queries(__file__)

WORKER_LOST = "The work on this generation was interrupted too often. Please try again later."
WAITED_TOO_LONG = "No engine could take this generation for {hours:g} hours. Please try again later."
WAIT_MS_MAX = HOUR_MS  # no try is put off for longer, not even by an engine that is unavailable
RESCUE_LOCK = "generations.rescue"  # every worker looks for what was lost; one at a time takes it back
OVERDUE_PER_TICK = 500  # ended in one transaction; the next tick takes the next


def rescue(tx: Transaction, policy: Policy) -> tuple[list[Generation], tuple[Intent, ...]]:
    """Take back every generation whose lease has expired, and end those that waited too long.

    After the clock went back, leases and waits would last as much longer: they are shortened to what they were given.
    """
    tx.send(SQL.shorten_leases, latest=tx.now() + policy.lease_ms)
    shortened = tx.all(SQL.shorten_waits, now=tx.now(), latest=tx.now() + WAIT_MS_MAX)
    shortened += tx.all(SQL.shorten_first_waits, now=tx.now())
    accounts = {row["account_id"] for row in shortened}
    if accounts:
        lock_accounts(tx, accounts)
        refresh_turns(tx, accounts)
    moved, intents = fail_attempts(tx, [from_row(row) for row in locked(tx, SQL.expired, now=tx.now())], policy)
    overdue = locked(tx, SQL.waiting_too_long, before=tx.now() - policy.waiting_ms_max, limit=OVERDUE_PER_TICK)
    sentence = waited_too_long(policy.waiting_ms_max)
    moved += [end_waiting(tx, from_row(row), sentence) for row in overdue]
    return moved, intents


def end_unserved(tx: Transaction, waiting_ms_max: int) -> list[Generation]:
    """Take note of what no live worker runs, and end what has waited too long for it, claimed before or never."""
    note_unserved(tx)
    before = tx.now() - waiting_ms_max
    sentence = waited_too_long(waiting_ms_max)
    overdue = locked(tx, SQL.unserved_too_long, before=before, limit=OVERDUE_PER_TICK)
    return [end_waiting(tx, from_row(row), sentence) for row in overdue]


def waited_too_long(waiting_ms_max: int) -> str:
    """The message for the owner."""
    return WAITED_TOO_LONG.format(hours=waiting_ms_max / HOUR_MS)


def reclaim(tx: Transaction, worker_prefix: str, policy: Policy) -> tuple[list[Generation], tuple[Intent, ...]]:
    """Take back at once what workers of this name hold: their process is known to be dead."""
    rows = locked(tx, SQL.leased_to, prefix=f"{worker_prefix}%")
    return fail_attempts(tx, [from_row(row) for row in rows], policy)


def locked(tx: Transaction, query: Query, **parameters: object) -> list[Row]:
    """What the query finds and still finds once the accounts are locked."""
    found = {row["id"]: row["account_id"] for row in tx.all(query, **parameters)}
    if not found:
        return []
    lock_name(tx, RESCUE_LOCK)
    lock_accounts(tx, found.values())
    return [row for row in tx.all(query, **parameters) if row["id"] in found]


def fail_attempts(
    tx: Transaction, generations: list[Generation], policy: Policy
) -> tuple[list[Generation], tuple[Intent, ...]]:
    """Record a failed attempt of each."""
    for generation in generations:
        end_attempt(tx, generation, AttemptOutcome.LOST, WORKER_STOPPED_RESPONDING)
    moved = [record_failed_attempt(tx, generation, policy, WORKER_LOST, delay_ms=0) for generation in generations]
    return [generation for generation, _ in moved], tuple(intent for _, intents in moved for intent in intents)


def discrepancies(tx: Transaction) -> list[Discrepancy]:
    """Where counters, holds, attempts and deliveries are not what the generations say; empty when all is exact."""
    return [
        *(
            Discrepancy(
                row["account_id"],
                f"counts {row['counter']} generations in {row['status']}, there are {row['counted']}",
            )
            for row in tx.all(SQL.miscounted)
        ),
        *(
            Discrepancy(row["id"], f"its hold does not fit its status {row['status']}")
            for row in tx.all(SQL.mismatched_holds)
        ),
        *(
            Discrepancy(row["id"], f"its webhook delivery does not fit its status {row['status']}")
            for row in tx.all(SQL.mismatched_deliveries)
        ),
        *(
            Discrepancy(row["id"], f"its attempts do not fit its status {row['status']}")
            for row in tx.all(SQL.mismatched_attempts)
        ),
        *(
            Discrepancy(row["id"], f"nobody looks at {row['lease_owner']}, which holds it")
            for row in tx.all(SQL.jobless)
        ),
        *(
            Discrepancy(row["account_id"], "its turns in the queue do not fit what it has waiting")
            for row in tx.all(SQL.mismatched_turns)
        ),
        *webhooks.discrepancies(tx),
        *purchases.discrepancies(tx),
        *usage_discrepancies(tx),
    ]


def usage_discrepancies(tx: Transaction) -> list[Discrepancy]:
    """Where the daily sums are not what ledger, purchases and generations say.

    Credits and costs are proven to the last one: neither ledger entries nor purchases are ever deleted. Generations
    are. The ledger still says how one ended that held credits; of a free one that was deleted only the tombstone is
    left, which may have been a run or an error (or neither, when it was deleted before there were sums).
    """
    return [
        *(
            Discrepancy(
                f"{row['account_id']}/{row['day']}",
                f"the daily sums say {row['summed']} credits, the ledger captured {row['captured']}",
            )
            for row in tx.all(SQL.mismatched_usage_credits)
        ),
        *(
            Discrepancy(
                f"{row['engine']}/{row['day']}",
                f"the daily sums of {row['account_id']} for {row['tool']}/{row['model']} say that it cost"
                f" {row['summed']}, its settled purchases add up to {row['booked']} millionths",
            )
            for row in tx.all(SQL.mismatched_usage_cost)
        ),
        *(
            Discrepancy(
                f"{row['account_id']}/{row['day']}",
                f"the daily sums for {row['tool']}/{row['model']} by {row['engine'] or 'no engine'} say"
                f" {row['runs']} runs and {row['errors']} errors, there are {row['made']} and {row['failed']}",
            )
            for row in tx.all(SQL.mismatched_usage_rows)
        ),
        *(
            Discrepancy(
                row["account_id"],
                f"the daily sums say {row['runs']} runs and {row['errors']} errors; {row['made']} and {row['failed']}"
                f" are known, and {row['unknown']} that were free and deleted",
            )
            for row in tx.all(SQL.mismatched_usage_ends)
        ),
    ]
