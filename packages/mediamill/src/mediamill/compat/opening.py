"""All doors, and those that the operator has opened."""

from mediamill.compat.elevenlabs import ELEVENLABS
from mediamill.compat.fal import FAL
from mediamill.compat.openai import OPENAI
from mediamill.compat.replicate import REPLICATE
from mediamill.config import Settings
from mediamill.http import Door

DOORS: tuple[Door, ...] = (OPENAI, REPLICATE, FAL, ELEVENLABS)


def open_doors(settings: Settings) -> tuple[Door, ...]:
    """Those whose settings say so: none, unless they do."""
    return tuple(door for door in DOORS if getattr(settings, f"compat_{door.name}"))
