"""The headers of calls to a vendor: the one that carries the key, and those that an engine may add."""

import re
from collections.abc import Mapping, Set

from mediamill.config import InvalidSettings
from mediamill.engines.remote import KeyHeader, Signer
from mediamill.engines.section import SENDABLE

HEADER_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
HEADER_VALUE = re.compile(r"[\x20-\x7e]*")
HOP_BY_HOP = frozenset(
    {
        "connection",
        "expect",
        "keep-alive",
        "proxy-authenticate",
        "proxy-authorization",
        "proxy-connection",
        "te",
        "trailer",
        "transfer-encoding",
        "upgrade",
    }
)


def header_with(key: str | None, key_header: KeyHeader | None) -> dict[str, str]:
    """The header that carries the key; none where it signs. Raises InvalidSettings, which does not show the key."""
    if key is None:
        return {}
    if not SENDABLE.fullmatch(key):
        raise InvalidSettings(fault="the engine's key is empty or has characters that cannot be sent")
    if key_header is None:
        raise InvalidSettings(fault="the engine takes no key")
    if isinstance(key_header, Signer):
        if fault := key_header.key_fault(key):
            raise InvalidSettings(fault=f"the engine's key {fault}")
        return {}
    name, template = key_header
    return {name: template.replace("{key}", key)}


def checked(headers: Mapping[str, str], reserved: Set[str]) -> dict[str, str]:
    """Headers that change nothing of how and as whom the request is sent. Raises ValueError."""
    for name, value in headers.items():
        if name.lower() in reserved or not HEADER_NAME.fullmatch(name) or not HEADER_VALUE.fullmatch(value):
            raise ValueError(f"the header {name!r} cannot be sent")
    return dict(headers)
