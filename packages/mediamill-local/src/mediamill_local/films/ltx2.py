"""Films with their sound by LTX-2."""

from dataclasses import dataclass
from enum import StrEnum

from mediamill_local.films.engine import FilmEngine
from mediamill_local.kit import Opened, VisualOptions


class LtxWeights(StrEnum):
    """The rows that it can use."""

    DISTILLED = "ltx-2.3-distilled"
    FULL = "ltx-2"


@dataclass(frozen=True, slots=True)
class LtxOptions(VisualOptions):
    """What `[engine."local.ltx2"]` may say."""

    weights: LtxWeights = LtxWeights.DISTILLED


class Ltx2Engine(FilmEngine):
    """The picture and the sound come from one run."""

    Options = LtxOptions
    options: LtxOptions
    name = "local.ltx2"

    @property
    def row(self) -> str:
        """As the options choose."""
        return self.options.weights

    def prepare(self, opened: Opened) -> None:
        """Where the model has a schedule of its own, the scheduler leaves it as it is."""
        if self.model.sigmas:
            scheduler = opened.pipeline.scheduler
            opened.pipeline.scheduler = type(scheduler).from_config(
                scheduler.config, use_dynamic_shifting=False, shift_terminal=None, shift=1.0
            )

    def rate_of(self, opened: Opened) -> int | None:
        """The vocoder's."""
        return int(opened.pipeline.vocoder.config.output_sampling_rate)
