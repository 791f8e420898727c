"""Landlock: which files and TCP ports this process and all it starts can reach.

Any process may give up rights of its own for good, so this needs no privilege. Each ABI (the kernel's version of
Landlock) knows more rights; what a kernel does not know, it does not keep.
Source: Documentation/userspace-api/landlock.rst.
"""

import errno
import os
import stat
import struct
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from mediamill.engines.host.jail import calls

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446  # the same number on every architecture that wheels exist for
CREATE_RULESET_VERSION = 1
RULE_PATH_BENEATH, RULE_NET_PORT = 1, 2

EXECUTE, WRITE_FILE, READ_FILE, READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
# Remove folders and files; make folders, files, sockets, pipes and links. Nobody is given the making of devices.
CHANGE = 0b1_0111_1011 << 4
MAKE_DEVICES = 1 << 6 | 1 << 11
REFER = 1 << 13  # ABI 2: move and link between folders; before, nobody can
TRUNCATE = 1 << 14  # ABI 3
IOCTL_DEVICE = 1 << 15  # ABI 5
ON_FILES = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEVICE
BIND_TCP, CONNECT_TCP = 1 << 0, 1 << 1  # ABI 4
SCOPE_ABSTRACT_SOCKETS_AND_SIGNALS = 0b11  # ABI 6

ABI_RENAME, ABI_TRUNCATE, ABI_NETWORK, ABI_IOCTL, ABI_SCOPE = 2, 3, 4, 5, 6
# Not built, switched off at start, or refused by the filter of an old container runtime.
MISSING = {errno.ENOSYS, errno.EOPNOTSUPP, errno.EPERM}
GONE = (FileNotFoundError, NotADirectoryError, PermissionError)

DEVICES = ("null", "zero", "full", "random", "urandom")


@dataclass(frozen=True, slots=True)
class Access:
    """What stays reachable: files and folders to read (and run), to change, devices to use, ports to connect to."""

    read: tuple[Path, ...]
    change: tuple[Path, ...]
    devices: tuple[Path, ...] = ()
    ports: tuple[int, ...] = ()


def abi() -> int:
    """The Landlock version of this kernel; 0 where it is missing or switched off."""
    try:
        return calls.syscall(CREATE_RULESET, None, 0, CREATE_RULESET_VERSION)
    except OSError as fault:
        if fault.errno not in MISSING:
            raise
        return 0


def restrict(access: Access, *, abi: int) -> None:
    """From now on nothing else can be reached, as far as Landlock of this version looks; 0 changes nothing."""
    if abi == 0:
        return
    handled = _handled(abi)
    ports = BIND_TCP | CONNECT_TCP if abi >= ABI_NETWORK else 0
    scope = SCOPE_ABSTRACT_SOCKETS_AND_SIGNALS if abi >= ABI_SCOPE else 0
    # The kernel takes the structure in the length that its ABI has.
    length = 24 if abi >= ABI_SCOPE else 16 if abi >= ABI_NETWORK else 8
    ruleset = calls.syscall(CREATE_RULESET, struct.pack("=QQQ", handled, ports, scope), length, 0)
    try:
        for path, rights in _grants(access):
            _allow(ruleset, path, rights & handled)
        for port in access.ports if ports else ():
            calls.syscall(ADD_RULE, ruleset, RULE_NET_PORT, struct.pack("=QQ", CONNECT_TCP, port), 0)
        calls.syscall(RESTRICT_SELF, ruleset, 0)
    finally:
        os.close(ruleset)


def _handled(abi: int) -> int:
    """The rights on files that this version can take away."""
    rights = EXECUTE | WRITE_FILE | READ_FILE | READ_DIR | CHANGE | MAKE_DEVICES
    rights |= REFER if abi >= ABI_RENAME else 0
    rights |= TRUNCATE if abi >= ABI_TRUNCATE else 0
    return rights | (IOCTL_DEVICE if abi >= ABI_IOCTL else 0)


def _grants(access: Access) -> Iterable[tuple[Path, int]]:
    for path in access.read:
        yield path, EXECUTE | READ_FILE | READ_DIR
    for path in access.change:  # what is written there cannot be run
        yield path, READ_FILE | READ_DIR | WRITE_FILE | CHANGE | REFER | TRUNCATE
    for name in DEVICES:  # each node, not the folder: there a new one could be made
        yield Path("/dev", name), READ_FILE | WRITE_FILE | TRUNCATE
    for path in access.devices:
        yield path, READ_FILE | WRITE_FILE | READ_DIR | IOCTL_DEVICE


def _allow(ruleset: int, path: Path, rights: int) -> None:
    try:
        handle = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except GONE:
        return  # not on this system, or not for this user: nothing is given
    try:
        if not stat.S_ISDIR(os.fstat(handle).st_mode):
            rights &= ON_FILES
        calls.syscall(ADD_RULE, ruleset, RULE_PATH_BENEATH, struct.pack("=Qi", rights, handle), 0)
    finally:
        os.close(handle)
