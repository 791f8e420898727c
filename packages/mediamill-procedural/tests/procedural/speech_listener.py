"""A listener who can be measured: pocketsphinx, told of twenty sentences, has to say which of them it heard."""

import functools
import re
from math import gcd

import numpy as np
import pocketsphinx
from numpy.typing import NDArray
from scipy import signal

Samples = NDArray[np.float32]

RATE = 16_000  # Hz, what the recogniser was trained on
ROOM_NOISE_DB = -15.0  # of the noise in the listener's room, below the speech
BEAM = 1e-80  # wide: a wrong guess at the start must not lose the right sentence
# Harvard sentences, lists 1 and 2.
SENTENCES = (
    "The birch canoe slid on the smooth planks.",
    "Glue the sheet to the dark blue background.",
    "It is easy to tell the depth of a well.",
    "These days a chicken leg is a rare dish.",
    "Rice is often served in round bowls.",
    "The juice of lemons makes fine punch.",
    "The box was thrown beside the parked truck.",
    "The hogs were fed chopped corn and garbage.",
    "Four hours of steady work faced us.",
    "A large size in stockings is hard to sell.",
    "The boy was there when the sun rose.",
    "A rod is used to catch pink salmon.",
    "The source of the huge river is the clear spring.",
    "Kick the ball straight and follow through.",
    "Help the woman get back to her feet.",
    "A pot of tea helps to pass the evening.",
    "Smoky fires lack flame and heat.",
    "The soft cushion broke the man's fall.",
    "The salt breeze came across from the sea.",
    "The girl at the booth sold fifty bonds.",
)


def heard(samples: Samples, rate: int, *, noise_db: float = ROOM_NOISE_DB) -> str | None:
    """The one of SENTENCES that was heard through the noise of a room; None where nothing was."""
    words = recognised(sentence_chooser(), in_a_room(samples, rate, noise_db))
    return min(SENTENCES, key=lambda sentence: word_errors(sentence, words)) if words else None


def word_error_rate(sentence: str, samples: Samples, rate: int) -> float:
    """Words wrong, missing or too many when any English is possible, over the words of the sentence."""
    words = recognised(free_listener(), in_a_room(samples, rate, noise_db=-40.0))
    return word_errors(sentence, words) / len(words_of(sentence))


def in_a_room(samples: Samples, rate: int, noise_db: float) -> bytes:
    """The sound without silence around it, with steady noise like that of a room, as 16-bit samples at RATE."""
    common = gcd(rate, RATE)
    sound = signal.resample_poly(samples.astype(np.float64), RATE // common, rate // common)
    frame = RATE // 100
    loudness = np.sqrt(np.mean(sound[: len(sound) // frame * frame].reshape(-1, frame) ** 2, axis=1))
    audible = np.flatnonzero(loudness > 0.03 * loudness.max())
    sound = sound[max(0, audible[0] - 1) * frame : (audible[-1] + 2) * frame]
    level = np.sqrt(np.mean(sound[np.abs(sound) > 0.05 * np.abs(sound).max()] ** 2))
    noise = signal.lfilter([1.0], [1.0, -0.9], np.random.default_rng(1).standard_normal(len(sound)))
    mixed = sound + noise / noise.std() * level * 10.0 ** (noise_db / 20.0)
    return bytes((mixed / np.abs(mixed).max() * 0.6 * 32_767).astype("<i2").tobytes())


def recognised(decoder: pocketsphinx.Decoder, sound: bytes) -> list[str]:
    """The words of the best hypothesis."""
    decoder.start_utt()
    decoder.process_raw(sound, full_utt=True)
    decoder.end_utt()
    hypothesis = decoder.hyp()
    return hypothesis.hypstr.split() if hypothesis else []


@functools.cache
def sentence_chooser() -> pocketsphinx.Decoder:
    """One that knows only SENTENCES, and has to explain every moment by a word of them."""
    # Without fillers nothing can pass for noise; a mean of each utterance by itself makes the order of tests no matter.
    decoder = pocketsphinx.Decoder(
        samprate=RATE, loglevel="FATAL", lm=None, cmn="batch", beam=BEAM, pbeam=BEAM, wbeam=BEAM, fsgusefiller=False
    )
    choices = " | ".join(" ".join(words_of(sentence)) for sentence in SENTENCES)
    decoder.add_jsgf_string("sentences", f"#JSGF V1.0;\ngrammar sentences;\npublic <sentence> = {choices} ;\n")
    decoder.activate_search("sentences")
    return decoder


@functools.cache
def free_listener() -> pocketsphinx.Decoder:
    """One with the whole English vocabulary."""
    return pocketsphinx.Decoder(samprate=RATE, loglevel="FATAL", cmn="batch")


def words_of(sentence: str) -> list[str]:
    """Lower-case words without punctuation."""
    return re.sub(r"[^a-z' ]", " ", sentence.lower()).split()


def word_errors(sentence: str, words: list[str]) -> int:
    """The least number of insertions, deletions and substitutions (Levenshtein)."""
    right = words_of(sentence)
    row = list(range(len(words) + 1))
    for i, word in enumerate(right, 1):
        above, row = row, [i]
        for j, other in enumerate(words, 1):
            row.append(min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (word != other)))
    return row[-1]
