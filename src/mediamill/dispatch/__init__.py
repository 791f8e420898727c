"""Who runs what, and when: the worker that carries a generation through, and the dispatcher of one process."""

from mediamill.dispatch.embedded import EmbeddedDispatcher
from mediamill.dispatch.worker import Workshop

__all__ = ["EmbeddedDispatcher", "Workshop"]
