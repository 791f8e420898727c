"""What the typed methods of the tools stand on: a client that can run any tool."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

from mediamill_client.news import OnProgress, OnUpdate
from mediamill_client.types import Generation


class Running(ABC):
    """A client that runs tools, blocking."""

    @abstractmethod
    def run(
        self,
        tool: str,
        input: Mapping[str, Any],
        *,
        webhook: str | None = None,
        timeout: float | None = None,
        idempotency_key: str | None = None,
        on_update: OnUpdate | None = None,
        on_progress: OnProgress | None = None,
    ) -> Generation:
        """Submit and wait."""


class AsyncRunning(ABC):
    """A client that runs tools, for asyncio."""

    @abstractmethod
    async def run(
        self,
        tool: str,
        input: Mapping[str, Any],
        *,
        webhook: str | None = None,
        timeout: float | None = None,
        idempotency_key: str | None = None,
        on_update: OnUpdate | None = None,
        on_progress: OnProgress | None = None,
    ) -> Generation:
        """Submit and wait."""


def given(**fields: Any) -> dict[str, Any]:
    """The fields that have a value."""
    return {name: value for name, value in fields.items() if value is not None}
