"""Tones: sines, chords of harmonics, frequency modulation, pulses of machines, plucked strings."""

from collections.abc import Sequence

import numpy as np
from scipy import signal

from mediamill_procedural.kit.waves import RATE, Wave, above, below

HIGHEST_PARTIAL_HZ = 16_000.0
CONTROL_STEP = 128  # samples between two values of a level that changes


def angle(pitch: Wave) -> Wave:
    """The angle of an oscillator whose frequency in Hz is given for every sample."""
    result: Wave = 2.0 * np.pi * np.cumsum(pitch) / RATE
    return result


def flat(pitch: float, length: int) -> Wave:
    """A pitch that stays."""
    return np.full(length, pitch)


def sine(pitch: Wave, phase: float = 0.0) -> Wave:
    """A sine whose frequency in Hz is given for every sample."""
    return np.sin(angle(pitch) + phase)


def harmonics(pitch: Wave, levels: Sequence[float] | Wave, phases: np.random.Generator | None = None) -> Wave:
    """A chord of harmonics with steady levels; those above 16 kHz stay silent."""
    turning = np.exp(1j * angle(pitch))
    power, total = np.ones(len(pitch), dtype=np.complex128), np.zeros(len(pitch))
    highest = float(pitch.max())
    for number, level in enumerate(levels, start=1):
        power *= turning
        if number * highest > HIGHEST_PARTIAL_HZ:
            break
        if phases is None:
            total += level * power.imag
        else:
            total += level * (power * np.exp(2j * np.pi * phases.random())).imag
    return total


def saw(pitch: Wave, brightness: float = 1.0, count: int = 30) -> Wave:
    """A sawtooth without aliasing: harmonics that fall by `brightness` times 6 dB an octave."""
    return harmonics(pitch, [1.0 / number**brightness for number in range(1, count + 1)])


def buzz(pitch: Wave, brightness: float = 0.3) -> Wave:
    """A sawtooth with rounded edges (Välimäki 2007), quick to make: raw material for mouths, not for ears.

    `brightness` lifts what lies above 1 kHz.
    """
    step = pitch / RATE
    place = np.cumsum(step) % 1.0
    wave = 2.0 * place - 1.0
    early, late = place < step, place > 1.0 - step
    near = place[early] / step[early]
    wave[early] -= 2.0 * near - near**2 - 1.0
    near = (place[late] - 1.0) / step[late]
    wave[late] -= near**2 + 2.0 * near + 1.0
    return wave + brightness * above(wave, 1_000.0, 1) * 2.0


def hollow(pitch: Wave, count: int = 24) -> Wave:
    """A square wave without aliasing: odd harmonics only."""
    return harmonics(pitch, [number % 2 / number for number in range(1, count + 1)])


def modulated(pitch: Wave, ratio: float, index: Wave | float) -> Wave:
    """Frequency modulation (Chowning 1973): a sine whose angle is moved by another at `ratio` times its pitch."""
    turned = angle(pitch)
    result: Wave = np.sin(turned + index * np.sin(ratio * turned))
    return result


def pulses(pitch: Wave, sharpness: float, levels: Sequence[float] = (1.0,), top: float = 6_000.0) -> Wave:
    """A pressure pulse in every period that dies by e^-sharpness until the next; `levels` repeat pulse by pulse."""
    turns = np.cumsum(pitch) / RATE
    place = turns % 1.0
    weights = np.asarray(levels)[turns.astype(np.int64) % len(levels)]
    # The rise takes 4 % of a period: instant ones would alias.
    shape = weights * np.exp(-sharpness * place) * np.minimum(place / 0.04, 1.0)
    return below(shape - float(shape.mean()), top)


def plucked(rng: np.random.Generator, pitch: float, length: int, seconds: float, bright: float = 0.5) -> Wave:
    """A plucked string (Karplus and Strong 1983) that rings so many seconds to -60 dB."""
    period = max(2, round(RATE / pitch - 0.5))
    burst = below(rng.uniform(-1.0, 1.0, period), 800.0 + 9_000.0 * bright)
    excitation = np.zeros(length)
    excitation[: min(period, length)] = burst[:length]
    loss = 10.0 ** (-3.0 / (pitch * max(seconds, 0.05)))
    feedback = np.zeros(period + 2)
    feedback[0], feedback[period], feedback[period + 1] = 1.0, -0.5 * loss, -0.5 * loss
    string: Wave = signal.lfilter([1.0], feedback, excitation)
    return string


def rising(length: int, low: float, high: float, bend: float = 1.0) -> Wave:
    """A pitch that goes from one frequency to another, evenly in octaves where `bend` is 1."""
    result: Wave = low * (high / low) ** (np.linspace(0.0, 1.0, length) ** bend)
    return result
