"""Accepting several at once: each is decided by itself, in order, and all are written with the statements of one."""

from collections.abc import Sequence

import pytest

from mediamill import credits, generations
from mediamill.accounts import Account
from mediamill.credits import Balance
from mediamill.db import Transaction
from mediamill.generations import Accepted, IdempotencyKey, NewGeneration, NotAccepted, Submission
from tests.generations.stage import Stage


def speech(account: Account, price: int, key: str | None = None, body: str = "digest", most: int = 10) -> Submission:
    new = NewGeneration(account.id, "text-to-speech", "voicevendor-tts", "audio", "{}", "{}", None, "cpu", price, 7)
    return Submission(new, IdempotencyKey(key, body) if key else None, most)


async def accept_all(stage: Stage, *submissions: Submission) -> list[Accepted | NotAccepted]:
    decided = await stage.database.write(lambda tx: generations.accept_all(tx, submissions))
    assert await stage.is_exact()
    return decided


async def test_the_first_in_line_get_the_last_credits(stage: Stage, ada: Account, ben: Account) -> None:
    decided = await accept_all(
        stage, speech(ada, 600), speech(ben, 1), speech(ada, 600), speech(ada, 400), speech(ben, 0), speech(ada, 1)
    )

    assert [one if isinstance(one, NotAccepted) else "accepted" for one in decided] == [
        "accepted",
        NotAccepted.TOO_POOR,
        NotAccepted.TOO_POOR,
        "accepted",
        "accepted",
        NotAccepted.TOO_POOR,
    ]
    assert await stage.balance(ada) == Balance(available=0, held=1_000)


async def test_each_accepted_one_waits_and_can_be_claimed(stage: Stage, ada: Account) -> None:
    decided = await accept_all(stage, *[speech(ada, 10)] * 3)

    ids = {one.id for one in decided if isinstance(one, Accepted)}
    assert {(await stage.must_claim()).id for _ in range(3)} == ids
    assert len(ids) == 3


async def test_no_more_than_may_wait_are_accepted(stage: Stage, ada: Account, ben: Account) -> None:
    decided = await accept_all(stage, *[speech(ada, 1, most=2)] * 3, speech(ben, 0, most=2))

    assert [isinstance(one, Accepted) for one in decided] == [True, True, False, True]
    assert decided[2] is NotAccepted.TOO_MANY


async def test_one_key_starts_one_generation_also_among_neighbours(stage: Stage, ada: Account, ben: Account) -> None:
    first, again, other, bens = await accept_all(
        stage, speech(ada, 10, "k"), speech(ada, 10, "k"), speech(ada, 10, "k", "other"), speech(ben, 0, "k")
    )

    assert isinstance(first, Accepted)
    assert isinstance(again, Accepted)
    assert isinstance(bens, Accepted)
    assert (again.id, again.created_at, again.is_repeat, again.intents) == (first.id, first.created_at, True, ())
    assert other is NotAccepted.OTHER_BODY
    assert bens.id != first.id
    assert await stage.balance(ada) == Balance(available=990, held=10)


async def test_a_key_whose_first_use_was_too_dear_is_free(stage: Stage, ada: Account) -> None:
    poor, rich = await accept_all(stage, speech(ada, 1_001, "k"), speech(ada, 10, "k", "other"))

    assert poor is NotAccepted.TOO_POOR
    assert isinstance(rich, Accepted)
    assert not rich.is_repeat


class Counting:
    """A transaction that counts its statements."""

    def __init__(self, tx: Transaction) -> None:
        self.tx, self.statements = tx, 0

    def __getattr__(self, name: str) -> object:
        self.statements += name in ("all", "one", "run", "send", "send_many")
        return getattr(self.tx, name)


async def test_a_hundred_take_as_many_statements_as_one(stage: Stage, ada: Account, ben: Account) -> None:
    async def statements(submissions: Sequence[Submission]) -> int:
        def accept(tx: Transaction) -> int:
            counting = Counting(tx)
            generations.accept_all(counting, submissions)  # type: ignore[arg-type]
            return counting.statements

        return await stage.database.write(accept)

    alone = await statements([speech(ada, 1, most=1_000)])
    assert await statements([speech(who, 0, most=1_000) for who in (ada, ben) for _ in range(50)]) == alone
    with_key = await statements([speech(ada, 1, "first", most=1_000)])
    assert await statements([speech(ada, 0, f"key {number}", most=1_000) for number in range(50)]) == with_key


async def test_a_hold_that_the_balance_does_not_cover_is_a_fault(stage: Stage, ben: Account) -> None:
    def hold_too_much(tx: Transaction) -> None:
        credits.hold_all(tx, [credits.Hold(ben.id, "gen_a", 1)])

    with pytest.raises(AssertionError, match="had less"):
        await stage.database.write(hold_too_much)
    assert await stage.is_exact()
