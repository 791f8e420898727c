import random
import resource
import struct
from pathlib import Path

import av
import numpy as np
import pytest
from PIL import Image

from mediamill.codecs import encode_audio, probe
from mediamill.formats import Container, MediaKind, NotMedia
from tests.codecs.samples import RATE, TAGS, cover_art_file, flat_png, glb, sound_file, tone, video_file


def refusal(path: Path, max_seconds: float | None = None) -> str:
    with pytest.raises(NotMedia) as refused:
        probe(path, max_seconds=max_seconds)
    return str(refused.value)


@pytest.mark.parametrize(
    ("name", "container"), [("a.mp3", Container.MP3), ("a.wav", Container.WAV), ("a.flac", Container.FLAC)]
)
def test_a_sound_is_counted_to_the_sample(tmp_path: Path, name: str, container: Container) -> None:
    found = probe(sound_file(tmp_path / name, 2.5))

    assert (found.container, found.kind, found.seconds) == (container, MediaKind.AUDIO, 2.5)
    assert found.audio is not None
    assert (found.audio.rate, found.audio.channels) == (RATE, 1)
    assert found.video is None


@pytest.mark.parametrize(
    ("name", "codec", "container"),
    [
        ("a.m4a", "aac", Container.M4A),
        ("a.ogg", "libopus", Container.OGG),
        ("a.webm", "libopus", Container.WEBM),
        ("a.aac", "aac", Container.AAC),
        ("a.aiff", "pcm_s16be", Container.AIFF),
    ],
)
def test_sounds_that_people_send_are_read(tmp_path: Path, name: str, codec: str, container: Container) -> None:
    path = tmp_path / name
    with av.open(str(path), "w", format={".m4a": "ipod", ".aac": "adts"}.get(path.suffix)) as output:
        stream = output.add_stream(codec, rate=48_000, layout="mono")
        assert isinstance(stream, av.AudioStream)
        resampler = av.AudioResampler(format=stream.codec_context.format, layout="mono", rate=48_000)
        frame = av.AudioFrame.from_ndarray(tone(3.0, rate=48_000).reshape(1, -1), format="fltp", layout="mono")
        frame.sample_rate = 48_000
        for fitted in (*resampler.resample(frame), *resampler.resample(None), None):
            output.mux(stream.encode(fitted))

    found = probe(path)

    assert (found.container, found.kind) == (container, MediaKind.AUDIO)
    assert found.seconds == pytest.approx(3.0, abs=0.05)


def test_cover_art_is_no_video(tmp_path: Path) -> None:
    found = probe(cover_art_file(tmp_path / "song.mp3"))

    assert found.kind is MediaKind.AUDIO
    assert len(found.streams) == 1


@pytest.mark.parametrize("suffix", [".png", ".jpg", ".webp", ".gif", ".avif"])
def test_a_picture_has_a_size_and_no_length(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"heron{suffix}"
    Image.fromarray(np.random.default_rng(1).integers(0, 255, (30, 40, 3), np.uint8)).save(path)

    found = probe(path)

    assert (found.kind, found.seconds) == (MediaKind.IMAGE, None)
    assert found.video is not None
    assert (found.video.width, found.video.height) == (40, 30)


@pytest.mark.parametrize(("name", "codec"), [("a.mp4", "libx264"), ("a.webm", "libvpx"), ("a.mkv", "mpeg4")])
def test_a_video_has_a_size_and_the_length_of_its_frames(tmp_path: Path, name: str, codec: str) -> None:
    found = probe(video_file(tmp_path / name, frames=50, codec=codec))

    assert found.kind is MediaKind.VIDEO
    assert found.seconds == pytest.approx(2.0, abs=0.05)
    assert found.video is not None
    assert (found.video.width, found.video.height, found.video.frames_per_second) == (64, 48, 25.0)


def test_3d_objects_are_known_by_their_structure(tmp_path: Path) -> None:
    (tmp_path / "chair.glb").write_bytes(glb())
    (tmp_path / "walk.fbx").write_bytes(b"Kaydara FBX Binary  \x00\x1a\x00" + struct.pack("<I", 7400) + b"\0" * 99)

    assert probe(tmp_path / "chair.glb").kind is MediaKind.OBJECT
    assert probe(tmp_path / "walk.fbx").container is Container.FBX


@pytest.mark.parametrize(
    "content",
    [
        glb()[:15],
        glb()[:-4],
        glb() + b"more",
        glb(b"no json at all  "),
        glb(b'{"asset":{"version":"2.0"}}'),
        glb(b"[1,2,3,4]"),
        glb(b"\xff\xfe\xfd\xfc"),
        glb()[:12] + b"\xff\xff\xff\xff" + glb()[16:],
    ],
)
def test_a_broken_3d_object_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "chair.glb").write_bytes(content)

    assert "3D" in refusal(tmp_path / "chair.glb")


def test_what_is_no_media_gets_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "empty.mp3").touch()
    (tmp_path / "page.png").write_text("<html><script>alert(1)</script></html>")

    assert refusal(tmp_path / "empty.mp3") == "This file cannot be used: it is empty."
    assert refusal(tmp_path / "page.png") == "This file cannot be used: it is no image, sound, video or 3D file."


@pytest.mark.parametrize("disguise", ["list.mp3", "list.m3u8", "list.ts", "list.wav"])
def test_a_playlist_never_opens_another_file(tmp_path: Path, disguise: str) -> None:
    secret = sound_file(tmp_path / "bens-secret.mp3")
    (tmp_path / disguise).write_text(f"#EXTM3U\n#EXTINF:10,\n{secret}\n#EXT-X-ENDLIST\n")

    assert "no image, sound" in refusal(tmp_path / disguise)


def test_a_playlist_behind_a_sound_s_signature_never_opens_another_file(tmp_path: Path) -> None:
    secret = sound_file(tmp_path / "bens-secret.mp3", 3.0)
    playlist = f"#EXTM3U\n#EXTINF:10,\n{secret}\n#EXT-X-ENDLIST\n".encode()
    for number, head in enumerate((b"RIFF\xff\xff\xff\xffWAVE", b"fLaC", b"OggS\x00", b"\x00\x00\x00\x18ftypisom")):
        mallory = tmp_path / f"list{number}.mp3"
        mallory.write_bytes(head + playlist)

        assert refusal(mallory).startswith("This file cannot be used: ")


def test_an_mp4_that_points_at_another_file_does_not_get_it(tmp_path: Path) -> None:
    """A QuickTime data reference (an alias record with an absolute path) puts the samples into another file."""
    secret = video_file(tmp_path / "bens-secret.mp4")
    reference = b"\x00\x00\x00\x0curl \x00\x00\x00\x01"
    volume, name = b"\x05ADISK".ljust(28, b"\0"), b"\x01s".ljust(64, b"\0")
    fixed = b"\0" * 4 + b"\0" * 6 + volume + b"\0" * 12 + name + b"\0" * 16 + b"\xff\xff\xff\xff" + b"\0" * 16
    where = str(secret).encode()
    alias = fixed + struct.pack(">HH", 2, len(where)) + where + struct.pack(">hH", -1, 0)
    body = b"alis" + b"\0" * 4 + alias
    own = video_file(tmp_path / "own.mp4")
    pointing = _grown(own.read_bytes(), reference, struct.pack(">I", len(body) + 4) + body)
    own.write_bytes(_blanked(pointing, b"mdat"))

    assert refusal(own).startswith("This file cannot be used: ")


def _blanked(content: bytes, name: bytes) -> bytes:
    """The MP4 with the inside of one box turned to zeros."""
    at = content.index(name)
    size = int.from_bytes(content[at - 4 : at], "big")
    return content[: at + 4] + b"\0" * (size - 8) + content[at - 4 + size :]


def _grown(content: bytes, old: bytes, new: bytes) -> bytes:
    """The MP4 with one box replaced and the lengths of the boxes around it mended."""
    at, more = content.index(old), len(new) - len(old)
    mended = bytearray(content[:at] + new + content[at + len(old) :])
    for name in (b"moov", b"trak", b"mdia", b"minf", b"dinf", b"dref"):
        start = content.index(name) - 4
        struct.pack_into(">I", mended, start, struct.unpack_from(">I", content, start)[0] + more)
    return bytes(mended)


def test_a_header_that_promises_hours_is_counted_not_believed(tmp_path: Path) -> None:
    head = b"RIFF\xff\xff\xff\xffWAVEfmt " + struct.pack("<IHHIIHH", 16, 1, 2, RATE, RATE * 4, 4, 16)
    (tmp_path / "liar.wav").write_bytes(head + b"data\xf0\xff\xff\xff" + b"\x01" * (RATE * 4))

    assert probe(tmp_path / "liar.wav").seconds == pytest.approx(1.0, abs=0.01)


def test_a_header_that_promises_less_is_stopped_at_the_limit(tmp_path: Path) -> None:
    content = bytearray(sound_file(tmp_path / "liar.flac", 20.0).read_bytes())
    content[21] &= 0xF0  # the 36 bits of the sample count, from STREAMINFO byte 13 on
    content[22:26] = struct.pack(">I", RATE)
    (tmp_path / "liar.flac").write_bytes(content)

    assert "longer than 10 seconds" in refusal(tmp_path / "liar.flac", max_seconds=10)


def test_a_long_silence_in_a_small_file_is_refused_by_its_length(tmp_path: Path) -> None:
    encode_audio(np.zeros(8_000 * 900, np.float32), 8_000, tmp_path / "night.flac", tags=TAGS)

    assert (tmp_path / "night.flac").stat().st_size < 200_000
    assert "longer than 600 seconds" in refusal(tmp_path / "night.flac", max_seconds=600)
    assert probe(tmp_path / "night.flac", max_seconds=900).seconds == 900.0


def test_a_truncated_mp3_is_as_long_as_what_is_left(tmp_path: Path) -> None:
    whole = sound_file(tmp_path / "song.mp3", 6.0).read_bytes()
    (tmp_path / "song.mp3").write_bytes(whole[: len(whole) // 3])

    assert probe(tmp_path / "song.mp3").seconds == pytest.approx(2.0, abs=0.1)


def test_a_scratch_in_a_flac_does_not_end_it(tmp_path: Path) -> None:
    content = bytearray(sound_file(tmp_path / "song.flac", 6.0).read_bytes())
    middle = len(content) // 2
    content[middle : middle + 500] = random.Random(2).randbytes(500)
    (tmp_path / "song.flac").write_bytes(content)

    assert probe(tmp_path / "song.flac").seconds == pytest.approx(6.0, abs=0.5)


@pytest.mark.parametrize("name", ["a.mp3", "a.wav", "a.flac", "a.mp4", "a.webm", "a.png"])
def test_damage_of_any_kind_ends_in_a_refusal_or_an_answer(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    if path.suffix in (".mp4", ".webm"):
        video_file(path, codec="libvpx" if path.suffix == ".webm" else "mpeg4")
    elif path.suffix == ".png":
        path.write_bytes(flat_png(60, 40))
    else:
        sound_file(path)
    whole, mallory = path.read_bytes(), random.Random(9)
    refused = 0
    for _ in range(40):
        damaged = bytearray(whole)
        for _ in range(mallory.randint(1, 60)):
            damaged[mallory.randrange(len(damaged))] = mallory.randrange(256)
        path.write_bytes(damaged[: mallory.randint(1, len(damaged))])
        try:
            found = probe(path, max_seconds=600)
        except NotMedia:
            refused += 1
        else:
            assert found.seconds is None or 0 <= found.seconds <= 600

    assert refused or path.suffix == ".wav"  # any bytes are samples, so a WAV survives nearly everything


def test_noise_with_a_sound_s_header_is_refused(tmp_path: Path) -> None:
    song = sound_file(tmp_path / "song.flac").read_bytes()
    (tmp_path / "song.flac").write_bytes(song[:8_300] + random.Random(3).randbytes(200_000))

    assert refusal(tmp_path / "song.flac").startswith("This file cannot be used: ")


def test_a_pixel_bomb_is_refused_before_it_is_decoded(tmp_path: Path) -> None:
    (tmp_path / "bomb.png").write_bytes(flat_png(7_000, 7_000))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    assert "damaged or larger than 40 megapixels" in refusal(tmp_path / "bomb.png")
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 50_000  # KiB; decoded it is 140,000


@pytest.mark.parametrize(("channels", "rate"), [(2, 1), (2, 3_999), (2, 2_000_000), (40, 44_100), (0, 44_100)])
def test_sound_that_no_ear_needs_is_refused(tmp_path: Path, channels: int, rate: int) -> None:
    format_ = struct.pack("<IHHIIHH", 16, 1, channels, rate, (rate * channels * 2) & 0xFFFFFFFF, channels * 2, 16)
    (tmp_path / "odd.wav").write_bytes(
        b"RIFF\x00\x10\x00\x00WAVEfmt " + format_ + b"data\x00\x10\x00\x00" + b"\1" * 4_096
    )

    assert refusal(tmp_path / "odd.wav").startswith("This file cannot be used: ")


def test_metadata_in_a_broken_encoding_does_no_harm(tmp_path: Path) -> None:
    content = sound_file(tmp_path / "song.wav").read_bytes()
    (tmp_path / "song.wav").write_bytes(content.replace(b"A heron", b"\xff\xfe\xfaeron"))

    assert probe(tmp_path / "song.wav").seconds == 1.0
