"""What goes wrong at a fake vendor, and when: a script of faults for each of its steps."""

import json
from collections import defaultdict, deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class Fault(StrEnum):
    """What may go wrong. What buys, buys first, unless it says otherwise."""

    LOSE_ANSWER = "lose_answer"  # the work is done, the connection ends without an answer
    DROP = "drop"  # the connection ends before anything is done
    BUSY = "busy"  # 429, nothing is done
    BUSY_FOR_7 = "busy_for_7"  # the same with Retry-After: 7
    BREAK = "break"  # 500, after the work was done
    SLOW = "slow"  # the head of an answer, and then nothing until the other side gives up
    REDIRECT = "redirect"  # to the metadata service of a cloud
    HTML = "html"  # 200 with a web page
    CUT_JSON = "cut_json"  # 200 with half of the answer
    GONE = "gone"  # 404
    BAD_KEY = "bad_key"  # 401
    NO_MONEY = "no_money"  # 403, as a locked account is told
    ECHO_KEY = "echo_key"  # 400 with the caller's Authorization in it
    NASTY_TEXT = "nasty_text"  # 500 whose text has NUL and a million characters
    EXPIRED = "expired"  # 403, of a file
    WRONG_TYPE = "wrong_type"  # a web page that calls itself a picture
    ENDLESS = "endless"  # a file without an end
    UNKNOWN_STATE = "unknown_state"  # a state that no documentation has
    BACKWARDS = "backwards"  # in the queue again


@dataclass(frozen=True)
class Reply:
    """An answer of the test's own making, in place of the vendor's; the work is not done."""

    status: int
    body: Any = None
    headers: Mapping[str, str] = field(default_factory=dict)


Trouble = Fault | Reply
# Answers to a look that say nothing about the job, whoever the vendor is.
ODD_LOOKS: tuple[Trouble, ...] = (
    Fault.HTML,
    Fault.BREAK,
    Fault.NASTY_TEXT,
    Fault.BUSY,
    Fault.BAD_KEY,
    Fault.NO_MONEY,
    Fault.REDIRECT,
    Fault.UNKNOWN_STATE,
    Fault.BACKWARDS,
    Fault.CUT_JSON,
    Reply(200, {"status": None}),
)
SCRIPT_STEPS = frozenset(
    {
        "account",
        "advance",
        "cancel",
        "dequeue",
        "file",
        "forget",
        "history",
        "initiate",
        "interrupt",
        "queue",
        "recording",
        "result",
        "status",
        "submit",
        "upload",
    }
)


class Script:
    """Faults by step, each taken once, in order; a step without faults goes well."""

    def __init__(self) -> None:
        self._waiting: dict[str, deque[Trouble]] = defaultdict(deque)

    def add(self, step: str, *troubles: Trouble) -> None:
        assert step in SCRIPT_STEPS, step
        self._waiting[step].extend(troubles)

    def add_json(self, text: bytes) -> None:
        """{"step": …, "fault": …} or {"step": …, "status": …, "body": …, "headers": …}."""
        said = json.loads(text)
        trouble = (
            Fault(said["fault"])
            if "fault" in said
            else Reply(said["status"], said.get("body"), said.get("headers", {}))
        )
        self.add(said["step"], *[trouble] * said.get("times", 1))

    def next(self, step: str) -> Trouble | None:
        return self._waiting[step].popleft() if self._waiting[step] else None
