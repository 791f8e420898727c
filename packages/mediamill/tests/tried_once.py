"""The attacks that `mediamill doctor` tries, once for all tests that ask it about something else."""

from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

from mediamill.engines.host import drill


@cache
def found_here() -> drill.Confinement:
    """What can be tried of a service that has no data yet."""
    return drill.confinement(None, ())


@pytest.fixture
def attacks_tried_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands of this process take over what was found before."""
    found = found_here()

    def remembered(folder: Path | None, private: Iterable[Path]) -> drill.Confinement:
        return found

    monkeypatch.setattr(drill, "confinement", remembered)
