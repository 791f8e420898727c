"""One-time links: a code in an address that signs a browser in, without the key being in the address."""

import hashlib
import secrets

from mediamill import clock

CODE_BYTES = 16  # 128 bits, as many as nobody guesses within their time
VALID_SECONDS = 600


class OneTimeLinks:
    """The links that this process has given out. They are good once, in this process, for ten minutes."""

    def __init__(self) -> None:
        self.given: dict[bytes, tuple[str, int]] = {}  # digest of the code -> key, and until when

    def make(self, key: str, base_url: str) -> str:
        """A link that signs in with this key."""
        code = secrets.token_urlsafe(CODE_BYTES)
        self.given[digest(code)] = key, clock.now() + VALID_SECONDS * 1000
        return f"{base_url}/#code={code}"

    def redeem(self, code: str) -> str | None:
        """The key behind a code; None for one that is unknown, used or too old."""
        key, valid_until = self.given.pop(digest(code), ("", 0))
        return key if clock.now() < valid_until else None


def digest(code: str) -> bytes:
    """What a code is found by: comparing digests takes no longer for a code that is nearly right."""
    return hashlib.sha256(code.encode("utf-8", "surrogatepass")).digest()
