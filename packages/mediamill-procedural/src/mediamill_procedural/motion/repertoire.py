"""Everything the figure can do, by name."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from mediamill_procedural.lexicon import table
from mediamill_procedural.motion.actions import daily, dances, exercises, fights, floor, gestures, leaps
from mediamill_procedural.motion.actions.gaits import Gait, go
from mediamill_procedural.motion.actions.leaps import Leap, jump
from mediamill_procedural.motion.take import Take
from mediamill_procedural.motion.track import Track


@dataclass(frozen=True, slots=True)
class Action:
    """One thing to do: `seconds` it likes to take (once), `least` below which it cannot be read."""

    make: Callable[[Take], Track]
    seconds: float
    least: float = 0.7
    lasting: bool = False  # fills whatever time is left
    upper: bool = False  # may be done by arms and head while the legs do something else
    gait: bool = False
    low: bool = False  # not on two feet: bearing does not change it
    starts: str = "up"  # or on the "front", the "back" or a "seat"
    ends: str = "up"


def _gait(gait: Gait, least: float = 0.8) -> Action:
    return Action(lambda take: go(take, gait), 2.6, least, lasting=True, gait=True)


def _leap(leap: Leap, least: float = 0.8) -> Action:
    return Action(lambda take: jump(take, leap), leap.seconds, least)


def _upper(make: Callable[[Take], Track], seconds: float, least: float = 0.8, *, lasting: bool = False) -> Action:
    return Action(make, seconds, least, lasting=lasting, upper=True)


def _low(
    make: Callable[[Take], Track],
    seconds: float,
    least: float = 1.0,
    *,
    lasting: bool = False,
    starts: str = "up",
    ends: str = "",
) -> Action:
    return Action(make, seconds, least, lasting=lasting, low=True, starts=starts, ends=ends or starts)


def _lasting(make: Callable[[Take], Track], seconds: float, least: float = 0.8) -> Action:
    return Action(make, seconds, least, lasting=True)


GAITS = table("motion", "gaits").records(Gait)
ACTIONS: dict[str, Action] = {
    # Going.
    "walk": _gait(GAITS["walk"]),
    "run": _gait(GAITS["run"]),
    "jog": _gait(GAITS["jog"]),
    "sprint": _gait(GAITS["sprint"]),
    "sneak": _gait(GAITS["sneak"]),
    "march": _gait(GAITS["march"]),
    "limp": _gait(GAITS["limp"]),
    "stagger": _gait(GAITS["stagger"]),
    "zombie": Action(
        lambda take: _outstretched(go(take, GAITS["zombie"])),
        2.6,
        0.8,
        lasting=True,
        gait=True,
    ),
    "stomp": _gait(GAITS["stomp"]),
    "tiptoe": Action(
        lambda take: _on_toes(go(take, GAITS["tiptoe"])),
        2.6,
        0.8,
        lasting=True,
        gait=True,
    ),
    "strut": _gait(GAITS["strut"]),
    "skip": _gait(GAITS["skip"]),
    "crawl": _low(floor.crawl, 3.0, lasting=True, starts="front"),
    "swim": _low(floor.swim, 3.6, lasting=True, starts="front"),
    "climb": _low(exercises.climb, 3.6, lasting=True),
    "step up": Action(exercises.step_up, 2.4, 1.2),
    "turn": Action(gestures.turn, 1.3, 0.6),
    "spin": Action(gestures.spin, 1.6, 0.9),
    # Off the ground.
    "jump": _leap(Leap()),
    "leap": _leap(Leap(height=30, length=95, seconds=1.6, arms_up=120)),
    "star jump": _leap(Leap(height=42, seconds=1.9, spread=50, arms_up=130)),
    "jump turn": _leap(Leap(height=36, seconds=1.8, turn=360.0, arms_up=90)),
    "hop": Action(lambda take: leaps.hops(take, one_leg=True), 0.55, 0.5),
    "bounce": Action(lambda take: leaps.hops(take, one_leg=False), 0.55, 0.5),
    "jump rope": Action(lambda take: leaps.hops(take, one_leg=False, rope=True), 0.5, 0.5),
    "jumping jack": Action(leaps.jumping_jacks, 1.0, 0.7),
    # Hands and head.
    "wave": _upper(gestures.wave, 2.2),
    "wave both": _upper(gestures.wave_both, 2.4),
    "point": _upper(gestures.point, 1.8),
    "salute": _upper(gestures.salute, 1.9),
    "shrug": _upper(gestures.shrug, 1.9),
    "nod": _upper(gestures.nod, 1.6, 0.6),
    "shake head": _upper(gestures.shake_head, 1.8, 0.6),
    "look around": _upper(gestures.look_around, 3.2, 1.0),
    "look": _upper(gestures.look, 1.6, 0.6),
    "clap": _upper(gestures.clap, 2.0),
    "cheer": Action(gestures.cheer, 2.2, 0.9),
    "think": _upper(gestures.think, 2.8),
    "cry": Action(gestures.cry, 3.0, 1.0, lasting=True),
    "beckon": _upper(gestures.beckon, 2.0),
    "stop sign": _upper(gestures.stop_sign, 1.6),
    "raise hand": _upper(gestures.raise_hand, 1.8),
    "talk": _upper(gestures.talk, 3.0, lasting=True),
    "hands on hips": _upper(gestures.hands_on_hips, 2.0),
    "cross arms": _upper(gestures.cross_arms, 2.2),
    "pray": _upper(gestures.pray, 2.6),
    "facepalm": _upper(gestures.facepalm, 2.0),
    "blow kiss": _upper(gestures.kiss, 2.2),
    "bow": Action(gestures.bow, 2.4, 0.9),
    "curtsy": Action(gestures.curtsy, 2.6, 1.0),
    "idle": _lasting(gestures.idle, 1.6, 0.3),
    "stop": Action(gestures.idle, 0.8, 0.3),
    # Fighting, throwing, games.
    "guard": _lasting(fights.guard, 1.6),
    "punch": Action(fights.punch, 1.1, 0.6),
    "box": Action(fights.combination, 2.4, 1.0, lasting=True),
    "kick": Action(fights.kick, 1.6, 0.8),
    "side kick": Action(fights.side_kick, 1.7, 0.9),
    "block": Action(fights.block, 1.6, 0.7),
    "dodge": Action(fights.dodge, 1.8, 0.8),
    "sword": Action(fights.sword, 1.7, 0.8),
    "archery": Action(fights.bow_and_arrow, 3.0, 1.2),
    "shoot": Action(fights.shoot, 0.9, 0.5),
    "throw": Action(fights.throw, 2.1, 0.9),
    "catch": Action(fights.catch, 1.7, 0.8),
    "golf": Action(fights.golf, 2.6, 1.2),
    "dribble": _lasting(exercises.dribble, 2.4),
    # Exercise and work.
    "squat": Action(exercises.squat, 1.9, 0.8),
    "lunge": Action(exercises.lunge, 4.0, 1.6),
    "push-up": _low(exercises.push_up, 1.6, 0.8, starts="front"),
    "plank": _low(exercises.plank, 2.5, lasting=True, starts="front"),
    "sit-up": _low(exercises.sit_up, 2.2, 1.0, starts="back"),
    "burpee": _low(exercises.burpee, 3.0, 1.6),
    "stretch": Action(exercises.stretch, 4.5, 1.6),
    "toe touch": Action(exercises.toe_touch, 2.4, 1.0),
    "arm circles": _upper(exercises.arm_circles, 2.6),
    "balance": Action(exercises.balance, 3.2, 1.2, lasting=True),
    "pick up": Action(exercises.pick_up, 2.8, 1.1),
    "lift": Action(exercises.lift, 4.0, 1.8),
    "push": Action(exercises.push, 2.0, 0.9),
    "pull": Action(exercises.pull, 1.8, 0.9),
    "row": _low(exercises.row, 2.0, lasting=True, starts="seat"),
    "sweep": Action(daily.sweep, 3.0, 1.0, lasting=True),
    "dig": Action(daily.dig, 2.6, 1.2),
    # Down and up.
    "sit": _low(floor.sit, 2.2, lasting=True, ends="seat"),
    "deep squat": _low(floor.deep_squat, 1.6, 0.5, lasting=True),
    "stand up": _low(floor.stand_up, 1.7, 0.8, starts="seat", ends="up"),
    "sit on floor": _low(floor.sit_on_floor, 2.8, lasting=True, ends="seat"),
    "kneel": _low(floor.kneel, 2.2, lasting=True),
    "crouch": Action(floor.crouch, 2.2, 0.9, lasting=True, low=True),
    "lie down": _low(floor.lie_down, 3.4, 1.4, lasting=True, ends="back"),
    "get up": _low(floor.get_up, 2.9, 1.2, starts="back", ends="up"),
    "fall": _low(floor.fall, 2.3, 1.0, lasting=True, ends="back"),
    "trip": _low(lambda take: floor.fall(replace(take, direction="forward")), 2.0, 1.0, lasting=True, ends="front"),
    "sleep": _low(floor.sleep, 3.0, lasting=True, starts="back"),
    "rock": _low(floor.roll, 1.6, starts="seat"),
    # All day.
    "drink": _upper(daily.drink, 3.2, 1.2),
    "eat": _upper(daily.eat, 1.9, 0.9),
    "phone": _upper(daily.phone, 3.4, 1.0, lasting=True),
    "text": _upper(daily.texting, 3.0, 1.0, lasting=True),
    "read": _upper(daily.read, 3.0, 1.0, lasting=True),
    "type": _low(daily.type_, 3.0, lasting=True, starts="seat"),
    "yawn": _upper(daily.yawn, 3.4, 1.4),
    "sneeze": Action(daily.sneeze, 2.2, 1.0),
    "cough": _upper(daily.cough, 2.0, 0.8),
    "laugh": Action(daily.laugh, 3.0, 1.2),
    "knock": _upper(daily.knock, 1.8, 0.8),
    "shake hands": _upper(daily.shake_hands, 2.2, 0.9),
    "hug": Action(daily.hug, 3.2, 1.2),
    "drive": _low(daily.drive, 3.0, lasting=True, starts="seat"),
    # Music and dances.
    "guitar": _upper(daily.guitar, 3.0, lasting=True),
    "drums": _low(daily.drums, 3.0, lasting=True, starts="seat"),
    "piano": _low(daily.piano, 3.0, lasting=True, starts="seat"),
    "violin": _upper(daily.violin, 3.0, lasting=True),
    "conduct": _upper(daily.conduct, 3.0, lasting=True),
    "dance": _lasting(dances.dance, 4.0, 1.0),
    "hip-hop": _lasting(dances.hip_hop, 4.0, 1.0),
    "disco": _lasting(dances.disco, 4.0, 1.0),
    "robot dance": _lasting(dances.robot, 4.0, 1.0),
    "ballet": _lasting(dances.ballet, 4.4, 1.6),
    "waltz": _lasting(dances.waltz, 4.0, 1.0),
    "twist": _lasting(dances.twist, 4.0, 1.0),
    "salsa": _lasting(dances.salsa, 4.0, 1.0),
    "headbang": _lasting(dances.headbang, 2.5),
    "macarena": _lasting(dances.macarena, 5.6, 2.0),
}


def _outstretched(track: Track) -> Track:
    """Arms held out ahead, hands hanging: nobody home."""
    for side, swing in (("left", 78.0), ("right", 70.0)):
        track[f"{side}_swing"] = swing + 0.3 * track[f"{side}_swing"]
        track[f"{side}_wrist"] = 42.0
    track.add(tilt=13.0, nod=8.0, both_spread=-6.0)
    return track


def _on_toes(track: Track) -> Track:
    """Heels never down, hands up like paws."""
    track.add(both_foot_pitch=36.0, y=3.5, both_wrist=34.0, both_swing=12.0, both_elbow=24.0, both_shrug=6.0)
    return track
