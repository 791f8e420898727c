"""Which secrets sign: the first one without a row, two after a rotation, one again when the old one ends."""

from mediamill import webhooks
from mediamill.accounts import Account
from mediamill.webhooks import SecretInForce
from tests.clock import FrozenClock
from tests.webhooks.stage import Stage

DAY_MS = 86_400_000


async def in_force(stage: Stage, account: Account) -> list[int]:
    found = await stage.database.read(lambda tx: webhooks.secrets_of(tx, account.id))
    return [secret.number for secret in found]


async def rotate(stage: Stage, account: Account, overlap_ms: int = DAY_MS) -> SecretInForce:
    return await stage.database.write(lambda tx: webhooks.rotate(tx, account.id, overlap_ms=overlap_ms))


async def test_an_account_begins_with_one_secret(stage: Stage, ada: Account) -> None:
    assert await in_force(stage, ada) == [1]


async def test_after_a_rotation_both_sign_for_a_day(
    stage: Stage, ada: Account, ben: Account, clock: FrozenClock
) -> None:
    assert await rotate(stage, ada) == SecretInForce(2, None)
    found = await stage.database.read(lambda tx: webhooks.secrets_of(tx, ada.id))
    assert found == [SecretInForce(2, None), SecretInForce(1, clock.now + DAY_MS)]
    clock.advance(DAY_MS - 1)
    assert await in_force(stage, ada) == [2, 1]
    clock.advance(1)

    assert await in_force(stage, ada) == [2]
    assert await in_force(stage, ben) == [1]


async def test_a_rotation_ends_no_secret_of_anybody_else(stage: Stage, ada: Account, ben: Account) -> None:
    await rotate(stage, ben)
    await rotate(stage, ada, overlap_ms=0)

    assert (await in_force(stage, ada), await in_force(stage, ben)) == ([2], [2, 1])


async def test_rotations_in_a_row_keep_what_was_promised(stage: Stage, ada: Account, clock: FrozenClock) -> None:
    await rotate(stage, ada)
    clock.advance(DAY_MS // 2)
    await rotate(stage, ada)
    assert await in_force(stage, ada) == [3, 2, 1]
    clock.advance(DAY_MS // 2)
    assert await in_force(stage, ada) == [3, 2]
    clock.advance(DAY_MS // 2)

    assert await in_force(stage, ada) == [3]


async def test_a_secret_that_leaked_ends_at_once(stage: Stage, ada: Account) -> None:
    await rotate(stage, ada)
    await rotate(stage, ada, overlap_ms=0)

    assert await in_force(stage, ada) == [3]


async def test_an_attempt_is_signed_by_the_secrets_of_its_moment(
    stage: Stage, ada: Account, clock: FrozenClock
) -> None:
    await stage.owe(ada)
    await rotate(stage, ada)
    first = await stage.must_claim()
    await stage.release(first)
    clock.advance(DAY_MS)

    assert first.secrets == (2, 1)
    assert (await stage.must_claim()).secrets == (2,)
