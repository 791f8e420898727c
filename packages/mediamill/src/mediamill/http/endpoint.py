"""One line of the table of endpoints."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any

from starlette.responses import Response

from mediamill.accounts import KeyScope
from mediamill.admin import AdminScope
from mediamill.catalogue import Catalogue
from mediamill.http.context import Call
from mediamill.http.problems import Problem

JsonObject = dict[str, Any]
Handler = Callable[[Call], Awaitable[Response]]


class Auth(Enum):
    """Who may call an endpoint."""

    KEY = "API key"
    LINK = "none for outputs; API key or signed link for uploads"  # the handler decides
    OPERATOR = "operator networks only"
    ADMIN = "admin key"
    NONE = "none"


class RateClass(Enum):
    """Which of an account's rate limits a call counts against."""

    CREATE = "create"
    READ = "read"


@dataclass(frozen=True, slots=True)
class Operation:
    """How an endpoint is documented. Without a tag it is left out of the OpenAPI document."""

    id: str
    summary: str
    tag: str | None = None
    success: JsonObject | None = None  # the 200 answer as an OpenAPI response object
    no_content: str | None = None  # what a 204 means, where the endpoint can answer it
    problems: tuple[Problem, ...] = ()  # beside those that follow from `auth` and `rate`
    parameters: tuple[JsonObject, ...] = ()
    body: Callable[[Catalogue], JsonObject] | None = None  # the OpenAPI request body


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One method of one path.

    `path` is a template: `{name}` stands for one segment, `{name:path}` for the rest of the path. An endpoint that
    needs no key answers HEAD wherever it answers GET; one that needs an API key says which scope it has to have.
    """

    method: str
    path: str
    handler: Handler
    auth: Auth
    rate: RateClass | None
    operation: Operation
    scope: KeyScope | None = None  # that an API key needs
    admin_scopes: tuple[AdminScope, ...] = ()  # all of which an admin key needs

    def __post_init__(self) -> None:
        assert (self.auth is Auth.KEY) == (self.scope is not None), f"{self.method} {self.path}: a key without a scope"
