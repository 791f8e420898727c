"""Everything moves in its own way, smoothly, and a loop has no seam: measured on small films."""

from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from mediamill_procedural.film.filming import film_of
from mediamill_procedural.film.movement import _MANNERS
from mediamill_procedural.film.strides import STANDING, _owner, limbs_of
from mediamill_procedural.lexicon import table
from mediamill_procedural.painter.canvas import luma
from mediamill_procedural.painter.finish import finish
from mediamill_procedural.painter.gallery import FIGURES
from mediamill_procedural.painter.layer import Motion, compose
from mediamill_procedural.painter.picture import layers
from mediamill_procedural.painter.reading import read
from tests.procedural.film_watching import SMALL, brightness, change, gone, jump_and_steps, shot, takes

STYLES = ("watercolour of", "ink drawing of", "neon", "sepia photo of")
SEA = "the open sea by day, static camera"
pytestmark = pytest.mark.xdist_group("film")


def test_every_motion_that_a_painter_knows_can_be_filmed() -> None:
    drawn_as_particles = {Motion.RAIN, Motion.SNOW}

    assert set(_MANNERS) == set(Motion) - drawn_as_particles


def test_water_moves_and_more_so_near_the_eye() -> None:
    frames = shot(SEA)
    far, near = (slice(115, 130), slice(None)), (slice(150, 180), slice(None))

    assert change(frames[20], frames[26], near) > 1.2
    assert change(frames[20], frames[26], far) > 0.3


@pytest.mark.slow
def test_waves_roll_towards_the_eye() -> None:
    assert gone(shot("the open sea with waves, static camera"), (slice(140, 180), slice(None)), step=2)[1] > 1.5


@pytest.mark.slow
def test_clouds_drift_while_the_land_stays() -> None:
    frames = shot("white clouds over the desert, time-lapse")
    sky = gone(frames, (slice(0, 70), slice(None)))[0]
    land = gone(frames, (slice(130, 180), slice(None)))[0]

    assert sky > 3
    assert abs(land) < 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("prompt", "least"),
    [
        pytest.param("a starry night over mountains, static camera", 0.10, marks=pytest.mark.slow),
        ("a campfire at night, static camera", 0.25),
        ("heavy rain in a city street, static camera", 0.8),
        pytest.param("falling snow in a forest, static camera", 0.8, marks=pytest.mark.slow),
        pytest.param("falling leaves in an autumn forest, static camera", 0.3, marks=pytest.mark.slow),
        pytest.param("a waterfall, static camera", 0.15, marks=pytest.mark.slow),
        pytest.param("a meadow in the wind, static camera", 0.4, marks=pytest.mark.slow),
        pytest.param("a coral reef with fish, static camera", 0.3, marks=pytest.mark.slow),
        pytest.param("northern lights over a lake, static camera", 0.3, marks=pytest.mark.slow),
        pytest.param("an erupting volcano, static camera", 0.15, marks=pytest.mark.slow),
        ("a windmill, static camera", 0.1),
    ],
)
def test_something_always_moves(prompt: str, least: float) -> None:
    frames = shot(prompt, seconds=1.0)

    assert change(frames[9], frames[15]) > least


@pytest.mark.slow
@pytest.mark.parametrize(("prompt", "name"), [("a red car on a road", "car"), ("a fish in a coral reef", "fish")])
def test_what_has_a_heading_goes_there(prompt: str, name: str) -> None:
    film = film_of(prompt, SMALL, 3.0, 7)
    plate = next(plate for plate in film.plates if plate.name == name)
    ways = [film.mover.pose(plate, at).matrix[0, 2] for at in (1.4, 1.6)]

    assert (ways[1] - ways[0]) * plate.heading > 0


def test_shadow_and_reflection_go_with_their_thing() -> None:
    film = film_of("a sailboat on the sea", SMALL, 3.0, 7)
    boat = next(plate for plate in film.plates if plate.name == "sailboat")
    mirrored = next(plate for plate in film.plates if plate.name == "reflection of sailboat")
    for at in (0.0, 1.1, 2.9):
        foot = film._pose(boat, at).matrix @ [*boat.pivot, 1.0]

        assert film._pose(mirrored, at).matrix[0, 2] == pytest.approx(foot[0] - boat.pivot[0], abs=1e-6)


@pytest.mark.slow
@pytest.mark.parametrize(
    "prompt",
    [
        "waves on a beach, seamless loop",
        "a city at night in the rain, loop",
        "a flock of birds over a meadow, looping",
        "clouds over a lake, pan left, seamless loop",
    ],
)
def test_a_loop_has_no_seam(prompt: str) -> None:
    jump, step = jump_and_steps(shot(prompt))

    assert jump <= 1.15 * step + 0.05


@pytest.mark.parametrize(
    "prompt", ["waves at the beach", pytest.param("autumn wood, oil painting", marks=pytest.mark.slow)]
)
def test_nothing_pops_and_nothing_flickers(prompt: str) -> None:
    frames = shot(prompt)
    light = brightness(frames)
    steps = np.array([change(first, second) for first, second in pairwise(frames)])

    assert np.abs(np.diff(light)).max() < 0.6
    assert steps.max() < 2.5 * np.median(steps) + 0.2


@pytest.mark.slow
def test_lightning_strikes_and_the_dark_comes_back() -> None:
    light = brightness(shot("a thunderstorm with lightning over the sea"))

    assert light.max() > np.median(light) + 12
    assert abs(light[-1] - np.median(light)) < 8


@pytest.mark.slow
def test_nothing_is_left_unpainted_at_the_edges() -> None:
    """Camera and plants move, but no frame shows a black or smeared border."""
    for words in ("pan right", "zoom out", "tilt down"):
        for picture in shot(f"a bright meadow with trees by day, {words}", seconds=1.0)[::3]:
            border = np.concatenate([picture[0], picture[-1], picture[:, 0], picture[:, -1]]).astype(np.float32)

            assert float(luma(border / 255).min()) > 0.04


@pytest.mark.slow
@pytest.mark.parametrize("style", ["", *(f"{each} " for each in ("oil painting of", *STYLES))])
def test_a_film_looks_like_the_finished_picture(style: str) -> None:
    """Its middle, seen by a camera that stands still, is the picture that the painter would finish."""
    prompt = f"{style}a village in the hills"
    film = film_of(f"{prompt}, static camera", SMALL, 0.25, 7)
    frame, scene = takes(film)[3], film.scene
    margin = film.camera.margin
    stage = layers(scene, *SMALL, 7, margin)
    still = finish(compose(stage.layers, stage.frame), scene, 7)[margin:-margin, margin:-margin]
    apart = cv2.GaussianBlur(frame, (0, 0), 2).astype(np.float32) - cv2.GaussianBlur(still, (0, 0), 2)

    plain = np.clip(compose(stage.layers, stage.frame) * 255, 0, 255).astype(np.uint8)[margin:-margin, margin:-margin]
    done = change(still, plain)  # what the style does to the picture

    assert float(np.abs(apart).mean()) < max(3.0, 0.5 * done)


@pytest.mark.slow
def test_pixel_art_stays_in_its_blocks() -> None:
    frames = shot("pixel art of a castle, pan left", size=(384, 216))
    picture = frames[30]
    block = 2
    blocks = picture[: 216 // block * block, : 384 // block * block].reshape(
        216 // block, block, 384 // block, block, 3
    )

    assert int(np.ptp(blocks, axis=(1, 3)).max()) == 0


@pytest.mark.slow
def test_the_same_words_and_seed_make_the_same_frames_and_another_seed_others() -> None:
    prompt = "a lake with birds in the rain"
    first, again, other = (shot(prompt, seconds=0.5, seed=seed) for seed in (1, 1, 2))

    assert all(np.array_equal(one, two) for one, two in zip(first, again, strict=True))
    assert change(first[6], other[6]) > 3


@pytest.mark.slow
def test_plates_are_painted_with_the_ground_below_what_wanders() -> None:
    """Where a car has been, there is road: not the car's own finish."""
    film = film_of("a red car on a road, oil painting, static camera", SMALL, 3.0, 7)
    assert read(film.camera.shot.scenery).style == "oil"
    ground = [plate for plate in film.plates if plate.motion is Motion.LAND and plate.top > film.camera.horizon - 20]
    reddest = 0.0
    for plate in ground:
        colours = plate.pixels[plate.pixels[..., 3] > 250][:, :3].astype(np.float32)
        reddest = max(reddest, *(colours[:, 0] - colours[:, 1:].mean(axis=1)).tolist(), 0.0)

    assert reddest > 0.0
    assert reddest < 110


@dataclass(frozen=True, slots=True)
class Steps:
    """How a walker's feet go in a film, in pixels."""

    slide: float  # of the foot that stands best, from frame to frame
    apart: float  # the furthest that feet on the ground are from each other
    gone: float  # by the whole figure


def steps(prompt: str, name: str, seconds: float = 3.0) -> Steps:
    """Read off the alpha of what is shown: the runs of columns in which a figure touches its ground."""
    film = film_of(prompt, SMALL, seconds, 7)
    plate = next(plate for plate in film.plates if plate.name == name)
    assert plate.going is not None
    slides, spans, ways = [0.0], [0.0], []
    before: list[float] = []
    for at in np.arange(0.5, seconds - 0.5, 1 / 24):
        pose = film.mover.pose(plate, float(at))
        shown = plate.pixels if pose.pixels is None else pose.pixels
        ground = round(plate.pivot[1] - plate.top)
        touching = shown[ground - 3 : ground - 1, :, 3].max(axis=0) > 128
        ends = np.flatnonzero(np.diff(np.concatenate([[0], touching.astype(int), [0]])))
        ways.append(pose.matrix[0, 2])
        feet = [(first + last) / 2 + ways[-1] for first, last in zip(ends[::2], ends[1::2], strict=True)]
        spans.append(max(feet, default=0.0) - min(feet, default=0.0))
        # The other foot may just be coming down or going up: then the middle of what it touches moves.
        slides += [min(abs(foot - old) for old in before for foot in feet)] if before and feet else []
        before = feet
    return Steps(float(np.median(slides)), max(spans), abs(ways[-1] - ways[0]))


@pytest.mark.parametrize(
    ("prompt", "name"),
    [
        ("a man walks through a meadow", "man"),
        pytest.param("a horse walks across a field", "horse", marks=pytest.mark.slow),
        pytest.param("an elephant walks in the savanna", "elephant", marks=pytest.mark.slow),
        pytest.param("a dog runs in the park", "dog", marks=pytest.mark.slow),
        pytest.param("a girl riding a horse on the beach", "horse", marks=pytest.mark.slow),
    ],
)
def test_legs_swing_and_standing_feet_stay_where_they_are(prompt: str, name: str) -> None:
    seen = steps(prompt, name)

    assert seen.gone > 15
    assert seen.slide < 0.35 * seen.gone / 48  # of what the body goes in a frame
    assert seen.apart > 8


def test_a_word_for_going_is_understood_where_something_goes_so() -> None:
    car, house = (film_of(prompt, SMALL, 0.5, 7) for prompt in ("a car drives on a road", "a house walks"))

    assert car.going("a red car drives on") == {"drives"}
    assert car.going("a dog runs behind a car that drives") == {"drives"}
    assert house.going("a house walks") == set()


@pytest.mark.slow
def test_all_who_walk_are_in_the_frame_from_beginning_to_end() -> None:
    film = film_of("two people walk in the city", SMALL, 5.0, 7)
    walkers = [plate for plate in film.plates if plate.name == "person"]

    assert len(walkers) == 2
    for walker in walkers:
        for at in (0.0, 2.5, 5.0):
            middle = (film.mover.pose(walker, at).matrix @ [*walker.pivot, 1.0])[0] - film.camera.margin
            assert 0 < middle < SMALL[0]


def test_wheels_turn_as_far_as_they_go_and_touch_the_ground() -> None:
    film = film_of("a red car drives along a road", SMALL, 3.0, 7)
    car = next(plate for plate in film.plates if plate.name == "car")
    assert car.going is not None
    wheel = next(piece for piece in car.going.pieces if piece.radius)
    first, second = (film.mover.pose(car, at) for at in (1.5, 2.0))
    gone = second.matrix[0, 2] - first.matrix[0, 2]
    one, other = (disc(pose.pixels, wheel.axle, wheel.radius) for pose in (first, second))
    turn = cv2.getRotationMatrix2D((one.shape[1] / 2, one.shape[0] / 2), -float(np.degrees(gone / wheel.radius)), 1.0)
    turned = cv2.warpAffine(one, turn, one.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)

    assert abs(gone) > 4
    assert np.abs(turned - other).mean() < 0.5 * np.abs(one - other).mean()
    assert car.top + wheel.axle[1] + wheel.radius == pytest.approx(car.pivot[1], abs=1.5)


def test_a_rider_stays_in_the_saddle_while_the_legs_or_wheels_below_go_round() -> None:
    for prompt, name, yellow in (("a boy riding a horse", "horse", 150), ("a boy riding a bicycle", "bicycle", 150)):
        film = film_of(f"{prompt} over a meadow", SMALL, 2.0, 7)
        plate = next(plate for plate in film.plates if plate.name == name)
        shown = [np.asarray(film.mover.pose(plate, at).pixels) for at in (0.5, 0.75, 1.0, 1.25)]
        seats = [shirt(pixels) for pixels in shown]

        assert plate.going is not None
        assert min(len(seat) for seat in seats) > yellow
        assert np.ptp([seat.mean(axis=0) for seat in seats], axis=0).max() < 4  # rows and columns of the plate
        assert all(np.abs(one.astype(int) - two).max() > 60 for one, two in pairwise(shown))


def shirt(pixels: NDArray[np.uint8]) -> NDArray[np.intp]:
    """Where the yellow of a child's shirt is."""
    red, green, blue = (pixels[..., channel].astype(int) for channel in range(3))
    return np.argwhere((red > 150) & (green > 110) & (blue < 0.55 * green))


def disc(pixels: NDArray[np.uint8] | None, axle: tuple[float, float], radius: float) -> NDArray[np.float32]:
    """The square inside of a wheel, enlarged so that a turn can be seen."""
    assert pixels is not None
    half = radius * 0.6
    part = cv2.getRectSubPix(cv2.cvtColor(pixels, cv2.COLOR_RGBA2GRAY), (round(2 * half), round(2 * half)), axle)
    return np.asarray(cv2.resize(part, (96, 96), interpolation=cv2.INTER_CUBIC), np.float32)


def test_every_limb_in_the_tables_moves_something() -> None:
    for name in table("film", "limbs").section("walkers").entries:
        figure = STANDING.get(name, FIGURES[name])()
        owners = [_owner(outline, limbs_of(name)) for part in figure.parts for outline in part.outlines]

        assert {limb.name for limb in limbs_of(name)} <= {limb.name for limb in owners if limb}, name
