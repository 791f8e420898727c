"""When everything happens: how long a scene lasts, when each of its parts begins, when its events fall."""

import math
from dataclasses import dataclass, replace

import numpy as np

from mediamill_procedural.effects.scene import Part, Scene
from mediamill_procedural.effects.sound import Kind, Space
from mediamill_procedural.effects.stage.space import ring_seconds
from mediamill_procedural.effects.synthesis.waveform import samples
from mediamill_procedural.kit.waves import RATE

AUTO_SECONDS_MAX = 10.0  # of an effect that may choose its length: what is held for it
ASKED_SECONDS_MIN = 0.5  # of a length that a prompt names
IN_TURN_SECONDS_MAX = 4.0  # of what goes on, where something follows it
LEAD_SECONDS = 0.03  # before the first event: players click when a file starts at full force
AGAIN_SECONDS = (1.2, 2.4)  # between two tellings of one story
ANSWER_SHARE_MAX = 0.15  # of a length that is asked for: kept free for what a place answers to the last event
RING_SHARE_MAX = 0.35  # of the time there is: what the last event of a row may take to ring out
EVENTS_MAX = 400  # of one part: 30 s of the densest row
PERIOD_MIN_SECONDS = 0.055  # closer events are one noise
TEXTURE_SECONDS = 6.0


@dataclass(frozen=True, slots=True)
class Slot:
    """Where a part stands in time, in samples."""

    part: Part
    number: int  # of the part in its scene: chooses its dice
    take: int  # which telling of the story
    start: int
    length: int  # how long it may go on; events may ring on after it
    room: int  # until the end of the file
    until: int  # by when its events have rung out, where they can: the place then still answers


def natural_seconds(scene: Scene) -> float:
    """How long a scene lasts that may choose, at most ten seconds; what then still rings comes on top."""
    if scene.seconds is not None:
        return min(max(scene.seconds, ASKED_SECONDS_MIN), AUTO_SECONDS_MAX)
    wanted = sum(_step_seconds(step, len(scene.steps) > 1) for step in scene.steps) or TEXTURE_SECONDS
    return min(wanted, AUTO_SECONDS_MAX)


def told_once(scene: Scene) -> Scene:
    """The scene with one event of all that happens once, where nothing goes on that it could happen over again."""
    steps = tuple(
        step if _goes_on(step) else tuple(replace(part, events=part.events or 1) for part in step)
        for step in scene.steps
    )
    return replace(scene, steps=steps)


def ringing_seconds(scene: Scene, seconds: float) -> float:
    """How long a scene that may choose its length can ring on behind it; what is played to its end does not."""
    if any(part.sound.kind is Kind.SUSTAINED for part in scene.steps[-1]):
        return 0.0
    longest: float = max(part.sound.ring * 2.0 ** max(0.0, -part.manner.pitch) for part in scene.parts)
    answer = max(ring_seconds(space_of(part, scene)) for part in scene.parts)
    return max(0.0, min(longest + 1.5 * answer + LEAD_SECONDS, AUTO_SECONDS_MAX - seconds))


def space_of(part: Part, scene: Scene) -> Space:
    """The place the prompt names, else the one where the sound is usually heard; far away is somewhere."""
    space = scene.space or part.manner.space or part.sound.space
    if space is Space.NOWHERE and part.manner.distance > 0.15 and scene.space is None:
        return Space.OPEN
    return space


def laid_out(scene: Scene, seconds: float, rng: np.random.Generator, ringing: float = 0.0) -> tuple[Slot, ...]:
    """A slot for each part: steps in turn, filled or squeezed to the length; short stories are told again.

    The file goes on for so many seconds more in which nothing begins.
    """
    total = samples(seconds + ringing)
    lengths = [_step_seconds(step, len(scene.steps) > 1) for step in scene.steps]
    lasting = [_goes_on(step) for step in scene.steps]
    story = sum(lengths)
    tellings = 1
    if story > seconds:
        lengths = [length * seconds / story for length in lengths]
    elif any(lasting):
        share = (seconds - story) / sum(lasting)
        lengths = [length + share * goes_on for length, goes_on in zip(lengths, lasting, strict=True)]
    elif len(lengths) > 1:
        tellings = max(1, int((seconds + AGAIN_SECONDS[0]) / (story + AGAIN_SECONDS[0])))
    else:
        lengths = [seconds]
    slots: list[Slot] = []
    at = 0.0
    for telling in range(tellings):
        number = 0
        for step, length in zip(scene.steps, lengths, strict=True):
            for part in step:
                start = samples(at) + _late(part, step, length, rng) if at or _late_able(step) else 0
                start = min(start, total - 2)
                answer = 0.0 if ringing else min(ANSWER_SHARE_MAX * seconds, ring_seconds(space_of(part, scene)))
                until = total - start - samples(answer)
                slots.append(Slot(part, number, telling, start, _end(at + length, total) - start, total - start, until))
                number += 1
            at += length
        rest = (seconds - tellings * story) / tellings
        at += min(rest, rng.uniform(*AGAIN_SECONDS)) if tellings > 1 else 0.0
    return tuple(replace(slot, length=max(2, slot.length)) for slot in slots)


def _end(at: float, total: int) -> int:
    return min(total, samples(at))


def _step_seconds(step: tuple[Part, ...], in_turn: bool) -> float:
    return max(_part_seconds(part, in_turn) for part in step)


def _part_seconds(part: Part, in_turn: bool) -> float:
    sound, manner = part.sound, part.manner
    pace, slower = 2.0**manner.pace, 2.0 ** (-0.5 * manner.pitch)
    if sound.kind is Kind.SUSTAINED:
        seconds = min(sound.seconds, IN_TURN_SECONDS_MAX) if in_turn else sound.seconds
    elif part.events is not None:
        period = max(PERIOD_MIN_SECONDS, (sum(sound.gap) / 2.0 + _rest(part)) / pace)
        seconds = LEAD_SECONDS + (part.events - 1) * period + sound.ring * 1.15 * slower
    elif in_turn and sound.kind is Kind.REPEATED:
        seconds = min(sound.seconds, IN_TURN_SECONDS_MAX)
    else:
        seconds = sound.seconds * (slower if sound.kind is Kind.ONCE else 1.0)
    return float(seconds * 2.0**manner.lasting)


def _rest(part: Part) -> float:
    """What lies between two events besides the gap: what happens once rings out first, unless it is counted."""
    if part.sound.kind is not Kind.ONCE:
        return 0.0
    return part.sound.ring * (0.55 if part.events else 1.0)


def _goes_on(step: tuple[Part, ...]) -> bool:
    return any(
        part.sound.kind is Kind.SUSTAINED or (part.sound.kind is Kind.REPEATED and part.events is None) for part in step
    )


def _late_able(step: tuple[Part, ...]) -> bool:
    return len({part.sound.kind for part in step}) > 1


def _late(part: Part, step: tuple[Part, ...], length: float, rng: np.random.Generator) -> int:
    """What happens over something that goes on does not happen in its first instant."""
    if part.sound.kind is not Kind.ONCE or not _goes_on(step):
        return 0
    spare = max(0.0, length - part.sound.ring)
    return samples(min(1.5, spare * rng.uniform(0.12, 0.3)))


def onsets(slot: Slot, individual: int, ring: float, rng: np.random.Generator) -> list[int]:
    """The samples at which the events of a part begin, within its slot: the last one rings out, if it can."""
    part, sound = slot.part, slot.part.sound
    length, until = slot.length / RATE, slot.until / RATE
    pace = 2.0**part.manner.pace
    mean = max(PERIOD_MIN_SECONDS, (sum(sound.gap) / 2.0 + _rest(part)) / pace)
    usual = sound.ring * 2.0**-part.manner.pitch
    if part.events is not None or sound.kind is Kind.REPEATED:
        # A row of bells is not crammed into its first second so that the last one may ring: it fades away sooner.
        usual, ring = (min(seconds, RING_SHARE_MAX * until) for seconds in (usual, ring))
    if part.events is not None:
        if part.events > 1:
            room = min(length - 0.6 * usual, until - ring) - LEAD_SECONDS
            mean = max(PERIOD_MIN_SECONDS, min(mean, room / (part.events - 1)))
        return _row(part.events, LEAD_SECONDS, mean, sound.uneven, rng)
    first = LEAD_SECONDS + (rng.uniform(0.0, 0.9) * mean if individual else 0.0)
    found: list[int] = []
    at = max(LEAD_SECONDS, min(first, length - usual, until - ring))
    latest = min(length - (0.85 if sound.kind is Kind.ONCE else 0.6) * usual, until - ring)
    while (at <= latest or not found) and len(found) < EVENTS_MAX:
        found.append(round(at * RATE))
        low, high = sound.gap
        period = max(PERIOD_MIN_SECONDS, (rng.uniform(low, high) + _rest(part)) / pace)
        at += period * math.exp(float(np.clip(rng.normal(), -2.0, 2.0)) * sound.uneven)
    return found


def _row(count: int, first: float, period: float, uneven: float, rng: np.random.Generator) -> list[int]:
    places = first + period * np.arange(count)
    shift = min(uneven, 0.12) * period
    # The first and the last stay: nothing begins before the file or rings beyond it.
    places[1:-1] += rng.uniform(-shift, shift, max(0, count - 2))
    return [round(place * RATE) for place in places]
