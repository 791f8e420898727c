"""Machines whose clocks are wrong."""

import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

SHIM = Path(__file__).with_name("clock_shift.c")


@dataclass(frozen=True)
class Clocks:
    """Starts programs in what they take for another time."""

    library: Path

    def shifted(self, seconds: int) -> dict[str, str]:
        """The environment of a program whose clock is ahead by so much, or behind."""
        return {"LD_PRELOAD": str(self.library), "CLOCK_SHIFT_SECONDS": str(seconds)}

    def program(self, seconds: int, *command: str) -> tuple[str, ...]:
        """The command on such a machine."""
        return ("env", *(f"{name}={value}" for name, value in self.shifted(seconds).items()), *command)


def make_clocks(folder: Path) -> Clocks:
    """Skips where there is no C compiler."""
    if (compiler := shutil.which("cc")) is None:
        pytest.skip("clocks cannot be shifted here: no C compiler")
    library = folder / "clock_shift.so"
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", library, SHIM], check=True)
    library.chmod(0o755)
    return Clocks(library)
