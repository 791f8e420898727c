"""What an account may use, by plan; prices are the same for all."""

from dataclasses import dataclass
from enum import StrEnum

READS_PER_CREATE = 10  # a client polls each generation that it started a few times


class Plan(StrEnum):
    """The name of a plan, as the database keeps it and `accounts create --plan` takes it."""

    FREE = "free"
    PRO = "pro"


@dataclass(frozen=True, slots=True)
class Rate:
    """So many requests in so many seconds; a burst may use them all at once."""

    requests: int
    seconds: int


CREATES = {Plan.FREE: Rate(60, 60), Plan.PRO: Rate(600, 60)}  # where the operator sets no rate


@dataclass(frozen=True, slots=True)
class OwnLimits:
    """Where the limits of one account differ from those of its plan; None: they do not."""

    creates_per_minute: int | None = None
    running_max: int | None = None
    kept_ms: int | None = None  # 0: for ever


AS_PLANNED = OwnLimits()


@dataclass(frozen=True, slots=True)
class PlanLimits:
    """Every limit of a plan."""

    creates: Rate | None  # how often an account may start generations or uploads; None: no limit
    running_max: int  # generations of one account at once
    kept_ms: int | None  # how long outputs are kept; None: for ever

    @property
    def reads(self) -> Rate | None:
        """How often an account may make other requests; None: no limit."""
        return self.creates and Rate(self.creates.requests * READS_PER_CREATE, self.creates.seconds)

    def with_own(self, own: OwnLimits) -> "PlanLimits":
        """The limits of an account of this plan that has some of its own."""
        if own == AS_PLANNED:
            return self
        return PlanLimits(
            self.creates if own.creates_per_minute is None else Rate(own.creates_per_minute, 60),
            self.running_max if own.running_max is None else own.running_max,
            self.kept_ms if own.kept_ms is None else own.kept_ms or None,
        )
