"""The state table, and the one function that moves a state."""

import itertools
from typing import Any

import pytest

from mediamill.generations import FINAL, TRANSITIONS, Generation, IllegalTransition, Status, advance

FIELDS: dict[str, Any] = {
    "id": "gen_1",
    "account_id": "acc_1",
    "tool": "drum-generator",
    "model": "drumgen",
    "type": "audio",
    "payload": "{}",
    "input": "{}",
    "webhook": None,
    "output_key": None,
    "thumbnail_key": None,
    "error": None,
    "pool": "cpu",
    "fallback_engine": None,
    "attempt": 1,
    "losses": 0,
    "waiting_since": None,
    "checkpoint": None,
    "progress": 0.0,
    "stage": "",
    "trace": None,
    "seed": "7",
    "created_at": 0,
}


@pytest.mark.parametrize(("before", "after"), [*itertools.product(Status, Status)])
def test_only_what_the_table_says_is_possible(before: Status, after: Status) -> None:
    generation = Generation(status=before, **FIELDS)

    if after in TRANSITIONS[before]:
        assert advance(generation, after).status is after
    else:
        with pytest.raises(IllegalTransition):
            advance(generation, after)


def test_final_states_are_never_left() -> None:
    assert all(not TRANSITIONS[status] for status in FINAL)
