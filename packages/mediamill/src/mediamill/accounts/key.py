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

import orjson

from mediamill.accounts.rights import EVERYTHING, KeyRate, KeyRights, KeyScope, Network, parse_network
from mediamill.credits import Caps
from mediamill.db import Row
from mediamill.errors import MediamillError

PREFIX = "mm_live_"
ID_CHARACTERS = 8  # 36^8: no collision among the keys of one service
SECRET_BYTES = 32  # 43 characters of base64url
# What follows the prefix.
SHAPE = re.compile(rf"([a-z0-9]{{{ID_CHARACTERS}}})_([A-Za-z0-9_-]{{43}})([0-9a-z]{{6}})")
# Before the digest of a restricted key: versions that know nothing of restrictions refuse it.
RESTRICTED = "restricted:"
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
    rights: KeyRights = EVERYTHING
    rates: tuple[KeyRate, ...] = ()  # its own and those of the keys that it descends from

    @property
    def prefix(self) -> str:
        """How its text begins: what may be shown of it."""
        return f"{PREFIX}{self.id}"

    def is_in_force(self, now: int) -> bool:
        """Whether it is neither revoked nor expired."""
        return self.revoked_at is None and (self.rights.expires_at is None or self.rights.expires_at > now)


class KeyNotFound(MediamillError):
    """There is no API key {key_id}. `mediamill keys list` shows all keys."""

    code = "key_not_found"


def new_text(prefix: str = PREFIX) -> str:
    """Generate the full text of a new key, to be shown once."""
    key_id = "".join(secrets.choice(ALPHABET) for _ in range(ID_CHARACTERS))
    body = f"{key_id}_{secrets.token_urlsafe(SECRET_BYTES)}"
    return f"{prefix}{body}{checksum(body)}"


def lookup_id(text: str, prefix: str = PREFIX) -> str | None:
    """The part a key is looked up by; None if the text is not a well-formed key of this prefix."""
    match = SHAPE.fullmatch(text.removeprefix(prefix)) if text.startswith(prefix) else None
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


def stored_digest(text: str, pepper: bytes, rights: KeyRights) -> str:
    """The digest as it stands in the key's row: that of a restricted key with a mark before it."""
    return f"{RESTRICTED if rights != EVERYTHING else ''}{digest(text, pepper)}"


def from_row(row: Row) -> ApiKey:
    """Build a key from its row, which has its caps beside it."""
    rates = rates_from(row)
    own = next((rate.creates_per_minute for rate in rates if rate.key_id == row["id"]), None)
    rights = KeyRights(
        scopes=frozenset(KeyScope(scope) for scope in row["scopes"].split()),
        expires_at=row["expires_at"],
        tools=listed(row["tools"]),
        models=listed(row["models"]),
        networks=networks_from(row),
        creates_per_minute=own,
        caps=Caps(row["cap_day"], row["cap_month"], row["cap_total"]),
    )
    return ApiKey(
        row["id"],
        row["account_id"],
        row["name"],
        row["created_at"],
        row["used_at"],
        row["revoked_at"],
        rights,
        rates,
    )


def rates_from(row: Row) -> tuple[KeyRate, ...]:
    """The rates that the key's creates count against."""
    return tuple(KeyRate(key_id, number) for key_id, number in orjson.loads(row["create_rates"]))


def networks_from(row: Row) -> tuple[Network, ...] | None:
    """Where it may be used from."""
    texts = listed(row["networks"])
    return None if texts is None else tuple(one for one in map(parse_network, texts) if one is not None)


def listed(text: str | None) -> tuple[str, ...] | None:
    """A list of a key's row."""
    return None if text is None else tuple(orjson.loads(text))
