"""Asking foreign code whether it can work: never for long, never twice at once, never on the event loop."""

import asyncio
import threading
from collections.abc import Iterator

import pytest

from mediamill.engines import readiness
from mediamill.engines.engine import Offer
from mediamill.engines.readiness import READY, Answers, Readiness, ReadyState

DEADLINE_SECONDS = 10


class Oracle:
    """Answers when it is let."""

    def __init__(self) -> None:
        self.lets = threading.Event()
        self.asked = 0

    def __call__(self) -> Readiness:
        self.asked += 1
        self.lets.wait(DEADLINE_SECONDS)
        return READY


@pytest.fixture
def oracle() -> Iterator[Oracle]:
    oracle = Oracle()
    yield oracle
    oracle.lets.set()


async def test_all_who_ask_at_once_share_one_call(oracle: Oracle) -> None:
    answers = Answers()
    asking = [asyncio.create_task(answers.of("oracle", oracle)) for _ in range(20)]
    await asyncio.sleep(0)
    oracle.lets.set()

    assert [READY] * 20 == await asyncio.wait_for(asyncio.gather(*asking), DEADLINE_SECONDS)
    assert READY == await answers.of("oracle", oracle)
    assert 1 == oracle.asked


async def test_one_that_does_not_answer_is_not_known_and_not_asked_again(
    oracle: Oracle, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(readiness, "ANSWER_SECONDS_MAX", 0.05)
    answers = Answers()
    for _ in range(3):
        assert (await answers.of("oracle", oracle)).state is ReadyState.UNKNOWN
        assert "did not say" in answers.wait("oracle", oracle).sentence
    assert 1 == oracle.asked
    oracle.lets.set()
    monkeypatch.setattr(readiness, "ANSWER_SECONDS_MAX", DEADLINE_SECONDS)

    assert READY == await answers.of("oracle", oracle)
    assert 1 == oracle.asked


async def test_one_that_does_not_answer_keeps_no_other_from_being_asked(oracle: Oracle) -> None:
    answers = Answers()
    silent = asyncio.create_task(answers.of("oracle", oracle))
    await asyncio.sleep(0)

    assert READY == await answers.of("other", lambda: READY)
    assert not silent.done()
    silent.cancel()
    oracle.lets.set()
    assert READY == await answers.of("oracle", oracle), "whoever stopped waiting took the answer away from others"


async def test_one_that_breaks_down_is_not_known(caplog: pytest.LogCaptureFixture) -> None:
    def broken() -> Readiness:
        raise ConnectionError("nobody at home")

    answer = await Answers().of("broken", broken)

    assert answer.state is ReadyState.UNKNOWN
    assert "nobody at home" not in answer.sentence
    assert "nobody at home" in caplog.text


async def test_an_answer_that_is_known_is_given_without_waiting(oracle: Oracle) -> None:
    answers = Answers()
    oracle.lets.set()
    await answers.of("oracle", oracle)

    asking = answers.of("oracle", oracle)

    with pytest.raises(StopIteration) as given:
        asking.send(None)
    assert READY == given.value.value


def test_a_text_longer_than_the_offer_is_left_to_another_engine() -> None:
    model = ("motion-3d", "alpha-motion")
    offers = {"prompt": Offer(frozenset(), "Up to 4 characters.", "Please shorten it.", length_max=4)}
    offers["duration"] = Offer(frozenset({2.0, 2.5}), "2 or 2.5 seconds.", "Please choose 2 or 2.5 seconds.")
    ready = Readiness(ReadyState.READY, offers={model: offers})

    assert ready.unable(model, {"prompt": "walk", "duration": 2}) is None
    assert ready.unable(model, {"prompt": "walks", "duration": 2}) == "Please shorten it."
    assert ready.unable(model, {"prompt": "walk", "duration": 3}) == "Please choose 2 or 2.5 seconds."
    assert ready.note(model) == "Up to 4 characters.; 2 or 2.5 seconds."
