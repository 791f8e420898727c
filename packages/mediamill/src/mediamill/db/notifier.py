"""Notifications: listeners of a topic are woken when a transaction that changed it has become durable."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager


class Notifier:
    """Topics and who listens; everything here happens on the event loop."""

    def __init__(self) -> None:
        self.listeners: dict[str, set[asyncio.Event]] = {}

    def notify(self, topic: str) -> None:
        """Wake everybody who listens to the topic."""
        for listener in self.listeners.get(topic, ()):
            listener.set()

    @contextmanager
    def listening(self, topic: str) -> Iterator[asyncio.Event]:
        """An event that is set by each notification from now on; the listener clears it."""
        listener = asyncio.Event()
        self.listeners.setdefault(topic, set()).add(listener)
        try:
            yield listener
        finally:
            rest = self.listeners[topic]
            rest.discard(listener)
            if not rest:
                del self.listeners[topic]
