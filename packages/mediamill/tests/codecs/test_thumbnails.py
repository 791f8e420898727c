"""Thumbnails of pictures and films, and what all thumbnails promise."""

from collections.abc import Callable
from pathlib import Path

import av
import numpy as np
import pytest
import trimesh
from numpy.typing import NDArray
from PIL import Image

from mediamill.codecs import thumbnail_of
from mediamill.formats import NotMedia
from tests.codecs.samples import flat_png, glb, sound_file
from tests.engines.apart import run_apart

Pixels = NDArray[np.uint8]


def shown(thumbnail: Path | None) -> Pixels:
    """The thumbnail's pixels, as RGB."""
    assert thumbnail is not None
    with Image.open(thumbnail) as image:
        assert image.format == "WEBP"
        return np.asarray(image.convert("RGB"))


def halves(width: int, height: int) -> Image.Image:
    """Red above blue."""
    pixels = np.zeros((height, width, 3), np.uint8)
    pixels[: height // 2, :, 0] = 230
    pixels[height // 2 :, :, 2] = 230
    return Image.fromarray(pixels)


def film(path: Path, picture_at: Callable[[int], Pixels], *, frames: int = 60) -> Path:
    """20 frames a second."""
    codec, quick = ("libvpx", {"deadline": "realtime", "cpu-used": "8"}) if path.suffix == ".webm" else ("libx264", {})
    with av.open(str(path), "w") as container:
        height, width, _ = picture_at(0).shape
        stream = container.add_stream(codec, rate=20, width=width, height=height, pix_fmt="yuv420p", options=quick)
        assert isinstance(stream, av.VideoStream)
        for number in range(frames):
            container.mux(stream.encode(av.VideoFrame.from_ndarray(picture_at(number), format="rgb24")))
        container.mux(stream.encode(None))
    return path


def noise(width: int, height: int) -> Pixels:
    coarse = np.random.default_rng(5).integers(0, 255, (height // 16, width // 16, 3), np.uint8)
    return np.asarray(np.kron(coarse, np.ones((16, 16, 1), np.uint8)), np.uint8)


@pytest.mark.parametrize(
    ("size", "smaller"), [((1600, 900), (512, 288)), ((300, 1200), (128, 512)), ((80, 50), (80, 50))]
)
@pytest.mark.parametrize("suffix", ["png", "jpg", "webp", "gif", "avif"])
def test_a_picture_keeps_its_shape_and_is_never_enlarged(
    tmp_path: Path, suffix: str, size: tuple[int, int], smaller: tuple[int, int]
) -> None:
    picture = tmp_path / f"heron.{suffix}"
    halves(*size).save(picture)

    pixels = shown(thumbnail_of(picture, tmp_path))

    assert smaller == (pixels.shape[1], pixels.shape[0])
    assert pixels[: smaller[1] // 2 - 4, :, 0].min() > 180
    assert pixels[smaller[1] // 2 + 4 :, :, 2].min() > 180


def test_a_photograph_is_turned_upright(tmp_path: Path) -> None:
    turned = Image.Exif()
    turned[0x0112] = 6  # lies on its left side
    halves(800, 400).save(tmp_path / "heron.jpg", exif=turned)

    pixels = shown(thumbnail_of(tmp_path / "heron.jpg", tmp_path))

    assert (512, 256) == pixels.shape[:2]
    assert pixels[:, 140:, 0].mean() > 200  # what was above is on the right


def test_what_is_clear_stays_clear_and_metadata_is_left_out(tmp_path: Path) -> None:
    picture = halves(600, 600).convert("RGBA")
    picture.putalpha(Image.linear_gradient("L").resize((600, 600)))
    picture.save(tmp_path / "heron.png", exif=Image.Exif().tobytes() + b"secret")

    thumbnail = thumbnail_of(tmp_path / "heron.png", tmp_path)

    assert thumbnail == tmp_path / "thumbnail.webp"
    with Image.open(thumbnail) as image:
        assert image.mode == "RGBA"
        assert not image.getexif()
        assert (0, 255) == image.getchannel("A").getextrema()


def test_of_an_animation_the_first_frame_is_shown(tmp_path: Path) -> None:
    frames = [Image.new("RGB", (64, 64), colour) for colour in ("lime", "red", "red")]
    frames[0].save(tmp_path / "heron.gif", save_all=True, append_images=frames[1:])

    assert shown(thumbnail_of(tmp_path / "heron.gif", tmp_path))[..., 1].min() > 240


@pytest.mark.parametrize("suffix", [".mp4", ".webm"])
def test_a_film_that_fades_in_from_black_shows_its_picture(tmp_path: Path, suffix: str) -> None:
    picture = noise(640, 352)
    black = np.zeros_like(picture)

    fading = film(tmp_path / f"a{suffix}", lambda n: picture if n >= 10 else black, frames=24)
    pixels = shown(thumbnail_of(fading, tmp_path))

    assert pixels.shape == (282, 512, 3)
    assert pixels.mean() > 90
    assert np.corrcoef(pixels.ravel(), np.asarray(Image.fromarray(picture).resize((512, 282))).ravel())[0, 1] > 0.95


def test_a_title_card_is_passed_over_for_a_picture(tmp_path: Path) -> None:
    picture, card = noise(320, 320), np.full((320, 320, 3), 250, np.uint8)

    pixels = shown(thumbnail_of(film(tmp_path / "a.mp4", lambda n: card if n < 22 or n > 30 else picture), tmp_path))

    assert pixels.std() > 40


def test_a_black_film_has_a_black_thumbnail(tmp_path: Path) -> None:
    black = np.zeros((64, 64, 3), np.uint8)

    assert shown(thumbnail_of(film(tmp_path / "a.mp4", lambda _: black, frames=1), tmp_path)).max() < 24


@pytest.mark.parametrize("suffix", [".mp3", ".wav", ".flac"])
def test_sound_has_no_thumbnail(tmp_path: Path, suffix: str) -> None:
    sound = sound_file(tmp_path / f"a{suffix}")

    assert thumbnail_of(sound, tmp_path) is None
    assert [sound] == list(tmp_path.iterdir())


def test_an_unknown_file_has_no_thumbnail(tmp_path: Path) -> None:
    (tmp_path / "notes.png").write_text("no picture")

    assert thumbnail_of(tmp_path / "notes.png", tmp_path) is None


def test_a_picture_of_too_many_pixels_is_refused(tmp_path: Path) -> None:
    (tmp_path / "bomb.png").write_bytes(flat_png(20_000, 2_100))

    with pytest.raises(NotMedia, match="megapixels"):
        thumbnail_of(tmp_path / "bomb.png", tmp_path)


@pytest.mark.parametrize("name", ["a.png", "a.jpg", "a.webp", "a.gif", "a.mp4", "a.glb"])
@pytest.mark.parametrize("share", [0.02, 0.3])
def test_what_is_cut_off_is_refused_or_shown_in_part(tmp_path: Path, name: str, share: float) -> None:
    whole = tmp_path / name
    if name == "a.mp4":
        film(whole, lambda _: noise(64, 64), frames=10)
    elif name == "a.glb":
        trimesh.creation.box().export(whole)
    else:
        Image.fromarray(noise(128, 128)).save(whole)
    content = whole.read_bytes()
    whole.write_bytes(content[: max(40, round(len(content) * share))])

    try:
        thumbnail = thumbnail_of(whole, tmp_path)
    except NotMedia:
        thumbnail = None
    assert thumbnail is not None or [whole] == list(tmp_path.iterdir())


def test_an_object_without_triangles_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.glb").write_bytes(glb())

    with pytest.raises(NotMedia):
        thumbnail_of(tmp_path / "a.glb", tmp_path)


@pytest.mark.slow
def test_two_processes_draw_the_same_bytes_without_gl(tmp_path: Path) -> None:
    trimesh.creation.torus(1.0, 0.3).export(tmp_path / "a.glb")
    film(tmp_path / "a.mp4", lambda n: np.roll(noise(160, 96), n, axis=1))
    program = (
        "import hashlib, pathlib, sys\n"
        "from mediamill.codecs import thumbnail_of\n"
        "for name in ('a.glb', 'a.mp4'):\n"
        "    made = thumbnail_of(pathlib.Path(name).resolve(), pathlib.Path.cwd())\n"
        "    print(hashlib.sha256(made.read_bytes()).hexdigest())\n"
        "maps = pathlib.Path('/proc/self/maps').read_text()\n"
        "print([library for library in ('libGL', 'libEGL', 'libOSMesa', 'libX11') if library in maps])\n"
    )

    said = [run_apart(program, folder=tmp_path).splitlines() for _ in range(2)]

    assert said[0] == said[1]
    assert said[0][2] == "[]"
