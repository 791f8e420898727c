"""Where a vendor client may go: to the API with the key, and without it to the hosts on the engine's list."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from urllib.parse import unquote

from mediamill.config import InvalidSettings
from mediamill.errors import MediamillError
from mediamill.outbound import (
    INPUT_RULES,
    WEBHOOK_RULES,
    Destination,
    Guard,
    RequestFailed,
    plain_host,
    unjudged_destination,
)

HTTPS_PORT = 443
FIXED_LABELS_MIN = 2  # at the end of a pattern: `*.com` would be half the world
ANY_LABEL = "*"
KEY_HOST = re.compile(r"((\*|[a-z0-9-]+)\.)*[a-z0-9-]+\.[a-z][a-z0-9-]*")  # a name in small letters; no address
DOTS = re.compile(r"(^|[/\\])\.{1,2}([/\\;]|$)")


class ForeignUrl(MediamillError):
    """The engine may not contact {place}: {fault}"""

    # A fault of the engine or of the vendor's answer. Nothing was sent.
    code = "vendor_foreign_url"


@dataclass(frozen=True, slots=True)
class HostRule:
    """A host, of which `*` is any one label, and the beginning of the paths there."""

    labels: tuple[str, ...]
    path: str  # "/falserverless/"; "/" for all

    def allows(self, host: str, path: str) -> bool:
        """Whether this path of the host is meant; a prefix that does not end in a slash ends at one."""
        labels = host.split(".")
        if len(labels) != len(self.labels):
            return False
        if any(rule not in (ANY_LABEL, label) for rule, label in zip(self.labels, labels, strict=True)):
            return False
        return path == self.path or path.startswith(self.path if self.path.endswith("/") else f"{self.path}/")


def read_host_rule(text: str) -> HostRule:
    """ "v3.fal.media", "*.fal.media" (one label deep) or "storage.googleapis.com/falserverless/". Raises ValueError."""
    pattern, slash, path = text.partition("/")
    labels = tuple(pattern.split("."))
    fixed = labels[-FIXED_LABELS_MIN:]
    host = ".".join("any" if label == ANY_LABEL else label for label in labels)
    if len(fixed) < FIXED_LABELS_MIN or ANY_LABEL in fixed or plain_host(host) != host or has_dots(f"/{path}"):
        raise ValueError(f"{text!r} is not a host such as files.example.com or *.example.com, with or without a path")
    return HostRule(labels, f"{slash or '/'}{path}")


def read_key_host(name: str) -> HostRule:
    """ "files.example.com", or "api.*.example.com" for the clusters of one vendor. Raises ValueError."""
    if not KEY_HOST.fullmatch(name):
        raise ValueError(f"{name!r} is not the name of a host such as files.example.com or api.*.example.com")
    return HostRule(tuple(name.split(".")), "/")


class Places:
    """The API's own place and the hosts beside it."""

    def __init__(
        self,
        guard: Guard,
        base_url: str,
        hosts: Iterable[str],
        redact: Callable[[str], str] = str,
        key_hosts: Iterable[str] = (),
    ) -> None:
        """`redact` takes the key out of a text. Raises InvalidSettings for the base URL, ValueError for a host."""
        try:
            self.base = unjudged_destination(base_url, INPUT_RULES)
        except RequestFailed:
            raise InvalidSettings(fault="base_url: write an address such as https://api.example.com") from None
        if "?" in base_url or has_dots(self.base.target.decode()):
            raise InvalidSettings(fault="base_url: a query or dots in the path cannot stand there")
        self.guard = guard.exempting(self.base.host, self.base.port)
        self._redact = redact
        self._root = base_url.rstrip("/")
        self._rules = tuple(map(read_host_rule, hosts))
        self._key_rules = tuple(map(read_key_host, key_hosts))

    def api(self, path: str) -> Destination:
        """The place of a path below the base URL, or of a URL of the same origin. Raises ForeignUrl."""
        url = self._root + path if path.startswith("/") else path
        place = read_place(url, self._redact)
        if not self.is_own(place):
            raise ForeignUrl(place=self._redact(place.host), fault="the API is at another address")
        return place

    def free(self, path: str) -> Destination:
        """The same, or a URL of a host that is sent the key besides, by https at its own port. Raises ForeignUrl."""
        if not path.startswith("/"):
            place = read_place(path, self._redact)
            by_https = (place.scheme, place.port) == ("https", HTTPS_PORT)
            if by_https and any(rule.allows(place.host, "/") for rule in self._key_rules):
                return place
        return self.api(path)

    def file(self, url: str) -> Destination:
        """The place that a file comes from or goes to. Raises ForeignUrl, and RequestFailed for what the guard forbids.

        https at its own port to a host on the list, or the API's own origin.
        """
        if self._redact(url) != url:
            raise ForeignUrl(place="this address", fault="the engine's key stands in it")
        place = read_place(url)
        if self.is_own(place):
            return place
        if place.scheme != "https" or place.port != HTTPS_PORT:
            raise ForeignUrl(place=place.host, fault="only https at port 443 is allowed there")
        path = place.target.decode().partition("?")[0]
        if not any(rule.allows(place.host, path) for rule in self._rules):
            raise ForeignUrl(place=place.host, fault="it is not among the hosts of the engine")
        return self.guard.destination(url, WEBHOOK_RULES)

    def is_own(self, place: Destination) -> bool:
        """Whether it is the origin of the base URL."""
        return (place.scheme, place.host, place.port) == (self.base.scheme, self.base.host, self.base.port)


def read_place(url: str, redact: Callable[[str], str] = str) -> Destination:
    """The place that a URL names. Raises ForeignUrl for one of bad form, and for one with `.` or `..` in its path."""
    try:
        place = unjudged_destination(url, INPUT_RULES)
    except RequestFailed:
        raise ForeignUrl(place="this address", fault="it is not an http or https URL") from None
    if has_dots(place.target.decode().partition("?")[0]):
        raise ForeignUrl(place=redact(place.host), fault="its path has `.` or `..` in it")
    return place


def has_dots(path: str) -> bool:
    """Whether a server could read another path out of it."""
    return DOTS.search(unquote(path)) is not None
