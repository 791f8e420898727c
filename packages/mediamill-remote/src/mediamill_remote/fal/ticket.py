"""What a job's handle keeps: where fal's queue is asked, and all of the model's table that later looks need."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from mediamill_remote.tickets import ResultTicket

REQUEST_ID = re.compile(r"[A-Za-z0-9_-]{1,120}")
URL = re.compile(r"[\x21-\x7e]{1,400}")
NAMESPACES = frozenset({"workflows", "comfy"})  # in front of an owner


@dataclass(frozen=True, slots=True, kw_only=True)
class Ticket(ResultTicket):
    """A job in fal's queue."""

    endpoint: str
    request: str
    status: str
    response: str
    cancel: str
    unit_price: str = ""  # millionths for one billed unit, or nothing


@dataclass(frozen=True, slots=True)
class QueuePlaces:
    """Where one request is asked for: URLs of the API's host, or paths on it."""

    status: str
    response: str
    cancel: str


def places_of(endpoint: str, request: str, answer: Mapping[str, object], base_url: str) -> QueuePlaces:
    """As the answer to a submit says, where it says places of the API's own; else as they are put together."""
    owner = endpoint.split("/")[: 3 if endpoint.split("/")[0] in NAMESPACES else 2]  # the path behind is not repeated
    below = f"/{'/'.join(owner)}/requests/{request}"

    def place(name: str, built: str) -> str:
        url = answer.get(name)
        return url if isinstance(url, str) and is_own(url, request, base_url) else built

    return QueuePlaces(
        place("status_url", f"{below}/status"), place("response_url", below), place("cancel_url", f"{below}/cancel")
    )


def is_own(url: str, request: str, base_url: str) -> bool:
    """Whether a URL is one of the API's own about this request."""
    if not URL.fullmatch(url) or "#" in url or "\\" in url:
        return False
    try:
        found, base = urlsplit(url), urlsplit(base_url)
    except ValueError:
        return False
    steps = found.path.split("/")
    same = (found.scheme, found.netloc) == (base.scheme, base.netloc)
    return same and found.path.startswith(base.path.rstrip("/") + "/") and request in steps and ".." not in steps
