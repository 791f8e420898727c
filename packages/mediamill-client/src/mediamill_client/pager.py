"""The way through a list that grows while it is read."""

from collections.abc import Sequence
from typing import Generic, Protocol, TypeVar


class Listed(Protocol):
    """What stands in a list."""

    @property
    def id(self) -> str:
        """What tells it from the others."""


Item = TypeVar("Item", bound=Listed)


class Pager(Generic[Item]):
    """The way through a list, page by page. What moved to a later page because new ones came is not shown twice."""

    def __init__(self) -> None:
        self.offset = 0
        self.finished = False
        self._shown: set[str] = set()

    def news(self, items: Sequence[Item], has_more: bool) -> list[Item]:
        """What of these has not been shown yet; the next page begins at `offset`."""
        news = [item for item in items if item.id not in self._shown]
        self._shown.update(item.id for item in news)
        self.offset += len(items)
        self.finished = not has_more or not items
        return news
