"""Another user for each engine or decoding process where the service is root: the most effective layer of the jail.

Such a process can neither change owners, modes and priorities of what is the service's nor signal it, whatever the
kernel. It takes privileges that some containers withhold, an interpreter that every user can read and folders that
every user can pass; where one of these is missing, engines stay the service's user, and `reason` says why.
"""

import os
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

# Nobody's by the lists of Debian and systemd: below the numbers that systemd gives out, above those of homes.
FIRST, COUNT = 60_600, 500
# Of root: CHOWN, DAC_OVERRIDE and FOWNER for the folders, KILL for the supervisor, SETGID and SETUID to become another.
CAPABILITIES_NEEDED = (0, 1, 3, 5, 6, 7)
PROBE_SECONDS_MAX = 20
PROBE = """
import os, sys
for path in sys.argv[1:]:
    os.listdir(path) if os.path.isdir(path) else open(path, "rb").close()
"""
PASS = 0o011  # to pass a folder, not to list it


@dataclass
class EngineUsers:
    """The users that the engine and decoding processes of one service run as, one for each."""

    reason: str | None  # why there are none; None where there are
    _next: int = 0

    def __post_init__(self) -> None:
        self._taken: set[int] = set()
        self._next = int.from_bytes(os.urandom(2)) % COUNT  # other hosts of this machine begin elsewhere

    def take(self) -> int | None:
        """A user that no other process of this host has; None where engines stay the service's user."""
        if self.reason is not None:
            return None
        for _ in range(COUNT):
            uid = FIRST + self._next
            self._next = (self._next + 1) % COUNT
            if uid not in self._taken:
                break
        self._taken.add(uid)  # with more processes than users some share one, as all do elsewhere
        return uid

    def give_back(self, uid: int | None) -> None:
        """Make the user available again, once its process is gone."""
        self._taken.discard(uid or 0)


def engine_users(spool: Path) -> EngineUsers:
    """The users for a host whose folders lie below `spool`; opens the way to it. Blocks for a moment."""
    return EngineUsers(_no_others() or _no_way(spool) or _unreadable(sys.executable, tuple(sys.path)))


def _no_others() -> str | None:
    if os.geteuid() != 0:
        return "the service is not root"
    effective = next(
        int(line.split()[1], 16)
        for line in Path("/proc/self/status").read_text().splitlines()
        if line.startswith("CapEff:")
    )
    if missing := [number for number in CAPABILITIES_NEEDED if not effective >> number & 1]:
        return f"the service is root without the capabilities {', '.join(map(str, missing))}"
    return None


def _no_way(spool: Path) -> str | None:
    """Lets every user pass the spool and the data folder that it lies in; what is above them is the operator's."""
    data = spool.resolve().parent
    for folder in data.parents:
        if not folder.stat().st_mode & 0o001:
            return f"other users cannot pass {folder}, in which the data folder lies"
    for folder in (data, spool.resolve()):
        mode = folder.stat().st_mode
        if mode & PASS != PASS:
            folder.chmod(mode & 0o7777 | PASS)
    return None


@cache
def _unreadable(interpreter: str, search: Iterable[str]) -> str | None:
    """Whether another user could run what an engine process is made of."""
    code = [str(Path(__file__)), *(entry for entry in search if Path(entry).exists())]
    try:
        probe = subprocess.run(
            [interpreter, "-I", "-S", "-c", PROBE, *code],
            user=FIRST,
            group=FIRST,
            extra_groups=[],
            cwd="/",
            env={},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=PROBE_SECONDS_MAX,
        )
    except (OSError, subprocess.SubprocessError) as fault:
        return f"other users cannot run {interpreter} ({fault})"
    if probe.returncode:
        last = probe.stderr.decode(errors="replace").strip().rpartition("\n")[2]
        return f"other users cannot read the code of the engines ({last})"
    return None
