"""A service hides its secrets from other processes of its user: /proc does not show them."""

import ctypes
import os
import sys

SECRETS = ("MEDIAMILL_SECRET_KEY",)
PR_SET_DUMPABLE = 4


def keep_private() -> None:
    """No other process of this user reads this one's memory, environment or open files from now on; nor is a core left.

    Call it once the settings are read: secrets are gone from the environment then, from the block that the kernel shows
    too. `os.environ.pop` alone would leave them there.
    """
    for name in SECRETS:
        _wipe(name)
    if sys.platform == "linux" and ctypes.CDLL(None, use_errno=True).prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))


def _wipe(name: str) -> None:
    """The value's bytes, where they have been since the process began, become zeros; then the name goes."""
    find = ctypes.CDLL(None).getenv
    find.restype = ctypes.c_void_p
    if (place := find(name.encode())) is not None:
        ctypes.memset(place, 0, len(ctypes.string_at(place)))
    os.environ.pop(name, None)  # noqa: TID251 (not read: taken away)
