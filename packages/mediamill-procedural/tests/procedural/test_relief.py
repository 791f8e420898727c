"""An object in a picture becomes a solid: judged by the outline it was drawn with, and by readers of the file."""

import io
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest
import trimesh
from numpy.typing import NDArray
from PIL import Image
from scipy.spatial import cKDTree

from mediamill import __version__
from mediamill.engines.engine import EngineRefused
from mediamill_procedural.relief.engine import LEVELS
from tests.codecs.gltf_judge import bounds, judge, solid, validate_all
from tests.codecs.samples import flat_png
from tests.engines.apart import run_apart
from tests.procedural.relief_drawings import DRAWINGS, Pixels, art, outline, photographed
from tests.procedural.relief_workshop import (
    Quiet,
    Workshop,
    coordinates,
    cropped,
    generate,
    overlap,
    projected,
    said,
    textures,
)
from tests.sampling import one_in

SOME_DRAWINGS = one_in(4, DRAWINGS)
HOLES = {"mug": 1, "chair": 4, "cat": 0, "robot": 0, "car": 0, "vase": 0, "bottle": 0, "ball": 0}
SIZE_MAX_BYTES = 3_000_000
pytestmark = pytest.mark.xdist_group("relief")  # one worker makes the objects for all


@pytest.fixture(scope="module")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Workshop:
    return Workshop(tmp_path_factory.mktemp("relief"))


@pytest.mark.slow
@pytest.mark.parametrize("name", DRAWINGS)
def test_the_object_seen_from_the_front_has_the_outline_of_the_picture(workshop: Workshop, name: str) -> None:
    seen = projected(judge(workshop.made(name)))

    assert overlap(seen, cropped(outline(art(name)), seen.shape)) >= 0.95


@pytest.mark.slow
@pytest.mark.parametrize("name", SOME_DRAWINGS)
def test_an_object_is_closed_and_keeps_its_holes_and_no_others(workshop: Workshop, name: str) -> None:
    (part,) = judge(workshop.made(name), watertight=True)
    mesh = solid(part)

    assert mesh.body_count == 1
    assert mesh.euler_number == 2 - 2 * HOLES[name]
    assert mesh.volume > 0


@pytest.mark.parametrize("name", SOME_DRAWINGS)
def test_an_object_is_a_metre_long_and_stands_on_the_ground(workshop: Workshop, name: str) -> None:
    low, high = bounds(judge(workshop.made(name)))

    assert (high - low).max() == pytest.approx(1.0, abs=1e-4)
    assert low[1] == pytest.approx(0.0, abs=1e-5)
    assert (low + high)[[0, 2]] == pytest.approx(0.0, abs=1e-4)


@pytest.mark.slow
@pytest.mark.parametrize("name", one_in(3, ["vase", "bottle", "ball"]))
def test_what_is_round_is_as_deep_as_it_is_wide(workshop: Workshop, name: str) -> None:
    parts = judge(workshop.made(name))
    low, high = bounds(parts)

    assert said(workshop.made(name))["form"] == "turned body"
    assert (high - low)[2] == pytest.approx((high - low)[0], rel=0.04)
    front, side = projected(parts, (0, 1)), projected(parts, (2, 1))
    assert overlap(side, cropped(front, side.shape)) >= 0.95


def test_the_body_of_a_mug_is_round_and_its_handle_is_not(workshop: Workshop) -> None:
    parts = judge(workshop.made("mug"))
    low, high = bounds(parts)
    above = projected(parts, (0, 2))
    body_share = 44 / 64  # of the width, as it is drawn

    assert (high - low)[2] == pytest.approx(body_share * (high - low)[0], rel=0.06)
    handle = above[:, int(0.85 * above.shape[1])]
    assert handle.sum() < 0.35 * above.shape[0]


@pytest.mark.parametrize("name", one_in(4, ["robot", "chair", "car", "cat"]))
def test_what_is_not_round_is_flatter_than_wide(workshop: Workshop, name: str) -> None:
    low, high = bounds(judge(workshop.made(name)))

    assert said(workshop.made(name))["form"] == "inflated outline"
    assert 0.1 < (high - low)[2] / (high - low)[0] < 0.75


@pytest.mark.slow
@pytest.mark.parametrize("name", one_in(3, ["vase", "bottle", "ball", "robot", "chair"]))
def test_a_symmetric_thing_becomes_a_symmetric_object(workshop: Workshop, name: str) -> None:
    (part,) = judge(workshop.made(name))
    spots, _ = trimesh.sample.sample_surface(solid(part), 60_000, seed=1)
    away, _ = cKDTree(spots).query(spots[::20] * (-1, 1, 1))

    assert said(workshop.made(name))["symmetric"] == "yes"
    assert np.percentile(away, 99) < 0.01
    assert said(workshop.made("cat"))["symmetric"] == "no"


@pytest.mark.slow
def test_no_eyes_look_out_of_the_back(workshop: Workshop) -> None:
    for name, eye in (("robot", (250, 214, 80)), ("cat", (240, 240, 220))):
        (texture,) = textures(workshop.made(name, "clear"))
        front, back = np.hsplit(texture[:, : texture.shape[1] // 2 * 2].astype(int), 2)

        assert eyes(front, eye) > 60
        assert eyes(back, eye) < 0.02 * eyes(front, eye)


def eyes(half: NDArray[np.int_], colour: tuple[int, int, int]) -> int:
    return int(np.sum(np.abs(half - colour).max(axis=-1) < 28))


def test_the_colours_of_front_and_back_meet_without_a_seam(workshop: Workshop) -> None:
    """Vertices at one place have one colour, whether they belong to the front or to the back."""
    for name in ("robot", "cat", "vase", "mug"):
        path = workshop.made(name)
        (part,), (texture,) = judge(path), textures(path)
        uv = coordinates(path)
        size = np.array(texture.shape[1::-1])
        spots = np.clip((uv * size).astype(int), 0, size - 1)
        colours = texture[spots[:, 1], spots[:, 0]].astype(int)
        _, where, counts = np.unique(part.vertices, axis=0, return_inverse=True, return_counts=True)
        order = np.argsort(where.reshape(-1), kind="stable")
        twins = order[np.flatnonzero(counts[where.reshape(-1)[order]] == 2)].reshape(-1, 2)
        off = np.abs(colours[twins[:, 0]] - colours[twins[:, 1]]).max(axis=1)

        assert len(twins) > 50
        assert np.percentile(off, 90) < 25, name


@pytest.mark.slow
@pytest.mark.parametrize("name", one_in(3, ["mug", "robot", "chair"]))
def test_the_ground_does_not_shine_through_at_the_outline(workshop: Workshop, name: str) -> None:
    """On a magenta ground no vertex is coloured magenta."""
    picture = art(name)
    alpha = picture[..., 3:] / 255
    pixels = (picture[..., :3] * alpha + np.array((255, 0, 255)) * (1 - alpha)).round().astype(np.uint8)
    path = workshop.build(pixels, f"{name}-magenta")
    (texture,) = textures(path)
    size = np.array(texture.shape[1::-1])
    spots = np.clip((coordinates(path) * size).astype(int), 0, size - 1)
    red, green, blue = np.moveaxis(texture[spots[:, 1], spots[:, 0]].astype(int), -1, 0)

    assert np.mean((np.minimum(red, blue) - green) > 60) < 0.002


@pytest.mark.slow
def test_the_better_model_has_more_triangles_and_a_finer_texture(workshop: Workshop) -> None:
    files = [workshop.made("robot", "gradient", model) for model in LEVELS]
    triangles = [sum(len(part.faces) for part in judge(path)) for path in files]
    widths = [textures(path)[0].shape[1] for path in files]

    assert list(LEVELS) == ["triposr", "instantmesh", "alpha3d-v21", "trellis-2"]
    assert all(after >= 1.15 * before for before, after in pairwise(triangles))
    assert all(after > before for before, after in pairwise(widths))
    assert triangles[2] >= 4 * triangles[0]
    assert all(path.stat().st_size <= SIZE_MAX_BYTES for path in files)


@pytest.mark.slow
@pytest.mark.parametrize("name", one_in(2, ["robot", "mug"]))
def test_before_a_busy_ground_the_whole_picture_becomes_a_framed_relief(workshop: Workshop, name: str) -> None:
    path = workshop.made(name, "busy")
    parts = judge(path)
    low, high = bounds(parts)

    assert said(path)["form"].startswith("framed relief of the whole picture")
    assert said(path)["outline_confidence"] < 0.5
    assert {part.node for part in parts} == {"picture", "frame", "cover", "support"}
    assert (high - low).max() == pytest.approx(1.0, abs=1e-4)
    assert low[1] == pytest.approx(0.0, abs=1e-5)
    front = textures(path)[0].astype(float)
    photo = photographed(art(name), "busy").astype(float)
    again = cv2.resize(front, photo.shape[1::-1], interpolation=cv2.INTER_AREA)
    assert np.corrcoef(again.ravel(), photo.ravel())[0, 1] > 0.97


def test_light_parts_of_a_framed_relief_stand_out(workshop: Workshop) -> None:
    path = workshop.made("robot", "busy")
    board = next(part for part in judge(path) if part.node == "picture")
    ahead = board.vertices[board.normals[:, 2] > 0.2]

    assert 0.01 < np.ptp(ahead[:, 2]) < 0.08


@pytest.mark.parametrize(
    ("names", "models"),
    [(["mug"], []), pytest.param(list(DRAWINGS), ["trellis-2"], marks=pytest.mark.slow)],
    ids=["one", "all"],
)
def test_the_khronos_validator_finds_nothing(workshop: Workshop, names: list[str], models: list[str]) -> None:
    files = [workshop.made(name) for name in names]
    files += [workshop.made("robot", "busy"), *(workshop.made("robot", "gradient", model) for model in models)]

    assert all(report.clean for report in validate_all(files))


def test_the_file_says_how_it_was_made(workshop: Workshop) -> None:
    report = Quiet()
    path = workshop.build(art("mug"), "told", report=report)
    extras = said(path)

    assert (extras["engine"], extras["version"], extras["model"]) == ("procedural.relief", __version__, "triposr")
    assert (extras["outline"], extras["outline_confidence"]) == ("alpha channel", 1.0)
    assert "guessed" in extras["limits"]
    fractions = [fraction for fraction, _ in report.told]
    assert fractions == sorted(fractions)
    assert 0.0 <= fractions[0] <= fractions[-1] <= 1.0
    assert all(0 < len(stage) <= 60 for _, stage in report.told)


MAKING = """
import sys
from pathlib import Path
from mediamill_procedural.relief.engine import ReliefEngine
from mediamill.engines.engine import Request
class Quiet:
    def progress(self, fraction, stage=""): pass
request = Request("gen_ada", "image-to-3d-object", "triposr", {}, Path(sys.argv[2]), {"image_url": Path(sys.argv[1])})
print(ReliefEngine().generate(request, Quiet()).path)
loaded = Path("/proc/self/maps").read_text() if Path("/proc/self/maps").exists() else ""
print([name for name in ("libGL.", "libGLX", "libEGL", "libOSMesa") if name in loaded])
"""


@pytest.mark.slow
@pytest.mark.parametrize("ground", ["gradient", "busy"])
def test_two_processes_make_the_same_bytes_and_load_no_graphics_driver(tmp_path: Path, ground: str) -> None:
    picture = tmp_path / "robot.png"
    Image.fromarray(photographed(art("robot", side=160), ground)).save(picture)
    files = []
    for number, threads in enumerate(("1", "4")):
        folder = tmp_path / str(number)
        folder.mkdir()
        told = run_apart(MAKING, picture, folder, PYTHONHASHSEED=threads, OMP_NUM_THREADS=threads)
        made, drivers = told.splitlines()
        files.append(Path(made).read_bytes())

        assert drivers == "[]"
    assert files[0] == files[1]


def refused(pixels: Pixels | bytes, folder: Path) -> str:
    picture = folder / "picture.png"
    if isinstance(pixels, bytes):
        picture.write_bytes(pixels)
    else:
        Image.fromarray(pixels).save(picture)
    with pytest.raises(EngineRefused) as error:
        generate(picture, folder)
    sentence = str(error.value)
    assert sentence.endswith(".")
    assert str(folder) not in sentence
    return sentence


@pytest.mark.slow
def test_pictures_that_show_nothing_are_refused_with_what_to_do(tmp_path: Path) -> None:
    noise = np.random.default_rng(2).integers(127, 129, (90, 90, 3)).astype(np.uint8)

    assert "at least 24 × 24" in refused(flat_png(1, 1), tmp_path)
    assert "at least 24 × 24" in refused(np.zeros((900, 3, 3), np.uint8), tmp_path)
    assert "see-through" in refused(np.zeros((90, 90, 4), np.uint8), tmp_path)
    assert "one colour" in refused(flat_png(64, 64), tmp_path)
    assert "one colour" in refused(noise, tmp_path)
    assert "send a smaller one" in refused(flat_png(7_000, 7_000), tmp_path)
    assert "it is empty" in refused(b"", tmp_path)
    assert "no PNG" in refused(b"<svg/>", tmp_path)
    whole = io.BytesIO()
    Image.fromarray(art("mug")).save(whole, "PNG")
    assert "damaged" in refused(whole.getvalue()[: len(whole.getvalue()) // 2], tmp_path)


@pytest.mark.parametrize("suffix", one_in(4, ["jpg", "webp", "avif", "gif"]))
def test_every_kind_of_picture_is_taken(tmp_path: Path, suffix: str) -> None:
    picture = tmp_path / f"mug.{suffix}"
    Image.fromarray(photographed(art("mug", side=240), "plain", noise=1.0)).save(picture)

    (part,) = judge(generate(picture, tmp_path))

    assert solid(part).euler_number == 0


@pytest.mark.slow
def test_a_photo_held_upright_gives_an_object_that_stands_upright(tmp_path: Path) -> None:
    picture, exif = tmp_path / "held.jpg", Image.Exif()
    exif[0x0112] = 6
    lying = np.rot90(photographed(art("bottle", side=240), "plain"))
    Image.fromarray(lying).save(picture, exif=exif, quality=92)

    low, high = bounds(judge(generate(picture, tmp_path)))

    assert (high - low)[1] > 2.5 * (high - low)[0]


def wire(mask: Pixels) -> None:
    cv2.line(mask, (10, 20), (590, 380), 255, 1)


def dots(mask: Pixels) -> None:
    for x, y in np.random.default_rng(3).integers(4, 396, (40, 2)).tolist():
        cv2.circle(mask, (x, y), 3, 255, -1)


def letters(mask: Pixels) -> None:
    cv2.putText(mask, "8%&", (20, 260), cv2.FONT_HERSHEY_SIMPLEX, 7.0, 255, 12)


def half(mask: Pixels) -> None:
    mask[:, :300] = 255


def window(mask: Pixels) -> None:
    mask[:] = 255
    mask[100:200, 100:500] = 0


def moss(mask: Pixels) -> None:
    noise = cv2.GaussianBlur(np.random.default_rng(4).random(mask.shape, np.float32), (0, 0), 5.0)
    mask[noise > np.median(noise)] = 255


@pytest.mark.slow
@pytest.mark.parametrize("draw", one_in(3, [letters, dots, wire, half, window, moss]))
def test_odd_outlines_become_closed_solids_as_well(workshop: Workshop, draw: Callable[[Pixels], None]) -> None:
    picture = np.full((400, 600, 4), (60, 130, 90, 0), np.uint8)
    alpha = np.zeros((400, 600), np.uint8)
    draw(alpha)
    picture[..., 3] = alpha
    picture[::7, :, :3] = 220

    path = workshop.build(picture, draw.__name__)

    seen = projected(judge(path, watertight=True))
    expected = cropped(alpha > 127, seen.shape)
    near = cv2.dilate(seen.astype(np.uint8), np.ones((7, 7), np.uint8)) > 0
    assert np.mean(near[expected]) >= 0.9  # moss loses its smallest tufts
    if draw in (letters, half, window):
        assert overlap(seen, expected) >= 0.9
