"""Following an account's successes: each is seen once, in whatever order transactions become visible."""

import pytest

from mediamill import generations
from mediamill.accounts import Account
from mediamill.generations import SuccessFollower
from tests.behind import change_behind
from tests.clock import FrozenClock
from tests.generations.stage import Stage


async def look(stage: Stage, follower: SuccessFollower) -> list[str]:
    return [one.id for one in await stage.database.read(follower.look)]


async def test_what_succeeds_from_now_on_is_seen_once(
    stage: Stage, ada: Account, ben: Account, clock: FrozenClock
) -> None:
    await stage.make(ada, "before")
    follower = SuccessFollower(ada.id)
    assert await look(stage, follower) == []
    first = await stage.make(ada, "first")
    await stage.make(ben, "bens")
    clock.advance(3_000)
    second = await stage.make(ada, "second")

    assert await look(stage, follower) == [first.id, second.id]
    assert await look(stage, follower) == []
    clock.advance(generations.following.OVERLAP_MS * 2)
    third = await stage.make(ada, "third")
    assert await look(stage, follower) == [third.id]


async def test_what_became_visible_late_is_seen_all_the_same(stage: Stage, ada: Account, clock: FrozenClock) -> None:
    follower = SuccessFollower(ada.id)
    await look(stage, follower)
    clock.advance(5_000)
    on_time = await stage.make(ada, "on time")
    assert await look(stage, follower) == [on_time.id]
    late = await stage.make(ada, "late")
    change_behind(stage.database, f"UPDATE generations SET finished_at = {clock() - 4_000} WHERE id = '{late.id}'")

    assert await look(stage, follower) == [late.id]


async def test_more_than_is_read_at_once_is_all_seen(
    stage: Stage, ada: Account, clock: FrozenClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mediamill.generations.following.READ_MAX", 2)
    follower = SuccessFollower(ada.id)
    await look(stage, follower)
    made = []
    for number in range(5):
        made.append((await stage.make(ada, f"{number}")).id)
        clock.advance(1)

    assert await look(stage, follower) == made
    assert await look(stage, follower) == []
