"""What a job's handle keeps: the task, and all of the model's table that later looks need."""

import re
from dataclasses import dataclass

from mediamill_remote.mapped import Mapped
from mediamill_remote.tickets import ResultTicket, texts_of

TASK_ID = re.compile(r"[A-Za-z0-9_-]{1,80}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Ticket(ResultTicket):
    """A task that was bought."""

    task: str  # its id
    method: str  # endpoint and model, for the provenance


def ticket_of(task: str, mapped: Mapped) -> Ticket:
    """For what was just bought."""
    mapping = mapped.mapping
    return Ticket(
        task=task,
        **texts_of(mapped),
        method=f"{mapping.endpoint} {mapped.body['model']}" if "model" in mapped.body else mapping.endpoint,
    )
