"""One tool on many inputs: in order, several at once, each with its own end."""

import threading
from itertools import count
from typing import Any

import pytest

from mediamill_client import AsyncClient, Client, InsufficientCredits, MapResult, Status
from tests.client.conftest import ADAS_KEY, FrozenClock
from tests.client.scripted_service import Answer, Heard, ScriptedService, generation, refusal, told

RUN = "POST /api/run"


class Mill(ScriptedService):
    """Makes a loop of every seed at once, counts how many are under way, and refuses seeds below 0."""

    def __init__(self) -> None:
        super().__init__()
        self.gate = threading.Barrier(1)
        self.waiting = threading.Event()

    def answer_to(self, heard: Heard) -> Answer:
        answer = super().answer_to(heard)
        if heard.method == "POST":
            seed = heard.json["input"]["seed"]
            if seed < 0:
                return refusal(402, "Insufficient credits")
            return Answer(200, generation(id=f"gen_{seed}", tool=heard.json["tool"]))
        if heard.path.startswith("/api/generations/"):
            self.gate.wait(10)
            return told("success", id=heard.path.rpartition("/")[2], output="http://127.0.0.1/x.mp3")
        return answer


@pytest.fixture
def mill() -> Any:
    with Mill().running() as service:
        yield service


def seeds(*numbers: int) -> list[dict[str, int]]:
    return [{"seed": number} for number in numbers]


def ids(results: list[MapResult]) -> list[str | None]:
    return [result.generation.id if result.generation else None for result in results]


def test_results_come_in_the_order_of_the_inputs(mill: Mill) -> None:
    with Client(ADAS_KEY, mill.url) as client:
        results = list(client.map("drum-generator", seeds(5, 3, 9, 1), concurrency=3))

    assert ids(results) == ["gen_5", "gen_3", "gen_9", "gen_1"]
    assert [(result.index, result.input) for result in results] == list(enumerate(seeds(5, 3, 9, 1)))


async def test_the_same_on_an_event_loop(mill: Mill) -> None:
    async with AsyncClient(ADAS_KEY, mill.url) as client:
        results = [result async for result in client.map("drum-generator", seeds(5, -1, 9), concurrency=2)]

    assert ids(results) == ["gen_5", None, "gen_9"]
    assert isinstance(results[1].error, InsufficientCredits)


def test_so_many_are_under_way_at_once(mill: Mill) -> None:
    mill.gate = threading.Barrier(3)  # opens only when three are there
    with Client(ADAS_KEY, mill.url) as client:
        assert all(result.ok for result in client.map("drum-generator", seeds(*range(6)), concurrency=3))


def test_what_fails_is_its_own_result(mill: Mill) -> None:
    with Client(ADAS_KEY, mill.url) as client:
        good, poor, unfit, path = client.map(
            "drum-generator", [*seeds(1, -1), {"seed": float("nan")}, {"seed": 1, "file": "no.mp3"}]
        )

    assert (good.ok, good.get().status) == (True, Status.SUCCESS)
    assert isinstance(unfit.error, ValueError)
    assert "neither a URL nor a file" in str(path.error)
    with pytest.raises(InsufficientCredits):
        poor.get()


def test_inputs_without_end_are_begun_only_when_needed(mill: Mill) -> None:
    with Client(ADAS_KEY, mill.url) as client:
        results = client.map("drum-generator", ({"seed": number} for number in count()), concurrency=2)
        first = [next(results), next(results)]

    assert ids(first) == ["gen_0", "gen_1"]
    assert len(mill.asked(RUN)) <= 12


def test_a_batch_is_run_once_however_often_it_is_started(mill: Mill) -> None:
    with Client(ADAS_KEY, mill.url) as client:
        for name in ("november", "november", "december"):
            list(client.map("drum-generator", seeds(1, 2), batch=name, concurrency=1))
    keys = [heard.headers["idempotency-key"] for heard in mill.asked(RUN) if "prefer" not in heard.headers]

    assert keys[:2] == keys[2:4]
    assert len(set(keys)) == 4


def test_a_batch_takes_no_files(mill: Mill) -> None:
    with Client(ADAS_KEY, mill.url) as client:
        [result] = client.map("voice-isolator", [{"seed": 1, "audio_url": b"beep"}], batch="november")

    assert "A batch takes no files: upload them first" in str(result.error)
    assert mill.heard == []


def test_rate_limits_are_waited_for(client: Client, service: ScriptedService, clock: FrozenClock) -> None:
    busy = refusal(429, "Rate limit exceeded", Retry_After="1")
    service.on(RUN, *[busy] * 7, Answer(200, generation("processing")))
    service.on("GET /api/generations/gen_heron", told("success"))
    [result] = client.map("drum-generator", seeds(1))

    assert result.ok
    assert clock.slept[:7] == [1.0] * 7


@pytest.mark.parametrize("concurrency", [0, -1])
def test_at_least_one_is_run_at_a_time(client: Client, service: ScriptedService, concurrency: int) -> None:
    with pytest.raises(ValueError, match="concurrency must be 1 or more"):
        list(client.map("drum-generator", seeds(1), concurrency=concurrency))

    assert service.heard == []
