"""What a job's handle keeps, as a dataclass of texts."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Self

from mediamill_remote.mapped import Mapped
from mediamill_remote.mapping import Alternatives


@dataclass(frozen=True, slots=True)
class TicketOfTexts:
    """A handle as it stands. A vendor's ticket adds fields, all of them texts."""

    def handle(self) -> Mapping[str, str]:
        """As a handle; what is empty is left out."""
        return {name: value for name, value in asdict(self).items() if value}

    @classmethod
    def of(cls, handle: Mapping[str, str]) -> Self:
        """The ticket that a handle was made of."""
        return cls(**{field.name: handle[field.name] for field in fields(cls) if field.name in handle})


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultTicket(TicketOfTexts):
    """That of a job whose answer holds the files: what later looks need of the model's table."""

    result: str  # Alternatives as JSON
    suffix: str
    seconds_max: str = ""  # a number, or nothing
    estimate: str = ""  # millionths, or nothing
    seed_sent: str = ""

    @property
    def alternatives(self) -> Alternatives:
        """Where the answer has the files."""
        return read(self.result)

    @property
    def seconds_at_most(self) -> float | None:
        """A longer recording is cut to so many; None where it is kept as it comes."""
        return float(self.seconds_max) if self.seconds_max else None

    @property
    def estimated(self) -> int | None:
        """Millionths; None where there is no price."""
        return int(self.estimate) if self.estimate else None


def texts_of(mapped: Mapped, seconds_max: float | None = None) -> dict[str, str]:
    """The texts of a ResultTicket."""
    return {
        "result": written(mapped.result),
        "suffix": mapped.mapping.suffix,
        "seconds_max": f"{seconds_max:g}" if seconds_max else "",
        "estimate": str(mapped.estimate.amount) if mapped.estimate else "",
        "seed_sent": "yes" if mapped.mapping.seed else "",
    }


def written(alternatives: Alternatives) -> str:
    """Where a result stands, as a text of a ticket."""
    return json.dumps(alternatives, separators=(",", ":"))


def read(text: str) -> Alternatives:
    """Where a result stands, out of a ticket."""
    return tuple(tuple(paths) for paths in json.loads(text))
