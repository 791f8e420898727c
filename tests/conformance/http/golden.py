"""Answers kept word for word in tests/golden/.

To renew them run the tests once with MEDIAMILL_GOLDEN=write, then read the diff.
"""

import json
import os
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[2] / "golden"


def assert_golden(name: str, seen: Any) -> None:
    """What was seen is what is kept under this name; with MEDIAMILL_GOLDEN=write it is kept from now on."""
    path = FOLDER / name
    text = json.dumps(seen, indent=2, ensure_ascii=False) + "\n"
    if os.environ.get("MEDIAMILL_GOLDEN") == "write":
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)

    assert path.read_text() == text, f"{path} differs; MEDIAMILL_GOLDEN=write renews it"
