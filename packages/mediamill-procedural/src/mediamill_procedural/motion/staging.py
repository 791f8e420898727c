"""A script on the clock and in the room: who does what from when to when, one beat running into the next."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from mediamill_procedural.motion.manners import Manner
from mediamill_procedural.motion.reading.script import Beat
from mediamill_procedural.motion.repertoire import ACTIONS, Action
from mediamill_procedural.motion.seams import joined
from mediamill_procedural.motion.take import Take
from mediamill_procedural.motion.track import ARM_CHANNELS, COLUMN, TRUNK, Track, pose

Array = NDArray[np.float64]

FRAME_RATE = 30
QUICKEST = 0.42  # share of the time that one repetition likes to take
PATIENCE = 1.15  # times as long as it likes to take: what is over is spent standing
SQUAT_BETWEEN = 0.9  # seconds
TREMBLE_HZ = 7.3


@dataclass(frozen=True, slots=True)
class Performance:
    """A whole clip: when its frames are, its channels, and what there was no time for."""

    times: Array
    track: Track
    beats: tuple[Beat, ...]  # those there was time for
    left_out: tuple[str, ...]
    treadmill: bool  # what was travelled is to be taken out


def frame_times(seconds: float) -> Array:
    """30 frames a second from 0 to exactly `seconds`: the last interval may be a shorter one."""
    whole = np.arange(int(np.floor(seconds * FRAME_RATE + 1e-6)) + 1) / FRAME_RATE
    return whole if seconds - whole[-1] < 1e-6 else np.append(whole, seconds)


def perform(beats: Sequence[Beat], seconds: float, seed: int) -> Performance:
    """Everything in order, as long as asked; beats that do not fit are left out from the end."""
    times = frame_times(seconds)
    wanted = len(beats)
    kept = _connected(beats)
    while wanted > 1 and sum(_least(beat) for beat in kept) > seconds:
        wanted -= 1
        kept = _connected(beats[:wanted])
    kept = _with_rest(kept, seconds)
    shares = _shares(kept, seconds)
    bounds = np.rint(np.concatenate([[0.0], np.cumsum(shares)]) / seconds * (len(times) - 1)).astype(int)
    pieces, left_out = [], []
    for number, beat in enumerate(kept):
        first, last = int(bounds[number]), int(bounds[number + 1])
        own = times[first : last + 1] - times[first]
        most = max(1, int(own[-1] / (QUICKEST * ACTIONS[beat.action].seconds)))
        if beat.count is not None and beat.count > most:
            left_out.append(f"{beat.action} {beat.count} times, only {most}")
            kept[number] = replace(beat, count=most)
        pieces.append(_piece(kept, number, own, np.random.default_rng([seed, number])))
    track = joined(pieces)
    left_out += [beat.action for beat in beats[wanted:]]
    return Performance(times, track, tuple(kept), tuple(left_out), any(beat.treadmill for beat in kept))


def _connected(beats: Sequence[Beat]) -> list[Beat]:
    """With what has to be done between: nobody walks off lying down, or turns from front to back through the floor."""
    connected = list(beats[:1])
    for before, after in pairwise(beats):
        ends, starts = _ends(before), ACTIONS[after.action].starts
        if ends == "back" and starts == "up":
            connected.append(Beat("get up", manner=after.manner))
        elif ends not in ("up", starts) and "front" in (ends, starts):
            connected.append(Beat("deep squat", seconds=SQUAT_BETWEEN, manner=after.manner))
        connected.append(after)
    return connected


def _ends(beat: Beat) -> str:
    return "front" if beat.action == "fall" and beat.direction == "forward" else ACTIONS[beat.action].ends


def _least(beat: Beat) -> float:
    action = ACTIONS[beat.action]
    return action.least * (1.0 if action.lasting else float(min(beat.count or 1, 4)) ** 0.7)


def _with_rest(beats: list[Beat], seconds: float) -> list[Beat]:
    """With a pause at the end, where what was asked for is done well before the time is up."""
    counted = len(beats) > 1 or beats[0].count is not None or beats[0].seconds is not None
    if not counted or any(_lasts(beat) for beat in beats) or _ends(beats[-1]) != "up":
        return beats
    once = [beat if beat.count else replace(beat, count=1) for beat in beats]
    over = seconds - PATIENCE * sum(max(_likes(beat), _least(beat)) for beat in once)
    return [*once, Beat("idle", manner=beats[-1].manner)] if over > ACTIONS["idle"].least else once


def _lasts(beat: Beat) -> bool:
    return ACTIONS[beat.action].lasting and beat.count is None and beat.seconds is None


def _shares(beats: list[Beat], seconds: float) -> list[float]:
    """Seconds of each beat: what it likes, squeezed towards the least; time left over goes to what lasts."""
    least = np.array([_least(beat) for beat in beats])
    likes = np.maximum([_likes(beat) for beat in beats], least)
    over = seconds - likes.sum()
    if over < 0:
        room = likes - least
        squeezed = likes + over * (room / room.sum() if room.sum() > 0 else likes / likes.sum())
        return list(squeezed * (seconds / squeezed.sum()))
    lasting = np.array([_lasts(beat) for beat in beats], float)
    weights = likes * (lasting if lasting.any() else 1.0)
    return list(likes + over * weights / weights.sum())


def _likes(beat: Beat) -> float:
    action = ACTIONS[beat.action]
    if beat.seconds is not None:
        return beat.seconds
    return action.seconds * (beat.count or 1) / beat.manner.tempo


def _piece(beats: list[Beat], number: int, times: Array, chance: np.random.Generator) -> Track:
    beat = beats[number]
    action = ACTIONS[beat.action]
    before = ACTIONS[beats[number - 1].action] if number else None
    after = ACTIONS[beats[number + 1].action] if number + 1 < len(beats) else None
    take = Take(
        times=times,
        count=beat.count,
        side=beat.side or "right",
        direction=beat.direction,
        tempo=beat.manner.tempo,
        size=beat.manner.size,
        rising=before is not None and not before.gait,
        ending=after is not None and not after.gait and not _stays(beats, number),
        on_the_spot=beat.on_the_spot,
        manner=beat.manner,
        chance=chance,
    )
    track = action.made(take)
    if beat.overlay is not None:
        _laid_over(track, ACTIONS[beat.overlay].made(replace(take, direction="", count=beat.overlay_count)))
    if not action.low:
        _bearing(track, take, beat.manner, action)
    return track


def _stays(beats: list[Beat], number: int) -> bool:
    """Down on the chair or the floor, and the next beat begins from there."""
    return ACTIONS[beats[number].action].ends == ACTIONS[beats[number + 1].action].starts != "up"


def _laid_over(track: Track, upper: Track) -> None:
    """Arms that gesture are the gesture's; trunk and head do both."""
    ease = pose()
    for name in TRUNK:
        track.add(**{name: upper[name]})
    for side in ("left", "right"):
        own = [COLUMN[f"{side}_{name}"] for name in ARM_CHANNELS]
        used = float(np.ptp(upper.rows[:, own], axis=0).max()) > 25.0 or float(upper[f"{side}_reach"].max()) > 0.5
        if not used:
            continue
        away = np.abs(upper.rows[:, own] - ease[own]) / 30.0
        share = np.clip(np.maximum(away.max(axis=1), upper[f"{side}_reach"]), 0, 1)[:, np.newaxis]
        track.rows[:, own] += (upper.rows[:, own] - track.rows[:, own]) * share


def _bearing(track: Track, take: Take, manner: Manner, action: Action) -> None:
    """What a manner does to whatever is done on two feet."""
    free = np.ones(take.frames) if not action.upper else np.ones(take.frames) * 0.8
    track.add(
        bend=manner.bend * 0.7 * free, pitch=manner.bend * 0.15 * free, nod=(manner.nod - 0.5 * manner.bend) * free
    )
    track.add(both_shrug=manner.shrug * free, both_spread=manner.spread * free, both_elbow=manner.elbow * 0.6 * free)
    if action.gait:
        return
    beat = 2 * np.pi * take.times * manner.tempo
    track.add(y=-manner.crouch + manner.bounce * 0.6 * np.sin(beat * 1.6))
    track.add(lean=0.7 * manner.weave * 0.4 * np.sin(beat / 1.9), x=0.12 * manner.weave * np.sin(beat / 1.9 + 0.4))
    if manner.tremble:
        shaking = manner.tremble * np.sin(2 * np.pi * TREMBLE_HZ * take.times)
        track.add(both_elbow=shaking, nod=0.5 * shaking, both_wrist=1.5 * shaking)
