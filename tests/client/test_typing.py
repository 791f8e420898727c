"""The types a caller sees are part of what is promised."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_a_type_checker_agrees_with_the_promises(tmp_path: Path) -> None:
    usage = ROOT / "tests" / "client" / "typed_usage.py"
    checker = [sys.executable, "-m", "mypy", "--strict", f"--cache-dir={tmp_path}", str(usage)]
    checked = subprocess.run(checker, cwd=ROOT, capture_output=True, text=True, timeout=120)

    assert (checked.returncode, checked.stdout) == (0, "Success: no issues found in 1 source file\n")


def test_the_types_are_shipped() -> None:
    assert (ROOT / "src" / "mediamill" / "py.typed").exists()
