"""What an API key looks like: `mm_live_` + 8 characters to look it up by + 43 of secret + 6 of checksum.

The checksum rejects typing errors and junk without a look-up, leak scanners recognise the prefix, and only the look-up
id is ever logged. The secret has 256 random bits, so a keyed hash is enough; a slow one would let anybody overload the
service.
"""

import binascii
import hashlib
import hmac
import re
import secrets
import string
from dataclasses import dataclass

from mediamill.db import Row
from mediamill.errors import MediamillError

PREFIX = "mm_live_"
ID_CHARACTERS = 8  # 36^8: no collision among the keys of one service
SECRET_BYTES = 32  # 43 characters of base64url
SHAPE = re.compile(rf"{PREFIX}([a-z0-9]{{{ID_CHARACTERS}}})_([A-Za-z0-9_-]{{43}})([0-9a-z]{{6}})")
ALPHABET = string.digits + string.ascii_lowercase


@dataclass(frozen=True, slots=True)
class ApiKey:
    """An API key without its secret, as it may be shown. Times in milliseconds."""

    id: str
    account_id: str
    name: str
    created_at: int
    used_at: int | None
    revoked_at: int | None


class KeyNotFound(MediamillError):
    """There is no API key {key_id}. `mediamill keys list` shows all keys."""

    code = "key_not_found"


def new_text() -> str:
    """Generate the full text of a new key, to be shown once."""
    key_id = "".join(secrets.choice(ALPHABET) for _ in range(ID_CHARACTERS))
    body = f"{key_id}_{secrets.token_urlsafe(SECRET_BYTES)}"
    return f"{PREFIX}{body}{checksum(body)}"


def lookup_id(text: str) -> str | None:
    """The part a key is looked up by; None if the text is not a well-formed key."""
    match = SHAPE.fullmatch(text)
    if match is None or checksum(f"{match[1]}_{match[2]}") != match[3]:
        return None
    return match[1]


def checksum(body: str) -> str:
    """The six low digits of CRC-32 in base 36."""
    value = binascii.crc32(body.encode())
    digits = ""
    for _ in range(6):
        value, digit = divmod(value, 36)
        digits = ALPHABET[digit] + digits
    return digits


def digest(text: str, pepper: bytes) -> str:
    """What is stored of a key: its HMAC-SHA256 under the service's pepper, in hex."""
    return hmac.new(pepper, text.encode(), hashlib.sha256).hexdigest()


def from_row(row: Row) -> ApiKey:
    """Build a key from its row."""
    return ApiKey(row["id"], row["account_id"], row["name"], row["created_at"], row["used_at"], row["revoked_at"])
