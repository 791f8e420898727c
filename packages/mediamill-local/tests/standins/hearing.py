"""A listener of another making: Whisper tiny.en, which the built-in dubbing brings."""

import numpy as np
import pytest
from numpy.typing import NDArray

from mediamill_procedural.dub import whisper
from mediamill_procedural.dub.listening import Stretch
from tests.procedural.speech_listener import word_errors, words_of

LEVEL = 0.5  # of the loudest moment
SILENCE = np.zeros(8_000, np.float32)  # half a second at 16 kHz


def words_wrong(sentence: str, samples: NDArray[np.float32]) -> int:
    """Words wrong, missing or too many in (n,) samples at 16 kHz. Skips the test without the recogniser."""
    listener = whisper.loaded()
    if listener is None:
        pytest.skip("the extra `neural` of mediamill-procedural, which brings the recogniser, is not installed")
    sound = np.concatenate([SILENCE, samples * np.float32(LEVEL / np.abs(samples).max()), SILENCE])
    heard = listener.words(Stretch(0.0, sound))
    return word_errors(
        sentence, [word for one in heard for word in words_of((one.written or one.text).replace("-", " "))]
    )
