"""Generations that are deleted, and files whose time is over."""

from functools import partial

import pytest

from mediamill import generations, webhooks
from mediamill.accounts import Account, Plan, open_account
from mediamill.credits import EntryKind
from mediamill.generations import Generation, RemovalReason, Status, Tombstone, removal
from tests.clock import FrozenClock
from tests.generations.stage import HOOK, Stage

HOUR_MS = 3_600_000


async def test_a_deleted_generation_leaves_its_ledger_and_a_tombstone(stage: Stage, ada: Account) -> None:
    await stage.accept(ada, webhook=HOOK)
    done = await stage.must_claim()
    await stage.succeed(done)
    keys = await stage.database.write(lambda tx: generations.delete(tx, done))
    tombstone = await stage.database.read(lambda tx: generations.tombstone_of(tx, done.id))

    assert keys == ("gen_x/y.mp3",)
    assert await stage.database.read(lambda tx: generations.find(tx, done.id)) is None
    assert await stage.database.read(lambda tx: generations.page(tx, ada.id, status=None, limit=5, offset=0).total) == 0
    assert tombstone is not None
    assert tombstone.reason is RemovalReason.DELETED
    assert await stage.kinds(ada) == [EntryKind.GRANT, EntryKind.HOLD, EntryKind.CAPTURE]
    assert await stage.is_exact()


async def test_what_is_under_way_is_not_deleted(stage: Stage, ada: Account) -> None:
    await stage.accept(ada)
    claimed = await stage.must_claim()

    assert await stage.database.write(lambda tx: generations.delete(tx, claimed)) is None
    assert await stage.succeed(claimed) is not None


async def test_a_webhook_under_way_survives_the_deletion_of_its_generation(stage: Stage, ada: Account) -> None:
    await stage.accept(ada, webhook=HOOK)
    done = await stage.must_claim()
    await stage.succeed(done)
    (claimed,) = await stage.database.write(lambda tx: webhooks.claim(tx, "heron", 1))
    await stage.database.write(lambda tx: generations.delete(tx, done))

    assert await stage.database.write(lambda tx: webhooks.release(tx, claimed, "heron")) is None


async def test_files_go_when_the_time_of_their_plan_is_over(stage: Stage, ada: Account, clock: FrozenClock) -> None:
    await stage.accept(ada)
    old = await stage.must_claim()
    await stage.succeed(old)
    clock.advance(3_600_000)
    await stage.accept(ada)
    young = await stage.must_claim()
    await stage.succeed(young)
    look = partial(generations.accounts_to_expire, kept_ms=3_600_000)
    free = await stage.database.read(partial(look, plan=Plan.FREE))
    pro = await stage.database.read(partial(look, plan=Plan.PRO))
    keys = await stage.database.write(lambda tx: generations.expire(tx, ada.id, 3_600_000))

    assert (free, pro, keys) == ([], [ada.id], ("gen_x/y.mp3",))
    assert (await stage.find(old.id)).output_key is None
    assert (await stage.find(young.id)).output_key is not None
    assert (await stage.find(old.id)).status is Status.SUCCESS
    assert await stage.database.write(lambda tx: generations.expire(tx, ada.id, 3_600_000)) == ()
    assert await stage.is_exact()


async def test_one_generation_is_deleted_and_no_other(stage: Stage, ada: Account) -> None:
    gone, kept = await stage.make(ada, "gone"), await stage.make(ada, "kept")
    keys = await stage.database.write(lambda tx: generations.delete(tx, gone))

    assert keys == ("gone.png", "gone-small.png")
    assert (await stage.find(kept.id)).output_key == "kept.png"


async def test_whoever_waits_for_news_of_a_generation_hears_that_it_was_deleted(stage: Stage, ada: Account) -> None:
    made, other = await stage.make(ada, "made"), await stage.make(ada, "other")
    with stage.database.notifier.listening(made.id) as news:
        await stage.database.write(lambda tx: generations.delete(tx, other))
        assert not news.is_set()
        await stage.database.write(lambda tx: generations.delete(tx, made))
        assert news.is_set()


async def test_what_expires_and_is_deleted_later_was_deleted(stage: Stage, ada: Account, clock: FrozenClock) -> None:
    made = await stage.make(ada, "made")
    clock.advance(HOUR_MS)
    assert await expire(stage, ada) == ("made.png", "made-small.png")
    assert await tombstone(stage, made) == Tombstone(made.id, RemovalReason.EXPIRED, clock.now)
    assert (await stage.find(made.id)).thumbnail_key is None
    clock.advance(1_000)
    assert await stage.database.write(lambda tx: generations.delete(tx, made)) == ()

    assert await tombstone(stage, made) == Tombstone(made.id, RemovalReason.DELETED, clock.now)


async def test_only_files_of_the_account_expire(stage: Stage, ada: Account, ben: Account, clock: FrozenClock) -> None:
    """An error left no files: nobody says of it that they are gone."""
    await stage.make(ada, "hers")
    his = await stage.make(ben, "his")
    await stage.accept(ada)
    failed = await stage.must_claim()
    await stage.fail(failed)
    clock.advance(HOUR_MS)

    assert await expire(stage, ada) == ("hers.png", "hers-small.png")
    assert (await stage.find(his.id)).output_key == "his.png"
    assert await tombstone(stage, failed) is None


async def test_the_oldest_files_expire_first(
    stage: Stage, ada: Account, clock: FrozenClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(removal, "EXPIRED_PER_TICK", 1)
    await stage.accept(ada, price=0)
    slow = await stage.must_claim()
    await stage.make(ada, "first")
    clock.advance(1)
    await stage.succeed(slow, charge=0, output_key="second.png")
    clock.advance(HOUR_MS)

    assert await expire(stage, ada) == ("first.png", "first-small.png")
    assert await expire(stage, ada) == ("second.png",)


async def test_accounts_with_old_files_are_found_in_the_order_of_their_ids(
    stage: Stage, clock: FrozenClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = []
    for name in ("ada", "ben", "mia"):
        clock.advance(1)
        people.append(
            await stage.database.write(
                partial(open_account, email=f"{name}@example.com", plan=Plan.PRO, first_credits=0)
            )
        )
    ada, ben, mia = people
    for owner in (mia, ada):
        await stage.make(owner, owner.email)
    clock.advance(HOUR_MS)
    await stage.make(ben, "young")

    async def found(after: str = "") -> list[str]:
        return await stage.database.read(lambda tx: generations.accounts_to_expire(tx, Plan.PRO, HOUR_MS, after))

    assert await found() == [ada.id, mia.id]
    assert await found(after=ada.id) == [mia.id]
    monkeypatch.setattr(removal, "EXPIRED_ACCOUNTS_PER_LOOK", 1)
    assert await found() == [ada.id]


async def expire(stage: Stage, account: Account) -> tuple[str, ...]:
    return await stage.database.write(lambda tx: generations.expire(tx, account.id, HOUR_MS))


async def tombstone(stage: Stage, generation: Generation) -> Tombstone | None:
    return await stage.database.read(lambda tx: generations.tombstone_of(tx, generation.id))
