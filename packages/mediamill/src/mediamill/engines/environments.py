"""Environments of other interpreters, for engines whose libraries do not fit beside those of mediamill."""

import importlib.util
import subprocess
import sys
from functools import cache
from pathlib import Path

VERSION = "import sys; print(*sys.version_info[:2], sep='.')"
FIND = "import importlib.util, sys; sys.exit(importlib.util.find_spec(sys.argv[1]) is None)"
ASK_SECONDS_MAX = 4.0  # less than an engine is given to say whether it is ready


def fault_of(python: str) -> str | None:
    """Why engines cannot run with this interpreter, in one sentence; None where they can, or where none is named."""
    if not python:
        return None
    path = Path(python)
    if not path.is_absolute():
        return f'python = "{python}" has to be a full path, such as /opt/voices/bin/python'
    try:
        changed = path.stat().st_mtime_ns
    except OSError:
        return f"there is no interpreter at {python}: make the environment, or correct `python`"
    version, own = version_of(path, changed), "{}.{}".format(*sys.version_info)
    if version is None:
        return f"{python} cannot be run as a Python interpreter"
    if version != own:
        return f"{python} is Python {version}; mediamill runs with {own} here, and its packages are compiled for that"
    return None


@cache
def version_of(python: Path, changed: int) -> str | None:  # noqa: ARG001 (another one at its place is asked anew)
    """Such as "3.12"; None where it does not say."""
    try:
        asked = subprocess.run(
            [python, "-I", "-S", "-c", VERSION], capture_output=True, text=True, timeout=ASK_SECONDS_MAX, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return asked.stdout.strip()


def finds(python: str, library: str) -> bool:
    """Whether the top-level module `library` is there for engines that run with this interpreter; "": with our own."""
    if importlib.util.find_spec(library) is not None:
        return True
    if not python:
        return False
    try:
        asked = subprocess.run([python, "-I", "-c", FIND, library], capture_output=True, timeout=ASK_SECONDS_MAX)
    except (OSError, subprocess.SubprocessError):
        return False
    return asked.returncode == 0
