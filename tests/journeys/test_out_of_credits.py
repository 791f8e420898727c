"""Somebody runs out of credits, gets some, and goes on."""

import threading
from collections import Counter
from collections.abc import Callable

import pytest

from tests.conformance.http.judge import NO_CREDITS, Refusal, refusal
from tests.service import Person, Service

pytestmark = pytest.mark.xdist_group("journeys-mill")

SPEECH = {"model": "voicevendor-tts", "prompt": "Eleven long"}  # 11 characters: 2 credits
CLIENTS = 20
RUNS = 10


def test_no_credits_then_a_grant_then_a_voice(mill: Service) -> None:
    ben = mill.open_account("ben", plan="free", credits=1)
    refused = refusal(ben.run("text-to-speech", SPEECH))
    mill.grant(ben, 2)
    made = ben.wait(ben.start("text-to-speech", **SPEECH))

    assert Refusal(402, NO_CREDITS) == refused
    assert ("success", 1, 1) == (made["status"], ben.credits(), ben.total())
    assert Refusal(402, NO_CREDITS) == refusal(ben.run("text-to-speech", SPEECH))


def test_what_is_held_cannot_be_spent_twice_and_comes_back_when_it_fails(mill: Service) -> None:
    kim = mill.open_account("kim", credits=7)
    nowhere = f"{mill.public_url}/media/gen_{'0' * 32}/{'0' * 32}.wav"
    failed = [
        kim.wait(kim.start("song-splitter", model="demucs", file=nowhere, instrument=one))
        for one in ("drums", "bass", "vocals")
    ]

    assert ["error"] * 3 == [one["status"] for one in failed]
    assert 7 == kim.credits()
    assert mill.is_exact()


def test_twenty_clients_race_for_ten_runs_and_ten_win(open_mill: Callable[..., Service]) -> None:
    service = open_mill("--no-worker")  # what is held stays held
    lee = service.open_account("lee", credits=2 * RUNS + 1)
    seen: Counter[int] = Counter()
    gate = threading.Barrier(CLIENTS)

    def race() -> None:
        alone = Person(service, lee.id, lee.email, lee.key)
        gate.wait()
        seen.update([alone.run("text-to-speech", SPEECH).status_code])

    racers = [threading.Thread(target=race) for _ in range(CLIENTS)]
    for racer in racers:
        racer.start()
    for racer in racers:
        racer.join()

    assert {200: RUNS, 402: CLIENTS - RUNS} == dict(seen)
    assert (1, RUNS) == (lee.credits(), lee.total())
    assert service.is_exact()
