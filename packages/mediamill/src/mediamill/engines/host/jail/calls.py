"""Calls into the kernel that Python has no function for; a failed one is an OSError."""

import ctypes
import os
from typing import Any

LIBC = ctypes.CDLL(None, use_errno=True)

Word = int | bytes | None | ctypes.Array[ctypes.c_char]


def prctl(option: int, second: Word = 0, third: Word = 0) -> int:
    """<linux/prctl.h>, with as many arguments as are used here; the others are 0 as the kernel demands."""
    return _called(LIBC.prctl, option, second, third, 0, 0)


def syscall(number: int, *words: Word) -> int:
    """A call by its number."""
    return _called(LIBC.syscall, number, *words)


def library(name: str, *words: Word) -> int:
    """A function of the C library that answers below 0 when it fails."""
    return _called(getattr(LIBC, name), *words)


def _called(function: Any, *words: Word) -> int:
    # An int would be passed with 32 bits, and the kernel reads 64.
    passed = [ctypes.c_long(word) if isinstance(word, int) else word for word in words]
    result: int = function(*passed)
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result
