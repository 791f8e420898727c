"""Storage keys: `{id of a generation or upload}/{random}{suffix}`, the only paths that are ever stored or deleted."""

import re
import secrets

from mediamill.errors import MediamillError

NAME_BYTES = 16  # 128 random bits: a name nobody guesses, the only key an output's URL needs

_KEY = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}(/[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}){0,3}")
_OURS = re.compile(r"(gen|upl)_[0-9a-f]{32}/[0-9a-f]{32}\.[a-z0-9]{2,5}")


class InvalidKey(MediamillError):
    """{key!r} is not a valid storage key."""

    code = "invalid_key"


def is_key(text: str) -> bool:
    """Whether a file could be stored under this key: relative, no `..`, plain characters."""
    return _KEY.fullmatch(text) is not None and ".." not in text


def is_ours(key: str) -> bool:
    """Whether a key has the form that `new_key` gives; whatever else lies in a bucket belongs to somebody else."""
    return _OURS.fullmatch(key) is not None


def new_key(generation_id: str, suffix: str) -> str:
    """A fresh key of a generation's file: `{generation id}/{random}{suffix}`, for a suffix such as `.mp3`."""
    return checked(f"{generation_id}/{secrets.token_hex(NAME_BYTES)}{suffix.lower()}")


def checked(key: str) -> str:
    """The key itself. Raises InvalidKey."""
    if not is_key(key):
        raise InvalidKey(key=key)
    return key
