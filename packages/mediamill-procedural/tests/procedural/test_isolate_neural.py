"""With DeepFilterNet a voice also comes out of music; where it stood, as loud as it was, in every channel alike."""

import json
from pathlib import Path

import numpy as np
import pytest
from scipy import signal

from mediamill_procedural.isolate import deepfilter
from mediamill_procedural.isolate.cleaning import CONTEXT, PIECE, clean
from mediamill_procedural.isolate.deepfilter import Isolator
from mediamill_procedural.isolate.engine import METHOD, NEURAL_METHOD, RATE, IsolateEngine
from mediamill_procedural.speech import espeak
from mediamill_procedural.speech.voices import VOICES, variant_text
from tests.codecs.samples import metadata, tone
from tests.procedural import dub_recordings
from tests.procedural.neural import needs_models, without_models
from tests.procedural.test_isolate import (
    ADAM,
    LILY,
    Samples,
    Wave,
    distortion_db,
    isolated,
    noisy,
    spoken,
    white,
    written,
)
from tests.sampling import one_in

__all__ = ["without_models"]
pytestmark = pytest.mark.xdist_group("isolate")


@pytest.fixture(scope="module")
def isolator() -> Isolator:
    found = deepfilter.loaded()
    assert found is not None
    return found


@pytest.fixture(scope="module")
def voices(tmp_path_factory: pytest.TempPathFactory) -> list[Wave]:
    """Adam and Lily, without any noise."""
    folder = tmp_path_factory.mktemp("voices")
    espeak.lay_out(folder, {name.lower(): variant_text(VOICES[name]) for name in ("Adam", "Lily")})
    return [spoken(folder, "adam", ADAM), spoken(folder, "lily", LILY)]


def music(count: int) -> Wave:
    """Chords and a melody."""
    sound = dub_recordings.chords().astype(np.float64) + dub_recordings.melody()
    sound = signal.resample_poly(sound, RATE, dub_recordings.RATE)
    return np.asarray(np.resize(sound, count))


def cleaned(sound: Wave, isolator: Isolator | None) -> Samples:
    copy = np.array(sound, np.float32).reshape(len(sound), -1)
    clean(copy, lambda fraction: None, isolator)
    return copy


@needs_models
def test_a_voice_comes_out_of_music(voices: list[Wave], isolator: Isolator) -> None:
    found = []
    for voice in voices:
        mixed = noisy(voice, music(len(voice)))
        by_rules, by_model = (distortion_db(voice, cleaned(mixed, one)[:, 0]) for one in (None, isolator))
        found.append(by_model)

        assert by_model > by_rules + 1.0

    assert np.mean(found) >= 8.5, found


@needs_models
def test_nothing_lags(voices: list[Wave], isolator: Isolator) -> None:
    """The networks look ahead; what comes out stands where it stood, to the sample."""
    voice = voices[0]
    found = cleaned(noisy(voice, white(len(voice), np.random.default_rng(4))), isolator)[:, 0]
    lags = signal.correlation_lags(len(found), len(voice))

    assert lags[int(np.argmax(signal.correlate(found.astype(np.float64), voice)))] == 0


@needs_models
def test_a_voice_alone_stays_as_it_is(voices: list[Wave], isolator: Isolator) -> None:
    found = cleaned(voices[1], isolator)[:, 0]

    assert distortion_db(voices[1], found) >= 18.0
    assert 20 * np.log10(found.std() / voices[1].std()) == pytest.approx(0.0, abs=0.5)


@needs_models
@pytest.mark.parametrize("sides", one_in(3, [((1.0, -1.0),), ((1.0, 0.25),), ((0.0, 1.0),)]))
def test_each_side_keeps_its_place(voices: list[Wave], isolator: Isolator, sides: tuple[float, float]) -> None:
    """Also of a recording whose sides are each other's opposite, which together are nothing."""
    mixed = noisy(voices[0], white(len(voices[0]), np.random.default_rng(5)))
    left, right = cleaned(np.stack([side * mixed for side in sides], axis=1), isolator).T

    np.testing.assert_allclose(left * sides[1], right * sides[0], atol=1e-5)
    assert distortion_db(voices[0], left + right if sides[0] != -sides[1] else left) >= 13.0


@needs_models
@pytest.mark.parametrize("count", [1, 100, 481, 2_049, 48_001])
def test_any_length_stays_what_it_is(isolator: Isolator, count: int) -> None:
    found = cleaned(np.asarray(tone(2.0, rate=RATE)[:count], np.float64), isolator)

    assert found.shape == (count, 1)
    assert np.isfinite(found).all()


@needs_models
def test_silence_stays_silence(isolator: Isolator) -> None:
    assert not cleaned(np.zeros((RATE, 2)), isolator).any()


@needs_models
@pytest.mark.slow
def test_the_seams_of_a_long_recording_are_not_heard(voices: list[Wave], isolator: Isolator) -> None:
    voice = np.resize(voices[0], PIECE + 2 * CONTEXT)
    mixed = noisy(voice, white(len(voice), np.random.default_rng(77)))
    found = cleaned(mixed, isolator)[:, 0]
    from_the_middle = cleaned(mixed[PIECE - 6 * RATE : PIECE + 4 * RATE], isolator)[5 * RATE : 7 * RATE, 0]

    assert distortion_db(from_the_middle, found[PIECE - RATE : PIECE + RATE]) > 20.0


@needs_models
def test_the_file_says_what_isolated_it_and_is_the_same_every_time(tmp_path: Path) -> None:
    recording = written(tmp_path / "in.wav", tone(0.5, rate=RATE))
    first, second = (isolated(tmp_path / name, recording) for name in ("first", "second"))

    assert json.loads(metadata(first)["comment"])["method"] == NEURAL_METHOD
    assert first.read_bytes() == second.read_bytes()


@pytest.mark.usefixtures("without_models")
def test_without_the_extra_it_works_by_rules(tmp_path: Path) -> None:
    path = isolated(tmp_path / "out", written(tmp_path / "in.wav", tone(0.5, rate=RATE)))

    assert json.loads(metadata(path)["comment"])["method"] == METHOD
    assert str(IsolateEngine().programs()[0].advice).startswith("For better: pip install")
