"""A prompt becomes an MP4: read back by a decoder, weighed, timed, and compared with itself."""

import hashlib
import json
from pathlib import Path

import av
import cv2
import numpy as np
import pytest

from mediamill import __version__
from mediamill.codecs import decode_audio, integrated_lufs, probe
from mediamill.engines.engine import InputValue, Request
from mediamill_procedural.film import engine
from mediamill_procedural.film.ambience import LUFS, ambience, heard_in
from mediamill_procedural.film.engine import FilmEngine
from mediamill_procedural.film.filming import film_of
from mediamill_procedural.painter.reading import read
from tests.codecs.samples import metadata
from tests.engines.apart import run_apart
from tests.procedural.film_watching import change
from tests.sampling import one_in

FPS = 24
SECONDS_PER_KERNEL = 13  # a film of 5 s takes about 8 times as long as the calibration kernel
MEMORY_MAX_MB = 600
ODD = [
    "",
    "   \n\t ",
    "🦊🌊🔥",
    "夕阳下的大海",
    "zoom in zoom out pan left pan right tilt up tilt down orbit handheld static loop",
    "x" * 2_000,
    "no sky, no ground, nothing at all",
    "'; DROP TABLE films; -- <script>alert(1)</script>",
    "\x00\x07 a\u202e lake \ud7ff",
    "\"STAY 'here'\" written over the sea, 7 ships, 9 birds, 8 whales, 100 foxes",
]
SMALL_SIZES = {"16:9": (256, 144), "9:16": (144, 256), "1:1": (192, 192)}
pytestmark = pytest.mark.xdist_group("film")


class Quiet:
    """A report that remembers."""

    def __init__(self) -> None:
        self.told: list[tuple[float, str]] = []

    def progress(self, fraction: float, stage: str = "") -> None:
        self.told.append((fraction, stage))

    def checkpoint(self, text: str) -> None:
        raise AssertionError("a film is made in one go")


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mediamill_procedural.film.engine.SIZES", SMALL_SIZES)


@pytest.fixture(scope="module")
def beach(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Quiet]:
    """A small film of three seconds that several stories look at, and what its engine reported."""
    report, folder = Quiet(), tmp_path_factory.mktemp("beach")
    values: dict[str, InputValue] = {"prompt": "waves on a beach", "duration": 3, "aspect_ratio": "16:9", "seed": 7}
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("mediamill_procedural.film.engine.SIZES", SMALL_SIZES)
        artifact = FilmEngine().generate(Request("gen_ada", "create-video", "ltx-video", values, folder), report)
    return artifact.path, report


def generate(folder: Path, prompt: str, **changed: InputValue) -> Path:
    folder.mkdir(exist_ok=True)
    values: dict[str, InputValue] = {"prompt": prompt, "duration": 3, "aspect_ratio": "16:9", "seed": 7, **changed}
    artifact = FilmEngine().generate(Request("gen_ada", "create-video", "ltx-video", values, folder), Quiet())
    assert artifact.path.parent == folder
    assert artifact.seconds == values["duration"]
    return artifact.path


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(("duration", "aspect_ratio"), one_in(3, [(3, "9:16"), (5, "16:9"), (8, "1:1")]))
def test_a_film_is_exactly_as_long_and_as_large_as_asked(tmp_path: Path, duration: int, aspect_ratio: str) -> None:
    path = generate(tmp_path, "waves on a beach", duration=duration, aspect_ratio=aspect_ratio)
    with av.open(str(path)) as container:
        stream = container.streams.video[0]
        frames = sum(1 for _ in container.decode(stream))
        size = (stream.width, stream.height)
        codec = (stream.codec_context.name, stream.codec_context.pix_fmt)
        rate = stream.average_rate

    assert frames == duration * FPS
    assert rate == FPS
    assert codec == ("h264", "yuv420p")
    assert size == engine.SIZES[aspect_ratio]
    assert probe(path).seconds == pytest.approx(duration, abs=0.03)


def test_the_sizes_are_what_the_catalogue_promises() -> None:
    assert engine.SIZES == {"16:9": (1280, 720), "9:16": (720, 1280), "1:1": (960, 960)}


@pytest.mark.slow
def test_a_film_is_heard_quietly_from_beginning_to_end(beach: tuple[Path, Quiet]) -> None:
    sound = decode_audio(beach[0], rate=48_000, channels=2, seconds_max=10.0)

    assert len(sound) / 48_000 == pytest.approx(3.0, abs=0.05)
    assert integrated_lufs(sound, 48_000) == pytest.approx(LUFS, abs=1.5)
    assert float(np.abs(sound[:200]).max()) < 0.01


def test_sounds_suit_what_is_seen() -> None:
    heard = {
        prompt: heard_in(read(prompt), prompt)
        for prompt in (
            "waves on a beach",
            "rain in the city",
            "a campfire in a forest at night",
            "a portrait of a king",
        )
    }

    assert heard["waves on a beach"] == ("ocean waves",)
    assert heard["rain in the city"] == ("rain", "city")
    assert heard["a campfire in a forest at night"] == ("campfire", "night")
    assert heard["a portrait of a king"] == ("room tone",)


@pytest.mark.parametrize("sounds", one_in(3, [(("ocean waves",),), (("rain", "city"),), (("room tone",),)]))
def test_the_bed_of_sound_may_be_played_round_and_round(sounds: tuple[str, ...]) -> None:
    bed, rate = ambience(sounds, 3.0, 7)

    assert bed.shape == (3 * rate, 2)
    assert float(np.abs(bed[[0, -1]]).max()) < 1e-6
    assert float(np.abs(bed).max()) < 0.7


@pytest.mark.slow
@pytest.mark.usefixtures("small")
def test_the_file_tells_how_it_was_made_and_what_was_not_understood(tmp_path: Path) -> None:
    told = metadata(generate(tmp_path, "A sailboat on the sea at sunset, a gribbelfrotz beside it, pan left"))
    made = json.loads(told["comment"])

    assert told["title"].startswith("A sailboat")
    assert made["engine"] == "procedural.film"
    assert made["version"] == __version__
    assert (made["model"], made["seed"], made["scene"]) == ("ltx-video", 7, "sea")
    assert made["camera"] == ["pan left"]
    assert {"water", "sailboat"} <= set(made["moves"])
    assert made["not_understood"] == ["gribbelfrotz"]
    assert made["sound"] == ["ocean waves"]


@pytest.mark.slow
@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("prompt", ODD, ids=range(len(ODD)))
def test_no_prompt_is_too_odd(tmp_path: Path, prompt: str) -> None:
    with av.open(str(generate(tmp_path, prompt))) as container:
        frames = [np.asarray(frame.to_ndarray(format="rgb24"), np.uint8) for frame in container.decode(video=0)]

    assert len(frames) == 3 * FPS
    assert float(frames[36].std()) > 4
    assert change(frames[0], frames[-1]) > 0.05


def test_how_far_it_is_is_told_all_along(beach: tuple[Path, Quiet]) -> None:
    told = beach[1].told
    fractions = [fraction for fraction, _ in told]

    assert fractions == sorted(fractions)
    assert fractions[-1] == 1.0
    assert len(fractions) > 50
    assert all(0 < len(stage) <= 60 for _, stage in told)


@pytest.mark.slow
@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("prompt", ["rain falls on a village at night with 3 birds, neon, hand-held camera"])
def test_two_processes_make_the_same_file(tmp_path: Path, prompt: str) -> None:
    code = (
        "import sys; from pathlib import Path; from mediamill_procedural.film import engine;"
        "engine.SIZES = {'16:9': (256, 144)};"
        "from tests.procedural.test_film import generate; generate(Path(sys.argv[1]), sys.argv[2])"
    )
    run_apart(code, tmp_path / "one", prompt)
    generate(tmp_path / "two", prompt)
    digests = [hashlib.sha256((tmp_path / name / "film.mp4").read_bytes()).hexdigest() for name in ("one", "two")]

    assert digests[0] == digests[1]


@pytest.mark.slow
@pytest.mark.parametrize("prompt", ["city street at night in the rain, neon", "a fox in a snowy forest, oil painting"])
def test_a_film_needs_little_time_and_memory(tmp_path: Path, prompt: str) -> None:
    """At full size, in a process of its own; against a kernel that is measured right beside it."""
    code = (
        "import sys, time; from pathlib import Path; from tests.engines.apart import peak_bytes;"
        "start = time.process_time();"
        "from tests.procedural.test_film import generate; generate(Path(sys.argv[1]), sys.argv[2], duration=5);"
        "print(time.process_time() - start, peak_bytes() / 2**20)"
    )
    before = kernel_seconds()
    seconds, megabytes = (float(word) for word in run_apart(code, tmp_path, prompt).split())
    kernel = max(before, kernel_seconds())

    assert megabytes < MEMORY_MAX_MB
    assert seconds / kernel < SECONDS_PER_KERNEL


def kernel_seconds() -> float:
    """Time for work of the same sort: warps and blends of frames, on one core."""
    code = (
        "import time, cv2, numpy as np; cv2.setNumThreads(1); start = time.process_time();"
        "a = np.random.default_rng(1).integers(0, 255, (912, 1472, 4), dtype=np.uint8); m = np.eye(3);\n"
        "for n in range(400): b = cv2.warpPerspective(a, m, (1280, 720)); cv2.multiply(b, b, scale=1 / 255)\n"
        "print(time.process_time() - start)"
    )
    return float(run_apart(code))


@pytest.mark.slow
@pytest.mark.usefixtures("small")
def test_frames_as_decoded_are_those_that_were_drawn(tmp_path: Path) -> None:
    path = generate(tmp_path, "a castle by day")
    drawn = [picture.copy() for picture in film_of("a castle by day", engine.SIZES["16:9"], 3.0, 7).shoot()]
    with av.open(str(path)) as container:
        shown = [frame.to_ndarray(format="rgb24") for frame in container.decode(video=0)]
    apart = [cv2.PSNR(one, two) for one, two in zip(drawn, shown, strict=True)]

    assert min(apart) > 30
