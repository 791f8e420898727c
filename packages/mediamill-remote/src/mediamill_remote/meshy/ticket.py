"""What a job's handle keeps: the task that is looked at, the one before it, and all that a next step needs."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace

from mediamill_remote.mapped import Mapped
from mediamill_remote.mapping import Body, put
from mediamill_remote.tickets import ResultTicket, texts_of

PROMPT = "prompt"  # in a body and in a task


@dataclass(frozen=True, slots=True, kw_only=True)
class Ticket(ResultTicket):
    """A result that is bought in one task, or in two."""

    task: str  # the id of the one that is looked at
    endpoint: str
    method: str  # endpoint and model, for the provenance
    prompt: str = ""  # its hash; nothing where there is none
    step: str = ""  # what the call for the next task says, as JSON; nothing where none has to be bought
    step_to: str = ""  # where it names this task
    before: str = ""  # the id of the task that this one names

    @property
    def path(self) -> str:
        """The task's."""
        return f"/{self.endpoint}/{self.task}"

    def step_body(self) -> Body:
        """What buys the next task."""
        body: Body = json.loads(self.step)
        put(body, self.step_to, self.task)
        return body

    def with_step(self, task: str) -> "Ticket":
        """Once the next task is bought."""
        return replace(self, task=task, before=self.task, step="", step_to="")


def ticket_of(task: str, mapped: Mapped) -> Ticket:
    """For what was just bought."""
    mapping, body = mapped.mapping, mapped.body
    model = body.get("ai_model") or body.get("mode")
    return Ticket(
        task=task,
        endpoint=mapping.endpoint,
        **texts_of(mapped),
        method=f"{mapping.endpoint} {model}" if model else mapping.endpoint,
        prompt=hash_of(body),
        step=json.dumps(mapping.step.fixed, separators=(",", ":")) if mapping.step else "",
        step_to=mapping.step.to if mapping.step else "",
    )


def hash_of(told: Mapping[str, object]) -> str:
    """Of the prompt of a body or of a task: a handle has no room for all prompts. Nothing where there is none."""
    prompt = told.get(PROMPT)
    return hashlib.sha256(prompt.strip().encode(errors="replace")).hexdigest() if isinstance(prompt, str) else ""
