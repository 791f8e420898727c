"""A stranger's recording becomes samples, or one sentence says why not."""

import random
import struct
import subprocess
import sys
from pathlib import Path

import av
import numpy as np
import pytest
from numpy.typing import NDArray

from mediamill.codecs import decode_audio
from mediamill.formats import NotMedia
from tests.codecs.samples import RATE, cover_art_file, flat_png, glb, sound_file, tone, video_file

Samples = NDArray[np.float32]

SURROUND = ("FL", "FR", "FC", "LFE", "BL", "BR")


def written(path: Path, sound: Samples, codec: str, *, rate: int = RATE, layout: str = "mono") -> Path:
    """(n, channels) in a file that nothing of this room has written."""
    container_format = {".m4a": "ipod", ".aac": "adts"}.get(path.suffix)
    with av.open(str(path), "w", format=container_format) as output:
        stream = output.add_stream(codec, rate=rate, layout=layout)
        assert isinstance(stream, av.AudioStream)
        resampler = av.AudioResampler(format=stream.codec_context.format, layout=layout, rate=rate)
        frame = av.AudioFrame.from_ndarray(np.ascontiguousarray(sound.T), format="fltp", layout=layout)
        frame.sample_rate, frame.pts = rate, 0
        for fitted in (*resampler.resample(frame), *resampler.resample(None), None):
            output.mux(stream.encode(fitted))
    return path


def refusal(path: Path, *, seconds_max: float = 60.0) -> str:
    with pytest.raises(NotMedia) as refused:
        decode_audio(path, rate=RATE, seconds_max=seconds_max)
    sentence = str(refused.value)
    assert sentence.endswith(".")
    assert "\n" not in sentence
    return sentence


def level_db(sound: NDArray[np.floating]) -> float:
    return float(10 * np.log10(np.mean(np.square(sound, dtype=np.float64)) + 1e-20))


def delay(sound: NDArray[np.floating], reference: NDArray[np.floating]) -> int:
    """Samples by which the sound comes after its reference."""
    count = 2 * max(len(sound), len(reference))
    alike = np.fft.irfft(np.fft.rfft(sound, count) * np.conj(np.fft.rfft(reference, count)), count)
    best = int(np.argmax(alike))
    return best if best < count // 2 else best - count


def hiss(seconds: float, channels: int, *, rate: int = RATE) -> Samples:
    """Noise below 4 kHz: what every coder keeps, and what shows a delay to the sample."""
    noise = np.random.default_rng(3).standard_normal((round(seconds * rate), channels))
    spectrum = np.fft.rfft(noise, axis=0)
    spectrum[np.fft.rfftfreq(len(noise), 1.0 / rate) > 4_000.0] = 0.0
    return (0.2 * np.fft.irfft(spectrum, len(noise), axis=0)).astype(np.float32)


@pytest.mark.parametrize("channels", [1, 2])
@pytest.mark.parametrize(
    ("name", "codec", "rate"),
    [
        ("a.wav", "pcm_s16le", 44_100),
        ("a.wav", "pcm_u8", 22_050),
        ("a.wav", "pcm_s24le", 96_000),
        ("a.wav", "pcm_f32le", 11_025),
        ("a.flac", "flac", 48_000),
        ("a.mp3", "libmp3lame", 44_100),
        ("a.ogg", "libopus", 48_000),
        ("a.m4a", "aac", 44_100),
        ("a.webm", "libopus", 48_000),
        ("a.aiff", "pcm_s16be", 37_800),
    ],
)
def test_what_went_in_comes_out(tmp_path: Path, name: str, codec: str, rate: int, channels: int) -> None:
    sound = hiss(2.0, channels, rate=rate)
    path = written(tmp_path / name, sound, codec, rate=rate, layout="mono" if channels == 1 else "stereo")

    found = decode_audio(path, rate=rate, seconds_max=60.0)

    assert found.dtype == np.float32
    assert found.shape[1:] == (channels,)
    assert len(found) == pytest.approx(len(sound), abs=0.05 * rate)  # a coder may fill its last frame
    assert abs(delay(found[:, 0], sound[:, 0])) <= 0.003 * rate
    assert level_db(found[: len(sound)]) == pytest.approx(level_db(sound), abs=0.5)


@pytest.mark.parametrize("rate", [8_000, 11_025, 22_050, 32_000, 37_800, 96_000, 192_000])
def test_every_rate_becomes_the_one_asked_for(tmp_path: Path, rate: int) -> None:
    path = written(tmp_path / "a.wav", tone(2.0, rate=rate)[:, np.newaxis], "pcm_s16le", rate=rate)

    found = decode_audio(path, rate=48_000, seconds_max=60.0)[:, 0]

    assert len(found) == pytest.approx(96_000, abs=48)
    middle = slice(4_800, 91_200)
    assert level_db(found[middle] - tone(3.0, rate=48_000)[middle]) < level_db(found) - 50.0


def test_six_channels_become_two_without_the_loudspeaker_for_rumble(tmp_path: Path) -> None:
    sound = np.stack([tone(1.0, frequency=300.0 + 100.0 * number) for number in range(6)], axis=1)
    path = written(tmp_path / "a.flac", sound, "flac", layout="5.1")

    found = decode_audio(path, rate=RATE, channels=2, seconds_max=60.0)

    front, half = 1.0 / (1.0 + 2 * 0.5**0.5), 0.5**0.5 / (1.0 + 2 * 0.5**0.5)
    left = front * sound[:, 0] + half * (sound[:, SURROUND.index("FC")] + sound[:, SURROUND.index("BL")])
    right = front * sound[:, 1] + half * (sound[:, SURROUND.index("FC")] + sound[:, SURROUND.index("BR")])
    np.testing.assert_allclose(found, np.stack([left, right], axis=1), atol=2e-3)


def test_six_channels_stay_six_where_nobody_asks_for_fewer(tmp_path: Path) -> None:
    path = written(tmp_path / "a.flac", hiss(0.5, 6), "flac", layout="5.1")

    found = decode_audio(path, rate=RATE, seconds_max=60.0)

    assert found.shape == (RATE // 2, 6)


@pytest.mark.parametrize("count", [3, 4, 5, 7, 8])
def test_channels_without_a_place_are_heard_on_both_sides(tmp_path: Path, count: int) -> None:
    path = tmp_path / "a.wav"
    sound = np.repeat(tone(0.5)[:, np.newaxis], count, axis=1)
    steps = (sound * 32_767).astype("<i2").tobytes()
    header = struct.pack(
        "<4sIHHIIHH4sI", b"fmt ", 16, 1, count, RATE, RATE * count * 2, count * 2, 16, b"data", len(steps)
    )
    path.write_bytes(struct.pack("<4sI4s", b"RIFF", 4 + len(header) + len(steps), b"WAVE") + header + steps)

    found = decode_audio(path, rate=RATE, channels=2, seconds_max=60.0)

    np.testing.assert_allclose(found, sound[:, :2], atol=1e-3)


def test_one_channel_becomes_two_equal_ones_and_back(tmp_path: Path) -> None:
    mono = sound_file(tmp_path / "mono.flac")
    stereo = decode_audio(mono, rate=RATE, channels=2, seconds_max=60.0)
    path = written(tmp_path / "stereo.flac", stereo, "flac", layout="stereo")

    found = decode_audio(path, rate=RATE, channels=1, seconds_max=60.0)

    np.testing.assert_allclose(stereo, np.repeat(tone(1.0)[:, np.newaxis], 2, axis=1), atol=1e-6)
    np.testing.assert_allclose(found[:, 0], tone(1.0), atol=1e-4)


def test_the_sound_of_a_song_with_a_picture_is_read(tmp_path: Path) -> None:
    found = decode_audio(cover_art_file(tmp_path / "song.mp3"), rate=RATE, seconds_max=60.0)

    assert len(found) == RATE


def test_numbers_that_are_none_become_silence(tmp_path: Path) -> None:
    sound = tone(0.5)[:, np.newaxis]
    sound[100], sound[200], sound[300] = np.nan, np.inf, 1e30
    path = written(tmp_path / "a.wav", sound, "pcm_f32le")

    found = decode_audio(path, rate=RATE, seconds_max=60.0)

    assert np.isfinite(found).all()
    assert np.abs(found).max() <= 16.0


def test_a_recording_that_was_cut_off_plays_to_its_end(tmp_path: Path) -> None:
    path = sound_file(tmp_path / "a.mp3", 3.0)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 3])

    found = decode_audio(path, rate=RATE, seconds_max=60.0)

    assert len(found) / RATE == pytest.approx(1.0, abs=0.1)


def test_a_damaged_stretch_is_left_out(tmp_path: Path) -> None:
    path = written(tmp_path / "a.flac", hiss(10.0, 1), "flac")
    content = bytearray(path.read_bytes())
    middle = len(content) // 2
    content[middle : middle + 4_000] = random.Random(5).randbytes(4_000)
    path.write_bytes(content)

    found = decode_audio(path, rate=RATE, seconds_max=60.0)

    assert 9.0 < len(found) / RATE <= 10.2


def test_what_is_no_sound_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.mp3"
    path.write_bytes(b"")
    assert "it is empty" in refusal(path)
    for content in (random.Random(1).randbytes(100_000), b"#EXTM3U\nfile:///etc/passwd\n", b"RIFF\x00\x00\x00\x00WAVE"):
        path.write_bytes(content)
        assert refusal(path).startswith("This file cannot be used: ")
    for content in (flat_png(8, 8), glb()):
        path.write_bytes(content)
        assert refusal(path).startswith("This file cannot be used: ")
    assert "there is no sound in it" in refusal(video_file(tmp_path / "silent.mp4"))


def test_a_head_followed_by_noise_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path / "a.flac", hiss(2.0, 1), "flac")
    path.write_bytes(path.read_bytes()[:200] + random.Random(2).randbytes(200_000))

    assert refusal(path).startswith("This file cannot be used: ")


@pytest.mark.parametrize("name", ["a.mp3", "a.flac", "a.wav"])
def test_a_recording_that_is_too_long_is_refused(tmp_path: Path, name: str) -> None:
    path = sound_file(tmp_path / name, 3.0)

    assert refusal(path, seconds_max=2.5) == "This file cannot be used: it is longer than 2.5 seconds."
    assert len(decode_audio(path, rate=RATE, seconds_max=3.0)) == 3 * RATE


def test_a_length_that_lies_is_found_out_while_counting(tmp_path: Path) -> None:
    path = sound_file(tmp_path / "a.flac", 3.0)
    content = bytearray(path.read_bytes())
    content[8 + 14 : 8 + 18] = (RATE).to_bytes(4, "big")  # STREAMINFO: one second in all
    path.write_bytes(content)

    assert "longer than 2 seconds" in refusal(path, seconds_max=2.0)


IN_A_PROCESS_OF_ITS_OWN = """
import pathlib, re, sys
from mediamill.codecs import decode_audio
decode_audio(pathlib.Path(sys.argv[1]), rate=48_000, seconds_max=600.0)[:1]
def most():
    return 1024 * int(re.search(r"VmHWM:\\s+(\\d+)", pathlib.Path("/proc/self/status").read_text())[1])
pathlib.Path("/proc/self/clear_refs").write_text("5")
before = most()
found = decode_audio(pathlib.Path(sys.argv[2]), rate=48_000, seconds_max=600.0)
print((most() - before) / found.nbytes)
"""


def test_a_long_recording_is_never_twice_in_memory(tmp_path: Path) -> None:
    for name, seconds in (("short.wav", 1), ("long.wav", 240)):
        written(tmp_path / name, np.zeros((seconds * 48_000, 1), np.float32), "pcm_s16le", rate=48_000)
    command = [sys.executable, "-c", IN_A_PROCESS_OF_ITS_OWN, str(tmp_path / "short.wav"), str(tmp_path / "long.wav")]
    done = subprocess.run(command, capture_output=True, text=True, check=True)

    assert float(done.stdout) < 1.6
