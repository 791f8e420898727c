"""How often: exactly the burst, then 429 with when to come again; accounts do not disturb each other."""

import threading
import time
from collections import Counter
from collections.abc import Iterator

import httpx2
import pytest

from tests.conformance.http.judge import NO_KEY, NO_PATH, TOO_MANY, Refusal, refusal
from tests.service import Person, Service, until

pytestmark = pytest.mark.xdist_group("http-rates")

DRUMS = {"model": "drumgen"}


@pytest.fixture(scope="module")
def five(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """Five runs a minute, whatever the plan."""
    started = Service(tmp_path_factory.mktemp("five") / "data", "--no-worker", rate_limit="5/min").start()
    yield started
    started.close()


@pytest.fixture(scope="module")
def lou(five: Service) -> Person:
    return five.open_account("lou")


@pytest.fixture
def hurried(lou: Person) -> Person:
    """Whatever she sends counts, and she has just sent too much."""
    until(lambda: lou.post("{").status_code == 429, seconds=10, what="she is hurried")
    return lou


@pytest.fixture(scope="module")
def by_plan(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """What is set when nothing is set."""
    started = Service(tmp_path_factory.mktemp("plan") / "data", "--no-worker").start()
    yield started
    started.close()


@pytest.fixture(scope="module")
def vera(by_plan: Service) -> Person:
    return by_plan.open_account("vera")


def counts(response: httpx2.Response) -> tuple[int, int, int]:
    """What the three headers say: limit, remaining, seconds until it is whole again."""
    limit, remaining, reset = (response.headers[f"RateLimit-{name}"] for name in ("Limit", "Remaining", "Reset"))
    return int(limit), int(remaining), int(reset)


def test_exactly_the_burst_and_then_a_pause_that_is_told(five: Service) -> None:
    ada = five.open_account("ada")
    started = time.monotonic()
    answers = [ada.run("drum-generator", DRUMS) for _ in range(7)]

    assert time.monotonic() - started < 12, "too slow to tell: a run came back meanwhile"
    assert [200] * 5 + [429] * 2 == [answer.status_code for answer in answers]
    assert Refusal(429, TOO_MANY) == refusal(answers[-1])
    assert 1 <= int(answers[-1].headers["Retry-After"]) <= 12
    assert [4, 3, 2, 1, 0, 0, 0] == [counts(answer)[1] for answer in answers]
    assert {5} == {counts(answer)[0] for answer in answers}
    assert all(0 <= counts(answer)[2] <= 60 for answer in answers)
    assert 5 == ada.total()


def test_reads_may_be_ten_times_as_many_and_runs_do_not_use_them_up(five: Service) -> None:
    bob = five.open_account("bob", plan="free")
    assert [200] * 5 == [bob.run("drum-generator", DRUMS).status_code for _ in range(5)]
    paths = ("/api/account", "/api/tools", "/api/generations", "/api/tools/drum-generator", "/api/no-such-path")
    started = time.monotonic()
    answers = [bob.get(paths[number % 5]) for number in range(54)]

    slack = int((time.monotonic() - started) * 50 / 60) + 1
    assert 429 not in {answer.status_code for answer in answers[:50]}
    assert 429 == answers[-1].status_code or slack >= 4
    assert 50 == counts(answers[0])[0]
    assert 49 == counts(answers[0])[1]


def test_eight_connections_get_no_more_than_one_and_others_are_unhurt(five: Service) -> None:
    mia, noah = five.open_account("mia"), five.open_account("noah")
    seen: Counter[int] = Counter()
    gate = threading.Barrier(8)

    def hammer() -> None:
        alone = Person(five, mia.id, mia.email, mia.key)
        gate.wait()
        seen.update(alone.run("drum-generator", DRUMS).status_code for _ in range(4))

    threads = [threading.Thread(target=hammer) for _ in range(8)]
    started = time.monotonic()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    refilled = int((time.monotonic() - started) / 12) + 1
    assert 5 <= seen[200] < 5 + refilled
    assert {200: seen[200], 429: 32 - seen[200]} == dict(seen)
    assert seen[200] == mia.total()
    assert 200 == noah.run("drum-generator", DRUMS).status_code


@pytest.mark.parametrize(
    "method_and_path",
    [
        "GET /api/tools",
        "GET /ext/files",
        "DELETE /ext/files/upl_1",
        "DELETE /api/account",
        "GET /api/no",
        "POST /api/run",
    ],
)
def test_every_answer_to_a_known_caller_says_what_is_left(vera: Person, method_and_path: str) -> None:
    method, path = method_and_path.split()
    limit, remaining, reset = counts(vera.request(method, path))

    assert 0 <= remaining < limit
    assert 0 <= reset <= 60


def test_a_pro_account_has_six_hundred(vera: Person) -> None:
    assert 600 == counts(vera.run("drum-generator", DRUMS))[0]
    assert 6_000 == counts(vera.get("/api/account"))[0]


def test_a_free_account_has_sixty_at_once(by_plan: Service) -> None:
    frida = by_plan.open_account("frida", plan="free")
    started = time.monotonic()
    answers = [frida.run("drum-generator", DRUMS) for _ in range(66)]

    refilled = int(time.monotonic() - started) + 1
    assert [200] * 60 == [answer.status_code for answer in answers[:60]]
    assert 60 <= [answer.status_code for answer in answers].count(200) < 60 + refilled
    assert (60, 59) == counts(answers[0])[:2]
    assert (600, 599) == counts(frida.get("/api/account"))[:2]


def test_the_key_comes_before_the_rate(hurried: Person) -> None:
    headers = {"Content-Type": "application/json", "Authorization": "mm_live_no_such_key"}
    response = hurried.request("POST", "/api/run", body=b"{}", headers=headers)

    assert Refusal(401, NO_KEY) == refusal(response)


def test_the_rate_comes_before_the_json(hurried: Person) -> None:
    for body, content_type in ((b"{", "application/json"), (b"{}", "text/plain"), (b" " * 300_000, "application/json")):
        assert Refusal(429, TOO_MANY) == refusal(hurried.post(body, content_type))


def test_an_upload_counts_as_a_run(hurried: Person) -> None:
    assert Refusal(429, TOO_MANY) == refusal(hurried.request("POST", "/ext/files", body=b"x"))
    assert 200 == hurried.get("/ext/files").status_code


def test_the_rate_comes_before_path_and_method(hurried: Person) -> None:
    answers = [refusal(hurried.get("/api/no-such-path")) for _ in range(60)]

    assert Refusal(404, NO_PATH) == answers[0]
    assert Refusal(429, TOO_MANY) == answers[-1]
    assert Refusal(429, TOO_MANY) == refusal(hurried.request("DELETE", "/api/account"))
