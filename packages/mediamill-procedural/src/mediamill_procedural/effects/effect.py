"""The whole way from a prompt to a finished effect and what there is to say about it."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from mediamill_procedural.effects.chance import Concern
from mediamill_procedural.effects.makers.textures import texture
from mediamill_procedural.effects.reading.prompt import Reading, read
from mediamill_procedural.effects.scene import Manner, Part, Scene
from mediamill_procedural.effects.sound import Kind, Setting, Sound
from mediamill_procedural.effects.sounds import SOUNDS
from mediamill_procedural.effects.stage.mixing import mastered, mixed, rung_out
from mediamill_procedural.effects.stage.plan import (
    TEXTURE_SECONDS,
    laid_out,
    natural_seconds,
    ringing_seconds,
    told_once,
)
from mediamill_procedural.effects.synthesis.waveform import samples
from mediamill_procedural.kit.chance import Chance
from mediamill_procedural.kit.waves import RATE

# What is heard around a sound when the prompt is followed loosely.
SURROUNDINGS = {
    Setting.NATURE: "open country",
    Setting.INDOORS: "room tone",
    Setting.TOWN: "suburb",
    Setting.NONE: None,
}
TEXTURE = Sound("texture", texture, (), Kind.SUSTAINED, TEXTURE_SECONDS)


@dataclass(frozen=True, slots=True)
class Freedom:
    """What a prompt influence allows."""

    looseness: float  # how far parameters stray, 1 as usual
    strength: float  # how strongly modifiers act, 1 as written
    company: bool  # whether a place and sounds that nobody asked for may join


# From the lowest influence to the highest; those between are read off straight lines.
_INFLUENCES = (0.1, 0.3, 0.5, 0.7, 0.9)
_LOOSENESS = (2.2, 1.5, 1.0, 0.6, 0.25)
_STRENGTH = (0.7, 0.85, 1.0, 1.08, 1.15)
SURROUNDINGS_DB = -10.0


def freedom_of(influence: float) -> Freedom:
    """How closely words are followed: at 0.1 loosely, with company; above, nothing is added; at 0.9 strictly."""
    return Freedom(
        looseness=float(np.interp(influence, _INFLUENCES, _LOOSENESS)),
        strength=float(np.interp(influence, _INFLUENCES, _STRENGTH)),
        company=influence <= _INFLUENCES[0],
    )


@dataclass(frozen=True, slots=True)
class Effect:
    """A finished sound effect."""

    samples: NDArray[np.float32]  # (n, 2)
    rate: int  # Hz
    reading: Reading
    sounds: tuple[str, ...]  # what the prompt asked for, as it was understood
    added: tuple[str, ...]  # what nobody asked for


def make_effect(
    prompt: str, seconds: float | None, influence: float, seed: int, progress: Callable[[float, str], None]
) -> Effect:
    """The effect of a prompt, always the same for one seed; exactly so long, or as long as suits it (at most 10 s)."""
    progress(0.02, "reading")
    chance, freedom = Chance(seed), freedom_of(influence)
    reading = read(prompt)
    asked = _with_strength(reading.scene, freedom.strength)
    free = seconds is None and asked.seconds is None
    asked = told_once(asked) if free else asked
    scene, added = _with_company(asked) if freedom.company else (asked, ())
    lasting = seconds if seconds is not None else natural_seconds(asked)
    ringing = ringing_seconds(scene, lasting) if free else 0.0
    slots = laid_out(scene, lasting, chance.of(Concern.PLAN, 1), ringing)
    whole = mixed(scene, slots, chance, freedom.looseness, progress)
    progress(0.85, "mastering")
    delivered = mastered(whole, asked)
    assert len(delivered) == samples(lasting + ringing), "an effect is exactly as long as it was laid out"
    if ringing:
        delivered = rung_out(delivered)
    named = tuple(dict.fromkeys(part.sound.name for part in asked.parts))
    return Effect(delivered, RATE, reading, named, added)


def _with_strength(scene: Scene, strength: float) -> Scene:
    """The scene with its modifiers acting so strongly; a texture where it names nothing."""
    if not scene.steps:
        return replace(scene, steps=((Part(TEXTURE),),))
    steps = tuple(tuple(replace(part, manner=part.manner.times(strength)) for part in step) for step in scene.steps)
    return replace(scene, steps=steps)


def _with_company(scene: Scene) -> tuple[Scene, tuple[str, ...]]:
    """The scene with what may join it, behind its first step."""
    present = {part.sound.name for part in scene.parts}
    first = scene.steps[0][0].sound
    extra: list[Part] = []
    place = SURROUNDINGS[first.setting]
    if place is not None and place not in present:
        level = SURROUNDINGS_DB - SOUNDS[place].level_db + 6.0
        extra.append(Part(SOUNDS[place], Manner(level_db=level), background=True))
    for name in first.companions:
        if name not in present:
            extra.append(Part(SOUNDS[name], Manner(level_db=-8.0, distance=0.45, intensity=-0.2)))
    if not extra:
        return scene, ()
    return replace(scene, steps=((*scene.steps[0], *extra), *scene.steps[1:])), tuple(part.sound.name for part in extra)
