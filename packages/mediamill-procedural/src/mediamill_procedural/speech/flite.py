"""flite, where its program is on the machine: four recorded speakers, better than espeak-ng, for English only."""

import subprocess
import unicodedata
import wave
from fractions import Fraction
from pathlib import Path

import numpy as np
from scipy import signal

from mediamill.engines.sdk import EngineFailed
from mediamill_procedural.speech.espeak import FULL_SCALE, PHRASE_TIMEOUT, Sound
from mediamill_procedural.speech.finishing import RATE
from mediamill_procedural.speech.voices import Flite

TEXT, WAVE = "phrase.txt", "phrase.wav"  # in the request's folder; the text never stands on the command line
FIRST_PICTURE = "\u2600"  # before it stand arrows, boxes and blocks, which nobody reads out
RATIO_MAX = 1000  # of the resampling: 0.1 % of pitch


def say(text: str, folder: Path, program: str, speaker: Flite) -> Sound:
    """English text by one of flite's speakers made smaller or larger, at RATE. Raises EngineFailed."""
    written = ascii_text(text)
    if not any(character.isalnum() for character in written):  # of marks alone flite makes a faint noise
        return Sound(np.zeros(0, np.float32), RATE)
    (folder / TEXT).write_text(written + "\n", encoding="ascii")
    command = [
        program,
        *("-voice", speaker.speaker),
        *("--setf", f"duration_stretch={speaker.size * speaker.stretch:.4f}"),
        *("--setf", f"f0_shift={speaker.pitch:.4f}"),
        *("-f", TEXT, "-o", WAVE),
    ]
    try:
        done = subprocess.run(command, cwd=folder, timeout=PHRASE_TIMEOUT, capture_output=True, check=False)
    except subprocess.TimeoutExpired as error:
        raise EngineFailed(sentence="The speech synthesizer did not finish; please try again.") from error
    if done.returncode != 0:
        raise EngineFailed(sentence="The speech synthesizer broke off; please try again.")
    with wave.open(str(folder / WAVE)) as recording:
        rate = recording.getframerate()
        samples = np.frombuffer(recording.readframes(recording.getnframes()), "<i2").astype(np.float32)
    # Played faster by `size` after being spoken slower by it: pitch and resonances move, the length stays.
    ratio = Fraction(RATE / (rate * speaker.size)).limit_denominator(RATIO_MAX)
    resized = signal.resample_poly(samples / np.float32(FULL_SCALE), ratio.numerator, ratio.denominator)
    return Sound(np.asarray(resized, np.float32), RATE)


def ascii_text(text: str) -> str:
    """What flite can read of a text: letters without accents, pictures by their names."""
    said = (
        f" {unicodedata.name(character, '').lower()} " if is_picture(character) else character
        for character in text.replace("’", "'").replace("…", "...")
    )
    return unicodedata.normalize("NFKD", "".join(said)).encode("ascii", "ignore").decode()


def is_picture(character: str) -> bool:
    """Whether a character is an emoji or the like."""
    return character >= FIRST_PICTURE and unicodedata.category(character) == "So"
