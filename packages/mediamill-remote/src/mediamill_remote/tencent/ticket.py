"""What a job's handle keeps."""

import re
from dataclasses import dataclass

from mediamill_remote.mapped import Mapped
from mediamill_remote.tickets import ResultTicket, texts_of

JOB_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Ticket(ResultTicket):
    """A job that was bought."""

    job: str  # its id
    action: str  # that made it
    region: str  # that has it
    model: str = ""  # as Tencent calls it


def ticket_of(job: str, mapped: Mapped, region: str) -> Ticket:
    """For what was just bought."""
    return Ticket(
        job=job,
        action=mapped.mapping.endpoint,
        **texts_of(mapped),
        region=region,
        model=str(mapped.body.get("Model", "")),
    )
