"""The painter as an engine: files, sizes, looks, styles, seeds, metadata, time, and nothing that needs a screen."""

import hashlib
import json
import time
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from mediamill import __version__
from mediamill.engines.engine import Request
from mediamill_procedural.painter.engine import SIZES, PainterEngine
from mediamill_procedural.painter.styles import STYLES
from tests.engines.apart import run_apart
from tests.procedural.painting import SIDE, colourfulness, colours, difference, lightness, painted, roughness
from tests.procedural.test_painter_reading import HOSTILE
from tests.sampling import one_in

pytestmark = pytest.mark.xdist_group("painter")  # one worker paints for all
LIGHTHOUSE = "A lighthouse on a cliff at dusk, soft fog over the sea"
TIME_RATIO_MAX = 220.0  # of the calibration below: on a quiet core it is about 100, beside other work more


class Quiet:
    """A report that remembers."""

    def __init__(self) -> None:
        self.told: list[tuple[float, str]] = []

    def progress(self, fraction: float, stage: str = "") -> None:
        self.told.append((fraction, stage))

    def checkpoint(self, text: str) -> None:
        raise AssertionError("a picture is painted in one go")


def request(folder: Path, prompt: str, *, model: str = "nano-banana", ratio: str = "1:1", seed: int = 7) -> Request:
    folder.mkdir(parents=True, exist_ok=True)
    return Request("gen_ada", "create-image", model, {"prompt": prompt, "aspect_ratio": ratio, "seed": seed}, folder)


def made(folder: Path, prompt: str, **more: str | int) -> Path:
    return PainterEngine().generate(request(folder, prompt, **more), Quiet()).path  # type: ignore[arg-type]


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mediamill_procedural.painter.engine.SIZES", {"1:1": (SIDE, SIDE)})


def provenance(path: Path) -> dict[str, object]:
    with Image.open(path) as image:
        image.load()
        found: dict[str, object] = json.loads(image.info["Comment"])
    return found


def test_every_aspect_ratio_of_the_catalogue_has_a_size() -> None:
    assert set(SIZES) == {"1:1", "16:9", "9:16", "4:3", "3:4"}


@pytest.mark.parametrize(
    "ratio", [pytest.param(each, marks=pytest.mark.slow if each != "16:9" else ()) for each in SIZES]
)
def test_a_picture_has_about_a_megapixel_in_the_shape_asked_for(tmp_path: Path, ratio: str) -> None:
    with Image.open(made(tmp_path, "the sea", ratio=ratio)) as image:
        width, height = image.size
    across, down = (int(part) for part in ratio.split(":"))

    assert width % 16 == height % 16 == 0
    assert 0.95e6 < width * height < 1.10e6
    assert abs(width / height - across / down) < 0.02 * across / down


@pytest.mark.usefixtures("small")
def test_the_file_says_where_it_comes_from(tmp_path: Path) -> None:
    told = provenance(made(tmp_path, "a flumph beside a red car in the desert, photo", seed=11))

    assert told["engine"] == "procedural.painter"
    assert told["version"] == __version__
    assert (told["model"], told["seed"]) == ("nano-banana", 11)
    assert (told["scene"], told["things"], told["style"]) == ("desert", ["car"], "photo")
    assert told["not_understood"] == ["flumph"]
    assert told["fallback"] is False


@pytest.mark.usefixtures("small")
def test_nonsense_becomes_a_picture_and_the_file_says_so(tmp_path: Path) -> None:
    told = provenance(made(tmp_path, "qwertz flumph zorkmid"))

    assert told["fallback"] is True
    assert told["not_understood"] == ["qwertz", "flumph", "zorkmid"]


@pytest.mark.slow
def test_two_processes_make_the_same_bytes(tmp_path: Path) -> None:
    script = (
        "import sys; from pathlib import Path\n"
        "from tests.procedural.test_painter import made\n"
        "for index, (prompt, model) in enumerate([\n"
        "    ('three red foxes by a lake, first snow, dawn', 'flux-2-flex'),\n"
        "    ('abstract, poster', 'nano-banana')]):\n"
        "    print(made(Path(sys.argv[1]) / str(index), prompt, model=model))\n"
    )
    digests = []
    for name in ("first", "second"):
        listed = run_apart(script, tmp_path / name).split()
        digests.append([hashlib.sha256(Path(path).read_bytes()).hexdigest() for path in listed])

    assert digests[0] == digests[1]
    assert len(set(digests[0])) == 2


@pytest.mark.slow
def test_seeds_prompts_and_models_differ() -> None:
    base = painted("a village in the hills", 1)

    assert difference(base, painted("a village in the hills", 2)) > 5
    assert difference(base, painted("a village in some hills", 1)) > 5
    assert difference(base, painted("a village in the hills", 1, "painterly")) > 2


def test_the_two_models_have_looks_of_their_own() -> None:
    prompt = "a house in a meadow with flowers at noon"

    assert difference(painted(prompt), painted(prompt, 0, "painterly")) > 2
    assert roughness(painted(prompt)) != pytest.approx(roughness(painted(prompt, 0, "painterly")), rel=0.02)


@pytest.mark.parametrize("style", one_in(8, sorted(STYLES)))
def test_every_style_is_a_hand_of_its_own(style: str) -> None:
    plain = painted("a lighthouse by the sea at sunset")
    words = {"watercolour": "watercolour", "pastel": "chalk", "photo": "photo"}.get(style, style)
    other = painted(f"a lighthouse by the sea at sunset, {words}")

    assert difference(plain, other) > 3


@pytest.mark.slow
def test_styles_do_what_they_are_called() -> None:
    prompts = "a castle on a hill by a lake at noon"
    plain = painted(prompts)

    def styled(name: str) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
        return painted(f"{prompts}, {name}")

    assert colourfulness(styled("ink drawing")) < 0.35 * colourfulness(plain)
    assert colourfulness(styled("pencil")) < 0.35 * colourfulness(plain)
    assert lightness(styled("pencil")) > 60
    blueprint = styled("blueprint")
    assert (blueprint[..., 2] > blueprint[..., 0]).mean() > 0.98
    assert colours(styled("flat design")) < 0.5 * colours(plain)
    assert colours(styled("poster")) < colours(plain)
    assert lightness(styled("watercolour")) > lightness(plain)
    assert lightness(styled("neon")) < lightness(plain) - 10
    sepia = styled("sepia").reshape(-1, 3).mean(axis=0)
    assert sepia[0] > sepia[1] > sepia[2]
    pixel = styled("pixel art")
    assert (np.diff(pixel.astype(np.int16), axis=1) == 0).all(axis=2).mean() < 1.0
    assert roughness(styled("oil painting")) > roughness(styled("flat design"))


@pytest.mark.slow
def test_pixel_art_is_made_of_squares() -> None:
    picture = painted("a castle on a hill, pixel art", 0, "clean", 512, 512).astype(np.int16)
    same = (np.abs(np.diff(picture, axis=1)).max(axis=2) <= 4).mean()

    assert same > 0.70  # inside a square there is nothing but dither


@pytest.mark.parametrize("prompt", one_in(3, HOSTILE), ids=range(len(HOSTILE)))
def test_no_prompt_makes_it_fail(prompt: str) -> None:
    assert painted(prompt, 0, "clean", 96, 96).shape == (96, 96, 3)


@pytest.mark.usefixtures("small")
def test_it_tells_how_far_it_is(tmp_path: Path) -> None:
    report = Quiet()
    PainterEngine().generate(request(tmp_path, LIGHTHOUSE), report)

    assert [fraction for fraction, _ in report.told] == sorted(fraction for fraction, _ in report.told)
    assert len(report.told) >= 4
    assert all(len(stage) <= 60 for _, stage in report.told)


@pytest.mark.slow
@pytest.mark.parametrize("prompt", [LIGHTHOUSE, "a fox in a forest, oil painting"])
def test_a_megapixel_takes_a_bounded_time(tmp_path: Path, prompt: str) -> None:
    made(tmp_path / "warm", "the sea")
    started = time.process_time()
    made(tmp_path / "measured", prompt)
    taken = time.process_time() - started

    assert taken < TIME_RATIO_MAX * calibration()


def calibration() -> float:
    """Seconds of process time for work of the painter's sort on this machine: blurs and array arithmetic."""
    image = np.random.default_rng(0).random((1024, 1024, 3), np.float32)
    best = float("inf")
    for _ in range(3):
        started = time.process_time()
        for _ in range(2):
            soft = np.asarray(cv2.GaussianBlur(image, (0, 0), 2.0), np.float32)
            np.clip(image * 0.5 + soft * 0.5, 0, 1).sum()
        best = min(best, time.process_time() - started)
    return best


@pytest.mark.slow
def test_it_needs_neither_a_screen_nor_gl(tmp_path: Path) -> None:
    script = (
        "import sys; from pathlib import Path\n"
        "from tests.procedural.test_painter import made\n"
        "made(Path(sys.argv[1]), 'a boat on a lake')\n"
        "print(Path('/proc/self/maps').read_text())\n"
    )
    mapped = run_apart(script, tmp_path)

    assert "libopencv" in mapped or "cv2" in mapped
    for library in ("libGL.so", "libEGL.so", "libGLX", "libX11", "libOpenGL"):
        assert library not in mapped
