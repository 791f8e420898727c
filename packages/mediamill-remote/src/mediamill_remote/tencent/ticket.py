"""What a job's handle keeps."""

import re
from dataclasses import dataclass

from mediamill_remote.mapped import Mapped
from mediamill_remote.mapping import Alternatives
from mediamill_remote.tickets import TicketOfTexts, read, written

JOB_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")


@dataclass(frozen=True, slots=True)
class Ticket(TicketOfTexts):
    """A job that was bought."""

    job: str  # its id
    action: str  # that made it
    result: str  # Alternatives as JSON: types of files
    suffix: str
    region: str  # that has it
    model: str = ""  # as Tencent calls it
    estimate: str = ""  # millionths, or nothing

    @property
    def alternatives(self) -> Alternatives:
        """Of which types the files of the result are."""
        return read(self.result)


def ticket_of(job: str, mapped: Mapped, region: str) -> Ticket:
    """For what was just bought."""
    return Ticket(
        job=job,
        action=mapped.mapping.endpoint,
        result=written(mapped.result),
        suffix=mapped.mapping.suffix,
        region=region,
        model=str(mapped.body.get("Model", "")),
        estimate=str(mapped.estimate.amount) if mapped.estimate else "",
    )
