"""A remote engine whose module computes when it is imported."""

import time

from mediamill_remote.fal.engine import FalEngine

BUSY_SECONDS = 1.5
began = time.process_time()
while time.process_time() < began + BUSY_SECONDS:
    pass


class SlowToImport(FalEngine):
    """fal, late."""
