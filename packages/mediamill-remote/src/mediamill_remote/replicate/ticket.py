"""What a job's handle keeps: the prediction, and all of the model's table that later looks need."""

import re
from dataclasses import dataclass

from mediamill_remote.mapped import Mapped
from mediamill_remote.mapping import Alternatives
from mediamill_remote.prices import PriceLine, Unit, millionths
from mediamill_remote.tickets import TicketOfTexts, read, written

PREDICTION_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")


@dataclass(frozen=True, slots=True)
class Ticket(TicketOfTexts):
    """A prediction that was bought."""

    prediction: str  # its id
    model: str
    result: str  # Alternatives as JSON
    suffix: str
    version: str = ""
    seconds_max: str = ""  # a number, or nothing
    rate: str = ""  # millionths for a second of work, or nothing
    seed_sent: str = ""

    @property
    def alternatives(self) -> Alternatives:
        """Where the answer has the files."""
        return read(self.result)


def ticket_of(prediction: str, mapped: Mapped, seconds_max: float | None) -> Ticket:
    """For what was just bought."""
    mapping = mapped.mapping
    return Ticket(
        prediction=prediction,
        model=mapping.endpoint,
        result=written(mapped.result),
        suffix=mapping.suffix,
        version=mapping.version,
        seconds_max=f"{seconds_max:g}" if seconds_max else "",
        rate=rate_of(mapped.line),
        seed_sent="yes" if mapping.seed else "",
    )


def rate_of(line: PriceLine | None) -> str:
    """Millionths for a second of work; empty where that is not what is paid."""
    return str(millionths(line.amount)) if line and line.unit is Unit.WORK_SECOND else ""
