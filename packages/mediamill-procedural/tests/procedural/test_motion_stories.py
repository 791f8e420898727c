"""What a prompt asks for is seen in the movement: order, number, direction, place and manner."""

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.signal import find_peaks

from mediamill_procedural.motion.clip import Clip, clip_of
from mediamill_procedural.motion.moment import telling_frame
from mediamill_procedural.motion.skeleton import PLACE

Array = NDArray[np.float64]

RATE = 30


def joint(clip: Clip, name: str) -> Array:
    return np.asarray(clip.motion.places[:, PLACE[name]])


def height(clip: Clip, name: str) -> Array:
    return joint(clip, name)[:, 1]


def feet(clip: Clip) -> Array:
    """Height of the lower ball of both feet: in the air when it is up."""
    return np.minimum(height(clip, "LeftToeBase"), height(clip, "RightToeBase"))


def speed(clip: Clip) -> Array:
    """cm/s of the hips over the ground."""
    return np.asarray(np.linalg.norm(np.diff(clip.motion.root[:, (0, 2)], axis=0), axis=1) * RATE)


def gone(clip: Clip) -> Array:
    """Where the hips end, seen from where they begin: x to the figure's left, z ahead."""
    return np.asarray(clip.motion.root[-1] - clip.motion.root[0])


def when(seen: NDArray[np.bool_]) -> float:
    """The middle of all frames in which something is seen, from 0 to 1."""
    assert seen.any()
    return float(np.flatnonzero(seen).mean()) / len(seen)


def test_walking_jumping_and_waving_come_in_order() -> None:
    clip = clip_of("walks, then jumps and waves", 8.0)
    walking = np.append(speed(clip) > 70, False)
    jumping = feet(clip) > 12
    waving = (height(clip, "RightHand_End") > height(clip, "HeadTop_End")) & (feet(clip) < 6)
    waving &= np.arange(len(waving)) > np.flatnonzero(jumping).max()

    assert when(walking) < when(jumping) < when(waving)


def test_sitting_comes_after_running_and_standing_after_that() -> None:
    clip = clip_of("run forward, sit down, then stand up", 8.0)
    seated = clip.motion.root[:, 1] < 60

    assert when(np.append(speed(clip) > 150, False)) < when(seated)
    assert clip.motion.root[-1, 1] > 85


def test_after_tells_what_was_before() -> None:
    clip = clip_of("he bows after walking", 5.0)

    assert when(np.append(speed(clip) > 70, False)) < when(height(clip, "Head") < 130)


def test_one_who_fell_gets_up_before_walking_on() -> None:
    clip = clip_of("falls down, then walks forward", 9.0)
    lying = clip.motion.root[:, 1] < 30
    walking = np.append(speed(clip) > 60, False) & (clip.motion.root[:, 1] > 85)

    assert when(lying) < when(walking)
    assert [beat.action for beat in clip.performed] == ["fall", "get up", "walk"]


def test_arms_wave_while_legs_walk() -> None:
    clip = clip_of("walks while waving", 5.0)
    waving = height(clip, "RightHand_End") > height(clip, "Head")

    assert (speed(clip)[waving[:-1]] > 60).mean() > 0.8
    assert waving.mean() > 0.4


@pytest.mark.parametrize(("words", "count"), [("once", 1), ("twice", 2), ("three times", 3), ("4 times", 4), ("5x", 5)])
def test_jumps_are_counted(words: str, count: int) -> None:
    peaks, _ = find_peaks(feet(clip_of(f"jump {words}", 8.0)), height=8, distance=10)

    assert len(peaks) == count


@pytest.mark.slow
@pytest.mark.parametrize("count", [1, 2, 3, 5])
def test_squats_push_ups_kicks_and_bows_are_counted(count: int) -> None:
    squats, _ = find_peaks(-clip_of(f"{count} squats", 9.0).motion.root[:, 1], height=-65, distance=15)
    kicks, _ = find_peaks(height(clip_of(f"kicks {count} times", 9.0), "RightFoot"), height=70, distance=15)
    bows, _ = find_peaks(-height(clip_of(f"bow {count} times", 11.0), "Head"), height=-125, distance=15)
    pushes, _ = find_peaks(-height(clip_of(f"do {count} push-ups", 9.0), "Spine2"), height=-35, distance=15)

    assert [len(squats), len(kicks), len(bows), len(pushes)] == [count] * 4


def test_nods_are_counted() -> None:
    clip = clip_of("nods three times", 3.0)
    bowed = height(clip, "Head")[0] - height(clip, "HeadTop_End")
    peaks, _ = find_peaks(bowed - bowed.min(), prominence=0.5, distance=8)

    assert len(peaks) == 3


@pytest.mark.parametrize(
    ("words", "axis", "sign"),
    [
        ("walk forward", 2, 1), ("walk backward", 2, -1), ("walks to the left", 0, 1), ("walks to the right", 0, -1),
        ("walks towards the camera", 2, 1), ("walks away", 2, -1), ("sidestep left", 0, 1),
        ("strafes to the right", 0, -1),
        ("runs to the left", 0, 1), ("jumps forward", 2, 1), ("crawls", 2, 1), ("swims", 2, 1), ("moonwalks", 2, -1),
    ],
)  # fmt: skip
def test_the_figure_goes_where_it_is_sent(words: str, axis: int, sign: int) -> None:
    way = gone(clip_of(words, 5.0))

    assert way[axis] * sign > 70
    assert abs(way[axis]) > abs(way[2 - axis])


def test_one_who_strafes_looks_ahead_and_one_who_turns_looks_where_he_goes() -> None:
    aside, turned = clip_of("sidestep left", 4.0), clip_of("walk left", 4.0)

    assert aside.motion.turns[-1, 0, 2, 2] > 0.9
    assert turned.motion.turns[-1, 0, 0, 2] > 0.9


@pytest.mark.parametrize(
    ("words", "yaw"), [("turn left", 90), ("turns right", -90), ("turn around", 180), ("turn left twice", 180)]
)
def test_turns_end_where_they_are_told(words: str, yaw: float) -> None:
    turn = clip_of(words, 3.0).motion.turns[-1, 0]
    ended = np.degrees(np.arctan2(turn[0, 2], turn[2, 2]))

    assert abs((ended - yaw + 180) % 360 - 180) < 12


def test_a_circle_comes_round() -> None:
    clip = clip_of("walk in a circle", 9.0)
    way = clip.motion.root[:, (0, 2)]
    # The circle that fits best: x² + z² is linear in x and z on it.
    fit = np.linalg.lstsq(np.column_stack([2 * way, np.ones(len(way))]), np.square(way).sum(axis=1))[0]
    radius = np.linalg.norm(way - fit[:2], axis=1)

    assert np.ptp(radius) < 0.1 * radius.mean()
    assert np.ptp(way[:, 0]) > 1.8 * radius.mean()
    assert fit[0] > 0  # to its left


@pytest.mark.parametrize("words", ["walk on the spot", "run in place", "marching on the spot", "jog in place"])
def test_on_the_spot_nothing_is_travelled_and_no_foot_slides(words: str) -> None:
    clip = clip_of(words, 4.0)

    assert np.ptp(clip.motion.root[:, (0, 2)], axis=0).max() < 12
    assert np.ptp(height(clip, "LeftFoot")) > 5
    assert np.ptp(joint(clip, "LeftFoot")[:, 2]) < 20


def test_on_a_treadmill_the_travelled_way_is_taken_out() -> None:
    clip = clip_of("run on a treadmill", 4.0)

    assert np.ptp(clip.motion.root[:, 2]) < 25
    assert np.ptp(joint(clip, "LeftFoot")[:, 2]) > 60


@pytest.mark.parametrize("words", ["left hand", "right hand"])
def test_the_asked_hand_waves(words: str) -> None:
    clip = clip_of(f"waves with the {words}", 3.0)
    side, other = ("Left", "Right") if words == "left hand" else ("Right", "Left")

    assert height(clip, f"{side}Hand").max() > 150
    assert height(clip, f"{other}Hand").max() < 110


def test_slow_is_slower_and_quick_is_quicker() -> None:
    slow, plain, quick = (speed(clip_of(f"walks {how}", 4.0)).mean() for how in ("slowly", "", "quickly"))

    assert slow < 0.75 * plain < plain < 0.85 * quick


def test_manners_change_bearing() -> None:
    plain = clip_of("a man walks", 4.0)
    for how in ("sadly", "tired", "old"):
        other = clip_of(f"a man walks {how}" if how == "sadly" else f"a {how} man walks", 4.0)
        assert height(other, "Head").mean() < height(plain, "Head").mean() - 3
        assert speed(other).mean() < 0.75 * speed(plain).mean()
    drunk = clip_of("a drunk man walks", 6.0)
    assert np.ptp(drunk.motion.root[:, 0]) > 2.5 * np.ptp(clip_of("a man walks", 6.0).motion.root[:, 0])
    happy = clip_of("a man walks happily", 4.0)
    assert np.ptp(happy.motion.root[:, 1]) > 1.3 * np.ptp(plain.motion.root[:, 1])
    sneaky = clip_of("walks sneakily", 4.0)
    assert sneaky.motion.root[:, 1].mean() < plain.motion.root[:, 1].mean() - 8


def test_a_limp_is_not_the_same_on_both_legs() -> None:
    def lift(prompt: str) -> float:
        clip = clip_of(prompt, 5.0)
        return float(np.ptp(height(clip, "LeftToeBase")) / np.ptp(height(clip, "RightToeBase")))

    assert lift("walks") == pytest.approx(1.0, abs=0.15)
    assert lift("limps") > 1.25


def test_running_leaves_the_ground_and_walking_does_not() -> None:
    assert (feet(clip_of("run", 3.0)) > 5).any()
    walk = clip_of("walk", 3.0)
    heels = np.minimum(height(walk, "LeftFoot"), height(walk, "RightFoot")) < 12
    assert ((feet(walk) < 3.5) | heels).all()


@pytest.mark.parametrize(
    ("prompt", "joint_name", "least"),
    [("jump", "Hips", 105.0), ("kick", "RightFoot", 70.0), ("wave", "RightHand", 140.0)],
)
def test_the_telling_frame_shows_the_extreme(prompt: str, joint_name: str, least: float) -> None:
    clip = clip_of(prompt, 3.0)

    assert clip.motion.places[telling_frame(clip.motion), PLACE[joint_name], 1] > least
