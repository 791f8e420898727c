"""Landlock (Linux 5.19 and later): an engine process writes only where it may, and signals nobody outside.

Any process may give up rights of its own for good, so this needs no privilege; where the kernel cannot, the promise is
kept by less: limits, judged artifacts and a swept folder. Source: Documentation/userspace-api/landlock.rst.
"""

import ctypes
import os
import struct
from collections.abc import Iterable
from functools import cache
from pathlib import Path

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446  # the same number on every architecture that wheels exist for
CREATE_RULESET_VERSION = 1
RULE_PATH_BENEATH = 1

WRITE_FILE = 1 << 1
REMOVE_AND_MAKE = 0b1_1111_1111 << 4  # remove folders and files; make devices, folders, files, sockets, pipes, links
REFER = 1 << 13  # move and link between folders: without it (ABI 1) an engine could not even rename
TRUNCATE = 1 << 14  # ABI 3
SCOPE_ABSTRACT_SOCKETS_AND_SIGNALS = 0b11  # ABI 6

ABI_NEEDED, ABI_TRUNCATE, ABI_NETWORK, ABI_SCOPE = 2, 3, 4, 6


def confine(writable: Iterable[Path]) -> None:
    """From now on this process and all it starts write only below these folders; without Landlock, anywhere."""
    abi = landlock_abi()
    if abi < ABI_NEEDED:
        return
    rights = WRITE_FILE | REMOVE_AND_MAKE | REFER | (TRUNCATE if abi >= ABI_TRUNCATE else 0)
    # The kernel takes the structure in the length that its ABI has: rights on files, on the network, scope.
    attributes = struct.pack("=QQQ", rights, 0, SCOPE_ABSTRACT_SOCKETS_AND_SIGNALS)
    length = 24 if abi >= ABI_SCOPE else 16 if abi >= ABI_NETWORK else 8
    ruleset = _call(CREATE_RULESET, attributes, length, 0)
    try:
        for folder in writable:
            _allow(ruleset, folder, rights)
        _call(RESTRICT_SELF, ruleset, 0)
    finally:
        os.close(ruleset)


@cache
def landlock_abi() -> int:
    """The Landlock version of this kernel; 0 where it is missing or switched off."""
    try:
        return _call(CREATE_RULESET, None, 0, CREATE_RULESET_VERSION)
    except OSError:
        return 0


def _allow(ruleset: int, folder: Path, rights: int) -> None:
    handle = os.open(folder, os.O_PATH | os.O_CLOEXEC)
    try:
        _call(ADD_RULE, ruleset, RULE_PATH_BENEATH, struct.pack("=Qi", rights, handle), 0)
    finally:
        os.close(handle)


def _call(number: int, *arguments: int | bytes | None) -> int:
    words = [ctypes.c_long(word) if isinstance(word, int) else word for word in (number, *arguments)]
    result: int = ctypes.CDLL(None, use_errno=True).syscall(*words)
    if result < 0:
        fault = ctypes.get_errno()
        raise OSError(fault, os.strerror(fault))
    return result
