"""Each phrase in its time: where it begins, how fast it is, and how loud."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mediamill.codecs import integrated_lufs, master

Samples = NDArray[np.float32]

SPEED_MIN, SPEED_MAX = 0.8, 1.25  # of what was spoken: beyond, it is hard to follow
GAP_SECONDS = 0.08  # between two phrases where the first is late
KEPT_GAP_SECONDS = 0.25  # before the next phrase; of a shorter pause half is kept
LOUDNESS_SPREAD_DB = 6.0  # a phrase may be this far from the middle of them: a whisper is still to be understood
WINDOW_SECONDS, SEARCH_SECONDS = 0.03, 0.008  # of the overlapped pieces: two periods of a low voice; half of one


@dataclass(frozen=True, slots=True)
class Slot:
    """The time of one phrase of the original in seconds; until `limit` it may go on."""

    start: float
    end: float
    limit: float


@dataclass(frozen=True, slots=True)
class Laid:
    """The dub, (n,), which of the phrases are in it, and how late the latest begins."""

    samples: Samples
    placed: tuple[int, ...]
    late_seconds: float


def slots_of(times: Sequence[tuple[float, float]], length: float) -> list[Slot]:
    """A slot for each (start, end) in a recording of that length, all in order."""
    following = [*(start for start, _ in times[1:]), length]
    slots = []
    for number, ((start, end), after) in enumerate(zip(times, following, strict=True)):
        last = number == len(times) - 1
        gap = 0.0 if last else min(KEPT_GAP_SECONDS, max(0.0, after - end) / 2.0)
        ending = min(end, length)
        slots.append(Slot(start, ending, max(ending, after - gap)))
    return slots


def speed_for(seconds: float, slot: Slot, begin: float) -> float:
    """Times the pace at which it was spoken: as long as the original, and longer only into the silence after it."""
    wanted = min(max(seconds, slot.end - begin), max(slot.limit - begin, 0.1))
    return min(max(seconds / wanted, SPEED_MIN), SPEED_MAX)


def laid_out(
    slots: Sequence[Slot],
    loudness: Sequence[float],
    length: float,
    rate: int,
    speak: Callable[[int], Samples],
) -> Laid:
    """The phrases, each spoken when it is its turn, as long as the recording; what does not fit is left out."""
    whole = np.zeros(round(length * rate), np.float32)
    middle = float(np.median([lufs for lufs in loudness if math.isfinite(lufs)] or [-math.inf]))
    placed, free_from, late = [], 0.0, 0.0
    for number, (slot, lufs) in enumerate(zip(slots, loudness, strict=True)):
        spoken = speak(number)
        if not len(spoken):
            continue
        begin = max(slot.start, free_from)
        spoken = stretched(spoken, speed_for(len(spoken) / rate, slot, begin), rate)
        at = round(begin * rate)
        if at + len(spoken) > len(whole):
            continue
        loud = min(max(lufs, middle - LOUDNESS_SPREAD_DB), middle + LOUDNESS_SPREAD_DB)
        whole[at : at + len(spoken)] += master(spoken, rate, lufs=loud) if math.isfinite(loud) else spoken
        placed.append(number)
        late = max(late, begin - slot.start)
        free_from = begin + len(spoken) / rate + GAP_SECONDS
    return Laid(whole, tuple(placed), late)


def loudness_of(recording: Samples, times: Sequence[tuple[float, float]], rate: int) -> list[float]:
    """Of each phrase in LUFS."""
    return [integrated_lufs(recording[round(start * rate) : round(end * rate)], rate) for start, end in times]


def stretched(samples: Samples, speed: float, rate: int) -> Samples:
    """The sound `speed` times as fast, at the same pitch (WSOLA); as it is at 1.

    Verhelst and Roelands (1993), "An overlap-add technique based on waveform similarity".
    """
    window, search = round(WINDOW_SECONDS * rate) // 2 * 2, round(SEARCH_SECONDS * rate)
    if abs(speed - 1.0) < 0.01 or len(samples) < 2 * window:
        return samples
    hop = window // 2
    count = math.ceil(len(samples) / speed / hop)
    padded = np.pad(samples, (search, 2 * window + 2 * search))
    shape = np.hanning(window + 1)[:-1].astype(np.float32)
    found = np.zeros(count * hop + window, np.float32)
    weight = np.zeros_like(found)
    expected = padded[search : search + window]
    for number in range(count):
        at = min(round(number * hop * speed), len(samples))
        around = padded[at : at + window + 2 * search]
        best = at + int(np.argmax(np.correlate(around, expected))) if number else search
        found[number * hop : number * hop + window] += padded[best : best + window] * shape
        weight[number * hop : number * hop + window] += shape
        following = padded[best + hop : best + hop + window]
        expected = np.pad(following, (0, window - len(following)))
    length = round(len(samples) / speed)
    return np.asarray(found[:length] / np.maximum(weight[:length], np.float32(0.05)), np.float32)
