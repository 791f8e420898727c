"""The engine's file: exactly as long as asked, small, the same in every process, and it says what it is."""

import hashlib
import time
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from mediamill import __version__
from mediamill.catalogue import Checked, load
from mediamill.codecs import probe
from mediamill.engines.engine import Artifact, Request
from mediamill_procedural.motion.clip import clip_of
from mediamill_procedural.motion.engine import MotionEngine
from tests.engines.apart import run_apart

BYTES_MAX = 1_000_000
pytestmark = pytest.mark.xdist_group("motion")  # one worker makes the clips for all
SECONDS_MAX = 3.0  # of one core, for twelve seconds of motion
LONGEST = "an old man sneaks in a circle, runs, jumps twice, kicks, falls, then dances while waving"


class Quiet:
    """A report that remembers."""

    def __init__(self) -> None:
        self.told: list[tuple[float, str]] = []

    def progress(self, fraction: float, stage: str = "") -> None:
        self.told.append((fraction, stage))

    def checkpoint(self, text: str) -> None:
        raise AssertionError("a motion is made in one go")


def made(folder: Path, prompt: str, duration: float = 2.0) -> Artifact:
    folder.mkdir(exist_ok=True)
    request = Request("gen_ada", "motion-3d", "alpha-motion", {"prompt": prompt, "duration": duration}, folder)
    return MotionEngine().generate(request, Quiet())


@pytest.mark.parametrize("seconds", [0.5, 1, 3.14159, 4.5, 12])
def test_a_clip_is_exactly_as_long_as_asked_at_30_frames_a_second(seconds: float) -> None:
    clip = clip_of("walk and wave", seconds)
    whole = int(seconds * 30 + 1e-6)

    assert clip.times[0] == 0
    assert clip.times[-1] == pytest.approx(seconds, abs=1e-9)
    assert len(clip.times) == whole + (1 if seconds * 30 - whole < 1e-6 else 2)
    np.testing.assert_allclose(np.diff(clip.times[: whole + 1]), 1 / 30)
    assert clip.motion.places.shape[0] == len(clip.times)


def test_the_catalogues_example_is_made(tmp_path: Path) -> None:
    model = next(model for model in load().models() if model.slug == "alpha-motion")
    checked = model.check(model.example)
    assert isinstance(checked, Checked)
    report = Quiet()
    request = Request("gen_ada", model.tool, model.slug, checked.values, tmp_path)
    artifact = MotionEngine().generate(request, report)

    assert probe(artifact.path).container.value == "fbx"
    assert artifact.seconds == pytest.approx(float(checked.values["duration"]))
    assert [fraction for fraction, _ in report.told] == sorted(fraction for fraction, _ in report.told)
    assert all(len(stage) <= 60 for _, stage in report.told)


@pytest.mark.slow
def test_the_same_input_gives_the_same_bytes_in_every_process(tmp_path: Path) -> None:
    program = f"""
import hashlib, pathlib
from mediamill_procedural.motion.engine import MotionEngine
from mediamill.engines.engine import Request
class Quiet:
    def progress(self, fraction, stage=""): pass
folder = pathlib.Path({str(tmp_path)!r})
artifact = MotionEngine().generate(
    Request("gen_ada", "motion-3d", "alpha-motion", {{"prompt": {LONGEST!r}, "duration": 4.2}}, folder), Quiet())
print(hashlib.sha256(artifact.path.read_bytes() + artifact.thumbnail.read_bytes()).hexdigest())
"""
    told = run_apart(program, PYTHONHASHSEED="77")
    artifact = made(tmp_path, LONGEST, 4.2)
    assert artifact.thumbnail is not None
    own = hashlib.sha256(artifact.path.read_bytes() + artifact.thumbnail.read_bytes()).hexdigest()

    assert told.strip() == own


@pytest.mark.slow
def test_a_long_clip_is_quick_and_small(tmp_path: Path) -> None:
    made(tmp_path / "warm", "walk", 0.5)
    before = time.process_time()
    artifact = made(tmp_path / "long", LONGEST, 12)
    spent = time.process_time() - before

    assert spent < SECONDS_MAX
    assert artifact.path.stat().st_size < BYTES_MAX


@pytest.fixture(scope="module")
def florbs(tmp_path_factory: pytest.TempPathFactory) -> Artifact:
    return made(tmp_path_factory.mktemp("florbs"), "florbs, then jumping jacks")


@pytest.mark.slow
def test_the_file_says_where_it_comes_from_and_what_was_not_understood(florbs: Artifact) -> None:
    raw = florbs.path.read_bytes()

    for fact in (
        "procedural.motion",
        __version__,
        "alpha-motion",
        "not understood",
        "florbs",
        "performed",
        "Original|ApplicationName",
    ):
        assert fact.encode() in raw


def test_the_thumbnail_shows_the_figure(florbs: Artifact) -> None:
    assert florbs.thumbnail is not None
    with Image.open(florbs.thumbnail) as image:
        pixels = np.asarray(image.convert("RGB"), np.float64)
        assert (image.format, image.size) == ("WEBP", (512, 512))
    orange = (pixels[..., 0] > 180) & (pixels[..., 2] < 110)

    assert orange.sum() > 300  # its joints
    assert pixels.std() > 8


def test_it_is_always_ready() -> None:
    assert MotionEngine().ready() is None
