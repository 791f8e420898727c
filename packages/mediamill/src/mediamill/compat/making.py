"""Answers that come when something is made."""

from mediamill.compat.asking import ModelCall, ask
from mediamill.compat.waiting import ended_for, held
from mediamill.generations import Generation
from mediamill.http import Call, Problem, Refusal

DELETED = Problem(404, "The generation was deleted while it was waited for")


async def made_while_waiting(call: Call, asked: ModelCall, seconds: float) -> Generation:
    """What was asked for, once it has ended or as it is after so many seconds. Raises what `ask` raises, 404, 429."""
    async with held(call):
        accepted = await ask(call, asked)
        found = await ended_for(call, accepted.id, seconds)
    if found is None:
        raise Refusal(DELETED)
    return found
