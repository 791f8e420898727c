"""When each phrase is spoken and how fast: in its own time first, then into the silence after it, then faster."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Samples = NDArray[np.float32]

PACE_MIN, PACE_MAX = 0.9, 1.4  # times the voice's usual pace: what the synthesizer is asked for
STRETCH_MAX = 1.25  # on top of that by shortening the sound itself; beyond, it is hard to follow
KEPT_GAP_SECONDS = 0.25  # before the next phrase; of a shorter pause half is kept
WINDOW_SECONDS, SEARCH_SECONDS = 0.03, 0.008  # of the overlapped pieces: two periods of a low voice; half of one


@dataclass(frozen=True, slots=True)
class Slot:
    """The time of one phrase of the original, in seconds."""

    start: float
    end: float
    limit: float  # until when it may go on: most of the silence that follows is used where it must be

    @property
    def seconds(self) -> float:
        """As long as the original phrase."""
        return self.end - self.start

    @property
    def seconds_max(self) -> float:
        """With the silence that follows."""
        return self.limit - self.start


def slots_of(times: Sequence[tuple[float, float]], length: float) -> list[Slot]:
    """A slot for each (start, end) in a recording of that length, all in seconds and in order."""
    following = [*(start for start, _ in times[1:]), length]
    slots = []
    for index, ((start, end), after) in enumerate(zip(times, following, strict=True)):
        last = index == len(times) - 1
        gap = 0.0 if last else min(KEPT_GAP_SECONDS, max(0.0, after - end) / 2.0)
        slots.append(Slot(start, min(end, length), max(min(end, length), after - gap)))
    return slots


def pace_for(seconds: float, slot: Slot) -> float:
    """Times the usual pace that what lasts `seconds` at that pace should be spoken."""
    wanted = min(max(seconds, slot.seconds), slot.seconds_max)
    return min(max(seconds / wanted, PACE_MIN), PACE_MAX)


def shortened(samples: Samples, speed: float, rate: int) -> Samples:
    """The sound `speed` times as fast, at the same pitch (WSOLA); as it is at 1.

    Verhelst and Roelands (1993), "An overlap-add technique based on waveform similarity".
    """
    if speed <= 1.0:
        return samples
    window, search = round(WINDOW_SECONDS * rate) // 2 * 2, round(SEARCH_SECONDS * rate)
    hop = window // 2
    count = int(np.ceil(len(samples) / speed / hop))
    padded = np.pad(samples, (search, 2 * window + 2 * search))
    shape = (0.5 - 0.5 * np.cos(2.0 * np.pi * np.arange(window) / window)).astype(np.float32)
    found = np.zeros(count * hop + window, np.float32)
    weight = np.zeros_like(found)
    expected = padded[search : search + window]
    for number in range(count):
        at = min(round(number * hop * speed), len(samples))
        around = padded[at : at + window + 2 * search]
        best = at + int(np.argmax(np.correlate(around, expected))) if number else search
        found[number * hop : number * hop + window] += padded[best : best + window] * shape
        weight[number * hop : number * hop + window] += shape
        expected = padded[best + hop : best + hop + window]
        expected = np.pad(expected, (0, window - len(expected)))
    length = round(len(samples) / speed)
    return np.asarray(found[:length] / np.maximum(weight[:length], np.float32(0.05)), np.float32)
