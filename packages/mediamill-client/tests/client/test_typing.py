"""The types a caller sees are part of what is promised."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.places import REPOSITORY


@pytest.mark.slow
def test_a_type_checker_agrees_with_the_promises(tmp_path: Path) -> None:
    usage = Path(__file__).with_name("typed_usage.py")
    checker = [sys.executable, "-m", "mypy", "--strict", f"--cache-dir={tmp_path}", str(usage)]
    checked = subprocess.run(checker, cwd=REPOSITORY, capture_output=True, text=True, timeout=120)

    assert (checked.returncode, checked.stdout) == (0, "Success: no issues found in 1 source file\n")


def test_the_types_are_shipped() -> None:
    assert all((source / "py.typed").exists() for source in REPOSITORY.glob("packages/*/src/*/"))
