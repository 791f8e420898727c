"""What the programs of engine and decoding processes do first. They load this file by its path: run with `-S -P -s`, so
that limits stand before anything else is imported, they cannot import a package yet.
"""

import ctypes
import importlib
import os
import signal
import sys
from pathlib import Path

PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS = 1, 36, 38  # <linux/prctl.h>
IGNORED_SIGNALS = (
    signal.SIGINT,
    signal.SIGTERM,
    signal.SIGHUP,
    signal.SIGQUIT,
)  # the service alone decides when to end
NICENESS = 5  # the service answers first
OOM_SCORE = 500  # the kernel's choice when memory runs out: this process, not the service


def prctl(option: int, value: int) -> None:
    """prctl(2). Raises OSError."""
    if ctypes.CDLL(None, use_errno=True).prctl(option, *map(ctypes.c_ulong, (value, 0, 0, 0))) != 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))


def yield_to_service() -> None:
    """Processor time and memory are the service's first."""
    score = Path("/proc/self/oom_score_adj")
    score.write_text(str(max(OOM_SCORE, int(score.read_text()))))  # only root may lower it
    os.nice(NICENESS)


def import_site(path: list[str], *, own_first: bool = False) -> None:
    """Make the service's packages importable: its path, then what `site` finds (import hooks of editable installs).

    With `own_first` the packages of this interpreter's own environment come before those of the service.
    """
    importlib.import_module("site").main()
    own = [entry for entry in sys.path if entry not in path]
    sys.path[:] = [*own, *path] if own_first else [*path, *own]
