"""Services and workers of one's own, gone at the end."""

from tests.journeys.conftest import hire, open_mill

__all__ = ["hire", "open_mill"]
