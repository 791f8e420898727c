"""What a job's handle keeps: the task, and all of the model's table that later looks need."""

import re
from dataclasses import dataclass

from mediamill_remote.mapped import Mapped
from mediamill_remote.mapping import Alternatives
from mediamill_remote.tickets import TicketOfTexts, read, written

TASK_ID = re.compile(r"[A-Za-z0-9_-]{1,80}")


@dataclass(frozen=True, slots=True)
class Ticket(TicketOfTexts):
    """A task that was bought."""

    task: str  # its id
    result: str  # Alternatives as JSON
    suffix: str
    method: str  # endpoint and model, for the provenance
    seed_sent: str = ""
    estimate: str = ""  # millionths, or nothing

    @property
    def alternatives(self) -> Alternatives:
        """Where the task has the files."""
        return read(self.result)


def ticket_of(task: str, mapped: Mapped) -> Ticket:
    """For what was just bought."""
    mapping = mapped.mapping
    return Ticket(
        task=task,
        result=written(mapped.result),
        suffix=mapping.suffix,
        method=f"{mapping.endpoint} {mapped.body['model']}" if "model" in mapped.body else mapping.endpoint,
        seed_sent="yes" if mapping.seed else "",
        estimate=str(mapped.estimate.amount) if mapped.estimate else "",
    )
