"""Generations of all accounts: found by what operators look for, failures by cause, and made again once."""

import asyncio
from functools import partial

import pytest

from mediamill import accounts, credits, generations
from mediamill.accounts import Account
from mediamill.db import Database
from mediamill.generations import (
    FailureCause,
    Generation,
    GenerationFilter,
    NotRetried,
    Policy,
    RetryOffer,
    UnknownGeneration,
)
from mediamill.generations.overseeing import percentile
from mediamill.units import DAY_MS
from tests.clock import FrozenClock
from tests.generations.stage import Stage

BROKEN = "The engine broke."


@pytest.fixture
def stage(database: Database, policy: Policy) -> Stage:
    return Stage(database, policy)


def offer(_: Generation) -> RetryOffer:
    return RetryOffer("cpu", 30)


async def failed(database: Database, stage: Stage, account: Account, sentence: str = BROKEN) -> str:
    await stage.accept(account)
    held = await stage.must_claim()
    await database.write(lambda tx: generations.fail(tx, held, "heron", sentence))
    return held.id


async def is_exact(database: Database) -> bool:
    return await database.read(lambda tx: credits.discrepancies(tx) + generations.discrepancies(tx)) == []


async def test_what_operators_look_for_is_found(
    database: Database, stage: Stage, ada: Account, clock: FrozenClock
) -> None:
    broke = await failed(database, stage, ada)
    clock.advance(DAY_MS)
    refused = await failed(database, stage, ada, "Too long.")
    waits = (await stage.accept(ada)).id

    async def found(since: int = 0, **wanted: str) -> list[str]:
        look = partial(
            generations.page_of_all,
            wanted=GenerationFilter(**wanted),
            since=since,
            until=clock() + 1,
            limit=9,
            offset=0,
        )
        page, total = await database.read(look)
        assert total == len(page)
        return [one.generation.id for one in page]

    assert await found() == [waits, refused, broke]
    assert await found(since=clock()) == [waits, refused]
    assert await found(status="error") == [refused, broke]
    assert await found(reason=BROKEN) == [broke]
    assert await found(account_id=ada.id, tool="text-to-speech", model="voicevendor-tts", status="processing") == [
        waits
    ]
    assert await found(tool="drum-generator") == await found(engine="fal") == await found(account_id="acc_x") == []


async def test_failures_are_counted_by_cause(
    database: Database, stage: Stage, ada: Account, clock: FrozenClock
) -> None:
    await failed(database, stage, ada)
    clock.advance(10)
    refused = await failed(database, stage, ada, "Too long.")
    last = await failed(database, stage, ada)
    await database.write(partial(generations.cancel, generation_id=(await stage.accept(ada)).id))

    causes = await database.read(partial(generations.failure_causes, since=0, limit=9))

    assert causes == [
        FailureCause("text-to-speech", "", BROKEN, 2, clock(), last),
        FailureCause("text-to-speech", "", "Too long.", 1, clock(), refused),
    ]
    assert len(await database.read(partial(generations.failure_causes, since=clock() + 1, limit=9))) == 0


async def test_a_failed_one_is_made_again_with_the_same_input_at_the_price_of_now(
    database: Database, stage: Stage, ada: Account
) -> None:
    first = await failed(database, stage, ada)
    accepted = await database.write(partial(generations.retry, generation_id=first, offer_of=offer))
    old, new = await database.read(lambda tx: (generations.find(tx, first), generations.find(tx, accepted.id)))

    assert old is not None
    assert new is not None
    assert (new.payload, new.input, new.seed, new.account_id) == (old.payload, old.input, old.seed, ada.id)
    assert await database.read(partial(credits.hold_of, generation_id=accepted.id)) == 30
    assert await database.read(partial(generations.retried_as, generation_id=first)) == accepted.id
    assert await database.read(partial(generations.retry_of, generation_id=accepted.id)) == first
    assert await is_exact(database)


async def test_it_is_made_again_once_however_many_ask(database: Database, stage: Stage, ada: Account) -> None:
    first = await failed(database, stage, ada)
    retry = partial(generations.retry, generation_id=first, offer_of=offer)

    outcomes = await asyncio.gather(*(database.write(retry) for _ in range(4)), return_exceptions=True)

    assert sorted(type(one).__name__ for one in outcomes) == ["Accepted", *["NotRetried"] * 3]
    assert await is_exact(database)


async def test_what_cannot_be_made_again_says_why(database: Database, stage: Stage, ada: Account, ben: Account) -> None:
    waits, first = (await stage.accept(ada)).id, ""

    async def said(id: str, offered: RetryOffer | None = None) -> str:
        with pytest.raises(NotRetried) as raised:
            await database.write(partial(generations.retry, generation_id=id, offer_of=lambda _: offered))
        return str(raised.value)

    assert "it has not failed" in await said(waits)
    await database.write(partial(generations.cancel, generation_id=waits))
    first = await failed(database, stage, ada)
    assert "not offered any more" in await said(first)
    assert "insufficient credits" in await said(first, RetryOffer("cpu", 1_001))
    await database.write(partial(accounts.suspend, account_id=ada.id, reason=""))
    assert "may start nothing" in await said(first, RetryOffer("cpu", 1))
    with pytest.raises(UnknownGeneration):
        await database.write(partial(generations.retry, generation_id="gen_nobody", offer_of=offer))
    assert await is_exact(database)


async def test_how_long_models_take(database: Database, stage: Stage, ada: Account, clock: FrozenClock) -> None:
    for took in (1_000, 2_000, 9_000):
        await stage.accept(ada)
        held = await stage.must_claim()
        clock.advance(took)
        await stage.succeed(held)

    (times,) = await database.read(partial(generations.model_times, since=0))

    assert (times.tool, times.runs, times.p50_ms, times.p95_ms) == ("text-to-speech", 3, 2_000, 9_000)


@pytest.mark.parametrize(("share", "value"), [(0.5, 2), (0.95, 4), (0.0, 1), (1.0, 4), (0.25, 1)])
def test_a_percentile_is_one_of_the_values(share: float, value: int) -> None:
    assert percentile([4, 1, 3, 2], share) == value
