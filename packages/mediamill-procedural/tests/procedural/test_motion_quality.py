"""Every action keeps to its ground and its bones: feet that stand stay, nothing sinks, no joint jumps or overbends."""

import itertools
from dataclasses import dataclass
from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.spatial import ConvexHull
from scipy.spatial.transform import Rotation

from mediamill_procedural.motion.clip import Clip, clip_of
from mediamill_procedural.motion.figure import Body, body
from mediamill_procedural.motion.reading.words import WORDS
from mediamill_procedural.motion.repertoire import ACTIONS
from mediamill_procedural.motion.skeleton import PLACE, REST

Array = NDArray[np.float64]

FLOATING = {"swim", "crawl stroke"}  # not near the ground at all
DOWN = 0.8  # cm above its height in standing, up to which the ball of a foot stands on the ground
SLIDE_MOST = 2.0  # cm while it stands
SINK_MOST = 1.5  # cm of any vertex
TURN_MOST = 45.0  # degrees of a joint in one frame
GRAVITY = 981.0  # cm/s²


@dataclass(frozen=True, slots=True)
class Skin:
    """Vertices in the T pose and the weights of the joints that move them."""

    vertices: Array
    weights: Array


SEQUENCES = [
    "walk forward, then run, jump twice and fall down",
    "sneaks, stops, looks around and runs away",
    "an angry old man walks, kicks, punches and sits down",
    "lies down, gets up, bows and waves while walking backward",
    "crawl then stand up then cheer then dance",
    "sidestep left, sidestep right, turn around, kneel, pray, climb and swim",
    "drunk walk in a circle, stumbles, falls forward",
    "push ups, sit ups, burpees, jumping jacks",
    "throw a ball, catch, swing a sword and shoot a bow",
    "happily skip, spin, leap, hop on one leg and salute",
]


pytestmark = pytest.mark.xdist_group("motion")  # one worker makes the clips for all
# Every third at once, the others in the slow suite.
SOME_NOW_ALL_SLOWLY = [
    pytest.param(action, marks=[pytest.mark.slow] if number % 3 else []) for number, action in enumerate(ACTIONS)
]


@pytest.fixture(scope="module")
def mannequin() -> Body:
    return body()


@pytest.fixture(scope="module")
def skin(mannequin: Body) -> Skin:
    """What may touch the floor first: the hull of what each bone moves."""
    mover = mannequin.weights.argmax(axis=1)
    outside = [
        group[ConvexHull(mannequin.vertices[group]).vertices]
        for group in (np.flatnonzero(mover == joint) for joint in np.unique(mover))
    ]
    chosen = np.concatenate(outside)
    return Skin(mannequin.vertices[chosen], mannequin.weights[chosen])


@cache
def clip_at_ease(action: str) -> Clip:
    """An action for as long as it likes to take."""
    return clip_of(first_words(action), ACTIONS[action].seconds)


def first_words(action: str) -> str:
    """How somebody asks for it."""
    return WORDS["action"][action][0]


def slides(places: Array) -> float:
    """Centimetres that the ball of a foot moves at most while it is down."""
    worst = 0.0
    for side in ("Left", "Right"):
        ball = places[:, PLACE[f"{side}ToeBase"]]
        down = ball[:, 1] < REST[PLACE[f"{side}ToeBase"], 1] + DOWN
        for standing, frames in itertools.groupby(range(len(ball)), key=down.__getitem__):
            if standing:
                stand = ball[list(frames)][:, (0, 2)]
                worst = max(worst, float(np.linalg.norm(stand - stand[0], axis=1).max()))
    return worst


def depth(clip: Clip, figure: Skin) -> float:
    """Centimetres of the deepest vertex under the floor."""
    heights = clip.motion.turns[::2, :, 1]  # the row of each rotation that makes y
    offsets = clip.motion.places[::2, :, 1] - np.einsum("fja,ja->fj", heights, REST)
    lowest = offsets @ figure.weights.T
    for axis in range(3):
        lowest += heights[:, :, axis] @ (figure.weights * figure.vertices[:, axis : axis + 1]).T
    return float(-lowest.min())


def turns(clip: Clip) -> Array:
    """Degrees that each joint turns from frame to frame."""
    local = clip.motion.local
    step = np.swapaxes(local[:-1], -1, -2) @ local[1:]
    magnitude = Rotation.from_matrix(step.reshape(-1, 3, 3)).magnitude()
    return np.asarray(np.degrees(magnitude).reshape(step.shape[:2]))


def check(clip: Clip, skin: Skin) -> None:
    assert slides(clip.motion.places) < SLIDE_MOST
    assert depth(clip, skin) < SINK_MOST
    assert turns(clip).max() < TURN_MOST


@pytest.mark.slow
@pytest.mark.parametrize("action", SOME_NOW_ALL_SLOWLY)
def test_an_action_keeps_to_the_ground_and_does_not_jump(action: str, skin: Skin) -> None:
    assert clip_at_ease(action).performed[0].action == action

    check(clip_at_ease(action), skin)


@pytest.mark.slow
@pytest.mark.parametrize("seconds", [0.5, 1.1, 5.0, 12.0])
@pytest.mark.parametrize("action", ACTIONS)
def test_an_action_does_so_however_long_it_takes(action: str, seconds: float, skin: Skin) -> None:
    check(clip_of(first_words(action), seconds), skin)


@pytest.mark.slow
@pytest.mark.parametrize("prompt", SEQUENCES)
def test_a_sequence_keeps_to_the_ground_and_does_not_jump(prompt: str, skin: Skin) -> None:
    for seconds in (2.0, 6.0):
        check(clip_of(prompt, seconds), skin)


@pytest.mark.slow
@pytest.mark.parametrize("start", range(0, len(ACTIONS), 3))
def test_any_action_may_follow_any_other(start: int, skin: Skin) -> None:
    names = list(ACTIONS)
    for first, step in ((start, 7), (start + 1, 31), (start + 2, 53)):
        one, other = names[first % len(names)], names[(first + step) % len(names)]
        check(clip_of(f"{first_words(one)}, then {first_words(other)}", 4.0), skin)


@pytest.mark.slow
@pytest.mark.parametrize("action", [action for action in ACTIONS if action not in FLOATING])
def test_an_action_touches_the_ground(action: str, skin: Skin) -> None:
    assert depth(clip_at_ease(action), skin) > -3.0


@pytest.mark.parametrize("action", SOME_NOW_ALL_SLOWLY)
def test_joints_bend_only_as_far_as_people_do(action: str) -> None:
    local = clip_at_ease(action).motion.local
    for side, sign in (("Left", 1.0), ("Right", -1.0)):
        knee = Rotation.from_matrix(local[:, PLACE[f"{side}Leg"]]).as_rotvec(degrees=True)
        elbow = Rotation.from_matrix(local[:, PLACE[f"{side}ForeArm"]]).as_rotvec(degrees=True)
        assert np.abs(knee[:, 1:]).max() < 0.1  # a hinge
        assert -0.1 < knee[:, 0].min() <= knee[:, 0].max() < 155
        assert np.abs(elbow[:, (0, 2)]).max() < 0.1
        assert -0.1 < (-sign * elbow[:, 1]).min() <= (-sign * elbow[:, 1]).max() < 150
        ankle = np.degrees(np.arctan2(local[:, PLACE[f"{side}Foot"], 2, 1], local[:, PLACE[f"{side}Foot"], 2, 2]))
        assert -50 < ankle.min() <= ankle.max() < 75
        thigh = -local[:, PLACE[f"{side}UpLeg"], :, 1]  # where the thigh points, seen from the hips
        raised = np.degrees(np.arctan2(thigh[:, 2], -thigh[:, 1]))
        assert -60 < raised.min() <= raised.max() < 150
        spread = np.degrees(np.arcsin(np.clip(thigh[:, 0] * sign, -1, 1)))
        assert -45 < spread.min() <= spread.max() < 80
    neck = Rotation.from_matrix(local[:, PLACE["Neck"]] @ local[:, PLACE["Head"]]).magnitude()
    assert np.degrees(neck).max() < 95


def test_the_hips_fly_as_a_stone_does() -> None:
    clip = clip_of("jump", 2.0)
    soles = np.minimum(*(clip.motion.places[:, PLACE[f"{side}ToeBase"], 1] for side in ("Left", "Right")))
    hips = clip.motion.root[:, 1]
    flying = np.flatnonzero(soles > 8.0)
    falling = np.diff(hips[flying[1:-1]], 2) * 30.0**2

    assert len(flying) > 9
    np.testing.assert_allclose(falling, -GRAVITY, rtol=0.15)


# Shares of the body's mass between two joints, and where they lie (Winter 2009).
MASSES = {
    ("Hips", "Neck"): (0.497, 0.5), ("Head", "HeadTop_End"): (0.081, 0.5),
    **{(f"{side}{first}", f"{side}{last}"): mass for side in ("Left", "Right") for first, last, mass in (
        ("Arm", "ForeArm", (0.028, 0.436)), ("ForeArm", "Hand", (0.016, 0.43)), ("Hand", "Hand_End", (0.006, 0.5)),
        ("UpLeg", "Leg", (0.1, 0.433)), ("Leg", "Foot", (0.0465, 0.433)), ("Foot", "Toe_End", (0.0145, 0.5)))},
}  # fmt: skip


def centre_of_mass(places: Array) -> Array:
    ends = {joints: (places[:, PLACE[joints[0]]], places[:, PLACE[joints[1]]]) for joints in MASSES}
    return np.asarray(
        sum(mass * (ends[at][0] + share * (ends[at][1] - ends[at][0])) for at, (mass, share) in MASSES.items())
    )


def turned_over(clip: Clip, axis: int) -> float:
    """Degrees that the hips have turned about one of their own axes, all together."""
    turn = clip.motion.turns[:, 0]
    step = Rotation.from_matrix(np.swapaxes(turn[:-1], -1, -2) @ turn[1:]).as_rotvec(degrees=True)
    return float(step[:, axis].sum())


@pytest.mark.parametrize(("action", "way"), [("backflip", -1), ("front flip", 1)])
def test_who_flips_turns_over_once_while_the_centre_of_mass_flies_as_a_stone_does(action: str, way: int) -> None:
    clip = clip_at_ease(action)
    soles = np.minimum(*(clip.motion.places[:, PLACE[f"{side}ToeBase"], 1] for side in ("Left", "Right")))
    flying = np.flatnonzero(soles > 8.0)[1:-1]
    centre = centre_of_mass(clip.motion.places)[flying]
    seconds = clip.times[flying] - clip.times[flying].mean()
    thrown = np.polynomial.Polynomial.fit(seconds, centre[:, 1] + GRAVITY / 2 * seconds**2, 1)
    drift = np.polynomial.Polynomial.fit(seconds, centre[:, 2], 1)

    assert len(flying) > 12
    assert np.abs(centre[:, 1] + GRAVITY / 2 * seconds**2 - thrown(seconds)).max() < 1.0
    assert np.abs(centre[:, 2] - drift(seconds)).max() < 1.0
    assert turned_over(clip, 0) == pytest.approx(360 * way, abs=5)


@pytest.mark.parametrize(("action", "joints"), [("handstand", ("Left", "Right")), ("cartwheel", ("Left", "Right"))])
def test_hands_that_carry_the_body_stay_where_they_are(action: str, joints: tuple[str, ...]) -> None:
    places = clip_at_ease(action).motion.places
    for side in joints:
        hand = places[:, PLACE[f"{side}Hand"]]
        carrying = np.flatnonzero((hand[:, 1] < 8.0) & (places[:, 0, 1] > hand[:, 1] + 60))
        middle = carrying[len(carrying) // 5 : -len(carrying) // 5]

        assert len(middle) > 8
        assert np.linalg.norm(hand[middle] - hand[middle[0]], axis=1).max() < 3.0


def test_who_stands_on_the_hands_is_upside_down_over_them() -> None:
    places = clip_at_ease("handstand").motion.places
    middle = places[len(places) // 2]

    assert middle[PLACE["LeftFoot"], 1] > middle[PLACE["Hips"], 1] + 60 > middle[PLACE["Head"], 1] + 90
    assert abs(centre_of_mass(places)[len(places) // 2, 2] - middle[PLACE["LeftHand"], 2]) < 12


def test_a_cartwheel_goes_over_sideways_and_a_roll_forwards() -> None:
    wheel, rolled = clip_of("a cartwheel to the left", 2.4), clip_at_ease("roll")

    assert abs(turned_over(wheel, 2)) == pytest.approx(360, abs=10)
    assert turned_over(rolled, 0) == pytest.approx(360, abs=10)
    assert rolled.motion.places[:, PLACE["Head"], 1].min() < 25
    assert rolled.motion.places[-1, 0, 2] > 100


def test_who_trips_falls_once_and_forwards() -> None:
    places = clip_of("someone trips and falls", 4.0).motion.places
    head = places[:, PLACE["Head"]]

    assert head[-1, 2] > 120  # ahead of where the feet were
    assert head[-1, 1] < 40
    assert np.diff(head[np.argmin(head[:, 1]) :, 1]).max(initial=0.0) < 3.0  # nobody gets up again


@pytest.mark.parametrize("prompt", ["walk", "run", "march", "sneak", "skip"])
def test_arms_swing_against_the_legs(prompt: str) -> None:
    places = clip_of(prompt, 4.0).motion.places
    ahead = places[:, :, 2] - places[:, :1, 2]
    for side, other in (("Left", "Right"), ("Right", "Left")):
        hand = ahead[:, PLACE[f"{side}Hand"]]
        assert np.corrcoef(hand, ahead[:, PLACE[f"{other}Foot"]])[0, 1] > 0.5
        assert np.corrcoef(hand, ahead[:, PLACE[f"{side}Foot"]])[0, 1] < -0.5


def test_the_hips_stay_between_the_feet_of_one_who_stands() -> None:
    for action in ("idle", "wave", "clap", "squat", "bow", "think"):
        places = clip_of(first_words(action), 4.0).motion.places
        weight = places[:, [PLACE[name] for name in ("Hips", "Spine2", "Head")]].mean(axis=1)
        feet = places[:, [PLACE[f"{side}{part}"] for side in ("Left", "Right") for part in ("Foot", "Toe_End")]]
        assert (weight[:, 0] > feet[:, :, 0].min(axis=1)).all()
        assert (weight[:, 0] < feet[:, :, 0].max(axis=1)).all()
        assert (weight[:, 2] > feet[:, :, 2].min(axis=1) - 6).all()
        assert (weight[:, 2] < feet[:, :, 2].max(axis=1)).all()


def test_weights_of_the_skin_are_shared_smoothly(mannequin: Body) -> None:
    np.testing.assert_allclose(mannequin.weights.sum(axis=1), 1.0, atol=1e-9)
    assert (mannequin.weights > 1e-4).sum(axis=1).max() <= 4  # what game engines take
    assert ((mannequin.weights > 0.05).sum(axis=1) > 1).mean() > 0.25


def test_the_figure_is_built_like_a_person(mannequin: Body) -> None:
    low, high = mannequin.vertices.min(axis=0), mannequin.vertices.max(axis=0)
    height = high[1] - low[1]
    head = high[1] - (REST[PLACE["Head"], 1] - 2)

    assert 165 < height < 185
    assert abs(low[1]) < 0.01
    assert 6.8 < height / head < 8.2  # heads high, as drawn figures are
    assert 0.92 < (high[0] - low[0]) / height < 1.08  # arms as long as the body is high
    assert 2_000 < len(mannequin.vertices) < 8_000
