"""Sizes of pictures, as a table has them and as an operator scales them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil

from mediamill_local.kit.options import DiffusionOptions

SCALE_MIN, SCALE_MAX = 0.05, 2.0
Size = tuple[int, int]  # width, height


@dataclass(frozen=True, slots=True)
class VisualOptions(DiffusionOptions):
    """What `[engine."local.…"]` may say of what makes pictures or films."""

    scale: float = 1.0  # of both sides: 0.5 for a card that is too small, or for drafts

    def __post_init__(self) -> None:
        DiffusionOptions.__post_init__(self)
        if not SCALE_MIN <= self.scale <= SCALE_MAX:
            raise ValueError(f"scale is a number from {SCALE_MIN} to {SCALE_MAX}")


def sizes_in(table: Mapping[str, Sequence[int]]) -> dict[str, Size]:
    """Pixels by aspect ratio."""
    return {ratio: (width, height) for ratio, (width, height) in table.items()}


def scaled(size: Size, scale: float, multiple: int, side_min: int = 1) -> Size:
    """The size nearest to a share of it that a model can make: multiples of `multiple`, no side below `side_min`."""
    width, height = (max(ceil(side_min / multiple), round(side * scale / multiple)) * multiple for side in size)
    return width, height
