"""The schedules as arithmetic."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mediamill_client import backoff


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, None),
        ({"retry-after": ""}, None),
        ({"retry-after": "7"}, 7),
        ({"retry-after": " 2.5 "}, 2.5),
        ({"retry-after": "0"}, 0),
        ({"retry-after": "-1"}, None),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "²"}, None),
        ({"retry-after": "1e3"}, None),
        ({"retry-after": "Sat, 31 Jan 2026 09:30:07 GMT", "date": "Sat, 31 Jan 2026 09:30:00 GMT"}, 7),
        ({"retry-after": "Sat, 31 Jan 2026 09:29:00 GMT", "date": "Sat, 31 Jan 2026 09:30:00 GMT"}, 0),
        ({"retry-after": "Sat, 31 Jan 2026 09:30:07 GMT"}, None),
        ({"retry-after": "Sat, 31 Jan 2026 09:30:07 -0000", "date": "Sat, 31 Jan 2026 09:30:00 GMT"}, None),
    ],
)
def test_retry_after_is_read_in_both_forms(headers: dict[str, str], seconds: float | None) -> None:
    assert seconds == backoff.retry_after(headers)


@given(st.text())
def test_no_retry_after_breaks_the_client(text: str) -> None:
    found = backoff.retry_after({"retry-after": text, "date": "Sat, 31 Jan 2026 09:30:00 GMT"})

    assert found is None or found >= 0


@given(st.integers(0, 10**9), st.floats(0, 1, exclude_max=True))
def test_pauses_stay_within_their_bounds_for_ever(turn: int, chance: float) -> None:
    retry = backoff.retry_delay(turn, chance, None)

    assert 0.16 <= backoff.poll_delay(turn, chance, None) <= 5
    assert retry is not None
    assert 0.4 <= retry <= 8


def test_what_the_service_asks_for_is_a_lower_bound_of_looks() -> None:
    assert backoff.poll_delay(20, 0.0, 2.0) == 5
    assert backoff.poll_delay(20, 0.0, 9.0) == 9
    assert backoff.poll_delay(20, 0.0, 86_400.0) == 120


def test_a_retry_waits_exactly_as_asked_or_not_at_all() -> None:
    assert [backoff.retry_delay(0, 0.5, asked) for asked in (0.0, 120.0, 120.1)] == [0, 120, None]
