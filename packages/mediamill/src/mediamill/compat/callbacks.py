"""What is posted to the address that a caller of a door named, once its generation has ended."""

from collections.abc import Callable

from mediamill import generations
from mediamill.compat.fal import callback
from mediamill.compat.replicate import prediction_body
from mediamill.config import Settings
from mediamill.db import Transaction
from mediamill.generations import DoorGeneration

# By door; those that are not here take no address.
BODIES: dict[str, Callable[[DoorGeneration, Settings], str]] = {
    "fal": callback,
    "replicate": prediction_body,
}


def callback_body(tx: Transaction, generation_id: str, settings: Settings) -> str:
    """The body, as JSON. Raises LookupError for what was not asked for through a door that calls back."""
    found = generations.asked_at_door(tx, generation_id)
    if found is None:
        raise LookupError(f"{generation_id} was asked for through no door")
    return BODIES[found.asked.door](found, settings)
