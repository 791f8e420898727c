"""Whisper tiny.en, where the extra `neural` is installed: it understands real people, and how sure it is says more."""

import functools
import importlib
import re
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from mediamill_procedural.dub.listening import RATE, Samples, Stretch, Word, audible
from mediamill_procedural.kit.models import folder_of

# As it was trained: the loudness of 80 bands, a hundred times a second, over half a minute.
SECONDS, WINDOW, HOP, BANDS = 30, 400, 160, 80
RANGE = 8.0  # powers of ten below the loudest moment
LINEAR_HZ, LINEAR_STEPS, LOG_STEP = 1_000.0, 15.0, np.log(6.4) / 27.0
BEGIN, WITHOUT_TIMES, END = 50_257, 50_362, 50_256  # tokens; from END on they are no text
GUESSES = 5  # followed side by side
TOKENS_MAX = 128  # of a stretch: 15 s of fast speech have 90
FRAMES_PER_SECOND = 50  # of the alignment
SPACE = "Ġ"  # before a token that begins a word
# Into noise and music it reads a word here and there, or one again and again; speech has 1.4 words a second and more.
WORDS_PER_SECOND_MIN, DIFFERENT_MIN, SEVERAL = 1.0, 0.6, 6
RIGHT = (-0.27, 1.35)  # and so many times the probability of its tokens: the share of words that is right (measured)
NO_WORD = re.compile(r"[][()*♪]")  # such as "[MUSIC]"
MARKS = re.compile(r"[^\w'-]+")


@dataclass(frozen=True, slots=True)
class Listener:
    """The loaded model and its vocabulary."""

    runtime: Any
    model: Any
    tokens: tuple[str, ...]
    name = "Whisper tiny.en"

    def words(self, stretch: Stretch) -> list[Word]:
        """What is said in a stretch; nothing where that is too little or always the same for it to be speech."""
        samples, offset = stretch.samples, stretch.start
        heard = self.model.encode(self.runtime.StorageView.from_array(_loudness(samples)[np.newaxis]))
        (guess,) = self.model.generate(heard, [[BEGIN, WITHOUT_TIMES]], beam_size=GUESSES, max_length=TOKENS_MAX)
        tokens = [token for token in guess.sequences_ids[0] if token < END]
        if not tokens:
            return []
        (aligned,) = self.model.align(heard, [BEGIN], [tokens], len(samples) // HOP)
        times = {token: frame / FRAMES_PER_SECOND for token, frame in reversed(aligned.alignments)}
        begins = [place for place, token in enumerate(tokens) if not place or self.tokens[token].startswith(SPACE)]
        words = []
        for first, last in pairwise([*begins, len(tokens)]):
            letters = "".join(self.tokens[token] for token in tokens[first:last])
            written = bytes(_bytes()[letter] for letter in letters).decode(errors="replace").strip()
            start, end = times.get(first, 0.0), times.get(last, len(samples) / RATE)
            soft, loud = audible(samples[round(start * RATE) : round(end * RATE)], RATE)
            sure = min(1.0, max(0.0, RIGHT[0] + RIGHT[1] * float(np.mean(aligned.text_token_probs[first:last]))))
            word = Word(_plain(written), offset + start + soft, offset + start + loud, sure, written)
            words += [word] if word.text else []
        differ = len({word.text for word in words}) >= DIFFERENT_MIN * len(words) or len(words) < SEVERAL
        return words if differ and len(words) >= WORDS_PER_SECOND_MIN * len(samples) / RATE else []


def loaded() -> Listener | None:
    """The model in memory; None where it is not installed."""
    folder = folder_of("whisper")
    if folder is None:
        return None
    runtime = importlib.import_module("ctranslate2")
    model = runtime.models.Whisper(
        str(folder / "model"), device="cpu", compute_type="int8", inter_threads=1, intra_threads=1
    )
    tokens = (folder / "model" / "vocabulary.txt").read_text("utf-8").split("\n")
    return Listener(runtime, model, tuple(tokens))


def _plain(written: str) -> str:
    """A word in lower case without marks; nothing of what is no word, such as "[MUSIC]"."""
    return "" if NO_WORD.search(written) else MARKS.sub("", written.lower())


def _loudness(samples: Samples) -> Samples:
    """(BANDS, frames) of half a minute, the stretch at its start."""
    padded = np.pad(np.pad(samples, (0, SECONDS * RATE - len(samples))), WINDOW // 2, mode="reflect")
    frames = np.lib.stride_tricks.sliding_window_view(padded, WINDOW)[::HOP][:-1]
    power = np.square(np.abs(np.fft.rfft(frames * np.hanning(WINDOW + 1)[:-1].astype(np.float32))))
    levels = np.log10(np.maximum(_bands() @ power.T, 1e-10))
    return np.asarray((np.maximum(levels, levels.max() - RANGE) + 4.0) / 4.0, np.float32)


@functools.cache
def _bands() -> Samples:
    """Triangles of equal area on Slaney's scale: even up to LINEAR_HZ, then logarithmic."""
    steps = np.linspace(0.0, LINEAR_STEPS + np.log(RATE / 2 / LINEAR_HZ) / LOG_STEP, BANDS + 2)
    edges = np.where(
        steps < LINEAR_STEPS, steps * LINEAR_HZ / LINEAR_STEPS, LINEAR_HZ * np.exp((steps - LINEAR_STEPS) * LOG_STEP)
    )[:, np.newaxis]
    hertz = np.fft.rfftfreq(WINDOW, 1.0 / RATE)
    up, down = (hertz - edges[:-2]) / np.diff(edges[:-1], axis=0), (edges[2:] - hertz) / np.diff(edges[1:], axis=0)
    return np.asarray(np.maximum(0.0, np.minimum(up, down)) * (2.0 / (edges[2:] - edges[:-2])), np.float32)


@functools.cache
def _bytes() -> dict[str, int]:
    """What each letter of a token stands for: itself where that can be printed, those above 255 for the others."""
    plain = [*range(33, 127), *range(161, 173), *range(174, 256)]
    others = [byte for byte in range(256) if byte not in plain]
    return {chr(byte): byte for byte in plain} | {chr(256 + place): byte for place, byte in enumerate(others)}
