"""Engines in a process of their own, in the environment that the host gives them: the same kernels, one thread."""

import re
import subprocess
import sys
from pathlib import Path

from mediamill.engines.host.host import ENVIRONMENT

SECONDS_MAX = 300


def run_apart(program: str, *arguments: Path | str, folder: Path | None = None, **changes: str) -> str:
    """What a Python program prints that runs as an engine's process does, in `folder`; `changes` to its environment."""
    environment = {**ENVIRONMENT, "PYTHONPATH": ":".join(path for path in sys.path if path), **changes}
    command = [sys.executable, "-c", program, *map(str, arguments)]
    done = subprocess.run(
        command, env=environment, cwd=folder, capture_output=True, text=True, timeout=SECONDS_MAX, check=False
    )
    assert done.returncode == 0, done.stderr[-2_000:]
    return done.stdout


def peak_bytes() -> int:
    """The most memory that this process has had. `ru_maxrss` would remember the parent from before exec."""
    found = re.search(r"VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text())
    assert found is not None
    return 1_024 * int(found[1])
