"""What is done again and again: a failure is logged and changes nothing, an end is an end."""

import asyncio

import pytest

from mediamill.db import StoreBusy
from mediamill.dispatch.periodic import Periodic

pytestmark = pytest.mark.anyio

FOREVER_SECONDS = 1_000_000.0
DEADLINE_SECONDS = 30.0


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


class Watchman:
    """Makes rounds, of which the first ends badly; a round ends when he is waved on."""

    def __init__(self) -> None:
        self.begun = self.ended = 0
        self.on_a_round = asyncio.Event()
        self.wave = asyncio.Event()

    async def make_round(self) -> None:
        self.begun += 1
        if self.begun == 1:
            raise ZeroDivisionError("a dark stair")
        self.on_a_round.set()
        await self.wave.wait()
        self.ended += 1


async def on_his_round(watchman: Watchman) -> None:
    async with asyncio.timeout(DEADLINE_SECONDS):
        await watchman.on_a_round.wait()


async def test_a_round_that_fails_is_logged_and_the_next_one_comes(caplog: pytest.LogCaptureFixture) -> None:
    watchman = Watchman()
    rounds = Periodic(watchman.make_round, name="the round", pause_seconds=0)
    assert not rounds.started
    rounds.start()
    await on_his_round(watchman)

    assert (rounds.started, rounds.alive()) == (True, True)
    assert caplog.messages == ["the round failed"]
    assert "a dark stair" in caplog.text

    await rounds.stop()


async def test_a_store_that_is_away_is_said_in_one_line(caplog: pytest.LogCaptureFixture) -> None:
    watchman = Watchman()

    async def find_the_gate_shut() -> None:
        if watchman.begun:
            return await watchman.make_round()
        watchman.begun += 1
        raise StoreBusy(fault="it cannot be reached")

    rounds = Periodic(find_the_gate_shut, name="the round", pause_seconds=0)
    rounds.start()
    await on_his_round(watchman)
    await rounds.stop()

    assert caplog.messages == ["the round is left to the next time: The database is busy: it cannot be reached"]
    assert "Traceback" not in caplog.text


async def test_stopped_he_breaks_off_and_finishing_he_completes_his_round() -> None:
    for ends_it, completed in ((Periodic.stop, 0), (Periodic.finish, 1)):
        watchman = Watchman()
        rounds = Periodic(watchman.make_round, name="the round", pause_seconds=0)
        rounds.start()
        await on_his_round(watchman)
        ending = asyncio.create_task(ends_it(rounds))
        await asyncio.sleep(0)
        watchman.wave.set()
        async with asyncio.timeout(DEADLINE_SECONDS):
            await ending

        assert (watchman.begun, watchman.ended) == (2, completed)
        assert not rounds.alive()


async def test_nothing_waits_for_a_pause_to_be_over() -> None:
    watchman = Watchman()
    later = Periodic(watchman.make_round, name="the round", pause_seconds=FOREVER_SECONDS, at_once=False)
    later.start()
    await asyncio.sleep(0)
    async with asyncio.timeout(DEADLINE_SECONDS):
        await later.finish()

    assert watchman.begun == 0
    assert not later.alive()


async def test_what_was_never_started_ends_at_once() -> None:
    rounds = Periodic(Watchman().make_round, name="the round", pause_seconds=0)
    await rounds.stop()
    await rounds.finish()

    assert not rounds.alive()
