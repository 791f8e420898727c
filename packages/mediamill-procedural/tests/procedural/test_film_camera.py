"""The camera does what the prompt says: measured as the way the picture goes, near and far."""

import numpy as np
import pytest

from mediamill_procedural.film.camera import Camera, View
from mediamill_procedural.film.clock import Clock
from mediamill_procedural.film.filming import film_of
from mediamill_procedural.film.shot import Move, Shot, shot_of
from tests.procedural.film_watching import change, flow, gone, jump_and_steps, shot, takes, textured
from tests.sampling import one_in

LAND = "a village in the hills with a church"
EVERYWHERE = (slice(None), slice(None))
pytestmark = pytest.mark.xdist_group("film")


@pytest.mark.parametrize(
    ("prompt", "moves"),
    [
        ("a lake", (Move.PUSH_IN,)),
        ("a lake, pan left", (Move.PAN_LEFT,)),
        ("The camera slowly pans from left to right across a city", (Move.PAN_RIGHT,)),
        ("camera moves to the left past a house", (Move.PAN_LEFT,)),
        ("the camera tilts up to the sky", (Move.TILT_UP,)),
        ("Tilt\ndown to the sea", (Move.TILT_DOWN,)),
        ("zoom in on a fox", (Move.ZOOM_IN,)),
        ("slowly zooming out from a castle", (Move.ZOOM_OUT,)),
        ("dolly-in to a door", (Move.PUSH_IN,)),
        ("the camera pulls back from a tree", (Move.PULL_OUT,)),
        ("orbiting around a tree", (Move.ORBIT,)),
        ("hand-held shot of a street", (Move.HANDHELD,)),
        ("a static shot of a lake", (Move.STATIC,)),
        ("Static camera, pan right over a lake", (Move.PAN_RIGHT,)),
        ("pan left and zoom in", (Move.PAN_LEFT, Move.ZOOM_IN)),
        ("a frying pan on the left", (Move.PUSH_IN,)),
        ("a bird flies from left to right", (Move.PUSH_IN,)),
        ("", (Move.PUSH_IN,)),
    ],
)
def test_words_for_the_camera_are_understood(prompt: str, moves: tuple[Move, ...]) -> None:
    assert shot_of(prompt).moves == moves


def test_falling_snow_is_no_waterfall() -> None:
    assert shot_of("Snow is falling, rain falls").scenery == "falling Snow, falling rain"


def test_what_the_camera_does_is_not_painted() -> None:
    """Else "seamless" would be a pattern, "orbit" outer space and "pan" a thing nobody knows."""
    said = shot_of('Camera pans left, seamless loop, slow motion: a "PAN" shop')

    assert "pan" not in said.scenery.replace('"PAN"', "")
    assert "seamless" not in said.scenery
    assert '"PAN" shop' in said.scenery
    assert (said.loops, said.pace) == (True, 0.5)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "across", "down"),
    one_in(4, [("pan left", 1, 0), ("pan right", -1, 0), ("tilt up", 0, 1), ("tilt down", 0, -1)]),
)
def test_everything_goes_the_other_way_than_the_camera(words: str, across: int, down: int) -> None:
    moved = gone(shot(f"{LAND}, {words}"), EVERYWHERE)

    assert moved[0] * across >= 12 * abs(across)
    assert moved[1] * down >= 12 * abs(down)
    assert abs(moved[0]) < 4 or across
    assert abs(moved[1]) < 4 or down


@pytest.mark.slow
@pytest.mark.parametrize(("words", "outwards"), one_in(2, [("zoom in", 1), ("push in", 1), ("zoom out", -1)]))
def test_coming_closer_everything_goes_outwards(words: str, outwards: int) -> None:
    frames = shot(f"{LAND}, {words}")
    moved = flow(frames[12], frames[22])
    rows, columns = moved.shape[:2]
    film = film_of(LAND, (columns, rows), 1.5, 7)
    across = np.arange(columns)[None, :] - (film.camera.focus - film.camera.margin)
    down = np.arange(rows)[:, None] - (film.camera.horizon - film.camera.margin)
    radial = (moved[..., 0] * across + moved[..., 1] * down) / np.maximum(np.hypot(across, down), 1.0)
    seen = textured(frames[12]) & (np.hypot(across, down) > 40)

    assert float(np.median(radial[seen])) * outwards > 0.5
    assert float((radial[seen] * outwards > 0).mean()) > 0.85


@pytest.mark.slow
def test_near_things_pass_faster_than_far_ones() -> None:
    film = film_of(f"{LAND}, pan left", (320, 180), 1.5, 7)
    frames = takes(film)
    horizon = round(film.camera.horizon) - film.camera.margin
    far = gone(frames, (slice(horizon - 24, horizon + 4), slice(None)))[0]
    near = gone(frames, (slice(150, 180), slice(None)))[0]

    assert near > 1.6 * far > 0


@pytest.mark.slow
def test_on_an_orbit_near_and_far_go_opposite_ways() -> None:
    film = film_of(f"{LAND}, camera orbits around", (320, 180), 1.5, 7)
    frames = takes(film)
    horizon = round(film.camera.horizon) - film.camera.margin
    far = gone(frames, (slice(horizon - 24, horizon + 4), slice(None)))[0]
    near = gone(frames, (slice(150, 180), slice(None)))[0]

    assert far < -2
    assert near > 2


@pytest.mark.slow
@pytest.mark.parametrize("move", list(Move))
@pytest.mark.parametrize("loops", [False, True])
def test_no_move_ever_shows_the_edge_of_the_canvas(move: Move, *, loops: bool) -> None:
    width, height, margin = 1280, 720, 96
    clock = Clock(5.0, loops)
    camera = Camera(
        Shot((move,), loops, gentle=False), clock, width, height, margin, margin + 0.35 * width, margin + 400
    )
    corners = np.array([[x, y, 1.0] for x in (0, width) for y in (0, height)]).T
    for number in range(120):
        view = camera.view(number / 24)
        seen_by = [camera.upright(view, depth) for depth in (0.0, 0.4, 0.8)]
        seen_by += [camera.lying(view)] if move in (Move.PAN_LEFT, Move.PUSH_IN, Move.ORBIT) else []
        for matrix in seen_by:
            back = np.linalg.inv(matrix) @ corners
            xs, ys = back[0] / back[2], back[1] / back[2]
            low = ys > camera.horizon  # the ground is what lies below the horizon
            inside = (xs >= 0) & (xs <= width + 2 * margin) & (ys >= 0) & (ys <= height + 2 * margin)

            assert (inside if matrix is not seen_by[-1] else inside | ~low).all(), (move, number)


def test_what_stands_on_the_ground_does_not_slide_over_it() -> None:
    """Whatever the camera does, the foot of a thing and the ground below it go the same way."""
    camera = Camera(Shot(), Clock(5.0), 1280, 720, 96, 500.0, 480.0)
    view = View(turn=20.0, tilt=-7.0, truck=45.0, push=0.11, zoom=1.07)
    for row in (500.0, 560.0, 700.0, 800.0):
        foot = np.array([900.0, row, 1.0])
        standing, lying = camera.upright(view, camera.depth_of(row)) @ foot, camera.lying(view) @ foot

        assert standing[:2] / standing[2] == pytest.approx(lying[:2] / lying[2], abs=1e-6)


def test_a_camera_starts_and_stops_gently_and_never_jerks() -> None:
    camera = Camera(shot_of("pan left"), Clock(5.0), 1280, 720, 96, 736.0, 480.0)
    turns = np.array([camera.view(number / 24).turn for number in range(120)])
    speeds = np.diff(turns)

    assert (speeds > 0).all()
    assert speeds[0] < 0.6 * speeds.max()
    assert np.abs(np.diff(speeds)).max() < 0.05 * speeds.max()


@pytest.mark.slow
def test_a_hand_never_holds_quite_still_and_never_shakes_wildly() -> None:
    frames = shot("a street, hand-held camera")
    moved = [flow(first, second)[textured(first)] for first, second in zip(frames[::4], frames[1::4], strict=False)]
    steps = np.array([np.median(each, axis=0) for each in moved])

    assert float(np.hypot(*steps.T).mean()) > 0.03
    assert float(np.hypot(*steps.T).max()) < 2.0


def test_a_static_camera_moves_nothing_that_stands_still() -> None:
    frames = shot("a castle on a hill in the desert, static camera")
    still = change(frames[0], frames[18], (slice(100, 180), slice(None)))
    jump, step = jump_and_steps(frames)

    assert still < 1.5
    assert jump <= 1.3 * step
