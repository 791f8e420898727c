"""All the layers, in the one order in which each leaves the next its rights."""

import os
import resource
from dataclasses import dataclass
from pathlib import Path

from mediamill.engines.host.jail import landlock, paths, privileges, seccomp

TASKS = Path("/proc/self/task")
DNS_PORT = 53  # answers that are too long for a datagram come over TCP

_held: list[int] = []  # handles that keep the rules on files of /proc alive


@dataclass(frozen=True, slots=True)
class Profile:
    """What one process keeps. `home` is the only place it writes to, and has to belong to `uid` where one is given."""

    home: Path
    uid: int | None = None  # another user to become; only root can
    readable: tuple[Path, ...] = ()  # to read and run, beside what `readable_paths` says
    devices: tuple[Path, ...] = ()  # nodes, or folders of nodes, to read, write and control: a GPU's
    ports: tuple[int, ...] = ()  # TCP ports to connect to anywhere; none: no sockets at all


@dataclass(frozen=True, slots=True)
class Layers:
    """What holds from now on."""

    landlock: int  # its version; 0: none
    filtered: bool  # whether kernel calls are filtered
    uid: int


class HasThreads(Exception):
    """The process has more threads than the one that would be confined."""


def enter(profile: Profile) -> Layers:
    """Give up everything but the profile, for good: this process and all that it will start.

    What the kernel does not have is left out; the answer says so. Raises HasThreads, and OSError when a layer that the
    kernel has refuses: then nothing foreign may run here.
    """
    if TASKS.is_dir() and len(list(TASKS.iterdir())) != 1:
        raise HasThreads
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    online = bool(profile.ports)
    processor = tuple(map(Path, paths.PROCESSOR))
    _held.extend(os.open(path, os.O_PATH | os.O_CLOEXEC) for path in processor if path.exists())
    access = landlock.Access(
        read=(*profile.readable, *processor, *(map(Path, paths.ONLINE) if online else ())),
        change=(profile.home,),
        devices=profile.devices,
        ports=(*profile.ports, DNS_PORT) if online else (),
    )
    privileges.drop(profile.uid)  # the bounding set and another user need privilege
    abi = landlock.abi()
    landlock.restrict(access, abi=abi)
    filtered = seccomp.load(online=online)  # last: it refuses what the others ask for
    return Layers(abi, filtered, os.getuid())
