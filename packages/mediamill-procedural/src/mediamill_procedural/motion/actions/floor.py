"""Sitting, kneeling, lying, crawling, falling, swimming, and the ways back up."""

import numpy as np
from numpy.typing import NDArray

from mediamill_procedural.motion.actions.phrasing import alive, during, raised, rounds
from mediamill_procedural.motion.take import Take
from mediamill_procedural.motion.track import Track, eased, held, keyed, pose

Array = NDArray[np.float64]

SEAT: dict[str, float] = {
    "y": -48, "z": -41, "pitch": -4, "bend": 7, "both_reach": 1, "both_reach_x": 13, "both_reach_y": 99,
    "both_reach_z": 37,
    "both_elbow_out": 4, "both_wrist": 10,
}  # fmt: skip
FLOOR_SEAT: dict[str, float] = {
    "y": -85, "pitch": -16, "bend": 22, "both_foot_z": 60, "both_foot_x": 0, "both_knee_out": 10, "both_reach": 1,
    "both_reach_x": 17, "both_reach_y": 118, "both_reach_z": 42,
}  # fmt: skip
ON_BACK: dict[str, float] = {
    "y": -85, "pitch": -90, "both_foot_z": 95, "both_foot_pitch": -64, "both_foot_yaw": 14, "both_spread": 20,
    "both_swing": -4,
    "both_elbow": 8, "both_foot_x": 2,
}  # fmt: skip
ON_FRONT: dict[str, float] = {
    "y": -85, "pitch": 89, "both_foot_z": -114, "both_foot_pitch": 150, "both_foot_y": 4, "both_foot_yaw": 0,
    "both_plant": 1, "both_plant_x": 34,
    "both_plant_z": 52, "both_plant_y": 4, "nod": -16, "look": 30, "both_elbow_out": 40,
}  # fmt: skip
ONE_KNEE: dict[str, float] = {
    "y": -44, "z": 0, "left_foot_z": 40, "right_foot_z": -54, "right_foot_pitch": 62, "right_foot_yaw": 0, "bend": 4,
}  # fmt: skip
ALL_FOURS: dict[str, float] = {
    "y": -44, "pitch": 77, "nod": -38, "both_foot_z": -70, "both_foot_pitch": 150, "both_foot_y": 4,
    "both_foot_yaw": 0, "both_plant": 1,
    "both_plant_x": 18, "both_plant_z": 46, "both_plant_y": 4, "bend": 4,
}  # fmt: skip


def _settle(take: Take, keys: list[tuple[float, Array]], natural: float, *, returning: bool = False) -> Track:
    """Keys from 0 to 1 in their natural time, then the last one held; the same way back at the end if `returning`."""
    spent = min(take.seconds / (2 if returning else 1), natural / take.tempo)
    going = np.minimum(take.times, take.seconds - take.times) if returning else take.times
    return keyed(going / spent, keys)


def sit(take: Take) -> Track:
    """Back onto a chair: the trunk leans out over the feet while the hips go down."""
    over = pose(y=-24, z=-22, pitch=26, bend=24, nod=-22, both_swing=30, both_elbow=28)
    down = pose(**{**SEAT, "y": -49, "bend": 16, "pitch": 8})
    keys = [(0.0, pose()), (0.1, pose(nod=10, bend=4)), (0.5, over), (0.82, down), (1.0, pose(**SEAT))]
    return alive(_settle(take, keys, 1.6, returning=take.ending), take, 0.7)


def stand_up(take: Take) -> Track:
    """From a chair: feet back, lean, and up."""
    over = pose(y=-32, z=-24, pitch=30, bend=26, nod=-20, both_swing=26, both_elbow=30)
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
    squat = pose(
        y=-60, z=-14, pitch=8, bend=50, nod=-20, both_swing=50, both_elbow=20, both_foot_pitch=14, both_knee_out=12
    )
    low = pose(
        **{**FLOOR_SEAT, "both_foot_z": 0, "z": -52, "both_reach": 0, "pitch": -20, "bend": 30, "both_swing": -30}
    )
    seat = pose(**{**FLOOR_SEAT, "z": -58, "both_foot_z": 2})
    return alive(_settle(take, [(0.0, pose()), (0.4, squat), (0.78, low), (1.0, seat)], 2.2), take, 0.7)


def kneel(take: Take) -> Track:
    """Down on one knee, hands on the other; it stays, or rises again when something follows."""
    step = take.sided(y=-14, z=-8, right_foot_z=-42, right_foot_y=7, right_foot_pitch=44, bend=8)
    low = take.sided(**{**ONE_KNEE, "z": -30, "left_foot_z": 10, "right_foot_z": -84}, nod=10, both_reach=1,
        both_reach_x=2,
                     left_reach_x=8, both_reach_y=106, both_reach_z=34)  # fmt: skip
    keys = [(0.0, pose()), (0.36, step), (0.8, low + (pose(bend=6) - pose())), (1.0, low)]
    return alive(_settle(take, keys, 1.5, returning=take.ending), take, 0.7)


def crouch(take: Take) -> Track:
    """Low on bent knees, looking out."""
    low = take.sided(
        y=-42, z=-12, pitch=26, bend=26, nod=-32, left_foot_z=9, right_foot_z=-15, right_foot_pitch=24, both_swing=42,
        both_elbow=66, both_spread=14, both_foot_x=4, both_knee_out=8,
    )  # fmt: skip
    track = raised(take, low, 0.6, 0.6)
    share = during(take, 0.6, 0.6)
    track.add(
        look=28 * np.sin(2 * np.pi * take.times / 3.3) * share, turn=6 * np.sin(2 * np.pi * take.times / 3.3) * share
    )
    return alive(track, take, 0.7)


def deep_squat(take: Take) -> Track:
    """All the way down on the heels, held."""
    low = pose(
        y=-52, z=-15, pitch=8, bend=46, nod=-30, both_swing=54, both_elbow=30, both_foot_pitch=16, both_knee_out=14
    )  # fmt: skip
    return alive(Track(np.tile(low, (take.frames, 1))), take, 0.6)


def lie_down(take: Take) -> Track:
    """Through a squat and sitting onto the back."""
    squat = pose(
        y=-60, z=-14, pitch=8, bend=50, nod=-20, both_swing=40, both_elbow=20, both_foot_pitch=14, both_knee_out=12
    )
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
    half = pose(y=-85, z=-72, pitch=-64, bend=34, nod=24, both_foot_z=4, both_swing=-20, both_spread=34, both_elbow=50)
    back = pose(**{**ON_BACK, "z": -88, "both_foot_z": 7})
    keys = [(0.0, pose()), (0.26, squat), (0.46, seat), (0.72, half), (1.0, back)]
    track = _settle(take, keys, 3.0)
    track.end = (0.0, -88.0, 0.0)
    return alive(track, take, 0.6)


def get_up(take: Take) -> Track:
    """From the back: sit, feet under, and up."""
    half = pose(y=-85, z=-2, pitch=-56, bend=40, nod=24, both_foot_z=84, both_swing=-20, both_spread=34, both_elbow=40)
    seat = pose(**{**FLOOR_SEAT, "z": 6, "both_foot_z": 50, "pitch": -8, "bend": 36, "both_reach": 0, "both_swing": 20})
    squat = pose(
        y=-58, z=38, pitch=10, bend=56, nod=-20, both_foot_z=46, both_foot_pitch=20, both_swing=50, both_knee_out=12
    )
    rise = pose(y=-26, z=42, pitch=26, bend=26, nod=-16, both_foot_z=48, both_swing=24, both_elbow=20)
    up = pose(z=48, both_foot_z=48)
    keys = [(0.0, pose(**ON_BACK)), (0.24, half), (0.44, seat), (0.66, squat), (0.82, rise), (1.0, up)]
    track = _settle(take, keys, 2.9)
    track.end = (0.0, 48.0, 0.0)
    return track


def fall(take: Take) -> Track:
    """Backwards, arms flung up, knees giving way; or forwards onto the hands."""
    if take.direction == "forward":
        trip = pose(z=26, y=-10, pitch=30, bend=16, both_swing=80, both_elbow=20, nod=-20, both_foot_pitch=34)
        dive = pose(z=78, y=-50, pitch=66, both_plant=0.7, both_plant_x=28, both_plant_z=146, both_plant_y=12, nod=-30,
                    both_foot_pitch=68)  # fmt: skip
        front = {**ON_FRONT, "z": 114, "both_foot_z": 0, "both_plant_z": 166}
        bounce = pose(**{**front, "y": -82, "pitch": 86})
        keys = [(0.0, pose()), (0.3, trip), (0.58, dive), (0.78, bounce), (1.0, pose(**front))]
        track = _settle(take, keys, 1.7)
        track.end = (0.0, 114.0, 0.0)
        return track
    slip = pose(
        z=-10, y=-10, pitch=-14, bend=-6, both_swing=70, both_spread=50, both_elbow=30, nod=14, both_foot_pitch=-6
    )
    drop = pose(z=-44, y=-60, pitch=-30, bend=26, both_swing=66, both_spread=46, both_elbow=30, nod=28, both_foot_z=14)
    seat = pose(
        z=-58,
        y=-85,
        pitch=-52,
        bend=36,
        both_swing=30,
        both_spread=60,
        both_elbow=24,
        nod=34,
        both_foot_z=22,
        both_foot_y=16,
    )
    back = {**ON_BACK, "z": -70, "both_foot_z": 24, "both_spread": 48}
    bounce = pose(**{**back, "pitch": -86, "bend": 8, "nod": 16, "both_spread": 62, "both_foot_y": 5})
    keys = [(0.0, pose()), (0.22, slip), (0.46, drop), (0.6, seat), (0.8, bounce), (1.0, pose(**back))]
    track = _settle(take, keys, 1.9)
    track.end = (0.0, -70.0, 0.0)
    return track


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
    afloat = {"y": -6.0, "pitch": 84.0, "both_foot_pitch": 118.0, "both_foot_yaw": 0.0, "nod": -30.0}
    glide = pose(
        **afloat, both_foot_z=-110, both_foot_y=78, both_swing=170, both_elbow=4, both_spread=4, both_foot_x=-4
    )
    pull = pose(
        **{**afloat, "pitch": 78, "nod": -38},
        both_foot_z=-109,
        both_foot_y=77,
        both_swing=120,
        both_spread=66,
        both_elbow=34,
    )
    tuck = pose(**{**afloat, "pitch": 72, "both_foot_pitch": 96, "nod": -42}, both_foot_z=-62, both_foot_y=86,
        both_foot_x=6,
                both_knee_out=24, both_swing=78, both_spread=16, both_elbow=126)  # fmt: skip
    kick = pose(**{**afloat, "both_foot_pitch": 92}, both_foot_z=-84, both_foot_y=82, both_foot_x=20, both_swing=150,
                both_elbow=40, both_spread=8, both_knee_out=16)  # fmt: skip
    keys = [(0.0, glide), (0.34, pull), (0.54, tuck), (0.7, kick), (0.84, glide), (1.0, glide)]
    track = rounds(take, 1.9, keys)
    gone = 62.0 * (take.phase(1.9) + 0.12 * np.sin(2 * np.pi * take.phase(1.9) - 4.4) - 0.12 * np.sin(-4.4))
    if not take.on_the_spot:
        track.add(z=gone, both_foot_z=gone)
        track.end = (0.0, float(gone[-1]), 0.0)
    return track


def roll(take: Take) -> Track:
    """Tucked up, rocking over the back and forward again."""
    tuck = {
        "y": -82.0,
        "bend": 60.0,
        "nod": 40.0,
        "both_reach": 1.0,
        "both_reach_x": 15.0,
        "both_reach_y": 96.0,
        "both_reach_z": 40.0,
    }
    front = pose(**tuck, pitch=-36, both_foot_z=40, both_foot_y=4, both_foot_x=-2)
    back = pose(**tuck, pitch=-88, both_foot_z=30, both_foot_y=52, z=-14, both_foot_x=-2, both_foot_pitch=-10)
    return rounds(take, 1.6, [(0.0, front), (0.5, back), (1.0, front)])
