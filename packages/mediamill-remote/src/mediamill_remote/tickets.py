"""What a job's handle keeps, as a dataclass of texts."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Self

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


def written(alternatives: Alternatives) -> str:
    """Where a result stands, as a text of a ticket."""
    return json.dumps(alternatives, separators=(",", ":"))


def read(text: str) -> Alternatives:
    """Where a result stands, out of a ticket."""
    return tuple(tuple(paths) for paths in json.loads(text))
