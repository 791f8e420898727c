"""What a job's handle keeps: the prediction, and all of the model's table that later looks need."""

import re
from dataclasses import dataclass

from mediamill_remote.mapped import Mapped
from mediamill_remote.prices import PriceLine, Unit, millionths
from mediamill_remote.tickets import ResultTicket, texts_of

PREDICTION_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Ticket(ResultTicket):
    """A prediction that was bought."""

    prediction: str  # its id
    model: str
    version: str = ""
    rate: str = ""  # millionths for a second of work, or nothing


def ticket_of(prediction: str, mapped: Mapped, seconds_max: float | None) -> Ticket:
    """For what was just bought."""
    mapping = mapped.mapping
    return Ticket(
        prediction=prediction,
        model=mapping.endpoint,
        **texts_of(mapped, seconds_max),
        version=mapping.version,
        rate=rate_of(mapped.line),
    )


def rate_of(line: PriceLine | None) -> str:
    """Millionths for a second of work; empty where that is not what is paid."""
    return str(millionths(line.amount)) if line and line.unit is Unit.WORK_SECOND else ""
