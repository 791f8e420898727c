"""One action running into the next: the body keeps its speed and lets the difference die away, feet step over.

The difference decays like a critically damped spring (inertialisation after Bollo 2018, "Inertialization:
high-performance animation transitions").
"""

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import gaussian_filter1d, maximum_filter1d

from mediamill_procedural.motion.skeleton import BALL_AHEAD
from mediamill_procedural.motion.track import COLUMN, Track, eased

Array = NDArray[np.float64]

FRAME_RATE = 30
STIFFNESS = 9.0  # 1/s: half of a difference is gone after 0.19 s
BLEND_MOST = 0.8  # seconds after which nothing of it is left
STEP_SECONDS = 0.3  # of one foot into its new place
STEP_HEIGHT = 6.0  # cm
STEP_FROM = 1.2  # cm or 0.2 of degrees: what is less is not worth a step
LIFT_SPEED = 4.0  # cm/s: a foot near the ground that is faster than this is lifted
LIFT_FULL = 45.0
LIFT_HEIGHT = 5.0  # cm
PLANTED = 1.0  # cm above the ground
RELEASE_FRAMES = 9  # in which a foot that left the ground finds its own way again
_WEIGHTS = ("reach", "plant")
_ROUND = [COLUMN[f"{part}{way}"] for part in ("", "left_foot_", "right_foot_") for way in ("pitch", "roll")]
_FEET = {
    side: [COLUMN[f"{side}_foot_{name}"] for name in ("x", "y", "z", "pitch", "yaw", "roll")]
    for side in ("left", "right")
}


def joined(pieces: list[Track]) -> Track:
    """One track; each piece shares its first frame with the last one of the piece before."""
    rows = pieces[0].rows
    place = pieces[0].end
    for piece in pieces[1:]:
        placed = _placed(piece.rows, place)
        placed[:, _ROUND] += 360 * np.round((rows[-1, _ROUND] - placed[0, _ROUND]) / 360)
        rows = np.concatenate([rows[:-1], _blended(rows, placed)])
        place = _after(place, piece.end)
    track = Track(rows, place)
    for side in ("left", "right"):
        _lift_moving(track, side)
        _lock_standing(track, side)
    return track


def _after(place: tuple[float, float, float], end: tuple[float, float, float]) -> tuple[float, float, float]:
    way = np.radians(place[2])
    x = place[0] + end[0] * np.cos(way) + end[1] * np.sin(way)
    z = place[1] - end[0] * np.sin(way) + end[1] * np.cos(way)
    return float(x), float(z), place[2] + end[2]


def _placed(rows: Array, place: tuple[float, float, float]) -> Array:
    """A piece turned and moved to where the figure has come to."""
    rows = rows.copy()
    cosine, sine = np.cos(np.radians(place[2])), np.sin(np.radians(place[2]))
    for stem in ("", "left_foot_", "right_foot_", "left_plant_", "right_plant_"):
        x, z = rows[:, COLUMN[f"{stem}x"]].copy(), rows[:, COLUMN[f"{stem}z"]].copy()
        rows[:, COLUMN[f"{stem}x"]] = place[0] + x * cosine + z * sine
        rows[:, COLUMN[f"{stem}z"]] = place[1] - x * sine + z * cosine
    for name in ("yaw", "left_foot_yaw", "right_foot_yaw"):
        rows[:, COLUMN[name]] += place[2]
    return rows


def _blended(before: Array, after: Array) -> Array:
    """`after`, beginning as `before` ends."""
    times = np.arange(len(after)) / FRAME_RATE
    speed = (before[-1] - before[-2]) * FRAME_RATE if len(before) > 1 else np.zeros(before.shape[1])
    its_speed = (after[1] - after[0]) * FRAME_RATE if len(after) > 1 else np.zeros(before.shape[1])
    offset, drift = before[-1] - after[0], speed - its_speed
    length = min(BLEND_MOST, max(times[-1] * 0.7, 1.0 / FRAME_RATE))
    stiff = STIFFNESS * max(1.0, 0.55 / length)
    spring = (offset + (drift + stiff * offset) * times[:, np.newaxis]) * np.exp(-stiff * times)[:, np.newaxis]
    spring *= (1 - eased(times / length))[:, np.newaxis]
    rows = after + spring
    for side, late in (("left", 0.0), ("right", 0.25)):
        rows[:, _FEET[side]] = _stepped(before, after, times, side, late, length)
        for kind in _WEIGHTS:
            _taken_over(rows, before, after, times, f"{side}_{kind}", length)
    return np.asarray(rows)


def _stepped(before: Array, after: Array, times: Array, side: str, late: float, length: float) -> Array:
    """A foot held where it was, then stepping to where the new action wants it."""
    columns = _FEET[side]
    was = before[-1, columns]
    step = min(STEP_SECONDS, length / 1.6)
    share = eased((times - late * step) / step)
    away = was - after[:, columns]
    held = np.tile(was, (len(times), 1))
    if was[1] > PLANTED and len(before) > 1:  # it was in the air: it goes on for a moment
        speed = (was - before[-2, columns]) * FRAME_RATE
        held = held + speed * (0.06 * (1 - np.exp(-times / 0.06)))[:, np.newaxis]
    rows = after[:, columns] + (held - after[:, columns]) * (1 - share)[:, np.newaxis]
    far = float(np.hypot(away[0, 0], away[0, 2]) + 0.15 * abs(away[0, 4]))
    if far > STEP_FROM:
        height = STEP_HEIGHT * min(1.0, 0.3 + far / 30)
        rows[:, 1] += height * np.sin(np.pi * np.clip((times - late * step) / step, 0, 1))
    return np.asarray(rows)


def _taken_over(rows: Array, before: Array, after: Array, times: Array, name: str, length: float) -> None:
    """A hand's goal fades in where it is wanted and out from where it was: a goal nobody follows says nothing."""
    share = eased(times / length)
    columns = [COLUMN[f"{name}_{axis}"] for axis in "xyz"]
    old, new = before[-1, COLUMN[name]], after[:, COLUMN[name]]
    rows[:, COLUMN[name]] = old + (new - old) * share
    if old < 0.05:
        rows[:, columns] = after[:, columns]
    elif new.max() < 0.05:
        rows[:, columns] = before[-1, columns]


def _lift_moving(track: Track, side: str) -> None:
    """A foot that goes somewhere goes through the air."""
    ball = _ball(track, side)
    speed = np.hypot(np.gradient(ball[:, 0]), np.gradient(ball[:, 1])) * FRAME_RATE
    lift = np.clip((speed - LIFT_SPEED) / (LIFT_FULL - LIFT_SPEED), 0, 1) * LIFT_HEIGHT
    if lift.max() <= 0:
        return
    lift = gaussian_filter1d(maximum_filter1d(lift, 3), 1.2)
    lift[lift < 0.05] = 0.0
    track[f"{side}_foot_y"] = np.hypot(track[f"{side}_foot_y"], lift)


def _ball(track: Track, side: str) -> Array:
    """(frames, 2) of x and z under the ball of a flat foot."""
    way = np.radians(track[f"{side}_foot_yaw"])
    x = track[f"{side}_foot_x"] + BALL_AHEAD * np.sin(way)
    return np.stack([x, track[f"{side}_foot_z"] + BALL_AHEAD * np.cos(way)], axis=1)


def _lock_standing(track: Track, side: str) -> None:
    """A foot on the ground stays where it came down; what was lost is made up in the air."""
    ball = _ball(track, side)
    low = track[f"{side}_foot_y"] < PLANTED
    shift = np.zeros_like(ball)
    release = np.zeros(2)
    since = RELEASE_FRAMES
    anchor: Array | None = None
    for frame in range(len(ball)):
        if low[frame]:
            if anchor is None:
                anchor = ball[frame] + release * (1 - eased(since / RELEASE_FRAMES))
            shift[frame] = anchor - ball[frame]
        else:
            if anchor is not None:
                release, since, anchor = anchor - ball[frame - 1], 0, None
            since += 1
            shift[frame] = release * (1 - eased(since / RELEASE_FRAMES))
    track.add(**{f"{side}_foot_x": shift[:, 0], f"{side}_foot_z": shift[:, 1]})
