"""The judges themselves: what is broken, empty or the same they notice."""

import struct
import zlib
from pathlib import Path

import numpy as np
import pytest
import trimesh
from PIL import Image

from mediamill.codecs import Tags, encode_audio, encode_image
from scripts.crafts.judging import FBX_MAGIC, Poor, alike, judge

RATE = 44_100
BLUE = np.full((64, 64, 3), (20, 40, 200), np.uint8)
SLOPE = np.broadcast_to(np.arange(64, dtype=np.uint8)[:, None, None] * 3, (64, 64, 3))


def tags(title: str) -> Tags:
    return Tags(title=title, provenance={})


def tone(hertz: float, seconds: float = 1.0) -> "np.ndarray[tuple[int], np.dtype[np.float32]]":
    return (0.3 * np.sin(2 * np.pi * hertz * np.arange(int(seconds * RATE)) / RATE)).astype(np.float32)


def test_a_picture_of_one_colour_is_poor(tmp_path: Path) -> None:
    encode_image(BLUE, tmp_path / "blue.png", tags=tags("Blue"))

    with pytest.raises(Poor, match="one colour"):
        judge(tmp_path / "blue.png")


def test_two_pictures_that_differ_in_their_metadata_only_are_alike(tmp_path: Path) -> None:
    for name in ("one", "two"):
        encode_image(np.ascontiguousarray(SLOPE), tmp_path / f"{name}.png", tags=tags(name))
    essences = {name: judge(tmp_path / f"{name}.png").essence for name in ("one", "two")}

    assert (tmp_path / "one.png").read_bytes() != (tmp_path / "two.png").read_bytes()
    assert alike(essences) == [["one", "two"]]


def test_silence_and_a_wrong_length_are_poor(tmp_path: Path) -> None:
    encode_audio(np.zeros(RATE, np.float32), RATE, tmp_path / "silence.flac", tags=tags("Silence"))
    encode_audio(tone(440), RATE, tmp_path / "tone.flac", tags=tags("Tone"))

    with pytest.raises(Poor, match="silent"):
        judge(tmp_path / "silence.flac")
    with pytest.raises(Poor, match=r"1\.00 s long, not 2"):
        judge(tmp_path / "tone.flac", 2)
    assert judge(tmp_path / "tone.flac", 1).kind == "sound"


def test_two_tones_are_not_alike(tmp_path: Path) -> None:
    essences = {}
    for hertz in (440, 441):
        path = tmp_path / f"{hertz}.flac"
        encode_audio(tone(hertz), RATE, path, tags=tags("Tone"))
        essences[str(hertz)] = judge(path).essence

    assert alike(essences) == []


def test_an_object_is_told_from_one_of_another_colour(tmp_path: Path) -> None:
    essences = {}
    for name, colour in (("red", (255, 0, 0, 255)), ("also red", (255, 0, 0, 255)), ("green", (0, 255, 0, 255))):
        ball = trimesh.creation.icosphere(subdivisions=1)
        ball.visual = trimesh.visual.ColorVisuals(ball, face_colors=[colour] * len(ball.faces))
        ball.export(tmp_path / f"{name}.glb")
        essences[name] = judge(tmp_path / f"{name}.glb").essence

    assert alike(essences) == [["red", "also red"]]


def test_a_motion_in_which_nothing_moves_is_poor(tmp_path: Path) -> None:
    for name, values in (("still", [1.0] * 5), ("moving", [0.0, 1.0, 2.0, 3.0, 4.0])):
        (tmp_path / f"{name}.fbx").write_bytes(fbx_with_curve(values))

    with pytest.raises(Poor, match="nothing moves"):
        judge(tmp_path / "still.fbx")
    assert judge(tmp_path / "moving.fbx", 1.0).kind == "motion"


@pytest.mark.parametrize("name", ["odd.xyz", "cut.fbx"])
def test_what_is_no_media_is_poor(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(b"nothing of the kind")

    with pytest.raises(Poor):
        judge(tmp_path / name)


def test_a_cut_picture_cannot_be_read(tmp_path: Path) -> None:
    Image.fromarray(np.ascontiguousarray(SLOPE)).save(tmp_path / "whole.png")
    (tmp_path / "cut.png").write_bytes((tmp_path / "whole.png").read_bytes()[:-40])

    with pytest.raises(OSError, match="truncated"):
        judge(tmp_path / "cut.png")


def fbx_with_curve(values: list[float]) -> bytes:
    """The least FBX 7.4 with one curve of a second."""
    times = np.linspace(0, 46_186_158_000, len(values)).astype("<i8").tobytes()
    packed = zlib.compress(np.array(values, "<f4").tobytes())
    curves = [(b"KeyTime", b"l", 0, times), (b"KeyValueFloat", b"f", 1, packed)]
    body = FBX_MAGIC + struct.pack("<I", 7_400)
    for name, kind, encoding, data in curves:
        property = kind + struct.pack("<III", len(values), encoding, len(data)) + data
        stop = len(body) + 13 + len(name) + len(property)
        body += struct.pack("<IIIB", stop, 1, len(property), len(name)) + name + property
    return body + bytes(13)
