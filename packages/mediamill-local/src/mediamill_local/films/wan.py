"""Films without sound by Wan."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from mediamill.engines.sdk import Offer
from mediamill_local.films.engine import FilmEngine
from mediamill_local.kit import VisualOptions


class WanWeights(StrEnum):
    """The rows that it can use."""

    WAN_22_5B = "wan2.2-5b"
    WAN_21_1B = "wan2.1-1.3b"  # for small cards


@dataclass(frozen=True, slots=True)
class WanOptions(VisualOptions):
    """What `[engine."local.wan"]` may say."""

    weights: WanWeights = WanWeights.WAN_22_5B


class WanEngine(FilmEngine):
    """The row that its options choose."""

    Options = WanOptions
    options: WanOptions
    name = "local.wan"

    @property
    def row(self) -> str:
        """As the options choose."""
        return self.options.weights

    def offers(self, tool: str, model: str) -> Mapping[str, Offer]:  # noqa: ARG002
        """Only the lengths that the model was trained for."""
        longest = max(self.model.seconds)
        return {
            "duration": Offer(
                frozenset(self.model.seconds),
                f"clips of up to {longest} seconds on this installation",
                f"Clips of up to {longest} seconds are made here.",
            )
        }
