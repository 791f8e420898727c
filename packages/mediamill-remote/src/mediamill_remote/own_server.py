"""Model servers of the operator's own: no vendor bills them, though the machine may cost something while it works."""

import math
from dataclasses import dataclass, replace
from typing import ClassVar

from mediamill.engines.sdk import Estimate, RemoteOptions, Request
from mediamill_remote.mapped import Mapped, MappedEngine, MappedOptions
from mediamill_remote.prices import MILLIONTHS, Unit, millionths


@dataclass(frozen=True, kw_only=True)
class OwnServerOptions(MappedOptions):
    """What the operator's machine costs."""

    usd_per_second: float = 0.0  # what your machine costs while it works; 0 for nothing

    def __post_init__(self) -> None:
        """Raises ValueError."""
        if not 0 <= self.usd_per_second <= 1_000:
            raise ValueError("usd_per_second has to be a number from 0 to 1000")


class OwnServerEngine(MappedEngine):
    """Models behind a server of the operator's own: it makes what the operator says that it makes."""

    Options: ClassVar[type[RemoteOptions]] = OwnServerOptions
    default_models: ClassVar[tuple[str, ...] | None] = ()  # what the server holds is the operator's to say

    @property
    def rate(self) -> float:
        """Millionths for a second of work."""
        return self.options.usd_per_second * MILLIONTHS if isinstance(self.options, OwnServerOptions) else 0.0

    def mapped(self, request: Request) -> Mapped:
        """What is to be sent; without a price line it costs the seconds of a typical run."""
        mapped = super().mapped(request)
        if mapped.line is not None:
            return mapped
        seconds = mapped.mapping.typical_seconds
        line = f"{self.vendor_name} {mapped.mapping.endpoint}: {self.rate / MILLIONTHS:g} USD per second of work"
        return replace(mapped, estimate=Estimate(round(self.rate * seconds), line))

    def rate_for(self, mapped: Mapped) -> float | None:
        """Millionths for a second of this work; None where something else is paid."""
        if mapped.line is None:
            return self.rate
        return float(millionths(mapped.line.amount)) if mapped.line.unit is Unit.WORK_SECOND else None


def cost_of(work_seconds: float | None, rate: float | None) -> int | None:
    """Millionths, rounded up; None where the work was not measured or something else is paid."""
    return None if work_seconds is None or rate is None else math.ceil(round(work_seconds * rate, 6))
