"""Sitting, kneeling, lying, crawling, falling, swimming, and the ways back up."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from mediamill_procedural.motion.actions.phrasing import alive, during, raised, rounds
from mediamill_procedural.motion.poses import preset
from mediamill_procedural.motion.take import Take
from mediamill_procedural.motion.track import Track, eased, held, keyed, pose

Array = NDArray[np.float64]

SEAT = preset("stances", "seat")
FLOOR_SEAT = preset("stances", "floor seat")
ON_BACK = preset("stances", "on back")
ON_FRONT = preset("stances", "on front")
ONE_KNEE = preset("stances", "one knee")
ALL_FOURS = preset("stances", "all fours")


def _settle(take: Take, keys: list[tuple[float, Array]], natural: float, *, returning: bool = False) -> Track:
    """Keys from 0 to 1 in their natural time, then the last one held; the same way back at the end if `returning`."""
    spent = min(take.seconds / (2 if returning else 1), natural / take.tempo)
    going = np.minimum(take.times, take.seconds - take.times) if returning else take.times
    return keyed(going / spent, keys)


def sit(take: Take) -> Track:
    """Back onto a chair: the trunk leans out over the feet while the hips go down."""
    over = pose(**preset("sit", "over"))
    down = pose(**{**SEAT, "y": -49, "bend": 16, "pitch": 8})
    keys = [(0.0, pose()), (0.1, pose(nod=10, bend=4)), (0.5, over), (0.82, down), (1.0, pose(**SEAT))]
    return alive(_settle(take, keys, 1.6, returning=take.ending), take, 0.7)


def stand_up(take: Take) -> Track:
    """From a chair: feet back, lean, and up."""
    over = pose(**preset("stand up", "over"))
    keys = [
        (0.0, pose(**SEAT)),
        (0.15, pose(**{**SEAT, "pitch": 12, "bend": 22})),
        (0.5, over),
        (0.86, pose(bend=2)),
        (1.0, pose()),
    ]
    return alive(_settle(take, keys, 1.6), take, 0.6)


def sit_on_floor(take: Take) -> Track:
    """Down through a squat, a hand behind, onto the floor."""
    squat = pose(**preset("sit on floor", "squat"))
    low = pose(
        **{**FLOOR_SEAT, "both_foot_z": 0, "z": -52, "both_reach": 0, "pitch": -20, "bend": 30, "both_swing": -30}
    )
    seat = pose(**{**FLOOR_SEAT, "z": -58, "both_foot_z": 2})
    return alive(_settle(take, [(0.0, pose()), (0.4, squat), (0.78, low), (1.0, seat)], 2.2), take, 0.7)


def kneel(take: Take) -> Track:
    """Down on one knee, hands on the other; it stays, or rises again when something follows."""
    step = take.sided(**preset("kneel", "step"))
    low = take.sided(**{**ONE_KNEE, "z": -30, "left_foot_z": 10, "right_foot_z": -84}, **preset("kneel", "low"))
    keys = [(0.0, pose()), (0.36, step), (0.8, low + (pose(bend=6) - pose())), (1.0, low)]
    return alive(_settle(take, keys, 1.5, returning=take.ending), take, 0.7)


def crouch(take: Take) -> Track:
    """Low on bent knees, looking out."""
    low = take.sided(**preset("crouch", "low"))
    track = raised(take, low, 0.6, 0.6)
    share = during(take, 0.6, 0.6)
    track.add(
        look=28 * np.sin(2 * np.pi * take.times / 3.3) * share, turn=6 * np.sin(2 * np.pi * take.times / 3.3) * share
    )
    return alive(track, take, 0.7)


def deep_squat(take: Take) -> Track:
    """All the way down on the heels, held."""
    low = pose(**preset("deep squat", "low"))
    return alive(Track(np.tile(low, (take.frames, 1))), take, 0.6)


def lie_down(take: Take) -> Track:
    """Through a squat and sitting onto the back."""
    squat = pose(**preset("lie down", "squat"))
    seat = pose(
        **{
            **FLOOR_SEAT,
            "z": -60,
            "both_foot_z": 0,
            "pitch": -30,
            "both_reach": 0,
            "both_swing": -36,
            "both_spread": 24,
        }
    )
    half = pose(**preset("lie down", "half"))
    back = pose(**{**ON_BACK, "z": -88, "both_foot_z": 7})
    keys = [(0.0, pose()), (0.26, squat), (0.46, seat), (0.72, half), (1.0, back)]
    track = _settle(take, keys, 3.0)
    track.end = (0.0, -88.0, 0.0)
    return alive(track, take, 0.6)


def get_up(take: Take) -> Track:
    """From the back: sit, feet under, and up."""
    half = pose(**preset("get up", "half"))
    seat = pose(**{**FLOOR_SEAT, "z": 6, "both_foot_z": 50, "pitch": -8, "bend": 36, "both_reach": 0, "both_swing": 20})
    squat = pose(**preset("get up", "squat"))
    rise = pose(**preset("get up", "rise"))
    up = pose(z=48, both_foot_z=48)
    keys = [(0.0, pose(**ON_BACK)), (0.24, half), (0.44, seat), (0.66, squat), (0.82, rise), (1.0, up)]
    track = _settle(take, keys, 2.9)
    track.end = (0.0, 48.0, 0.0)
    return track


def fall(take: Take) -> Track:
    """Backwards, arms flung up, knees giving way; or forwards onto the hands."""
    if take.direction == "forward":
        trip = pose(**preset("fall", "trip"))
        dive = pose(**preset("fall", "dive"))
        front = {**ON_FRONT, "z": 114, "both_foot_z": 0, "both_plant_z": 166}
        bounce = pose(**{**front, "y": -82, "pitch": 86})
        keys = [(0.0, pose()), (0.3, trip), (0.58, dive), (0.78, bounce), (1.0, pose(**front))]
        track = _settle(take, keys, 1.7)
        track.end = (0.0, 114.0, 0.0)
        return track
    slip = pose(**preset("fall", "slip"))
    drop = pose(**preset("fall", "drop"))
    seat = pose(**preset("fall", "seat"))
    back = {**ON_BACK, "z": -70, "both_foot_z": 24, "both_spread": 48}
    bounce = pose(**{**back, "pitch": -86, "bend": 8, "nod": 16, "both_spread": 62, "both_foot_y": 5})
    keys = [(0.0, pose()), (0.22, slip), (0.46, drop), (0.6, seat), (0.8, bounce), (1.0, pose(**back))]
    track = _settle(take, keys, 1.9)
    track.end = (0.0, -70.0, 0.0)
    return track


def trip(take: Take) -> Track:
    """Forwards, over something."""
    return fall(replace(take, direction="forward"))


def sleep(take: Take) -> Track:
    """On the back, breathing deeply."""
    track = held(take.frames, **ON_BACK, both_knee_out=6, look=18)
    breath = np.sin(2 * np.pi * take.times / 4.2)
    track.add(bend=-1.6 * breath, both_shrug=1.5 * breath)
    return track


def crawl(take: Take) -> Track:
    """On hands and knees, hand and opposite knee together."""
    sign = -1.0 if take.direction == "backward" else 1.0
    count = take.rounds(1.25)
    phase = take.phase(1.25)
    stride = 0.0 if take.on_the_spot else 52.0 * sign
    track = held(take.frames, **ALL_FOURS)
    track.add(z=stride * phase)
    for side, shift in (("left", 0.0), ("right", 0.5)):
        for limb, late in (("foot", 0.0), ("plant", 0.5)):
            own = phase + (shift + late) % 1.0
            number = np.floor(own)
            swinging = np.clip((own - number - 0.58) / 0.42, 0, 1)
            at = (number + eased(swinging) - (shift + late) % 1.0 + 0.29) * stride
            track.add(**{f"{side}_{limb}_z": at})
            lift = np.sin(np.pi * swinging)
            track.add(**{f"{side}_{limb}_y": (3.0 if limb == "foot" else 6.5) * lift})
    beat = 2 * np.pi * phase
    track.add(
        x=2.0 * np.sin(beat),
        yaw=5 * np.cos(beat),
        turn=-6 * np.cos(beat),
        y=0.8 * np.cos(2 * beat),
        look=4 * np.sin(beat),
    )
    track.end = (0.0, stride * count, 0.0)
    return track


def swim(take: Take) -> Track:
    """Breaststroke, as high as the hips: glide, pull, recover, kick."""
    afloat = preset("swim", "afloat")
    glide = pose(**afloat, **preset("swim", "glide"))
    pull = pose(**{**afloat, "pitch": 78, "nod": -38}, **preset("swim", "pull"))
    tuck = pose(**{**afloat, "pitch": 72, "both_foot_pitch": 96, "nod": -42}, **preset("swim", "tuck"))
    kick = pose(**{**afloat, "both_foot_pitch": 92}, **preset("swim", "kick"))
    keys = [(0.0, glide), (0.34, pull), (0.54, tuck), (0.7, kick), (0.84, glide), (1.0, glide)]
    track = rounds(take, 1.9, keys)
    gone = 62.0 * (take.phase(1.9) + 0.12 * np.sin(2 * np.pi * take.phase(1.9) - 4.4) - 0.12 * np.sin(-4.4))
    if not take.on_the_spot:
        track.add(z=gone, both_foot_z=gone)
        track.end = (0.0, float(gone[-1]), 0.0)
    return track
