"""What the handle of a job keeps."""

import re
from dataclasses import dataclass

from mediamill_remote.tickets import TicketOfTexts

JOB_ID = re.compile(r"[A-Za-z0-9_-]{1,128}")


@dataclass(frozen=True, slots=True)
class Ticket(TicketOfTexts):
    """A video or an object that a server works on."""

    endpoint: str  # where it was asked for, and where it is asked after
    job: str  # its id
    suffix: str
    method: str
    seed_sent: str = ""

    @property
    def path(self) -> str:
        """Where it stands."""
        return f"/{self.endpoint}/{self.job}"
