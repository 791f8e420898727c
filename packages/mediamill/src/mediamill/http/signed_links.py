"""Signed links to uploads: they give access to the file without a key until they expire."""

import hashlib
import hmac
from urllib.parse import parse_qsl, urlencode

from mediamill.storage import Upload
from mediamill.units import DAY_MS

LINK_MS_MAX = DAY_MS  # a link lasts as long as its file, and this long at most
SIGNATURE_DIGITS = 32  # 128 bits
EXPIRES_DIGITS_MAX = 12  # of seconds since 1970


class SignedLinks:
    """Signs links and checks them; `secret` serves this purpose alone."""

    def __init__(self, secret: bytes, base_url: str) -> None:
        self.secret = secret
        self.base_url = base_url

    def url_of(self, upload: Upload, now: int) -> str:
        """A fresh link to the file."""
        expires = min(upload.expires_at, now + LINK_MS_MAX) // 1_000
        query = urlencode({"expires": expires, "signature": self.signature(upload.storage_key, expires)})
        return f"{self.base_url}/media/{upload.storage_key}?{query}"

    def is_valid(self, storage_key: str, query: str, now: int) -> bool:
        """Whether the query of a request is that of a link to this file that has not expired."""
        given = dict(parse_qsl(query))
        expires, signature = given.get("expires", ""), given.get("signature", "")
        if not (expires.isascii() and expires.isdigit() and len(expires) <= EXPIRES_DIGITS_MAX):
            return False
        right = self.signature(storage_key, int(expires))
        return hmac.compare_digest(right.encode(), signature.encode()) and now < int(expires) * 1_000

    def permit(self, text: str, now: int, lasts_ms: int) -> str:
        """What shows, for so long, that we said this: it stands at the end of an address."""
        expires = (now + lasts_ms) // 1_000
        return f"{expires}-{self.signature(text, expires)}"

    def permits(self, text: str, permit: str, now: int) -> bool:
        """Whether this is our permit for the text, and has not expired."""
        expires, _, signature = permit.partition("-")
        return self.is_valid(text, urlencode({"expires": expires, "signature": signature}), now)

    def signature(self, storage_key: str, expires: int) -> str:
        """The HMAC of a link."""
        text = f"{storage_key}\n{expires}".encode()
        return hmac.new(self.secret, text, hashlib.sha256).hexdigest()[:SIGNATURE_DIGITS]
