"""Replicate's predictions and files."""

from mediamill.compat.replicate.door import REPLICATE
from mediamill.compat.replicate.shapes import prediction_body

__all__ = ["REPLICATE", "prediction_body"]
