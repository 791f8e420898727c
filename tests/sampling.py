"""Cases of which the quick tests take a few and the slow ones the others."""

from collections.abc import Iterable

import pytest
from _pytest.mark.structures import ParameterSet


def one_in(number: int, cases: Iterable[object]) -> list[ParameterSet]:
    """The first and every `number`th case after it are quick; the others are left to the slow tests."""
    return [
        pytest.param(
            *(case if isinstance(case, tuple) else (case,)), marks=() if place % number == 0 else pytest.mark.slow
        )
        for place, case in enumerate(cases)
    ]
