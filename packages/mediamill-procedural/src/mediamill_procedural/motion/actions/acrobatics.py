"""Upside down: over in the air, on the hands, over the back. In the air the centre of mass goes as a stone does."""

import numpy as np
from numpy.typing import NDArray

from mediamill_procedural.lexicon import table
from mediamill_procedural.motion.actions.leaps import GRAVITY, LEAPS, jump_as, moments_of
from mediamill_procedural.motion.actions.phrasing import moments
from mediamill_procedural.motion.jointing import joints_of, pelvis_turn, root_place, sole_place
from mediamill_procedural.motion.limbs import ankle_place
from mediamill_procedural.motion.poses import preset
from mediamill_procedural.motion.rotations import turned, wrapped
from mediamill_procedural.motion.skeleton import OFFSETS, PLACE, SHANK, SIDES, THIGH
from mediamill_procedural.motion.take import Take, mirrored
from mediamill_procedural.motion.track import COLUMN, Track, eased, held, keyed

Array = NDArray[np.float64]

FRAME_RATE = 30
ROUND, ROUND_LEAST = 2.4, 2.2  # seconds of a cartwheel or a roll
KICK, KICK_LEAST = 2.2, 1.95  # seconds onto the hands
ARM_REACH, ARM_FAR = 51.0, 92.0  # cm from shoulder to wrist: as far as it reaches; where hands do not draw it yet
REACH_PASSES = 4
LEAVING = 0.16  # share of a flight in which legs go from the ground into their own pose, and back
FLIP_SOFT = 0.3  # how much slower a flip turns at its ends
STROKE, STROKE_LENGTH = 1.5, 105.0  # seconds and cm of both arms' strokes
KICKS = 3  # of each leg in that time
BODY_ROLL = 36.0  # degrees to either side
MASSES = [(bone, *told.split()) for bone, told in table("motion", "masses").texts().items()]


def flip_as(take: Take, name: str) -> Track:
    """A jump, over backwards or forwards in a tuck, and landed on both feet."""
    timing, way = moments_of(take, LEAPS[name]), (-1.0 if name == "backflip" else 1.0)
    track, air = jump_as(take, name), timing.air
    track.add(pitch=way * 360.0 * (timing.number + air - FLIP_SOFT * np.sin(2 * np.pi * air) / (2 * np.pi)))
    tuck = eased(air / 0.34) * eased((1 - air) / 0.34)
    track.add(both_swing=-88 * tuck, both_elbow=44 * tuck, bend=38 * tuck, nod=20 * tuck)
    free = eased(air / LEAVING) * eased((1 - air) / LEAVING)
    for side, _, _ in SIDES:
        _carry(track, side, free, flex=112 * tuck, knee=12 + 118 * tuck, point=24)
    for number in range(int(timing.number[-1]) + 1):
        flying = np.flatnonzero((timing.number == number) & (air > 0) & (air < 1))
        if len(flying) > 1 and air[-1] >= 1:
            _throw(track, int(flying[0]) - 1, int(flying[-1]) + 1)
    return track


def handstand(take: Take) -> Track:
    """Hands down, one leg thrown up and then the other, held, and down again the same way."""
    spent = max(min(take.seconds / 2, KICK / take.tempo), KICK_LEAST)
    at = np.minimum(take.times, take.seconds - take.times) / spent
    track = keyed(at, moments("handstand")[1])
    sway = 3 * eased((at - 0.9) / 0.3) * np.sin(2 * np.pi * take.times / 1.7)
    first = 52 - 82 * eased((at - 0.34) / 0.16) + 22 * eased((at - 0.6) / 0.3)
    second = 100 - 108 * eased((at - 0.46) / 0.34)
    for side, away, flex in (("left", 0.34, first), ("right", 0.46, second)):
        _carry(track, side, eased((at - away) / 0.08), flex=flex + sway, knee=6, point=50)
    _over_hands(track)
    return track if take.side == "right" else mirrored(track)


def cartwheel(take: Take) -> Track:
    """Sideways over one hand and the other, legs wide, as often as asked for."""
    track, at = _rounds(take, "cartwheel", "x")
    track.add(roll=-360.0 * (at - at % 1.0))
    for side, away, back in (("right", 0.22, 0.74), ("left", 0.36, 0.9)):
        free = eased((at % 1.0 - away) / 0.08) * eased((back - at % 1.0) / 0.08)
        _carry(track, side, free, flex=0, knee=8, point=44, apart=44)
    _over_hands(track)
    if take.side == "left":
        return track
    twin = mirrored(track)
    twin.end = (-track.end[0], 0.0, 0.0)
    return twin


def roll(take: Take) -> Track:
    """Forwards over hands, back and seat, and up onto the feet."""
    track, at = _rounds(take, "forward roll", "z")
    track.add(pitch=360.0 * (at - at % 1.0))
    free = eased((at % 1.0 - 0.28) / 0.14) * eased((0.8 - at % 1.0) / 0.14)
    for side, _, _ in SIDES:
        _carry(track, side, free, flex=118, knee=128, point=20)
    return track


def crawl_stroke(take: Take) -> Track:
    """Face down in the water: one arm after the other over the water and back below it, legs beating."""
    phase = take.phase(STROKE)
    turn = 2 * np.pi * phase
    track = held(take.frames, **preset("swim", "afloat"))
    breath = np.maximum(np.sin(turn), 0) ** 2
    track.add(roll=BODY_ROLL * np.sin(turn), look=-0.6 * BODY_ROLL * np.sin(turn) + 46 * breath)
    stroke = moments("crawl stroke")[1]
    for side, sign, late in (("left", 1.0, 0.0), ("right", -1.0, 0.5)):
        arm = keyed((phase + late) % 1.0, [*stroke, (1.0, stroke[0][1])])
        for name in ("reach", "reach_x", "reach_y", "reach_z", "elbow_out", "wrist"):
            track[f"{side}_{name}"] = arm[f"left_{name}"] * (sign if name == "reach_x" else 1.0)
        beat = KICKS * turn + 2 * np.pi * late
        _carry(track, side, np.ones(take.frames), flex=2 + 12 * np.sin(beat), knee=10 - 8 * np.cos(beat), point=52)
    gone = phase * (0.0 if take.on_the_spot else STROKE_LENGTH)
    track.add(z=gone, both_foot_z=gone)
    track.end = (0.0, float(gone[-1]), 0.0)
    return track


def _rounds(take: Take, action: str, axis: str) -> tuple[Track, Array]:
    """Rounds that go on where the last one ended, and how many are done; what there is no time for is not finished."""
    at = np.minimum(take.phase(ROUND), take.times / ROUND_LEAST)
    at = np.minimum(at, take.rounds(ROUND) - 1e-9)
    keys = moments(action)[1]
    track, step = keyed(at % 1.0, keys), float(keys[-1][1][COLUMN[axis]])
    for place in ("", "left_foot_", "right_foot_", "left_plant_", "right_plant_"):
        track.add(**{f"{place}{axis}": (at - at % 1.0) * step})
    end = step * float(np.ceil(at[-1]))
    track.end = (end, 0.0, 0.0) if axis == "x" else (0.0, end, 0.0)
    return track, at


def _carry(
    track: Track,
    side: str,
    free: Array,
    *,
    flex: Array | float,
    knee: Array | float,
    point: float,
    apart: float = 0.0,
) -> None:
    """As far as a leg is free, its foot goes where hip and knee carry it, and not where it stood; degrees."""
    joint, sign = next((joint, sign) for name, joint, sign in SIDES if name == side)
    pelvis, wide = pelvis_turn(track), np.radians(apart) * sign
    ankle = root_place(track) + turned(pelvis, OFFSETS[PLACE[f"{joint}UpLeg"]])
    for length, angle in ((THIGH, flex), (SHANK, flex - knee)):
        bent = np.radians(angle + 0 * free)
        way = np.stack([np.sin(wide) + 0 * bent, -np.cos(wide) * np.cos(bent), np.cos(wide) * np.sin(bent)], axis=1)
        ankle = ankle + length * turned(pelvis, way)
    goal = {"pitch": track["pitch"] - flex + knee + point, "yaw": 0 * free, "roll": track["roll"] + np.degrees(wide)}
    stood = {name: track[f"{side}_foot_{name}"] for name in goal}
    foot = {name: stood[name] + wrapped(goal[name] - stood[name]) * free for name in goal}
    ankle_stood = ankle_place(sole_place(track, side), stood["yaw"], stood["pitch"])
    ankle = ankle_stood + (ankle - ankle_stood) * free[:, np.newaxis]
    sole = ankle - ankle_place(np.zeros_like(ankle), foot["yaw"], foot["pitch"])
    for name, values in (*foot.items(), *zip("xyz", sole.T, strict=True)):
        track[f"{side}_foot_{name}"] = values


def _over_hands(track: Track) -> None:
    """Bring the shoulders over planted hands as near as arms reach: hands on the ground do not slide."""
    for _ in range(REACH_PASSES):
        places = joints_of(track).places
        for side, joint, _ in SIDES:
            wish = np.stack([track[f"{side}_plant_{axis}"] for axis in "xyz"], axis=1)
            way = wish - places[:, PLACE[f"{joint}Arm"]]
            far = np.linalg.norm(way, axis=1)
            near = np.clip((ARM_FAR - far) / (ARM_FAR - ARM_REACH), 0, 1)
            pull = track[f"{side}_plant"] * near * np.maximum(1 - ARM_REACH / far, 0)
            track.add(**{axis: way[:, number] * pull / 2 for number, axis in enumerate("xyz")})


def _throw(track: Track, first: int, last: int) -> None:
    """Between two frames, move the body so that its centre of mass flies freely."""
    share = np.linspace(0, 1, last - first + 1)[:, np.newaxis]
    centre = _centre_of_mass(Track(track.rows[first : last + 1]))
    way = centre[0] + (centre[-1] - centre[0]) * share
    way[:, 1:2] += GRAVITY / 2 * ((last - first) / FRAME_RATE) ** 2 * share * (1 - share)
    for number, axis in enumerate("xyz"):
        columns = [COLUMN[f"{place}{axis}"] for place in ("", "left_foot_", "right_foot_")]
        track.rows[first : last + 1, columns] += (way - centre)[:, number : number + 1]


def _centre_of_mass(track: Track) -> Array:
    """(frames, 3)."""
    places = joints_of(track).places
    centre = np.zeros((len(track), 3))
    for bone, after, along, mass in MASSES:
        near, far = places[:, PLACE[bone]], places[:, PLACE[after]]
        centre += float(mass) * (near + float(along) * (far - near))
    return centre
