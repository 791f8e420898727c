"""hibari, where the extra `neural` is installed: one neural voice, made into several women, for English only."""

import importlib
import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from scipy import signal

from mediamill_procedural.kit.models import folder_of
from mediamill_procedural.speech.espeak import Sound
from mediamill_procedural.speech.finishing import RATE
from mediamill_procedural.speech.flite import RATIO_MAX, ascii_text
from mediamill_procedural.speech.voices import Hibari

NOISE_SEED = 0  # any constant: the same breath every time
MARKS = re.compile(r"[\[\]()]+")  # hibari takes [word](/phonemes/) for a pronunciation; a text is never obeyed


@dataclass(frozen=True, slots=True)
class Talker:
    """The loaded model."""

    model: Any
    dsp: Any  # hibari's own: from what the model says to samples

    def say(self, text: str, voice: Hibari) -> Sound:
        """English text by the one speaker made smaller or larger, higher or lower, at RATE."""
        written = MARKS.sub(" ", ascii_text(text))
        if not any(character.isalnum() for character in written):
            return Sound(np.zeros(0, np.float32), RATE)
        # Played faster by `size` after being spoken slower by it: resonances move, the length stays.
        speed = np.asarray([1.0 / (voice.size * voice.stretch)], np.float32)
        chance = np.random.default_rng(NOISE_SEED)
        parts = [np.zeros(0, np.float32)]
        for phonemes in self.model.phonemize(written):
            ids = np.asarray([self.model.ids(phonemes)], np.int64)
            *spectra, pitches = (found[0] for found in self.model.sess.run(None, {"ids": ids, "speed": speed}))
            parts.append(self.dsp.synth(*spectra, pitches * np.float32(voice.pitch), chance))
        ratio = Fraction(RATE / (self.dsp.SR * voice.size)).limit_denominator(RATIO_MAX)
        resized = signal.resample_poly(np.concatenate(parts), ratio.numerator, ratio.denominator)
        return Sound(np.asarray(resized, np.float32), RATE)


def loaded() -> Talker | None:
    """The model in memory; None where it is not installed."""
    folder = folder_of("hibari")
    if folder is None:
        return None
    package = importlib.import_module("hibari")
    return Talker(package.Hibari(model=str(folder / "assets" / "hibari.onnx"), threads=1), package.dsp)
