"""Asks content policies: code of others, so in threads of its own and with a deadline. Silence never means yes."""

import asyncio
import logging
import threading
from collections.abc import Mapping
from concurrent.futures import Future
from typing import Any

from mediamill.errors import MediamillError
from mediamill.policies.policy import ContentPolicy

SENTENCE_CHARACTERS_MAX = 500
# Calls of one policy under way. One that hangs takes its threads with it, and no more than these.
UNDER_WAY_MAX = 64

log = logging.getLogger("mediamill.policies")


class PolicyBroke(MediamillError):
    """The content policy {name} {trouble}."""

    code = "policy_broke"


class Judges:
    """The policies in force, in their order."""

    def __init__(self, policies: Mapping[str, ContentPolicy], seconds: float) -> None:
        """`seconds`: how long each may take."""
        self.policies = dict(policies)
        self.seconds = seconds
        self.under_way = dict.fromkeys(self.policies, 0)
        self.lock = threading.Lock()

    async def judge(self, tool: str, model: str, input: Mapping[str, Any]) -> str | None:
        """The sentence of the first that refuses; None when all allow it. Raises PolicyBroke where one does not say."""
        for name in self.policies:
            if sentence := await self.ask(name, tool, model, input):
                return sentence
        return None

    async def ask(self, name: str, tool: str, model: str, input: Mapping[str, Any]) -> str | None:
        """One of them; the event loop never waits for it. Raises PolicyBroke."""
        call = self.begin(name, tool, model, input)
        answer = asyncio.wrap_future(call)
        done, _ = await asyncio.wait({answer}, timeout=self.seconds)
        if not done:
            raise PolicyBroke(name=name, trouble=f"did not answer within {self.seconds:g} seconds")
        return self.checked(name, answer.result())

    def begin(self, name: str, tool: str, model: str, input: Mapping[str, Any]) -> Future[object]:
        """Call it in a thread of its own: a daemon, so that one that hangs keeps no process from ending."""
        with self.lock:
            if self.under_way[name] >= UNDER_WAY_MAX:
                raise PolicyBroke(name=name, trouble=f"has not answered {UNDER_WAY_MAX} calls yet")
            self.under_way[name] += 1
        call: Future[object] = Future()
        call.set_running_or_notify_cancel()  # from now on nobody who stops waiting can cancel it
        arguments = (name, tool, model, dict(input), call)
        threading.Thread(target=self.call, args=arguments, name=f"policy {name}", daemon=True).start()
        return call

    def call(self, name: str, tool: str, model: str, input: Mapping[str, Any], call: Future[object]) -> None:
        """In its thread."""
        answer: object
        try:
            answer = self.policies[name].judge(tool, model, input)
        except BaseException:  # SystemExit too: the caller gets an answer
            log.exception("the content policy %s broke down", name)
            answer = PolicyBroke(name=name, trouble="broke down; the log says why")
        with self.lock:
            self.under_way[name] -= 1
        call.set_result(answer)

    def checked(self, name: str, answer: object) -> str | None:
        """What it said. Raises PolicyBroke for anything but None and a sentence."""
        if isinstance(answer, PolicyBroke):
            raise answer
        if answer is None:
            return None
        if not isinstance(answer, str) or not answer.strip():
            raise PolicyBroke(name=name, trouble=f"answered {answer!r:.50}, which is neither None nor a sentence")
        return " ".join(answer.split())[:SENTENCE_CHARACTERS_MAX]
