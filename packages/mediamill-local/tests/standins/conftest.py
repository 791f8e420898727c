"""Tests with torch, in an environment of its own: `make test-local`. They are told apart by the folder they lie in."""

from importlib.util import find_spec
from pathlib import Path

import pytest

HERE = Path(__file__).parent
NO_TORCH = "no torch in this environment: `make test-local` makes one where pip finds torch"
# Libraries of models warn of each other's coming changes.
THEIR_WARNINGS = pytest.mark.filterwarnings("ignore")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark them; without torch they are skipped, and counted."""
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.local)
            item.add_marker(THEIR_WARNINGS)
            if find_spec("torch") is None:
                item.add_marker(pytest.mark.skip(reason=NO_TORCH))
