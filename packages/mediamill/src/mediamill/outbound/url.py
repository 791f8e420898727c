"""Judging the URLs that callers send, by their text alone: what is accepted here is judged again when it is dialled."""

import re
from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import SplitResult, urlsplit

import idna

from mediamill.outbound.address import Network, is_allowed, literal

URL_CHARACTERS_MAX = 2_048
NAME_CHARACTERS_MAX = 253  # RFC 1035
PORT_FREE_MIN = 1_024  # below stand the well-known services of others, of which only the web's own are allowed
FORBIDDEN_CHARACTERS = re.compile(r"[\x00-\x20\x7f-\xa0\\<>\"^`{|}]")
PERCENT_WITHOUT_HEX = re.compile(r"%(?![0-9A-Fa-f]{2})")
LABEL = re.compile(r"[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?")
NUMERIC_LABEL = re.compile(r"[0-9]+|0x[0-9a-f]*")  # a host that ends so is read as an IPv4 address by some
INTERNAL_ENDINGS = ("localhost", "local", "internal", "home.arpa")


class UrlFault(StrEnum):
    """What is wrong with a URL; the words are the codes of the interface's error list."""

    TOO_LONG = "too_long"
    INVALID = "invalid_url"
    FORBIDDEN = "forbidden_url"


@dataclass(frozen=True, slots=True)
class UrlRules:
    """Which schemes a URL may have, with the well-known port of each."""

    ports: dict[str, int]


WEBHOOK_RULES = UrlRules({"https": 443})
INPUT_RULES = UrlRules({"https": 443, "http": 80})


def judge_url(text: str, rules: UrlRules, allowed_networks: tuple[Network, ...] = ()) -> UrlFault | None:
    """None when this may be contacted judging by its text alone; names are resolved elsewhere."""
    if len(text) > URL_CHARACTERS_MAX:
        return UrlFault.TOO_LONG
    parts = well_formed(text)
    if parts is None or parts.scheme not in rules.ports:
        return UrlFault.INVALID
    host = plain_host(parts.hostname or "")
    if host is None:
        return UrlFault.INVALID
    port = rules.ports[parts.scheme] if parts.port is None else parts.port
    if port < PORT_FREE_MIN and port not in rules.ports.values():
        return UrlFault.FORBIDDEN
    return None if host_is_allowed(host, allowed_networks) else UrlFault.FORBIDDEN


def well_formed(text: str) -> SplitResult | None:
    """The parts of a URL with no userinfo, no fragment and a possible port; its host is for `plain_host` to judge."""
    if FORBIDDEN_CHARACTERS.search(text) or PERCENT_WITHOUT_HEX.search(text) or "#" in text:
        return None
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        return None
    colon_without_port = parts.netloc.endswith(":")
    if "@" in parts.netloc or colon_without_port or port == 0:
        return None
    if "[" in parts.netloc and ":" not in (parts.hostname or ""):
        return None  # `[v1.x]`: an address of a version that is still to come (RFC 3986)
    if not text[len(parts.scheme) :].startswith("://"):
        return None
    return parts


def plain_host(host: str) -> str | None:
    """The host in lower-case ASCII without the root's dot; None when it can be no host."""
    if ":" in host:  # urlsplit took the brackets off
        return host.lower() if "%" not in host else None
    name = host.lower()
    if not name.isascii():
        try:
            name = idna.encode(name, uts46=True).decode()
        except (idna.IDNAError, UnicodeError):
            return None
    name = name.removesuffix(".")
    if len(name) > NAME_CHARACTERS_MAX or not all(map(LABEL.fullmatch, name.split("."))):
        return None
    return name


def host_is_allowed(host: str, allowed_networks: tuple[Network, ...]) -> bool:
    """A public address in its one strict spelling, or a name that is neither bare nor internal."""
    labels = host.split(".")
    if ":" in host or NUMERIC_LABEL.fullmatch(labels[-1]):
        address = literal(host)
        return address is not None and is_allowed(address, allowed_networks)
    return not is_internal(host)


def is_internal(name: str) -> bool:
    """A name that means this host or the network it stands in: bare, or under an ending that is never public."""
    return "." not in name or any(name == ending or name.endswith(f".{ending}") for ending in INTERNAL_ENDINGS)
