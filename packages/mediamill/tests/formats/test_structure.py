"""Files that strangers hand in are what their first bytes claim, from beginning to end."""

import io
import struct
from collections.abc import Callable
from pathlib import Path

import av
import pytest
from PIL import Image

from mediamill.formats import Container, sniff, structure_end
from tests.codecs.samples import RATE, flat_png, sound_file, tone

PAGE = b"<html><script>alert(1)</script></html>"


def picture(kind: str, **options: object) -> bytes:
    out = io.BytesIO()
    image = Image.radial_gradient("L").resize((80, 60)).convert("RGB")
    image.save(out, kind, **options)
    return out.getvalue()


def film_of_gif() -> bytes:
    frames = [Image.new("P", (9, 7), color) for color in range(3)]
    out = io.BytesIO()
    frames[0].save(out, "GIF", save_all=True, append_images=frames[1:], comment=b"heron")
    return out.getvalue()


def sound(
    suffix: str, codec: str, container: str | None = None, rate: int = RATE, layout: str = "mono"
) -> Callable[[Path], bytes]:
    def make(folder: Path) -> bytes:
        path = folder / f"sound{suffix}"
        with av.open(str(path), "w", format=container) as output:
            stream = output.add_stream(codec, rate=rate, layout=layout)
            assert isinstance(stream, av.AudioStream)
            frame = av.AudioFrame.from_ndarray(tone(1.0).reshape(1, -1), format="fltp", layout="mono")
            frame.sample_rate = RATE
            resampler = av.AudioResampler(format=stream.codec_context.format, layout=layout, rate=rate)
            for fitted in (*resampler.resample(frame), *resampler.resample(None)):
                output.mux(stream.encode(fitted))
            output.mux(stream.encode(None))
        return path.read_bytes()

    return make


PICTURES: dict[str, bytes] = {
    "png": picture("PNG"),
    "interlaced grey png": flat_png(30, 20),
    "jpeg": picture("JPEG"),
    "progressive jpeg": picture("JPEG", progressive=True),
    "gif": picture("GIF"),
    "moving gif": film_of_gif(),
    "webp": picture("WEBP"),
    "lossless webp": picture("WEBP", lossless=True),
    "avif": picture("AVIF"),
}
SOUNDS: dict[str, Callable[[Path], bytes]] = {
    "mp3": sound(".mp3", "mp3"),
    "wav": sound(".wav", "pcm_s16le"),
    "flac": sound(".flac", "flac"),
    "ogg": sound(".ogg", "libopus", rate=48_000, layout="stereo"),
    "m4a": sound(".m4a", "aac", "ipod"),
    "aac": sound(".aac", "aac", "adts"),
    "aiff": sound(".aiff", "pcm_s16be"),
    "ours": lambda folder: sound_file(folder / "ours.mp3").read_bytes(),
}


def judged(content: bytes, folder: Path) -> int | None:
    path = folder / "file"
    path.write_bytes(content)
    container = sniff(path)
    return structure_end(path, container) if container else None


@pytest.mark.parametrize("name", PICTURES)
def test_an_honest_picture_ends_where_its_file_ends(name: str, tmp_path: Path) -> None:
    assert judged(PICTURES[name], tmp_path) == len(PICTURES[name])


@pytest.mark.parametrize("name", SOUNDS)
def test_an_honest_recording_is_whole(name: str, tmp_path: Path) -> None:
    content = SOUNDS[name](tmp_path)

    assert judged(content, tmp_path) == len(content)


@pytest.mark.parametrize("name", sorted(set(PICTURES) - {"avif"}))
def test_what_stands_behind_a_picture_is_no_part_of_it(name: str, tmp_path: Path) -> None:
    assert judged(PICTURES[name] + PAGE, tmp_path) == len(PICTURES[name])


@pytest.mark.parametrize(
    "content",
    [
        b"GIF89a/*<html>*/" + PAGE,
        b"GIF89a" + PAGE,
        b"GIF89a\x01\x00\x01\x00\x00\x00\x00;",  # no picture in it
        b"\x89PNG\r\n\x1a\n" + PAGE * 20,
        flat_png(30, 20)[:-40],
        flat_png(30, 20).replace(b"IDAT", b"ID<T"),
        b"\xff\xd8\xff" + PAGE,
        b"\xff\xd8\xff\xe0\x00\x10JFIF" + b"\0" * 9 + b"\xff\xd9",  # no picture in it
        b"RIFF\xff\x00\x00\x00WEBPVP8 " + PAGE * 20,
        b"RIFF\x2e\x00\x00\x00WEBP" + PAGE,
        b"\x00\x00\x00\x1cftypavif" + PAGE,
        b"\x00\x00\x00\x1cftypM4A \x00\x00\x00\x00" + PAGE,
        b"RIFF\xff\x00\x00\x00WAVE" + PAGE * 20,
        b"RIFF\xff\x00\x00\x00WAVEdata" + struct.pack("<I", len(PAGE)) + PAGE,
        b"FORM\x00\x00\x00\xffAIFF" + PAGE * 20,
        b"fLaC" + PAGE,
        b"OggS\x00\x02" + PAGE,
        b"\xff\xfb\x90\x00" + b"\0" * 413 + b"\xff\xfb\x90\x00" + PAGE * 30,  # two frames make no recording
    ],
)
def test_a_page_behind_a_signature_is_no_media(content: bytes, tmp_path: Path) -> None:
    assert judged(content, tmp_path) is None


@pytest.mark.parametrize("name", [*PICTURES, *SOUNDS])
def test_no_damage_does_more_than_be_noticed_or_not(name: str, tmp_path: Path) -> None:
    whole = PICTURES[name] if name in PICTURES else SOUNDS[name](tmp_path)
    path = tmp_path / "damaged"
    for step in range(1, 60):
        torn = whole[: len(whole) * step // 60]
        flipped = bytearray(whole)
        flipped[(len(whole) - 1) * step // 60] ^= 0xFF
        for content in (torn, bytes(flipped)):
            path.write_bytes(content)
            found = sniff(path)
            end = structure_end(path, found) if found else None
            assert end is None or 0 < end <= len(content)


def test_a_film_without_sound_is_no_recording(tmp_path: Path) -> None:
    from tests.codecs.samples import video_file

    assert judged(video_file(tmp_path / "film.mp4").read_bytes(), tmp_path) is None


def test_a_million_tiny_blocks_are_not_walked(tmp_path: Path) -> None:
    head = PICTURES["gif"][:13]
    blocks = b"\x21\xfe" + b"\x01x" * 1_000_000 + b"\0"

    assert judged(head[:10] + b"\0" + head[11:] + blocks + PICTURES["gif"][13:], tmp_path) is None


def test_no_file_and_no_known_container_are_nothing(tmp_path: Path) -> None:
    (tmp_path / "empty").write_bytes(b"")
    (tmp_path / "object").write_bytes(b"glTF\x02\x00\x00\x00")

    assert structure_end(tmp_path / "empty", Container.PNG) is None
    assert structure_end(tmp_path / "object", Container.GLB) is None
