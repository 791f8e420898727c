"""What handlers work with: the application's context, and one call of it."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

import orjson
from starlette.requests import Request
from starlette.responses import Response

from mediamill.accounts import Account, Caller, Keyring
from mediamill.admin import AdminKeyring, Operator
from mediamill.catalogue import Catalogue
from mediamill.config import Settings
from mediamill.db import Database, Transaction
from mediamill.engines import FileDecoder, Registry
from mediamill.http.accepting import Accepts
from mediamill.http.disk_space import DiskSpace
from mediamill.http.halting import HaltBoard
from mediamill.http.metrics import Process
from mediamill.http.rate_limit import Limiter
from mediamill.http.readiness import ReadinessChecks
from mediamill.http.shared_reads import SharedReads
from mediamill.http.sign_in import OneTimeLinks
from mediamill.http.signed_links import SignedLinks
from mediamill.http.upload_area import UploadArea
from mediamill.outbound import Guard
from mediamill.secret import Secrets
from mediamill.storage import Storage
from mediamill.telemetry import Metrics

JSON = "application/json"


class Work(Protocol):
    """What this process has under way."""

    def progress_of(self, generation_id: str) -> tuple[float, str] | None:
        """How far it is, 0 to 1, and at what; None when it does not run in this process."""

    def give_up(self, generation_id: str) -> None:
        """Stop working on it, now: nothing that comes of it would count."""

    def make_room(self, tx: Transaction, account_id: str) -> None:
        """Something of the account ends in this transaction: what waits for that may run."""


@dataclass(frozen=True, slots=True)
class AppContext:
    """Everything that handlers use, and all state that outlives a request."""

    settings: Settings
    database: Database
    catalogue: Catalogue
    keyring: Keyring
    secrets: Secrets
    admin_keyring: AdminKeyring
    limiter: Limiter
    halts: HaltBoard
    guard: Guard
    accepts: Accepts
    storage: Storage
    decoder: FileDecoder
    work: Work
    metrics: Metrics
    registry: Registry
    links: SignedLinks
    disk: DiskSpace
    uploads: UploadArea
    readiness: ReadinessChecks
    process: Process
    reads: SharedReads
    one_time_links: OneTimeLinks = field(default_factory=OneTimeLinks)
    open_streams: Counter[str] = field(default_factory=Counter)  # account id -> event streams
    openapi: bytes = b""  # the OpenAPI document; made by create_app from the endpoints that it serves


@dataclass(frozen=True, slots=True)
class Call:
    """One request to an endpoint."""

    request: Request
    path: Mapping[str, str]  # what stands for the placeholders of the path
    context: AppContext
    caller: Caller | None = None
    admitted: Operator | None = None

    @property
    def operator(self) -> Operator:
        """Who acts. Raises LookupError outside the admin API."""
        if self.admitted is None:
            raise LookupError("only the admin API has operators")
        return self.admitted

    @property
    def account(self) -> Account:
        """The caller's account. Raises LookupError where the endpoint needs no key."""
        return self.known_caller.account

    @property
    def known_caller(self) -> Caller:
        """Who calls. Raises LookupError where the endpoint needs no key."""
        if self.caller is None:
            raise LookupError("an endpoint that needs no key has no account")
        return self.caller


def answer(value: object) -> Response:
    """200 with JSON."""
    return Response(orjson.dumps(value), 200, media_type=JSON)
