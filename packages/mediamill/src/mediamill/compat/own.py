"""The caller's own request at a door, and its deletion."""

from mediamill import generations
from mediamill.generations import DoorGeneration
from mediamill.http import Call, Problem, Refusal, cancel


async def own_request(call: Call, door: str, id: str, unknown: Problem) -> DoorGeneration:
    """The request with this id. Raises `unknown`, also for what is somebody else's."""
    found = await call.context.database.read(lambda tx: generations.find_at_door(tx, door, call.account.id, id))
    if found is None:
        raise Refusal(unknown)
    return found


async def delete_request(call: Call, found: DoorGeneration) -> None:
    """Delete it with its files; one under way is canceled first."""
    await cancel(call.context, found.generation.id)
    keys = await call.context.database.write(lambda tx: generations.delete(tx, found.generation))
    await call.context.storage.delete(keys or ())
