"""Sound effects, from words to files: judged by decoding and measuring what was written."""

import hashlib
import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import av
import numpy as np
import pytest
from numpy.typing import NDArray

from mediamill.engines import Request
from mediamill.engines.builtin.effects import EffectsEngine
from mediamill.engines.builtin.effects.sounds import FAMILIES, SOUNDS
from mediamill.media import true_peak_dbtp

ROOT = Path(__file__).parents[3]
RATE = 44_100
VENDOR = "voicevendor-sound-effects"


class Silent:
    """A report nobody reads."""

    def progress(self, fraction: float, stage: str = "") -> None:
        assert 0 <= fraction <= 1

    def checkpoint(self, text: str) -> None:
        raise AssertionError("nothing needs one")


@dataclass(frozen=True)
class Effect:
    samples: NDArray[np.float32]  # (n, 2)
    told: dict[str, Any]
    content: bytes

    @property
    def seconds(self) -> float:
        return len(self.samples) / RATE

    @property
    def centroid(self) -> float:
        power = np.abs(np.fft.rfft(self.samples.mean(axis=1))) ** 2
        return float((power * np.fft.rfftfreq(len(self.samples), 1 / RATE)).sum() / power.sum())

    @property
    def resonance(self) -> float:
        """How much of the sound is left between its loud moments: the middle level over the loudest."""
        hop = RATE // 50
        frames = self.samples.mean(axis=1)[: len(self.samples) // hop * hop].reshape(-1, hop)
        levels = np.sqrt((frames**2).mean(axis=1))
        return float((np.median(levels) + 1e-6) / levels.max())

    @property
    def onsets(self) -> int:
        """How often the level rises by 9 dB over a valley and comes within 12 dB of the loudest."""
        hop = RATE // 100
        frames = self.samples.mean(axis=1)[: len(self.samples) // hop * hop].reshape(-1, hop)
        level = 10 * np.log10((frames**2).mean(axis=1) + 1e-9)
        count, valley, armed = 0, level[0], True
        for value in level:
            valley = min(valley, value)
            if armed and value > valley + 9 and value > level.max() - 12:
                count, armed = count + 1, False
            elif not armed and value < level.max() - 15:
                armed, valley = True, value
        return count


Make = Callable[..., Effect]


@pytest.fixture
def make(tmp_path: Path) -> Make:
    def make(prompt: str, model: str = "audiogen", **values: str | float) -> Effect:
        folder = tmp_path / hashlib.sha256(repr((prompt[:99], len(prompt), model, values)).encode()).hexdigest()[:12]
        folder.mkdir(exist_ok=True)
        request = Request("gen_1", "sound-effects", model, {"prompt": prompt, **values}, folder)
        artifact = EffectsEngine().generate(request, Silent())
        with av.open(str(artifact.path)) as container:
            told = json.loads(container.metadata["comment"])
            resampler = av.AudioResampler("fltp", "stereo", RATE)
            parts = [part.to_ndarray() for frame in container.decode(audio=0) for part in resampler.resample(frame)]
        return Effect(np.concatenate(parts, axis=1).T.astype(np.float32), told, artifact.path.read_bytes())

    return make


def test_there_are_sounds_enough() -> None:
    assert len(SOUNDS) >= 60
    assert sum(len(family) for family in FAMILIES.values()) == len(SOUNDS), "a name is given twice"


@pytest.mark.parametrize("family", FAMILIES)
def test_the_first_sound_of_every_family_is_heard_whole(make: Make, family: str) -> None:
    sound = FAMILIES[family][0]
    effect = make(sound.name, VENDOR, duration="2", prompt_influence=0.9)

    assert sound.name in effect.told["sounds"]
    assert abs(effect.seconds - 2) < 0.02
    assert np.sqrt((effect.samples**2).mean()) > 0.003
    assert true_peak_dbtp(effect.samples) <= -0.9


@pytest.mark.slow
@pytest.mark.parametrize("name", SOUNDS)
def test_every_sound_answers_to_its_name_and_is_heard(make: Make, name: str) -> None:
    effect = make(name, VENDOR, duration="3", prompt_influence=0.9)

    assert name in effect.told["sounds"]
    assert abs(effect.seconds - 3) < 0.02
    assert np.abs(effect.samples).max() > 0.03
    assert true_peak_dbtp(effect.samples) <= -0.9


@pytest.mark.parametrize("seconds", [1, 5, 30])
def test_lengths_are_exact(make: Make, seconds: int) -> None:
    assert abs(make("wind", VENDOR, duration=str(seconds), prompt_influence=0.3).seconds - seconds) < 0.02


@pytest.mark.parametrize("prompt", ["a dog barks", "ocean waves", "glass breaking", "rain"])
def test_auto_picks_a_fitting_length(make: Make, prompt: str) -> None:
    assert 0.3 <= make(prompt, VENDOR, duration="auto", prompt_influence=0.3).seconds <= 10


def test_sounds_are_what_their_spectra_should_be(make: Make) -> None:
    centroids = {name: make(name).centroid for name in ("thunder", "heartbeat", "bird song", "rain", "snake hiss")}

    assert max(centroids["thunder"], centroids["heartbeat"]) < 500
    assert min(centroids["bird song"], centroids["rain"], centroids["snake hiss"]) > 1_500


@pytest.mark.parametrize(("words", "count"), [("one knock", 1), ("three knocks", 3), ("five knocks", 5)])
def test_counts_are_kept(make: Make, words: str, count: int) -> None:
    assert make(f"{words} on a door").onsets == count


def test_sounds_are_layered(make: Make) -> None:
    assert {"rain", "thunder"} <= set(make("rain with thunder").told["sounds"])


def test_words_change_the_sound(make: Make) -> None:
    plain = make("a dog barks")

    assert make("a distant dog barks").centroid < plain.centroid
    assert make("a muffled dog barks").centroid < 0.8 * plain.centroid
    assert make("a dog barks in a cave").resonance > 1.4 * plain.resonance


@pytest.mark.parametrize("influence", [0.1, 0.9])
def test_a_loose_reading_adds_what_a_strict_one_does_not(make: Make, influence: float) -> None:
    effect = make("footsteps on gravel", VENDOR, duration="5", prompt_influence=influence)

    assert bool(effect.told["added"]) == (influence == 0.1)


@pytest.mark.parametrize(
    "prompt", ["xyzzy plugh", "колокол", "\x01\x02", "🎉" * 5_000, "a " * 50_000, "{{7*7}}$(id)%s"]
)
def test_strange_words_never_fail_and_are_told(make: Make, prompt: str) -> None:
    effect = make(prompt)

    assert 0.3 <= effect.seconds <= 10
    assert np.abs(effect.samples).max() > 0.01
    assert effect.told["sounds"]


def test_a_misspelt_word_finds_its_neighbour_and_says_so(make: Make) -> None:
    effect = make("thundr")

    assert effect.told["sounds"] == ["thunder"]
    assert effect.told["guessed"] == {"thundr": "thunder"}


def test_another_process_makes_the_same_file(make: Make, tmp_path: Path) -> None:
    here = make("heavy rain with distant thunder", VENDOR, duration="3", prompt_influence=0.3)
    program = (
        "import pathlib, sys\n"
        "from mediamill.engines import Request\n"
        "from mediamill.engines.builtin.effects import EffectsEngine\n"
        "from tests.engines.builtin.test_effects_engine import Silent, VENDOR\n"
        "values = {'prompt': 'heavy rain with distant thunder', 'duration': '3', 'prompt_influence': 0.3}\n"
        "request = Request('gen_2', 'sound-effects', VENDOR, values, pathlib.Path(sys.argv[1]))\n"
        "sys.stdout.buffer.write(EffectsEngine().generate(request, Silent()).path.read_bytes())\n"
    )
    there = subprocess.run([sys.executable, "-c", program, tmp_path], capture_output=True, cwd=ROOT, check=True)

    assert there.stdout == here.content
