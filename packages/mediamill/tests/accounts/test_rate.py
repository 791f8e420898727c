import pytest
from hypothesis import given
from hypothesis import strategies as st

from mediamill.accounts import RateLimiter, rate
from mediamill.plan import Rate

TEN_A_MINUTE = Rate(10, 60)


class Monotonic:
    def __init__(self) -> None:
        self.seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


def test_a_burst_of_one_window_is_granted_and_no_more() -> None:
    limiter = RateLimiter(monotonic=Monotonic())
    verdicts = [limiter.hit("ada", TEN_A_MINUTE) for _ in range(12)]

    assert [verdict.allowed for verdict in verdicts] == [True] * 10 + [False] * 2
    assert [verdict.remaining for verdict in verdicts] == [9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 0, 0]
    assert verdicts[-1].retry_seconds == 6
    assert verdicts[-1].reset_seconds == 60


def test_the_allowance_comes_back_evenly() -> None:
    time = Monotonic()
    limiter = RateLimiter(monotonic=time)
    for _ in range(10):
        limiter.hit("ada", TEN_A_MINUTE)
    time.seconds += 6.0

    assert [limiter.hit("ada", TEN_A_MINUTE).allowed for _ in range(2)] == [True, False]


def test_callers_do_not_share() -> None:
    limiter = RateLimiter(monotonic=Monotonic())
    for _ in range(11):
        limiter.hit("ada", TEN_A_MINUTE)

    assert limiter.hit("ben", TEN_A_MINUTE).allowed


@given(st.lists(st.floats(0, 5), max_size=80), st.integers(1, 20), st.integers(1, 120))
def test_no_window_ever_grants_more_than_a_burst_and_its_refill(
    pauses: list[float], requests: int, seconds: int
) -> None:
    time = Monotonic()
    limiter = RateLimiter(monotonic=time)
    granted: list[float] = []
    for pause in pauses:
        time.seconds += pause
        if limiter.hit("ada", Rate(requests, seconds)).allowed:
            granted.append(time.seconds)
    for index, start in enumerate(granted):
        for count, end in enumerate(granted[index:], 1):
            assert count <= requests + (end - start) * requests / seconds + 1e-6


def test_the_callers_that_are_remembered_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate, "CALLERS_MAX", 3)
    time = Monotonic()
    limiter = RateLimiter(monotonic=time)
    limiter.hit("rested", TEN_A_MINUTE)
    time.seconds += 6.0  # its allowance is whole again
    for caller in ("ada", "ben", "mia"):
        limiter.hit(caller, TEN_A_MINUTE)
    assert list(limiter.full_at) == ["ada", "ben", "mia"]

    limiter.hit("ben", TEN_A_MINUTE)  # is the newest now
    assert list(limiter.full_at) == ["ada", "mia", "ben"]
    limiter.hit("zoe", TEN_A_MINUTE)
    assert list(limiter.full_at) == ["mia", "ben", "zoe"]


def test_a_caller_who_is_rested_at_this_instant_is_forgotten_before_the_oldest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate, "CALLERS_MAX", 2)
    time = Monotonic()
    limiter = RateLimiter(monotonic=time)
    for caller in ("ada", "ada", "rested"):
        limiter.hit(caller, TEN_A_MINUTE)
    time.seconds += 6.0
    limiter.hit("ben", TEN_A_MINUTE)

    assert list(limiter.full_at) == ["ada", "ben"]
