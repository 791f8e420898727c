"""A world of its own for one command: every address on earth is this machine, and names are what we say they are.

    python -m tests.world.enter -- command arguments...

The command runs in user, mount and network namespaces of its own (no root needed): a loopback interface that takes the
packets for every unicast address, and a resolver configuration that knows only the name server of `tests.world`. There
is no other interface, so nothing that runs inside reaches the real network. Needs Linux, unshare, ip and mount.
"""

import functools
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

NAME_SERVER = "127.0.0.53"
PROGRAMS = ("unshare", "ip", "mount")
FILES = {
    "/etc/resolv.conf": f"nameserver {NAME_SERVER}\noptions timeout:1 attempts:2\n",
    "/etc/nsswitch.conf": "hosts: files dns\n",
    "/etc/hosts": "127.0.0.1 localhost\n::1 localhost\n",
}
# Caches of names that are reached by a socket in the file system, not over the network.
OUTSIDE_CACHES = ("/run/nscd", "/var/run/nscd", "/run/systemd/resolve", "/run/dbus")
LINKS = ("ip link set lo up", "ip route add local 0.0.0.0/0 dev lo", "ip -6 route add local ::/0 dev lo")
ENTER_SECONDS = 20.0


def command_inside(*arguments: str) -> list[str]:
    """The command line that runs these arguments inside, from the top of the repository."""
    return [sys.executable, "-m", "tests.world.enter", "--", *arguments]


@functools.cache
def unavailable() -> str | None:
    """Why there is no such world on this machine; None when there is."""
    if sys.platform != "linux":
        return "network namespaces are Linux's"
    if missing := [program for program in PROGRAMS if not shutil.which(program)]:
        return f"not installed: {', '.join(missing)}"
    try:
        trial = subprocess.run(command_inside("true"), capture_output=True, text=True, timeout=ENTER_SECONDS)
    except subprocess.TimeoutExpired:
        return f"no answer within {ENTER_SECONDS:g} s"
    return None if trial.returncode == 0 else (trial.stderr.strip().splitlines() or ["no reason given"])[-1]


def enter(arguments: list[str]) -> None:
    """Replace this process by itself inside new namespaces, where `settle` goes on."""
    inside = [sys.executable, "-m", "tests.world.enter", "--inside", *arguments]
    os.execvp("unshare", ["unshare", "--user", "--map-root-user", "--net", "--mount", "--", *inside])


def settle(arguments: list[str]) -> None:
    """Furnish the namespaces, and replace this process by the command."""
    for link in LINKS:
        subprocess.run(link.split(), check=True)
    with tempfile.TemporaryDirectory() as folder:
        for place, text in FILES.items():
            # The mount keeps the file when its name is gone.
            file = Path(folder, Path(place).name)
            file.write_text(text)
            subprocess.run(["mount", "--bind", str(file), place], check=True)
    for cache in {os.path.realpath(cache) for cache in OUTSIDE_CACHES if Path(cache).is_dir()}:
        subprocess.run(["mount", "-t", "tmpfs", "none", cache], check=True)
    os.execvp(arguments[0], arguments)


def main() -> None:
    match sys.argv[1:]:
        case ["--inside", *arguments] if arguments:
            try:
                settle(arguments)
            except (subprocess.CalledProcessError, OSError) as error:
                sys.exit(f"no world of our own: {error}")
        case ["--", *arguments] if arguments:
            enter(arguments)
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
