"""A key starts one generation, however often its order is sent."""

import pytest

from mediamill import credits, generations
from mediamill.accounts import Account
from mediamill.credits import Balance
from mediamill.generations import Accepted, IdempotencyKey, NotAccepted
from tests.clock import FrozenClock
from tests.generations.stage import Stage


async def test_a_key_starts_one_generation_however_often_it_comes(stage: Stage, ada: Account) -> None:
    first = await stage.try_accept(ada, key=IdempotencyKey("order-7", "digest"))
    again = await stage.try_accept(ada, key=IdempotencyKey("order-7", "digest"))

    assert isinstance(first, Accepted)
    assert isinstance(again, Accepted)
    assert (again.id, again.created_at) == (first.id, first.created_at)
    assert (first.is_repeat, again.is_repeat, again.intents) == (False, True, ())
    assert await stage.balance(ada) == Balance(available=960, held=40)


async def test_a_key_with_another_body_starts_nothing(stage: Stage, ada: Account) -> None:
    await stage.try_accept(ada, key=IdempotencyKey("order-7", "digest"))

    assert await stage.try_accept(ada, key=IdempotencyKey("order-7", "other")) is NotAccepted.OTHER_BODY
    assert await stage.balance(ada) == Balance(available=960, held=40)


async def test_a_key_that_could_not_pay_may_be_used_again(stage: Stage, ben: Account) -> None:
    key = IdempotencyKey("order-7", "digest")

    assert await stage.try_accept(ben, 5, key=key) is NotAccepted.TOO_POOR
    await stage.database.write(lambda tx: credits.grant(tx, ben.id, 5, "more"))
    assert isinstance(await stage.try_accept(ben, 5, key=IdempotencyKey("order-7", "other")), Accepted)


async def test_a_key_is_forgotten_after_a_day(stage: Stage, ada: Account, clock: FrozenClock) -> None:
    first = await stage.try_accept(ada, key=IdempotencyKey("order-7", "digest"))
    clock.advance(24 * 3_600_000 - 1)
    assert await stage.database.write(generations.forget_old_keys) == 0
    clock.advance(1)
    second = await stage.try_accept(ada, key=IdempotencyKey("order-7", "other"))
    clock.advance(24 * 3_600_000)

    assert isinstance(first, Accepted)
    assert isinstance(second, Accepted)
    assert first.id != second.id
    assert await stage.database.write(generations.forget_old_keys) == 1


async def test_each_key_of_an_account_repeats_its_own(stage: Stage, ada: Account) -> None:
    first = [await stage.try_accept(ada, key=IdempotencyKey(f"order-{number}", "digest")) for number in (7, 8)]
    again = [await stage.try_accept(ada, key=IdempotencyKey(f"order-{number}", "digest")) for number in (8, 7)]

    assert [repeat.id for repeat in again if isinstance(repeat, Accepted)] == [
        accepted.id for accepted in reversed(first) if isinstance(accepted, Accepted)
    ]


async def test_what_was_declined_forgets_its_own_key_alone(stage: Stage, ada: Account, ben: Account) -> None:
    adas = await stage.try_accept(ada, key=IdempotencyKey("order-7", "digest"))
    bens = await stage.try_accept(ben, 0, key=IdempotencyKey("order-6", "digest"))
    assert await stage.try_accept(ben, 5, key=IdempotencyKey("order-7", "digest")) is NotAccepted.TOO_POOR
    repeats = (
        await stage.try_accept(ada, key=IdempotencyKey("order-7", "digest")),
        await stage.try_accept(ben, 0, key=IdempotencyKey("order-6", "digest")),
    )

    assert [repeat.id for repeat in repeats if isinstance(repeat, Accepted)] == [
        accepted.id for accepted in (adas, bens) if isinstance(accepted, Accepted)
    ]


async def test_keys_of_two_accounts_do_not_meet(stage: Stage, ada: Account, ben: Account) -> None:
    first = await stage.try_accept(ada, 0, key=IdempotencyKey("order-7", "digest"))
    second = await stage.try_accept(ben, 0, key=IdempotencyKey("order-7", "digest"))

    assert isinstance(first, Accepted)
    assert isinstance(second, Accepted)
    assert first.id != second.id
    again = await stage.try_accept(ada, 0, key=IdempotencyKey("order-7", "digest"))
    assert isinstance(again, Accepted)
    assert again.id == first.id
    again = await stage.try_accept(ben, 0, key=IdempotencyKey("order-7", "digest"))
    assert isinstance(again, Accepted)
    assert again.id == second.id


async def test_a_repeated_answer_is_the_same_to_the_millisecond(
    stage: Stage, ada: Account, clock: FrozenClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def ticking() -> int:
        clock.advance(1)
        return clock.now

    monkeypatch.setattr(stage.database, "clock", ticking)
    first = await stage.try_accept(ada, key=IdempotencyKey("order-7", "digest"))
    again = await stage.try_accept(ada, key=IdempotencyKey("order-7", "digest"))

    assert isinstance(first, Accepted)
    assert isinstance(again, Accepted)
    assert first.created_at == again.created_at == (await stage.find(first.id)).created_at
