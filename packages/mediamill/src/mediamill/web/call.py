"""One authenticated call of the public interface."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

import orjson
from starlette.requests import Request
from starlette.responses import Response

from mediamill.accounts import Account, Keyring, RateLimiter
from mediamill.catalogue import Catalogue
from mediamill.config import Settings
from mediamill.db import Database
from mediamill.engines import Registry
from mediamill.outbound import Guard
from mediamill.storage import Storage
from mediamill.telemetry import Metrics
from mediamill.web.links import Links
from mediamill.web.rates import Dispatch

JSON = "application/json"


class Work(Protocol):
    """What this process has under way."""

    def progress_of(self, generation_id: str) -> tuple[float, str] | None:
        """How far it is, 0 to 1, and at what; None when it does not run in this process."""

    def give_up(self, generation_id: str) -> None:
        """Stop working on it, now: nothing that comes of it would count."""


@dataclass(frozen=True, slots=True)
class Shop:
    """What the routes serve from."""

    settings: Settings
    database: Database
    catalogue: Catalogue
    keyring: Keyring
    limiter: RateLimiter
    guard: Guard
    dispatch: Dispatch
    storage: Storage
    work: Work
    meters: Metrics
    registry: Registry
    links: Links


@dataclass(frozen=True, slots=True)
class Call:
    """A request whose caller is known and within the limits."""

    request: Request
    account: Account
    path: Mapping[str, str]  # the parameters in the path
    shop: Shop


Route = Callable[[Call], Awaitable[Response]]


def answer(value: object) -> Response:
    """200 with JSON."""
    return Response(orjson.dumps(value), 200, media_type=JSON)
