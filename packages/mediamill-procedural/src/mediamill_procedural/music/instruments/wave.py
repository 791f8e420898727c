"""Raw material of every instrument: control curves, envelopes, oscillators read from tables. Mono, 44.1 kHz."""

import numpy as np
from numpy.typing import NDArray

Wave = NDArray[np.float32]
Curve = NDArray[np.float64]  # one value every HOP samples, one more than there are hops

RATE = 44_100  # Hz
HOP = 64  # samples, 1.5 ms: envelopes are straight lines between points so far apart
TABLE = 4_096  # samples of one period
HARMONICS = 60
TOP_HZ = 15_000.0  # no partial is made above: hardly heard, and mp3 leaves it out
SIXTY_DB = float(np.log(1_000.0))

_RAMP = (np.arange(HOP) / HOP)[np.newaxis]
_TURNS = np.arange(1, HARMONICS + 1)[:, np.newaxis]
# Phases after Schroeder (1970): harmonics whose peaks do not meet.
SINES: Wave = np.sin(
    2.0 * np.pi * _TURNS * np.arange(TABLE)[np.newaxis] / TABLE - np.pi * _TURNS * (_TURNS - 1) / HARMONICS
).astype(np.float32)


def hertz_of(pitch: float) -> float:
    """The frequency of a MIDI pitch, a' = 69 = 440 Hz."""
    return float(440.0 * 2.0 ** ((pitch - 69.0) / 12.0))


def instants(seconds: float) -> Curve:
    """The instants of a control curve over so many seconds."""
    return np.asarray(np.arange(int(np.ceil(seconds * RATE / HOP)) + 1) * (HOP / RATE), np.float64)


def drawn(curve: Curve) -> Curve:
    """A control curve as samples, straight lines between its points."""
    rise = np.diff(curve)
    return np.asarray((curve[:-1, np.newaxis] + rise[:, np.newaxis] * _RAMP).reshape(-1), np.float64)


def held(time: Curve, seconds: float, attack: float, release: float) -> Curve:
    """Rises in `attack`, stays for `seconds`, then falls to nothing in `release`."""
    rise = np.clip(time / attack, 0.0, 1.0) if attack > 0.0 else np.ones_like(time)
    after = np.clip((time - seconds) / release, 0.0, 1.0)
    return np.asarray(np.sin(0.5 * np.pi * rise) ** 2 * (1.0 - after) ** 2, np.float64)


def places(phase: Curve) -> NDArray[np.int64]:
    """Where in a table a phase, counted in periods, points to."""
    return (drawn(phase * TABLE)).astype(np.int64) & (TABLE - 1)
