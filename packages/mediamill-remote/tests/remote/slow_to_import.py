"""A remote engine whose module computes when it is imported."""

import time

from mediamill_remote.fal.engine import FalEngine

BUSY_SECONDS = 0.5
while time.process_time() < BUSY_SECONDS + 0.5:
    pass


class SlowToImport(FalEngine):
    """fal, late."""
