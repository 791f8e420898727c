"""What a hostile engine would try; the suite and `mediamill doctor` try it inside the jail.

Each attack runs in a forked process, as some change what the next may do. It is denied when the kernel says so or when
it had no effect; it is open when it succeeds, and when nobody can tell.
"""

import ctypes
import errno
import fcntl
import os
import platform
import resource
import signal
import socket
import struct
import termios
from collections.abc import Callable
from functools import partial
from pathlib import Path

from mediamill.engines.host.jail import calls, syscalls
from mediamill.engines.host.jail.scene import AttackScene

SECONDS_MAX = 5  # for one attack; one that hangs has not been denied
ARM = platform.machine() == "aarch64"
CLONE_NEWUSER, SIGCHLD_FLAG = 0x10000000, 17
PTRACE_SEIZE = 0x4206
AF_PACKET, AF_NETLINK, AF_ALG = 17, 16, 38
IPPROTO_MPTCP = 262

Attack = Callable[[], object]
DENIED, OPEN, ABSENT = "denied", "open", "absent"


class NoEffect(Exception):
    """The call reported success and had no effect."""


class NothingThere(Exception):
    """This machine has nothing to attack."""


def attempts(scene: AttackScene) -> dict[str, str]:
    """What must not happen → `denied`, `open` (with what is known) or `absent`, tried in a fork of this process."""
    return {name: _outcome(attack) for name, attack in attacks(scene).items()}


def open_ones(found: dict[str, str]) -> list[str]:
    """The attacks that were not denied."""
    return [name for name, outcome in found.items() if outcome not in (DENIED, ABSENT)]


def attacks(scene: AttackScene) -> dict[str, Attack]:
    """Every attack, by what must not happen."""
    return {**reading(scene), **changing(scene), **connecting(scene), **meddling(scene), **asking_the_kernel(scene)}


def reading(scene: AttackScene) -> dict[str, Attack]:
    """Files of the service, of its other callers and of the machine."""
    data, service, supervisor = Path(scene.data), Path(f"/proc/{scene.service}"), Path(f"/proc/{os.getppid()}")
    return {
        "read the secret key": (data / "secret.key").read_bytes,
        "read the database": (data / "mediamill.db").read_bytes,
        "read another account's media": (data / "media/x.png").read_bytes,
        "read a neighbour's request": (data / "work/neighbour/theirs.png").read_bytes,
        "list the data folder": partial(os.listdir, data),
        "read the machine's passwords": Path("/etc/shadow").read_bytes,
        "read the machine's users": Path("/etc/passwd").read_bytes,
        "read the service's environment": (service / "environ").read_bytes,
        "read the service's command line": (service / "cmdline").read_bytes,
        "list the service's files": partial(os.listdir, service / "fd"),
        "open the service's memory": lambda: (service / "mem").open("r+b").close(),
        "read the supervisor's environment": (supervisor / "environ").read_bytes,
        "open the raw disk": partial(_open_disk, scene.disk),
    }


def changing(scene: AttackScene) -> dict[str, Attack]:
    """Files outside its own folder, and what they are allowed to."""
    data, here = Path(scene.data), Path.cwd()
    secret, neighbour, library = data / "secret.key", data / "work/neighbour", Path(scene.library, "module.py")
    dropped = f"mediamill-attack-{os.getpid()}"  # others may try the same at the same time
    return {
        "open up the secret key": partial(_chmod, secret),
        "give the secret key away": partial(_chown, secret),
        "mark the secret key": lambda: os.setxattr(secret, "user.mark", b"1"),
        "touch the secret key": partial(_touch, secret),
        "empty the secret key": lambda: os.truncate(secret, 0),
        "link the secret key into its folder": lambda: os.link(secret, here / "linked"),
        "write into a neighbour's request": lambda: (neighbour / "new").write_bytes(b"x"),
        "take a neighbour's file": lambda: (neighbour / "theirs.png").rename(here / "theirs.png"),
        "empty a library that it may read": lambda: os.close(os.open(library, os.O_RDONLY | os.O_TRUNC)),
        "write into shared memory": partial(_drop, Path("/dev/shm", dropped)),
        "write to /tmp": partial(_drop, Path("/tmp", dropped)),
        "make a block device": partial(_make_device, here / "disk"),
        "make a device in /dev": partial(_make_device, Path("/dev", dropped)),
        "run what it wrote": partial(_run_written, here / "program"),
        "watch the data folder": lambda: calls.library(
            "inotify_add_watch", calls.library("inotify_init1", 0), os.fsencode(data), 2
        ),
    }


def connecting(scene: AttackScene) -> dict[str, Attack]:
    """The network, and other processes by sockets."""
    inside, stream, datagram = ("127.0.0.1", scene.port), socket.SOCK_STREAM, socket.SOCK_DGRAM
    return {
        "connect by TCP": partial(_connect, socket.AF_INET, stream, inside),
        "connect by multipath TCP": partial(_connect, socket.AF_INET, stream, inside, IPPROTO_MPTCP),
        "listen by TCP": lambda: socket.create_server(("127.0.0.1", 0)).close(),
        "send by UDP": partial(_connect, socket.AF_INET, datagram, inside),
        "make a raw socket": lambda: socket.socket(socket.AF_INET, socket.SOCK_RAW, 1).close(),
        "make a packet socket": lambda: socket.socket(AF_PACKET, socket.SOCK_RAW).close(),
        "make a netlink socket": lambda: socket.socket(AF_NETLINK, socket.SOCK_RAW).close(),
        "make a socket of the kernel's ciphers": lambda: socket.socket(AF_ALG, socket.SOCK_SEQPACKET).close(),
        "connect to a named socket": partial(_connect, socket.AF_UNIX, stream, f"{scene.data}/unix"),
        "connect to an abstract socket": partial(_connect, socket.AF_UNIX, stream, scene.abstract.encode("latin-1")),
    }


def meddling(scene: AttackScene) -> dict[str, Attack]:
    """Other processes."""
    service, supervisor = scene.service, os.getppid()
    return {
        "trace the service": partial(_kernel, "ptrace", PTRACE_SEIZE, service, 0, 0),
        "trace the supervisor": partial(_kernel, "ptrace", PTRACE_SEIZE, supervisor, 0, 0),
        "read the service's memory": partial(_read_memory, service),
        "take a file from the service": lambda: _kernel("pidfd_getfd", os.pidfd_open(service), 0, 0),
        "signal the service": lambda: os.kill(service, signal.SIGURG),
        "signal the service by a handle": lambda: signal.pidfd_send_signal(os.pidfd_open(service), signal.SIGURG),
        "signal the supervisor": lambda: os.kill(supervisor, signal.SIGURG),
        "slow the service down": partial(_renice, service),
        "take files away from the service": lambda: resource.prlimit(service, resource.RLIMIT_NOFILE, (900, 900)),
        "take cores away from the service": lambda: os.sched_setaffinity(service, {0}),
        "become another user": lambda: os.setuid(0 if os.getuid() else 1),
    }


def asking_the_kernel(scene: AttackScene) -> dict[str, Attack]:
    """Parts of the kernel that no medium needs, most of which have had holes. An answer about arguments is a yes."""
    wrong = (errno.EINVAL, errno.EBADF, errno.EFAULT)
    perf = bytes([1, 0, 0, 0, 112]) + bytes(107)
    return {
        "make a user namespace": partial(_kernel, "unshare", CLONE_NEWUSER),
        "start a process in a user namespace": _clone_into_namespace,
        "start a process by clone3": partial(_reaches, partial(_kernel, "clone3", None, 0), wrong),
        "enter a namespace": partial(_reaches, partial(_kernel, "setns", -1, 0), wrong),
        "mount": partial(_mount, os.fsencode(scene.data)),
        "change the root folder": lambda: os.chroot(scene.data),
        "ask for keys": partial(_kernel, "keyctl", 0, -3, 1),
        "load a BPF program": partial(_reaches, partial(_kernel, "bpf", 5, bytes(128), 128), (*wrong, errno.E2BIG)),
        "count events": partial(_kernel, "perf_event_open", perf, 0, -1, -1, 0),
        "handle page faults": partial(_kernel, "userfaultfd", 1),
        "set up io_uring": partial(_kernel, "io_uring_setup", 4, bytes(120)),
        "share memory by System V": lambda: _kernel("shmctl", _kernel("shmget", 0, 4096, 0o1600), 0, None),
        "open a message queue": _open_queue,
        "name the machine": lambda: socket.sethostname(socket.gethostname()),
        "set the clock": partial(_reaches, partial(_kernel, "clock_settime", 0, struct.pack("@qq", 0, -1)), wrong),
        "reboot": partial(_reaches, partial(_kernel, "reboot", 0, 0, 0, 0), wrong),
        "load a module": partial(_reaches, partial(_kernel, "finit_module", -1, b"", 0), wrong),
        "read the kernel's log": partial(_kernel, "syslog", 10, None, 0),
        "open a file by its handle": partial(
            _reaches, partial(_kernel, "open_by_handle_at", -1, bytes(16), 0), (*wrong, errno.ESTALE)
        ),
        "type into a terminal": partial(_reaches, partial(fcntl.ioctl, 0, termios.TIOCSTI, b"x"), (errno.ENOTTY,)),
    }


def _outcome(attack: Attack) -> str:
    """Of an attack in a process of its own."""
    answers, answer = os.pipe()
    pid = os.fork()
    if pid == 0:
        signal.alarm(SECONDS_MAX)
        try:
            os.write(answer, _verdict(attack).encode())
        finally:
            os._exit(0)
    os.close(answer)
    with os.fdopen(answers) as stream:
        content = stream.read()
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    if content:
        return content
    return DENIED if status == -signal.SIGSYS else f"{OPEN}: it ended with {status}"


def _verdict(attack: Attack) -> str:
    try:
        attack()
    except (OSError, NoEffect):
        return DENIED
    except NothingThere:
        return ABSENT
    except Exception as fault:  # noqa: BLE001 (recorded, and counted as open)
        return f"{OPEN}: {fault!r}"
    return OPEN


def _kernel(name: str, *words: int | bytes | None) -> int:
    known: dict[str, int] = {}
    for table in (syscalls.REFUSED, syscalls.UNKNOWN):
        known |= syscalls.numbers(table, arm=ARM)
    return calls.syscall(known[name], *words)


def _reaches(attack: Attack, objections: tuple[int, ...]) -> None:
    """An objection to its arguments means that the call itself was let through."""
    try:
        attack()
    except OSError as fault:
        if fault.errno not in objections:
            raise


def _open_disk(disk: str) -> None:
    if not disk:
        raise NothingThere
    os.close(os.open(disk, os.O_RDONLY))


def _chmod(path: Path) -> None:
    path.chmod(0o666)
    if path.stat().st_mode & 0o777 != 0o666:
        raise NoEffect


def _chown(path: Path) -> None:
    groups = [group for group in os.getgroups() if group != path.stat().st_gid]
    group = groups[0] if groups and os.getuid() else 1
    os.chown(path, -1, group)
    if path.stat().st_gid != group:
        raise NoEffect


def _touch(path: Path) -> None:
    os.utime(path, (1, 1))
    if path.stat().st_mtime != 1:
        raise NoEffect


def _drop(path: Path) -> None:
    path.write_bytes(b"x")
    path.unlink()


def _make_device(path: Path) -> None:
    os.mknod(path, 0o60600, os.makedev(254, 0))
    path.unlink()


def _run_written(path: Path) -> None:
    path.write_bytes(b"#!/bin/true\n")
    path.chmod(0o700)
    if not os.fork():
        try:
            os.execv(path, [str(path)])
        except OSError:
            os._exit(1)
    if os.waitstatus_to_exitcode(os.wait()[1]):
        raise NoEffect


def _connect(family: int, kind: int, address: tuple[str, int] | str | bytes, protocol: int = 0) -> None:
    with socket.socket(family, kind, protocol) as end:
        end.connect(address)


def _read_memory(pid: int) -> None:
    """Of another process, where something of ours lies: a fork has it at the same place."""
    here = ctypes.create_string_buffer(8)
    local = struct.pack("@PN", ctypes.addressof(here), 8)
    remote = struct.pack("@PN", id(None), 8)
    _reaches(partial(_kernel, "process_vm_readv", pid, local, 1, remote, 1, 0), (errno.EFAULT,))


def _renice(pid: int) -> None:
    before = os.getpriority(os.PRIO_PROCESS, pid)
    os.setpriority(os.PRIO_PROCESS, pid, before + 1)
    if os.getpriority(os.PRIO_PROCESS, pid) == before:
        raise NoEffect


def _mount(folder: bytes) -> None:
    _kernel("mount", b"none", folder, b"tmpfs", 0, 0)
    _kernel("umount2", folder, 0)


def _clone_into_namespace() -> None:
    number = syscalls.numbers(syscalls.JUDGED, arm=ARM)["clone"]
    pid = calls.syscall(number, CLONE_NEWUSER | SIGCHLD_FLAG, 0, 0, 0, 0)
    if pid == 0:
        os._exit(0)
    os.waitpid(pid, 0)


def _open_queue() -> None:
    name = b"mediamill-attack"
    _kernel("mq_open", name, os.O_RDWR | os.O_CREAT, 0o600, None)
    _kernel("mq_unlink", name)
