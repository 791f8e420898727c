"""One part of a scene, performed: its takes, events and individuals, placed, moved and treated."""

import numpy as np

from mediamill_procedural.effects.chance import Concern
from mediamill_procedural.effects.sound import Kind, Motion, Sound, Take
from mediamill_procedural.effects.stage.placement import far, leaning, moved, placed
from mediamill_procedural.effects.stage.plan import Slot, onsets
from mediamill_procedural.effects.stage.treatments import treated
from mediamill_procedural.effects.synthesis.waveform import (
    Stereo,
    audible_seconds,
    edged,
    peaked,
    put,
    samples,
    swell,
    transposed,
)
from mediamill_procedural.kit.chance import Chance
from mediamill_procedural.kit.waves import RATE, Wave, below

TAKES_MAX = 16  # different takes of one event; a longer row uses them again, each at its own level
INDIVIDUALS_MAX = 5
EVENT_SECONDS_MAX = 12.0
CALM = 0.5  # the intensity of what nobody calls heavy or light
ENDING_SHARE = 0.4  # of an event that is too long: in which it fades away
FADE_SECONDS = 0.35  # of what goes on, where it is cut
TONE_RISE_SECONDS = 0.015
HIGHER_WHEN_FASTER = 0.25  # octaves of pitch for each octave of pace, in what goes on
WEIGHT_HZ = 240.0
SOFT_HZ = 1_600.0


def performed(slot: Slot, chance: Chance, looseness: float) -> Stereo:
    """The part alone, from the start of its slot to the end of the file, where it stands but without its room."""
    part, sound = slot.part, slot.part.sound
    perform = _sustained if sound.kind is Kind.SUSTAINED else _events
    heard = perform(slot, chance, looseness)
    manner = part.manner
    rng = chance.of(Concern.MOTION, slot.number, slot.take)
    direction = -1.0 if manner.place is not None and manner.place > 0 else float(rng.choice([-1.0, 1.0]))
    if manner.motion is not None and sound.motion is None:
        heard[:, : slot.length] = moved(heard[:, : slot.length], manner.motion, direction, 2.0**manner.pace)
    heard = _weighted(heard, manner.intensity, sound.kind)
    heard = treated(heard, manner.treatments, chance.of(Concern.TREATMENT, slot.number, slot.take))
    heard = far(heard, manner.distance)
    if manner.place is not None and manner.place_until is not None:
        return leaning(
            heard, np.interp(np.arange(heard.shape[1]), [0, slot.length], [manner.place, manner.place_until])
        )
    return leaning(heard, manner.place) if manner.place is not None else heard


def _weighted(heard: Stereo, intensity: float, kind: Kind) -> Stereo:
    """What force does to anything: a heavy blow or flow has more lows, a light one fewer, or it is duller."""
    if intensity == 0.0:
        return heard
    if intensity < 0.0 and kind is not Kind.SUSTAINED:
        softness = -1.5 * intensity
        return (1.0 - softness) * heard + softness * np.stack([below(side, SOFT_HZ, 1) for side in heard])
    return heard + 1.3 * intensity * np.stack([below(side, WEIGHT_HZ, 1) for side in heard])


def _sustained(slot: Slot, chance: Chance, looseness: float) -> Stereo:
    """Something that goes on, from the start of its slot to its end."""
    sound, manner = slot.part.sound, slot.part.manner
    # What flows or turns faster is also higher: without that nobody would hear a faster wind.
    pitch = 2.0 ** (manner.pitch + HIGHER_WHEN_FASTER * manner.pace)
    heard = np.zeros((2, slot.room))
    count = min(INDIVIDUALS_MAX, slot.part.individuals or slot.part.events or sound.individuals)
    for individual in range(count):
        places = _dice(chance, Concern.PLACE, slot, individual)
        length = max(2, round(slot.length * pitch) + 64)
        wave = sound.make(_take(slot, chance, individual, 0, length, looseness, pace=2.0**manner.pace / pitch))
        wave = transposed(wave, pitch)[..., : slot.length]
        if sound.motion is not None or manner.motion is not None:
            wave = wave if wave.ndim == 1 else wave.mean(axis=0)
        put(heard, _in_image(wave, _place(count, individual, 0.0, places)), 0)
    rise = TONE_RISE_SECONDS if slot.start == 0 else FADE_SECONDS
    heard[:, : slot.length] *= swell(slot.length, rise, FADE_SECONDS)
    return heard


def _events(slot: Slot, chance: Chance, looseness: float) -> Stereo:
    """A row of events, each another take of whoever makes it."""
    sound, manner = slot.part.sound, slot.part.manner
    heard = np.zeros((2, slot.room))
    count = min(INDIVIDUALS_MAX, slot.part.individuals or sound.individuals)
    for individual in range(count):
        timing, places = (_dice(chance, concern, slot, individual) for concern in (Concern.TIMING, Concern.PLACE))
        home = _place(count, individual, 0.0, places)
        takes = {0: _event(slot, chance, individual, 0, looseness)}
        for number, at in enumerate(onsets(slot, individual, audible_seconds(takes[0]), timing)):
            which = number % TAKES_MAX
            if which not in takes:
                takes[which] = _event(slot, chance, individual, which, looseness)
            where = float(np.clip(home + places.uniform(-sound.spread, sound.spread), -0.95, 0.95))
            level = float(np.exp(places.normal(0.0, 0.05))) * (0.75 if individual else 1.0)
            event = takes[which]
            if sound.motion is not None:
                direction = 1.0 if (number + individual) % 2 == 0 else -1.0
                event = moved(_stereo(event), manner.motion or sound.motion, direction, 2.0**manner.pace)
                event *= swell(event.shape[1], 0.0, 0.5 * ENDING_SHARE * event.shape[1] / RATE)
                where = 0.0
            put(heard, _in_image(_fitted(event, slot.room - at), where), at, level)
    return heard


def _fitted(event: Wave | Stereo, room: int) -> Wave | Stereo:
    """The event; one that cannot ring out before the end of the file fades away instead of being cut."""
    if event.shape[-1] <= room or room < 2:
        return event
    return event[..., :room] * swell(room, 0.0, ENDING_SHARE * room / RATE)


def _event(slot: Slot, chance: Chance, individual: int, which: int, looseness: float) -> Wave | Stereo:
    """One take of an event, at its pitch, with an end that does not click."""
    sound, manner = slot.part.sound, slot.part.manner
    pitch = 2.0**manner.pitch
    longest = _motion_length(sound, slot) if sound.motion else min(slot.room, samples(EVENT_SECONDS_MAX))
    # What cannot ring out before the end of the file is made shorter rather than cut, as far as it can.
    length = max(samples(0.3), round(longest * pitch))
    pace = 2.0 ** (manner.pace - (manner.lasting if sound.kind is Kind.ONCE else 0.0))
    wave = transposed(sound.make(_take(slot, chance, individual, which, length, looseness, pace)), pitch)
    return edged(peaked(wave))


def _motion_length(sound: Sound, slot: Slot) -> int:
    """How long something that passes is heard."""
    passing = sound.motion is Motion.PASSING and slot.part.manner.motion in (None, Motion.PASSING)
    return min(slot.room, samples(sound.ring) if passing else slot.length)


def _take(slot: Slot, chance: Chance, individual: int, number: int, length: int, looseness: float, pace: float) -> Take:
    return Take(
        length=length,
        rng=_dice(chance, Concern.EVENT, slot, individual, number),
        body=chance.of(Concern.BODY, slot.number, individual),
        intensity=CALM + slot.part.manner.intensity,
        pace=pace,
        looseness=looseness,
        number=number,
    )


def _dice(chance: Chance, concern: Concern, slot: Slot, *details: int) -> np.random.Generator:
    return chance.of(concern, slot.number, slot.take, *details)


def _place(count: int, individual: int, centre: float, rng: np.random.Generator) -> float:
    """Where one of several stands: spread over the image, the first near its middle."""
    if count == 1:
        return centre
    spread = np.linspace(-0.75, 0.75, count)
    return float(np.clip(spread[(individual * 2 + 1) % count] + rng.uniform(-0.12, 0.12), -0.9, 0.9))


def _stereo(wave: Wave | Stereo) -> Stereo:
    return wave if wave.ndim == 2 else np.stack([wave, wave])


def _in_image(wave: Wave | Stereo, where: float) -> Stereo:
    """A point at its place; what is broad already leans there."""
    if wave.ndim == 1:
        return placed(wave, where)
    return leaning(wave, where) if abs(where) > 0.02 else wave / np.sqrt(2.0)
