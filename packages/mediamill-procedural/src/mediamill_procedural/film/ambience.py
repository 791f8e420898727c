"""The sound of a place, quiet, below a film: what its scene, its weather and its things would be heard as."""

import re

import numpy as np
from numpy.typing import NDArray

from mediamill.codecs import master
from mediamill_procedural.effects.effect import make_effect
from mediamill_procedural.lexicon import table
from mediamill_procedural.painter.scene import Scene

Samples = NDArray[np.float32]

LUFS = -26.0  # a bed, not an event
INFLUENCE = 0.7  # nothing is added that nobody named
FADE_SECONDS = 0.12  # at both ends: a player that repeats the film does not click
SOUNDS_MAX = 2

_TABLE = table("film", "ambience")
# What the place sounds like is always heard; before it what the weather and the things in the picture do.
PLACES, WEATHERS, THINGS = (_TABLE.section(name).texts() for name in ("places", "weathers", "things"))
NIGHT = "night"  # crickets, for places where otherwise birds would sing
BY_NIGHT = frozenset({"bird song", "open country", "forest", "farm", "suburb"})
FIRE = re.compile(r"\b(?:campfire|bonfire|fireplace|flames?)\b", re.IGNORECASE)
NO_SOUND = "room tone"


def heard_in(scene: Scene, prompt: str) -> tuple[str, ...]:
    """What is heard, in the words of the sound craft, at most two of them."""
    place = PLACES.get(scene.kind, NO_SOUND)
    if scene.time == "night" and place in BY_NIGHT and scene.season != "winter":
        place = NIGHT
    sounds = [WEATHERS[scene.weather]] if scene.weather in WEATHERS and place != NO_SOUND else []
    sounds += ["campfire"] if FIRE.search(prompt) else []
    sounds += [THINGS[thing.name] for thing in scene.things if thing.name in THINGS]
    return tuple(dict.fromkeys((*sounds[: SOUNDS_MAX - 1], place)))


def ambience(sounds: tuple[str, ...], seconds: float, seed: int) -> tuple[Samples, int]:
    """The bed, (n, 2), exactly so long, and its rate; it fades in and out quickly."""
    effect = make_effect(" and ".join(sounds), seconds, INFLUENCE, seed, lambda *_: None)
    bed = master(effect.samples, effect.rate, lufs=LUFS)
    wanted = round(seconds * effect.rate)
    bed = np.pad(bed, ((0, max(0, wanted - len(bed))), (0, 0)))[:wanted]
    fade = np.minimum(np.arange(wanted), np.arange(wanted)[::-1]) / (FADE_SECONDS * effect.rate)
    return (bed * np.minimum(fade, 1.0)[:, None]).astype(np.float32), effect.rate
