"""Places and ways: how a source leans to a side, how far away it is, how it moves past the listener."""

import math

import numpy as np

from mediamill_procedural.effects.sound import Motion
from mediamill_procedural.effects.synthesis.waveform import Stereo, read_at
from mediamill_procedural.kit.waves import RATE, Wave, above, below

SOUND_METRES_PER_SECOND = 343.0
NEAREST_METRES = 4.0  # how close a passing source comes
PASSING_METRES_PER_SECOND = 16.0
AIR_BANDS_HZ = (1_200.0, 3_500.0)  # what the air takes away first
CONTROL = 256  # samples between two points of a way


def leaning(sound: Stereo, place: Wave | float) -> Stereo:
    """The sound at a place from -1 (left) to 1 (right): constant power, and the far ear in the shadow of the head."""
    middle, side = 0.5 * (sound[0] + sound[1]), 0.5 * (sound[0] - sound[1])
    where = np.clip(np.broadcast_to(np.asarray(place, dtype=np.float64), middle.shape), -1.0, 1.0)
    turn = (where + 1.0) * np.pi / 4.0
    dull = below(middle, 1_800.0, 1)
    shadow_left, shadow_right = 0.75 * np.maximum(where, 0.0), 0.75 * np.maximum(-where, 0.0)
    narrowed = side * (1.0 - 0.85 * np.abs(where))
    return math.sqrt(2.0) * np.stack(
        [
            np.cos(turn) * ((1.0 - shadow_left) * middle + shadow_left * dull) + narrowed / math.sqrt(2.0),
            np.sin(turn) * ((1.0 - shadow_right) * middle + shadow_right * dull) - narrowed / math.sqrt(2.0),
        ]
    )


def placed(wave: Wave, place: float) -> Stereo:
    """A point source at a place from -1 (left) to 1 (right), by level alone, so that it folds down to mono."""
    turn = (place + 1.0) * math.pi / 4.0
    return np.stack([math.cos(turn) * wave, math.sin(turn) * wave])


def far(sound: Stereo, distance: float) -> Stereo:
    """The sound from a distance, 0 at hand to 1 far away: highs and lowest lows gone, narrower. Below 0, nearer."""
    if distance > 0.0:
        dulled = np.stack([below(side, 9_000.0 * 0.075**distance, 1) for side in sound])
        dulled = np.stack([below(side, 14_000.0 * 0.12**distance, 1) for side in dulled])
        middle = 0.5 * (dulled[0] + dulled[1])
        return (1.0 - 0.7 * distance) * dulled + 0.7 * distance * np.stack([middle, middle])
    if distance < 0.0:
        # At hand: the lows of closeness, and more air.
        return np.stack(
            [side - distance * (0.5 * below(side, 160.0, 1) + 0.5 * above(side, 5_000.0, 1)) for side in sound]
        )
    return sound


def moved(sound: Stereo, motion: Motion, direction: float, speed: float) -> Stereo:
    """The sound as it moves: Doppler, level, air and place follow from one way past the listener."""
    length = sound.shape[1]
    east, north = _way(length, motion, direction, speed)
    metres = np.hypot(east, north)
    heard = read_at(
        0.5 * (sound[0] + sound[1]),
        np.arange(length) - (metres - metres.min()) / SOUND_METRES_PER_SECOND * RATE,
    )
    level = (NEAREST_METRES / np.maximum(metres, NEAREST_METRES)) ** 0.85
    place = np.sin(np.arctan2(east, np.abs(north)))
    # Air takes 0.1 dB a metre of the highest octaves, less of the middle.
    low, middle = below(heard, AIR_BANDS_HZ[0], 1), below(heard, AIR_BANDS_HZ[1], 1)
    keep_high, keep_middle = np.exp(-metres / 28.0), np.exp(-metres / 90.0)
    carried = low + keep_middle * (middle - low) + keep_high * (heard - middle)
    return leaning(np.stack([carried, carried]) * level, 0.9 * place)


def _way(length: int, motion: Motion, direction: float, speed: float) -> tuple[Wave, Wave]:
    """Metres to the right and ahead, for every sample."""
    time = np.arange(0, length + CONTROL, CONTROL) / RATE
    seconds = length / RATE
    quick = PASSING_METRES_PER_SECOND * speed
    if motion is Motion.CIRCLING:
        turn = direction * (2.0 * np.pi * time / max(4.0, seconds / 2.0) * speed)
        east, north = 6.0 * np.sin(turn), 6.0 * np.cos(turn)
    else:
        nearest = {Motion.PASSING: 0.5, Motion.APPROACHING: 0.94, Motion.RECEDING: 0.06}[motion] * seconds
        # What only comes or goes needs a way that is heard even within a second.
        quick = quick if motion is Motion.PASSING else max(quick, 45.0 / max(seconds, 0.5))
        east = direction * quick * (time - nearest)
        if motion is not Motion.PASSING:
            east *= 0.35
            north = NEAREST_METRES + quick * np.abs(time - nearest)
            return _fine(length, time, east), _fine(length, time, north)
        north = np.full_like(east, NEAREST_METRES)
    return _fine(length, time, east), _fine(length, time, north)


def _fine(length: int, time: Wave, values: Wave) -> Wave:
    return np.interp(np.arange(length) / RATE, time, values)
