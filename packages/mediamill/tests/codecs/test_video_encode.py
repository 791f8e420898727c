"""An MP4 as a player finds it: exact frames, exact colours, sound beside them, the same bytes every time."""

import hashlib
import json
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
import pytest
from numpy.typing import NDArray

from mediamill.codecs import Tags, VideoWriter, probe
from mediamill.formats import content_matches
from tests.codecs.samples import TAGS, metadata
from tests.engines.apart import run_apart

Bytes = NDArray[np.uint8]
WIDTH, HEIGHT, FPS = 160, 96, 24
RATE = 44_100


def test_a_film_has_exactly_the_frames_that_were_written(tmp_path: Path) -> None:
    path = written(tmp_path / "film.mp4", frames=37)
    with av.open(str(path)) as container:
        stream = container.streams.video[0]
        assert stream.time_base is not None
        times = [frame.pts * stream.time_base for frame in container.decode(stream) if frame.pts is not None]

    assert times == [Fraction(number, FPS) for number in range(37)]
    assert (stream.codec_context.name, stream.codec_context.pix_fmt) == ("h264", "yuv420p")
    assert stream.average_rate == FPS
    assert (stream.width, stream.height) == (WIDTH, HEIGHT)


def test_its_length_is_told_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "film.mp4"
    with VideoWriter(path, WIDTH, HEIGHT, fps=FPS, tags=TAGS) as writer:
        for number in range(36):
            writer.write(picture(number))

    assert writer.seconds == 1.5
    assert probe(path).seconds == pytest.approx(1.5, abs=0.001)
    assert content_matches(path, ".mp4")


def test_a_player_can_start_before_it_has_the_whole_file(tmp_path: Path) -> None:
    assert boxes(written(tmp_path / "film.mp4", frames=30).read_bytes()) == ["ftyp", "moov", "free", "mdat"]


def test_colours_come_back_as_they_went_in(tmp_path: Path) -> None:
    colours = [(230, 40, 40), (40, 200, 60), (50, 70, 220), (250, 240, 60), (12, 12, 12), (245, 245, 245)]
    path = tmp_path / "film.mp4"
    with VideoWriter(path, WIDTH, HEIGHT, fps=FPS, tags=TAGS) as writer:
        for colour in colours:
            writer.write(np.full((HEIGHT, WIDTH, 3), colour, np.uint8))

    with av.open(str(path)) as container:
        shown = [seen.reformat(format="rgb24").to_ndarray().mean(axis=(0, 1)) for seen in container.decode(video=0)]

    assert np.abs(np.array(shown) - np.array(colours)).max() < 6


@pytest.mark.parametrize("seconds", [0.5, 1.0, 1.7])
def test_the_sound_is_as_long_as_it_was_and_in_time(tmp_path: Path, seconds: float) -> None:
    """A click in the middle is heard in the middle."""
    sound = np.zeros((round(seconds * RATE), 2), np.float32)
    sound[len(sound) // 2] = 0.9
    path = written(tmp_path / "film.mp4", frames=round(seconds * FPS), sound=sound)

    with av.open(str(path)) as container:
        stream = container.streams.audio[0]
        assert stream.duration is not None
        assert stream.time_base is not None
        length = float(stream.duration * stream.time_base)
        played = np.concatenate([frame.to_ndarray() for frame in container.decode(stream)], axis=1)

    assert length == pytest.approx(seconds, abs=0.03)
    assert int(np.abs(played[0]).argmax()) == pytest.approx(len(sound) // 2, abs=64)


def test_sound_and_pictures_lie_beside_each_other_in_the_file(tmp_path: Path) -> None:
    sound = np.zeros((4 * RATE, 2), np.float32)
    path = written(tmp_path / "film.mp4", frames=4 * FPS, sound=sound)

    with av.open(str(path)) as container:
        placed = [(packet.pos, packet.stream.type, packet.pts, packet.time_base) for packet in container.demux()]
    by_place = sorted((pos, kind, float(pts * base)) for pos, kind, pts, base in placed if pos and pts is not None)
    heard = [seconds for _, kind, seconds in by_place if kind == "audio"][len(by_place) // 8]
    seen = next(seconds for pos, kind, seconds in by_place if kind == "video" and seconds >= heard)

    assert 0 <= seen - heard < 2.5


def test_the_file_tells_where_it_comes_from(tmp_path: Path) -> None:
    tags = Tags(title="Tide", provenance={"engine": "procedural.film", "seed": 7})
    told = metadata(written(tmp_path / "film.mp4", frames=3, tags=tags))

    assert told["title"] == "Tide"
    assert json.loads(told["comment"]) == {"engine": "procedural.film", "seed": 7}
    assert "encoder" not in told


@pytest.mark.slow
def test_two_processes_write_the_same_bytes(tmp_path: Path) -> None:
    code = (
        "import sys, hashlib; from pathlib import Path; from tests.codecs.test_video_encode import noisy;"
        "print(hashlib.sha256(noisy(Path(sys.argv[1])).read_bytes()).hexdigest())"
    )
    other = run_apart(code, tmp_path / "other.mp4")

    assert hashlib.sha256(noisy(tmp_path / "film.mp4").read_bytes()).hexdigest() == other.strip()


def test_a_broken_take_leaves_no_film_and_hides_no_error(tmp_path: Path) -> None:
    path = tmp_path / "film.mp4"
    with pytest.raises(RuntimeError, match="clouds"):
        broken(path)

    assert not path.exists()


def broken(path: Path) -> None:
    with VideoWriter(path, WIDTH, HEIGHT, fps=FPS, tags=TAGS) as writer:
        writer.write(picture(0))
        raise RuntimeError("clouds")


def written(path: Path, *, frames: int, sound: NDArray[np.float32] | None = None, tags: Tags = TAGS) -> Path:
    with VideoWriter(path, WIDTH, HEIGHT, fps=FPS, tags=tags, sound=sound, sound_rate=RATE) as writer:
        for number in range(frames):
            writer.write(picture(number))
    return path


def noisy(path: Path) -> Path:
    """Much for the encoder to decide, in more frames than it looks ahead."""
    draw = np.random.default_rng(5)
    sound = draw.normal(0, 0.1, (3 * RATE, 2)).astype(np.float32)
    with VideoWriter(path, WIDTH, HEIGHT, fps=FPS, tags=TAGS, sound=sound, sound_rate=RATE) as writer:
        for number in range(3 * FPS):
            writer.write(np.clip(picture(number) + draw.integers(0, 60, (HEIGHT, WIDTH, 3)), 0, 255).astype(np.uint8))
    return path


def picture(number: int) -> Bytes:
    """A gradient that wanders."""
    xs, ys = np.meshgrid(np.arange(WIDTH), np.arange(HEIGHT))
    return np.dstack([(xs + 3 * number) % 256, (ys * 2) % 256, (xs + ys + number) % 256]).astype(np.uint8)


def boxes(data: bytes) -> list[str]:
    """The names of a file's outer boxes, in order (ISO 14496-12)."""
    names, at = [], 0
    while at < len(data):
        size = int.from_bytes(data[at : at + 4], "big")
        names.append(data[at + 4 : at + 8].decode("ascii"))
        at += size
    return names
