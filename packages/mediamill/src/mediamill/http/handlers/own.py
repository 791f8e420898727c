"""The caller's own generation, for every endpoint whose path names one."""

from mediamill import generations
from mediamill.generations import Generation
from mediamill.http.context import Call
from mediamill.http.problems import FORBIDDEN, GENERATION_NOT_FOUND, Refusal


async def own_generation(call: Call) -> Generation:
    """The generation whose id is in the path. Raises 404 when there is none, 403 when it is another account's."""
    generation = await call.context.database.read_one(lambda tx: generations.find(tx, call.path["id"]))
    if generation is None:
        raise Refusal(GENERATION_NOT_FOUND)
    if generation.account_id != call.account.id:
        raise Refusal(FORBIDDEN)
    return generation
