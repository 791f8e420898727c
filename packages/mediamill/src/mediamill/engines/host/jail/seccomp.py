"""A filter of kernel calls, for what Landlock does not look at: sockets, other processes, mounts, owners and modes.

A list of what is denied, not of what is allowed: engines bring libraries of their own. It is a program of classic BPF
that looks at the call's number and arguments; it cannot look at paths.
Source: Documentation/userspace-api/seccomp_filter.rst.
"""

import ctypes
import errno
import platform
import struct

from mediamill.engines.host.jail import calls, syscalls

PR_SET_SECCOMP, SECCOMP_MODE_FILTER = 22, 2
AUDIT_X86_64, AUDIT_AARCH64 = 0xC000003E, 0xC00000B7
MACHINES = {"x86_64": False, "aarch64": True}  # machine → whether it is arm64
X32_BIT = 0x40000000

LOAD, AND, EQUAL, ABOVE, ANY, RETURN = 0x20, 0x54, 0x15, 0x25, 0x45, 0x06
ALLOW, KILL_PROCESS, ERROR = 0x7FFF0000, 0x80000000, 0x00050000
NUMBER_OFFSET, ARCHITECTURE_OFFSET, ARGUMENTS_OFFSET = 0, 4, 16

NEW_NAMESPACES = 0x7E020080  # CLONE_NEW{NS,CGROUP,UTS,IPC,USER,PID,NET,TIME}
TIOCSTI, TIOCLINUX = 0x5412, 0x541C  # type into a terminal
AF_UNIX, AF_INET, AF_INET6, SOCK_STREAM, SOCK_DGRAM = 1, 2, 10, 1, 2
# Multipath TCP (262) is not among them: Landlock up to ABI 7 forgets it.
PROTOCOLS = (0, 6, 17)
S_IFMT, S_IFBLK, S_IFCHR = 0o170000, 0o060000, 0o020000
O_ACCMODE, O_TRUNC = 0o3, 0o1000
# What the kernel says that has no filters (built without them, or kept from us by an outer filter).
MISSING = {errno.EINVAL, errno.ENOSYS, errno.EACCES, errno.EPERM}

Step = bytes


def load(*, online: bool) -> bool:
    """Put the filter on this thread and all it starts; False where this kernel or machine can have none."""
    if (arm := MACHINES.get(platform.machine())) is None:
        return False
    program = filter_program(online=online, arm=arm)
    kept = ctypes.create_string_buffer(program, len(program))
    header = struct.pack("@HP", len(program) // 8, ctypes.addressof(kept))
    try:
        calls.prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, header)
    except OSError as fault:
        if fault.errno not in MISSING:
            raise
        return False
    return True


def filter_program(*, online: bool, arm: bool) -> bytes:
    """The filter; `online` lets TCP and UDP sockets of IPv4 and IPv6 be made, else none but connected pairs."""
    program = [
        _load(ARCHITECTURE_OFFSET),
        _step(EQUAL, AUDIT_AARCH64 if arm else AUDIT_X86_64, 1, 0),
        _step(RETURN, KILL_PROCESS),
        _load(NUMBER_OFFSET),
    ]
    if not arm:  # the 32-bit calls of x86-64 have numbers of their own
        program += [_step(ABOVE, X32_BIT - 1, 0, 1), _step(RETURN, KILL_PROCESS)]
    program += [_step(ABOVE, syscalls.NEWEST, 0, 1), _step(RETURN, ERROR | errno.ENOSYS)]
    for table, answer in ANSWERS.items():
        for number in syscalls.numbers(table, arm=arm).values():
            program += _if_call(number, [_step(RETURN, ERROR | answer)])
    for number in syscalls.numbers(syscalls.ONLY_SELF, arm=arm).values():
        program += _if_call(number, [_argument(0), *_allowed_if_one_of(0)])
    judged = syscalls.numbers(syscalls.JUDGED, arm=arm)
    for name, body in _bodies(online=online).items():
        if name in judged:
            program += _if_call(judged[name], body)
    return b"".join([*program, ALLOWED])


def _bodies(*, online: bool) -> dict[str, list[Step]]:
    """What is asked of the arguments of each judged call; every body ends in an answer."""
    return {
        "clone": [_argument(0), _step(ANY, NEW_NAMESPACES, 0, 1), DENIED, ALLOWED],
        "ioctl": [_argument(1), *_denied_if_one_of(TIOCSTI, TIOCLINUX)],
        "mknod": [_argument(1), _step(AND, S_IFMT), *_denied_if_one_of(S_IFBLK, S_IFCHR)],
        "mknodat": [_argument(2), _step(AND, S_IFMT), *_denied_if_one_of(S_IFBLK, S_IFCHR)],
        # Emptying a file that one only reads: ABI 1 and 2 of Landlock let that pass.
        "open": [_argument(1), _step(AND, O_ACCMODE | O_TRUNC), *_denied_if_one_of(O_TRUNC)],
        "openat": [_argument(2), _step(AND, O_ACCMODE | O_TRUNC), *_denied_if_one_of(O_TRUNC)],
        "socketpair": [_argument(0), *_allowed_if_one_of(AF_UNIX)],
        "socket": _internet_socket() if online else [DENIED],
    }


def _internet_socket() -> list[Step]:
    family = [_argument(0), _step(EQUAL, AF_INET, 2, 0), _step(EQUAL, AF_INET6, 1, 0), DENIED]
    kind = [_argument(1), _step(AND, 0xF), _step(EQUAL, SOCK_STREAM, 2, 0), _step(EQUAL, SOCK_DGRAM, 1, 0), DENIED]
    return [*family, *kind, _argument(2), *_allowed_if_one_of(*PROTOCOLS)]


def _if_call(number: int, body: list[Step]) -> list[Step]:
    """The body, skipped when the call (which stays loaded until a body loads an argument) is another."""
    return [_step(EQUAL, number, 0, len(body)), *body]


def _allowed_if_one_of(*values: int) -> list[Step]:
    return [*_jump_if_one_of(values), DENIED, ALLOWED]


def _denied_if_one_of(*values: int) -> list[Step]:
    return [*_jump_if_one_of(values), ALLOWED, DENIED]


def _jump_if_one_of(values: tuple[int, ...]) -> list[Step]:
    """To the second step behind these when the loaded value is one of them, else to the first."""
    return [_step(EQUAL, value, len(values) - index, 0) for index, value in enumerate(values)]


def _argument(index: int) -> Step:
    """Load the lower half of an argument: the kernel takes these as 32 bits."""
    return _load(ARGUMENTS_OFFSET + 8 * index)


def _load(offset: int) -> Step:
    return _step(LOAD, offset)


def _step(code: int, value: int, if_true: int = 0, if_false: int = 0) -> Step:
    return struct.pack("=HBBI", code, if_true, if_false, value)


ANSWERS = {
    syscalls.REFUSED: errno.EPERM,
    syscalls.UNKNOWN: errno.ENOSYS,
    syscalls.UNSUPPORTED: errno.EOPNOTSUPP,
    syscalls.IGNORED: 0,
}
ALLOWED, DENIED = _step(RETURN, ALLOW), _step(RETURN, ERROR | errno.EPERM)
