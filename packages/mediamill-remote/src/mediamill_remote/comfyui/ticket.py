"""What a job's handle keeps: the prompt, and all of the model's table that later looks need."""

import re
import uuid
from dataclasses import dataclass

from mediamill_remote.tickets import ResultTicket

PROMPT_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
NAMESPACE = uuid.UUID("5b6f1c0e-52a5-4e2a-9a3e-0f1d6e0a7c55")  # of ours alone: other clients' ids are never met


@dataclass(frozen=True, slots=True, kw_only=True)
class Ticket(ResultTicket):
    """A prompt that ComfyUI took."""

    prompt: str  # its id
    workflow: str  # as the table names it
    digest: str  # of the workflow's file
    rate: str = ""  # millionths for a second of work, or nothing


def prompt_id(generation_id: str) -> str:
    """The id under which a generation is made, at every try: what was sent can be found again by it."""
    return str(uuid.uuid5(NAMESPACE, generation_id))
