"""fal's queue and uploads."""

from mediamill.compat.fal.door import FAL
from mediamill.compat.fal.shapes import callback

__all__ = ["FAL", "callback"]
