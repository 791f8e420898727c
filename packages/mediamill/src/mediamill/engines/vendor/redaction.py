"""Takes keys out of everything that people or logs get to see, however a server wrote them."""

import base64
from collections.abc import Iterable
from urllib.parse import quote, quote_plus

GAP = "[key]"
KEY_CHARACTERS_MIN = 4  # a shorter one is no secret, and stands in ordinary words
PART_CHARACTERS_MIN = 12  # of what stands beside a colon: an id and a secret, of which a server may repeat one
BASE64_CHARACTERS_MIN = 8


class Redactor:
    """Knows every way in which some keys may be written."""

    def __init__(self, keys: Iterable[str]) -> None:
        spellings = {spelling for key in keys if len(key) >= KEY_CHARACTERS_MIN for spelling in spellings_of(key)}
        # The longest first: one may be the beginning of another.
        self._texts = sorted(spellings, key=len, reverse=True)
        self._bytes = [text.encode() for text in self._texts]

    def text(self, text: str) -> str:
        """The text without the keys."""
        for spelling in self._texts:
            if spelling in text:
                text = text.replace(spelling, GAP)
        return text

    def content(self, content: bytes) -> bytes:
        """The bytes without the keys."""
        for spelling in self._bytes:
            if spelling in content:
                content = content.replace(spelling, GAP.encode())
        return content


def redacted(text: str, keys: Iterable[str]) -> str:
    """The text without these keys: as they are, URL-encoded, in base64, and as JSON and Python escape them."""
    return Redactor(keys).text(text)


def spellings_of(key: str) -> set[str]:
    """A key, and its parts where it has some."""
    secrets = {key, *(part for part in key.split(":") if len(part) >= PART_CHARACTERS_MIN)}
    return {spelling for secret in secrets for spelling in (*plain_spellings(secret), *base64_spellings(secret))}


def plain_spellings(secret: str) -> set[str]:
    """As it is, escaped as a URL or a string literal would have it."""
    escaped = {quote(secret, safe=""), quote(secret), quote_plus(secret)}
    return {
        secret,
        *escaped,
        *map(lower_escapes, escaped),
        secret.replace("/", "\\/"),
        secret.replace("\\", "\\\\"),
        secret.replace("\\", "\\\\").replace('"', '\\"'),
        secret.replace("\\", "\\\\").replace("'", "\\'"),
    }


def lower_escapes(escaped: str) -> str:
    """The same with lower-case hexadecimal digits."""
    first, *others = escaped.split("%")
    return "%".join((first, *(other[:2].lower() + other[2:] for other in others)))


def base64_spellings(secret: str) -> set[str]:
    """What stands in any base64 that holds the secret, wherever in it: it begins at one of three places of a group."""
    spellings = set()
    for before in range(3):
        data = b"\0" * before + secret.encode()
        # Only characters that depend on nothing else: those of the bytes before and after the secret are cut off.
        first, last = -(-before * 8 // 6), len(data) * 8 // 6
        for encoded in (base64.b64encode(data), base64.urlsafe_b64encode(data)):
            core = encoded.decode()[first:last]
            if len(core) >= BASE64_CHARACTERS_MIN:
                spellings |= {core, core.replace("/", "\\/"), quote(core, safe="")}
    return spellings
