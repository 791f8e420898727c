"""A URL of a caller, taken apart once: what was judged is what is dialled, for nothing parses the text again."""

from dataclasses import dataclass
from urllib.parse import quote, urldefrag, urljoin

from mediamill.outbound.address import Network
from mediamill.outbound.failure import FailureReason, RequestFailed
from mediamill.outbound.url import UrlFault, UrlRules, judge_url, plain_host, well_formed

# What RFC 3986 lets stand in a path and a query, and the escapes that are there already.
UNTOUCHED = "/?:@!$&'()*+,;=-._~%[]"


@dataclass(frozen=True, slots=True)
class Destination:
    """Where a request goes: `host` is a lower-case ASCII name or an address without brackets."""

    url: str
    scheme: str
    host: str
    port: int
    target: bytes  # path and query, ASCII
    authority: bytes  # the Host header

    def redirected(self, location: bytes) -> str:
        """The URL that a Location header of this place means. Raises RequestFailed when it means none."""
        try:
            return urldefrag(urljoin(self.url, location.decode("utf-8").strip())).url
        except ValueError:  # no UTF-8, or brackets that are none
            raise RequestFailed(FailureReason.BAD_ANSWER, "unreadable Location") from None


def destination_of(url: str, rules: UrlRules, allowed_networks: tuple[Network, ...]) -> Destination:
    """The place a URL names. Raises RequestFailed when the text alone forbids it."""
    if fault := judge_url(url, rules, allowed_networks):
        raise RequestFailed(FailureReason.REFUSED_ADDRESS, fault)
    return unjudged_destination(url, rules)


def unjudged_destination(url: str, rules: UrlRules) -> Destination:
    """The place a URL of good form names, wherever that is. Raises RequestFailed for one of bad form."""
    parts = well_formed(url)
    host = plain_host(parts.hostname or "") if parts else None
    if parts is None or host is None or parts.scheme not in rules.ports:
        raise RequestFailed(FailureReason.REFUSED_ADDRESS, UrlFault.INVALID)
    try:
        path = quote(parts.path or "/", safe=UNTOUCHED)
        query = f"?{quote(parts.query, safe=UNTOUCHED)}" if parts.query else ""
    except UnicodeEncodeError:  # half a surrogate pair
        raise RequestFailed(FailureReason.REFUSED_ADDRESS, "not encodable") from None
    well_known = rules.ports[parts.scheme]
    port = well_known if parts.port is None else parts.port
    bracketed = f"[{host}]" if ":" in host else host
    authority = bracketed if port == well_known else f"{bracketed}:{port}"
    return Destination(url, parts.scheme, host, port, f"{path}{query}".encode("ascii"), authority.encode("ascii"))
