"""Breaths of speech joined to one sound."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Samples = NDArray[np.float32]

LEAD_IN, LEAD_OUT = 0.1, 0.25  # seconds of silence around everything: players clip the first moment
SILENCE = 10.0 ** (-46.0 / 20.0)  # of the loudest moment: what counts as silence at the ends of a breath
FRAME_SECONDS, KEPT_SECONDS, EDGE_SECONDS = 0.005, 0.03, 0.008  # of measuring; of quiet kept; of fading


def trimmed(samples: Samples, rate: int) -> Samples:
    """A breath without the silence around it, its edges faded; empty when it is all silence."""
    frame = round(FRAME_SECONDS * rate)
    count = len(samples) // frame
    if not count:
        return samples[:0]
    loudness = np.sqrt(np.mean(np.square(samples[: count * frame].reshape(count, frame)), axis=1))
    audible = np.flatnonzero(loudness > max(1e-4, float(loudness.max()) * SILENCE))
    if not len(audible):
        return samples[:0]
    kept = round(KEPT_SECONDS * rate)
    breath = samples[max(0, audible[0] * frame - kept) : (audible[-1] + 1) * frame + kept].copy()
    edge = min(round(EDGE_SECONDS * rate), len(breath) // 2)
    fade = np.linspace(0.0, 1.0, edge, dtype=np.float32)
    breath[:edge] *= fade
    breath[len(breath) - edge :] *= fade[::-1]
    return breath


def joined(breaths: Sequence[tuple[Samples, float]], rate: int) -> Samples:
    """All of them, each with the pause in seconds after it; (n,) with a little silence around."""
    parts = [np.zeros(round(LEAD_IN * rate), np.float32)]
    for samples, pause in breaths[:-1]:
        parts += [samples, np.zeros(round(pause * rate), np.float32)]
    parts += [samples for samples, _ in breaths[-1:]]
    parts.append(np.zeros(round(LEAD_OUT * rate), np.float32))
    return np.concatenate(parts)
