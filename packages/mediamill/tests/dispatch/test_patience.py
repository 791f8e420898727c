"""When leases that are over say that workers are lost, and when only that nobody could prolong them."""

from mediamill.dispatch.patience import Patience

LEASE_MS = 30_000
LOOK_MS = 5_000  # between looks
NOON = 1_800_000_000_000


def looks(patience: Patience, start: int, count: int) -> list[bool]:
    """What so many looks may do."""
    return [patience.is_over(start + number * LOOK_MS) for number in range(count)]


def test_who_looks_all_the_time_takes_back_at_once() -> None:
    assert looks(Patience(LEASE_MS), NOON, 100) == [True] * 100


def test_after_an_outage_everybody_may_beat_first() -> None:
    patience = Patience(LEASE_MS)
    looks(patience, NOON, 2)

    assert looks(patience, NOON + 60_000, 4) == [False, False, True, True]


def test_a_look_that_is_late_on_a_busy_machine_is_no_outage() -> None:
    patience = Patience(LEASE_MS)
    looks(patience, NOON, 2)

    assert patience.is_over(NOON + LOOK_MS + LEASE_MS // 2)


def test_a_clock_that_leaps_ahead_and_back_again_stops_nothing_for_long() -> None:
    patience = Patience(LEASE_MS)
    looks(patience, NOON, 2)

    assert not patience.is_over(NOON + 3_600_000)
    assert looks(patience, NOON, 3) == [False, False, True]


def test_another_outage_in_the_meantime_begins_it_anew() -> None:
    patience = Patience(LEASE_MS)
    looks(patience, NOON, 1)
    assert not patience.is_over(NOON + 60_000)

    assert looks(patience, NOON + 120_000, 3) == [False, False, True]
