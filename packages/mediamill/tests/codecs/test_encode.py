import hashlib
import json
from pathlib import Path

import av
import numpy as np
import pytest

from mediamill.codecs import Tags, encode_audio
from tests.codecs.samples import RATE, TAGS, decoded, metadata, noise_bursts, tone
from tests.engines.apart import run_apart

SUFFIXES = (".mp3", ".wav", ".flac")


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize("rate", [16_000, 22_050, 32_000, 44_100, 48_000])
@pytest.mark.parametrize("seconds", [0.05, 1.0, 2.3456])
def test_a_file_plays_exactly_as_long_as_its_samples(tmp_path: Path, suffix: str, rate: int, seconds: float) -> None:
    samples = tone(seconds, rate=rate)
    path = tmp_path / f"tone{suffix}"

    promised = encode_audio(samples, rate, path, tags=TAGS)
    played, played_rate = decoded(path)

    assert promised == len(samples) / rate
    assert abs(len(played) / played_rate - promised) < 0.001


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_what_is_heard_is_what_went_in_at_the_same_instant(tmp_path: Path, suffix: str) -> None:
    samples = np.concatenate([np.zeros(RATE // 2, np.float32), tone(1.0), np.zeros(RATE // 2, np.float32)])
    encode_audio(samples, RATE, tmp_path / f"tone{suffix}", tags=TAGS)

    played, _ = decoded(tmp_path / f"tone{suffix}")

    difference = played[: len(samples), 0] - samples
    assert float(np.sqrt((difference**2).mean())) < {".mp3": 5e-3, ".wav": 3e-5, ".flac": 2e-7}[suffix]


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_left_stays_left(tmp_path: Path, suffix: str) -> None:
    stereo = np.stack([tone(0.5, frequency=300.0), tone(0.5, frequency=3_000.0, level=0.1)], axis=1)
    encode_audio(stereo, RATE, tmp_path / f"stereo{suffix}", tags=TAGS)

    played, _ = decoded(tmp_path / f"stereo{suffix}")

    assert played.shape == stereo.shape
    assert float(np.abs(played - stereo).max()) < 0.03


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_file_tells_its_title_and_how_it_was_made(tmp_path: Path, suffix: str) -> None:
    provenance = {"engine": "tests", "prompt": 'Grüße, "日本"; a=b\nnewline', "seed": 2**53, "heard": ["heron"] * 200}
    tags = Tags('Ein "Reiher" — 鷺', provenance, artist="Ada")
    encode_audio(tone(0.3), RATE, tmp_path / f"heron{suffix}", tags=tags)

    told = metadata(tmp_path / f"heron{suffix}")

    assert told["title"] == tags.title
    assert told["artist"] == "Ada"
    assert provenance == json.loads(told["comment"])


def test_an_mp3_carries_192_kilobits_a_second_at_every_rate(tmp_path: Path) -> None:
    for rate in (8_000, 16_000, 22_050, 44_100, 48_000):
        encode_audio(tone(2.0, rate=rate), rate, tmp_path / "tone.mp3", tags=TAGS)
        with av.open(str(tmp_path / "tone.mp3")) as container:
            assert container.streams.audio[0].bit_rate == 192_000, rate


def test_a_wav_has_16_bits_and_a_flac_24(tmp_path: Path) -> None:
    for suffix, bits in ((".wav", 16), (".flac", 24)):
        encode_audio(tone(0.2), RATE, tmp_path / f"tone{suffix}", tags=TAGS)
        raw = (tmp_path / f"tone{suffix}").read_bytes()
        # RIFF: offset 34 of the canonical header; FLAC: 5 bits across bytes 20 and 21 of the stream info, minus one.
        found = raw[34] if suffix == ".wav" else ((raw[20] & 1) << 4 | raw[21] >> 4) + 1

        assert bits == found


def test_dither_turns_a_fade_below_one_step_into_noise_but_leaves_silence_silent(tmp_path: Path) -> None:
    faint = tone(1.0, level=0.4 / 32_767)  # plain rounding would make it nothing
    encode_audio(np.concatenate([faint, np.zeros(RATE, np.float32)]), RATE, tmp_path / "fade.wav", tags=TAGS)

    played, _ = decoded(tmp_path / "fade.wav")

    kept = float(np.dot(played[:RATE, 0], faint) / np.dot(faint, faint))
    assert 0.9 < kept < 1.1
    assert not played[RATE:].any()


def test_louder_than_full_scale_is_clipped_and_never_wraps_round(tmp_path: Path) -> None:
    for suffix in (".wav", ".flac"):
        encode_audio(tone(0.2, level=3.0), RATE, tmp_path / f"loud{suffix}", tags=TAGS)
        played, _ = decoded(tmp_path / f"loud{suffix}")
        expected = np.clip(tone(0.2, level=3.0), -1.0, 1.0)

        assert float(np.abs(played[:, 0] - expected).max()) < 1e-3


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_one_sample_is_enough(tmp_path: Path, suffix: str) -> None:
    for rate in (8_000, RATE):
        seconds = encode_audio(np.array([0.5], np.float32), rate, tmp_path / f"click{suffix}", tags=TAGS)
        played, played_rate = decoded(tmp_path / f"click{suffix}")

        assert abs(len(played) / played_rate - seconds) < 0.02


@pytest.mark.parametrize("broken", [np.zeros(0), np.full(99, np.nan), np.full(99, np.inf), np.zeros((99, 3))])
def test_what_no_engine_should_make_is_stopped(tmp_path: Path, broken: np.ndarray) -> None:
    with pytest.raises(AssertionError):
        encode_audio(broken.astype(np.float32), RATE, tmp_path / "broken.wav", tags=TAGS)


def test_another_suffix_is_stopped(tmp_path: Path) -> None:
    with pytest.raises(AssertionError):
        encode_audio(tone(0.1), RATE, tmp_path / "tone.m4a", tags=TAGS)


def test_two_processes_write_the_same_bytes(tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from mediamill.codecs import encode_audio;"
        "from tests.codecs.samples import RATE, TAGS, noise_bursts;"
        "[encode_audio(noise_bursts(1.0) * 0.2, RATE, Path(sys.argv[1]) / f'n{s}', tags=TAGS)"
        " for s in ('.mp3', '.wav', '.flac')]"
    )
    run_apart(program, tmp_path)
    for suffix in SUFFIXES:
        encode_audio(noise_bursts(1.0) * 0.2, RATE, tmp_path / f"here{suffix}", tags=TAGS)
        hashes = {hashlib.sha256((tmp_path / f"{name}{suffix}").read_bytes()).hexdigest() for name in ("n", "here")}

        assert len(hashes) == 1, suffix
