import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from mediamill import codecs
from mediamill.formats import Container, content_matches, sniff
from tests.codecs.samples import cover_art_file, glb, sound_file, video_file

FBX = b"Kaydara FBX Binary  \x00\x1a\x00" + b"\xe8\x1c\x00\x00"


@pytest.mark.parametrize(
    ("name", "expected"), [("a.mp3", Container.MP3), ("a.wav", Container.WAV), ("a.flac", Container.FLAC)]
)
def test_a_sound_is_known_by_its_content_whatever_its_name(tmp_path: Path, name: str, expected: Container) -> None:
    disguised = sound_file(tmp_path / name).rename(tmp_path / "heron.png")

    assert expected == sniff(disguised)


@pytest.mark.parametrize(
    ("suffix", "expected"),
    [
        (".png", Container.PNG),
        (".jpg", Container.JPEG),
        (".webp", Container.WEBP),
        (".gif", Container.GIF),
        (".avif", Container.AVIF),
    ],
)
def test_a_picture_is_known_by_its_content(tmp_path: Path, suffix: str, expected: Container) -> None:
    path = tmp_path / f"heron{suffix}"
    Image.fromarray(np.zeros((16, 16, 3), np.uint8)).save(path)

    assert expected == sniff(path)


@pytest.mark.parametrize(
    ("name", "codec", "expected"),
    [
        ("a.mp4", "mpeg4", Container.MP4),
        ("a.webm", "libvpx", Container.WEBM),
        ("a.mkv", "mpeg4", Container.MATROSKA),
    ],
)
def test_a_video_is_known_by_its_content(tmp_path: Path, name: str, codec: str, expected: Container) -> None:
    assert expected == sniff(video_file(tmp_path / name, frames=3, codec=codec))


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        (glb(), Container.GLB),
        (FBX, Container.FBX),
        (b"FORM\x00\x00\x00\x10AIFFCOMM", Container.AIFF),
        (b"RF64\xff\xff\xff\xffWAVEds64", Container.WAV),
        (b"\x00\x00\x00\x1cftypM4A \x00\x00\x00\x00", Container.M4A),
        (b"OggS\x00\x02", Container.OGG),
        (b"ID3\x04\x00\x00\x00\x00\x00\x00fLaC\x00", Container.FLAC),
    ],
)
def test_signatures_of_the_rest(tmp_path: Path, head: bytes, expected: Container) -> None:
    path = tmp_path / "file"
    path.write_bytes(head)

    assert expected == sniff(path)


def test_a_song_tagged_twice_is_still_a_song(tmp_path: Path) -> None:
    path = sound_file(tmp_path / "song.mp3")
    path.write_bytes(b"ID3\x03\x00\x00\x00\x00\x00\x05album" + path.read_bytes())

    assert sniff(path) is Container.MP3


def test_cover_art_does_not_make_a_song_a_picture(tmp_path: Path) -> None:
    assert sniff(cover_art_file(tmp_path / "song.mp3")) is Container.MP3


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff",
        b"hello world " * 400,
        b"<!doctype html><script>alert(1)</script>",
        b'<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>',
        b"#EXTM3U\n#EXTINF:10,\nfile:///etc/passwd\n",
        b"ffconcat version 1.0\nfile '/etc/passwd'\n",
        b"%PDF-1.7",
        b"\x7fELF\x02\x01\x01",
        b"ID3\x04\x00\x00\x7f\x7f\x7f\x7f" + b"\xff\xfb\x90\x00" * 99,  # a tag that claims 256 MB
        b"ID3\x04\x00\x00\x00\x00\x00\x00#EXTM3U\nfile:///etc/passwd\n",
        b"ID3\x04",
        b"\xff\xfb\x90\x00" + b"\x00" * 4_092,  # one frame header and nothing after it
        b"RIFF\x24\x00\x00\x00AVI LIST",
        b"glTF\x01\x00\x00\x00",
        b"\x00\x00\x00\x18ftypheic",
        b"\x00\x00\x00\x18ftyp",
        b"\x1aE\xdf\xa3\x80",
        b"\x1aE\xdf\xa3" + b"\x42\x82",
        b"Kaydara FBX Binary",
        b"; FBX 7.4.0 project file\n",
    ],
    ids=lambda content: repr(content[:24]),
)
def test_everything_else_is_nothing(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "song.mp3"
    path.write_bytes(content)

    assert sniff(path) is None


def test_random_bytes_are_nothing(tmp_path: Path) -> None:
    mallory = random.Random(4)
    path = tmp_path / "song.mp3"
    for _ in range(300):
        path.write_bytes(b"\xff\xfb" + mallory.randbytes(4_096))

        assert sniff(path) is None


def test_an_engine_that_writes_something_else_under_the_right_name_is_seen(tmp_path: Path) -> None:
    song = sound_file(tmp_path / "a.mp3")

    assert content_matches(song, ".mp3")
    assert content_matches(song, ".MP3")
    assert not content_matches(song, ".wav")
    assert not content_matches(song, ".html")


def test_sniffing_and_storing_load_no_codec() -> None:
    program = (
        "import sys, mediamill.formats, mediamill.storage, mediamill.codecs;"
        "print([name for name in ('av', 'numpy', 'scipy', 'pyloudnorm') if name in sys.modules])"
    )
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)

    assert answer.stdout.strip() == "[]"


def test_every_public_name_of_the_codecs_exists() -> None:
    assert [name for name in codecs.__all__ if not hasattr(codecs, name)] == []
    assert not hasattr(codecs, "thumbnails_of_everything")


@pytest.mark.parametrize(
    ("suffix", "content", "matches"),
    [
        (".txt", "Der Reiher stand im Schilf.\n\tلقلق 🪿\f".encode(), True),
        (".txt", b"<script>alert(1)</script>", True),  # served as plain text and never sniffed
        (".txt", "Schilf".encode("utf-16"), False),
        (".txt", b"caf\xe9", False),
        (".txt", b"a\x00b", False),
        (".txt", b"\x1b[2J", False),
        (".txt", b"%PDF-1.7\n\xe2\xe3\xcf\xd3", False),
        (".json", b'{"segments": [{"start": 0.5, "text": "reeds"}]}\n', True),
        (".json", b"[1, 2", False),
        (".json", b"reeds", False),
        (".json", b"[" * 100_000, False),
        (".json", b'{"a": NaN}', False),
    ],
)
def test_text_is_what_reads_as_text_to_its_end(tmp_path: Path, suffix: str, content: bytes, matches: bool) -> None:
    path = tmp_path / f"heron{suffix}"
    path.write_bytes(content)

    assert content_matches(path, suffix) is matches
    assert sniff(path) is None


def test_a_text_that_is_too_long_to_be_read_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "heron.txt"
    path.write_bytes(b"reeds " * 3_000_000)

    assert not content_matches(path, ".txt")
