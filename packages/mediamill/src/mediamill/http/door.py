"""A door: the interface of another service, served beside ours for programs that were written for that one."""

from collections.abc import Callable
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response

from mediamill.http.endpoint import Endpoint
from mediamill.http.problems import Problem

BELOW = "/compat/"  # where all doors are; nothing else is


@dataclass(frozen=True, slots=True)
class Door:
    """Everything below its prefix needs one of our keys, where that service has it, and is answered in its words."""

    name: str
    endpoints: tuple[Endpoint, ...]
    key_of: Callable[[Request], str | None]
    word: Callable[[Problem], Response]

    @property
    def prefix(self) -> str:
        """How its paths begin."""
        return f"{BELOW}{self.name}/"
