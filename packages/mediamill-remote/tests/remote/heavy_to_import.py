"""A remote engine whose module brings what only engine processes should load."""

import numpy as np

from mediamill_remote.fal.engine import FalEngine


class HeavyToImport(FalEngine):
    """fal, with a matrix."""

    matrix = np.eye(2)
