"""`reconcile` finds whatever does not agree, and says whose it is; no code of ours writes any of this."""

import pytest

from mediamill import generations
from mediamill.accounts import Account
from tests.behind import change_behind, seen_behind
from tests.clock import FrozenClock
from tests.generations.stage import HOOK, Stage

MADE = "(SELECT id FROM generations WHERE status = 'success')"
REFUSED = "(SELECT id FROM generations WHERE status = 'error')"
RUNNING = "(SELECT MIN(id) FROM generations WHERE lease_owner IS NOT NULL)"
WAITING = "(SELECT id FROM generations WHERE status = 'pending')"

HOLD, ATTEMPTS, WEBHOOK = "its hold", "its attempts", "its webhook delivery"

COOKED = {
    "ended hold of one that runs": (
        HOLD,
        RUNNING,
        "INSERT INTO ledger (id, account_id, generation_id, kind, credits, created_at)"
        f" SELECT 'led', account_id, id, 'release', 40, 0 FROM generations WHERE id = {RUNNING}",
    ),
    "hold that a success left": (HOLD, MADE, f"DELETE FROM ledger WHERE kind = 'capture' AND generation_id = {MADE}"),
    "hold that an error left": (
        HOLD,
        REFUSED,
        f"DELETE FROM ledger WHERE kind = 'release' AND generation_id = {REFUSED}",
    ),
    "success that cost nothing": (
        HOLD,
        MADE,
        f"UPDATE ledger SET kind = 'release' WHERE kind = 'capture' AND generation_id = {MADE}",
    ),
    "error that was charged": (
        HOLD,
        REFUSED,
        f"UPDATE ledger SET kind = 'capture' WHERE kind = 'release' AND generation_id = {REFUSED}",
    ),
    "run without an attempt": (ATTEMPTS, RUNNING, f"DELETE FROM attempts WHERE generation_id = {RUNNING}"),
    "run by somebody else": (
        ATTEMPTS,
        RUNNING,
        f"UPDATE attempts SET worker = 'stork' WHERE generation_id = {RUNNING} AND ended_at IS NULL",
    ),
    "run that ended": (
        ATTEMPTS,
        RUNNING,
        f"UPDATE attempts SET ended_at = 0, outcome = 'failed' WHERE generation_id = {RUNNING}",
    ),
    "former attempt that goes on": (
        ATTEMPTS,
        RUNNING,
        f"UPDATE attempts SET ended_at = NULL, outcome = NULL WHERE generation_id = {RUNNING}",
    ),
    "attempt that runs while it waits": (
        ATTEMPTS,
        WAITING,
        f"UPDATE attempts SET ended_at = NULL, outcome = NULL WHERE generation_id = {WAITING}",
    ),
    "attempt that succeeded, of an error": (
        ATTEMPTS,
        REFUSED,
        f"UPDATE attempts SET outcome = 'success' WHERE generation_id = {REFUSED}",
    ),
    "success that was tried again": (
        ATTEMPTS,
        MADE,
        "INSERT INTO attempts (generation_id, number, worker, started_at, ended_at, outcome)"
        f" VALUES ({MADE}, 0, 'heron', 0, 0, 'success')",
    ),
    "success whose attempt failed": (
        ATTEMPTS,
        MADE,
        f"UPDATE attempts SET outcome = 'failed' WHERE outcome = 'success' AND generation_id = {MADE}",
    ),
    "webhook that nobody is told": (WEBHOOK, MADE, "DELETE FROM deliveries"),
    "webhook that was not asked for": (WEBHOOK, MADE, f"UPDATE generations SET webhook = NULL WHERE id = {MADE}"),
    "webhook of an error": (WEBHOOK, REFUSED, None),
}


@pytest.fixture
async def five(stage: Stage, ada: Account, clock: FrozenClock) -> None:
    """One refused, one made at its second attempt, two at their second attempt, and one that waits for its own."""
    for _ in range(5):
        await stage.accept(ada, webhook=HOOK)
    await stage.fail(await stage.must_claim())
    for lost in [await stage.must_claim() for _ in range(4)]:
        await stage.fail_attempt(lost)
    clock.advance(1_000)
    await stage.succeed(await stage.must_claim())
    for _ in range(2):
        await stage.must_claim()
    assert await stage.is_exact()


@pytest.mark.parametrize(("fault", "whose", "statement"), COOKED.values(), ids=COOKED.keys())
async def test_what_does_not_agree_is_found(
    stage: Stage, five: None, fault: str, whose: str, statement: str | None
) -> None:
    change_behind(stage.database, statement or f"UPDATE deliveries SET generation_id = {whose}")
    ((subject,),) = seen_behind(stage.database, f"SELECT {whose}")

    found = await stage.database.read(generations.discrepancies)
    assert (subject, True) in [(one.subject, one.fault.startswith(fault)) for one in found]


@pytest.mark.parametrize(
    ("fault", "statement"),
    [
        (HOLD, "DELETE FROM ledger WHERE kind IN ('capture', 'release')"),
        (ATTEMPTS, "UPDATE attempts SET ended_at = NULL, outcome = NULL"),
        (WEBHOOK, "UPDATE generations SET status = 'success' WHERE status <> 'success'"),
    ],
)
async def test_what_does_not_agree_is_told_in_the_order_of_generations(
    stage: Stage, five: None, fault: str, statement: str
) -> None:
    change_behind(stage.database, statement)

    found = await stage.database.read(generations.discrepancies)
    subjects = [one.subject for one in found if one.fault.startswith(fault)]
    assert len(subjects) >= 2
    assert subjects == sorted(subjects)


async def test_counters_that_are_off_are_found_in_the_order_of_accounts(
    stage: Stage, ada: Account, ben: Account
) -> None:
    await stage.accept(ada)
    change_behind(stage.database, "UPDATE generation_counts SET total = total + 1 WHERE status = 'pending'")

    found = await stage.database.read(generations.discrepancies)
    assert [(one.subject, one.fault) for one in found] == [
        (account.id, "counts 1 generations in pending, there are 0") for account in (ada, ben)
    ]
