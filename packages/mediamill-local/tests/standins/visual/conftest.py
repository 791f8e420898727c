"""Stand-ins brought in as an operator does, and engines with them loaded; each once."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.standins.brought import brought
from tests.standins.visual.studio import STAND_INS, Studio, loaded


@pytest.fixture(scope="session")
def weights_of_row(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """The folder of all weights, with those of a row in it."""
    home, sources = tmp_path_factory.mktemp("weights"), tmp_path_factory.mktemp("sources")

    def made(row: str) -> Path:
        if not (home / row).exists():
            STAND_INS[row](sources / row)
            brought(home, row, sources / row)
        return home

    return made


@pytest.fixture(scope="session")
def studio_of(
    weights_of_row: Callable[[str], Path], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[[str], Studio]]:
    """The engine of a row, loaded."""
    studios: dict[str, Studio] = {}

    def opened(row: str) -> Studio:
        if row not in studios:
            studios[row] = loaded(row, weights_of_row(row), tmp_path_factory.mktemp("made"))
        return studios[row]

    yield opened
    studios.clear()
