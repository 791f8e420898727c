"""Where things are in the repository."""

import os
from pathlib import Path

REPOSITORY = Path(__file__).parents[1]
# The portions of `tests`, for processes that import what tests define.
PYTHONPATH = os.pathsep.join(
    map(str, [REPOSITORY, *sorted(folder.parent for folder in REPOSITORY.glob("packages/*/tests"))])
)
