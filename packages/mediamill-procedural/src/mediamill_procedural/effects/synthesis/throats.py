"""Throats: what sings, barks, roars and breathes. A source of harmonics or of noise, and formants that move."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.fft import irfft, rfft, rfftfreq

from mediamill_procedural.effects.synthesis.noises import painted
from mediamill_procedural.effects.synthesis.tones import CONTROL_STEP, HIGHEST_PARTIAL_HZ, angle
from mediamill_procedural.effects.synthesis.waveform import curve, evened, refined
from mediamill_procedural.kit.waves import RATE, Wave

PARTIALS_MAX = 60
# Above the named formants a throat goes on: without these poles every voice would sound like through a blanket.
UPPER_POLES = (1.3, 1.7)  # relative to the last formant
CHORUS_FRAME = 1_024  # samples of a chorus that share their formants


@dataclass(frozen=True, slots=True)
class Vowel:
    """The shape of a mouth: formants in Hz and how broad they are."""

    formants: tuple[float, ...]
    bandwidth: float = 90.0  # Hz, of the first; higher ones are broader

    def scaled(self, size: float) -> "Vowel":
        """The same shape in a throat so many times as long."""
        return Vowel(tuple(formant / size for formant in self.formants), self.bandwidth / size)


# An adult's vowels (Peterson and Barney 1952, men).
AH = Vowel((730.0, 1_090.0, 2_440.0, 3_400.0))
EH = Vowel((530.0, 1_840.0, 2_480.0, 3_500.0))
EE = Vowel((270.0, 2_290.0, 3_010.0, 3_600.0))
OH = Vowel((570.0, 840.0, 2_410.0, 3_300.0))
OO = Vowel((300.0, 870.0, 2_240.0, 3_300.0))
UH = Vowel((640.0, 1_190.0, 2_390.0, 3_400.0))
MM = Vowel((250.0, 1_050.0, 2_200.0, 3_200.0), 160.0)
VOWELS = (AH, EH, EE, OH, OO, UH)

Path = Sequence[tuple[float, Vowel]]  # (place from 0 to 1, vowel)


def voiced(
    rng: np.random.Generator, pitch: Wave, path: Path, *, tilt: float = 1.0, rough: float = 0.0, breath: float = 0.03
) -> Wave:
    """A voice of unit power: harmonics of a pitch through the formants of a path.

    `tilt` is how fast the source falls (times 6 dB an octave), `rough` how much pitch and strength shake,
    `breath` how much noise goes along.
    """
    length = len(pitch)
    shaken = pitch * (1.0 + (0.004 + 0.05 * rough) * (curve(rng, length, 45.0, -1.0, 1.0)))
    frames = np.arange(length // CONTROL_STEP + 2) * CONTROL_STEP
    pitches = np.interp(frames, np.arange(length), shaken)
    formants, bandwidths = _formants(path, frames / max(1, length))
    turning = np.exp(1j * angle(shaken))
    power, total = np.ones(length, dtype=np.complex128), np.zeros(length)
    lowest = max(40.0, float(shaken.min()))
    numbers = np.arange(1, min(PARTIALS_MAX, int(HIGHEST_PARTIAL_HZ / lowest)) + 1)[:, np.newaxis]
    frequencies = numbers * pitches
    gains = _response(frequencies, formants[:, np.newaxis, :], bandwidths[:, np.newaxis, :]) / numbers**tilt
    gains[frequencies > HIGHEST_PARTIAL_HZ] = 0.0
    for gain in gains:
        power *= turning
        total += refined(gain, CONTROL_STEP, length) * power.imag
    total = evened(total)
    if rough > 0.0:
        # A rough voice doubles its period now and then: half the pitch, in strength.
        total *= 1.0 + 1.2 * rough * np.sin(angle(shaken * 0.5)) + rough * curve(rng, length, 70.0, -1.0, 1.0)
    if breath > 0.0:
        total += breath * breathed(rng, length, path)
    return evened(total)


def breathed(rng: np.random.Generator, length: int, path: Path) -> Wave:
    """Breath of unit power through the formants of a path: a whisper."""

    def paint(instants: Wave, frequencies: Wave) -> Wave:
        formants, bandwidths = _formants(path, instants[:, 0] * RATE / max(1, length))
        return _response(frequencies, formants[:, :, np.newaxis], 1.5 * bandwidths[:, :, np.newaxis])

    return evened(painted(rng, length, paint))


def mouthed(wave: Wave, vowels: Sequence[Vowel], per_second: float, rng: np.random.Generator) -> Wave:
    """A buzz sent through a mouth that changes its vowel so many times a second: babble, not words."""
    length = len(wave)
    step = CHORUS_FRAME // 2
    frames = length // step + 2
    padded = np.concatenate([np.zeros(step), wave, np.zeros(2 * CHORUS_FRAME)])
    pieces = np.lib.stride_tricks.sliding_window_view(padded, CHORUS_FRAME)[::step][:frames]
    window = np.sin(np.pi * (np.arange(CHORUS_FRAME) + 0.5) / CHORUS_FRAME)
    order = rng.integers(0, len(vowels), int(length / RATE * per_second) + 3)
    points = [(place / (len(order) - 1), vowels[chosen]) for place, chosen in enumerate(order)]
    formants, bandwidths = _formants(points, np.arange(frames) / frames)
    frequencies = rfftfreq(CHORUS_FRAME, 1.0 / RATE)[:, np.newaxis]
    gains = _response(frequencies, formants[:, np.newaxis, :], bandwidths[:, np.newaxis, :]).T
    spoken = irfft(rfft(pieces * window, axis=1) * gains, CHORUS_FRAME, axis=1) * window
    total = np.zeros((frames + 1) * step)
    total[: frames * step] += spoken[:, :step].reshape(-1)
    total[step:] += spoken[:, step:].reshape(-1)
    return evened(total[step : step + length])


def _formants(path: Path, places: Wave) -> tuple[Wave, Wave]:
    """Frequencies and bandwidths of the formants at each place: (formants, places)."""
    where = [place for place, _ in path]
    count = min(len(vowel.formants) for _, vowel in path)
    frequencies = np.stack(
        [np.exp(np.interp(places, where, [np.log(v.formants[number]) for _, v in path])) for number in range(count)]
    )
    frequencies = np.concatenate([frequencies, np.stack([frequencies[-1] * pole for pole in UPPER_POLES])])
    broad = np.interp(places, where, [vowel.bandwidth for _, vowel in path])
    return frequencies, np.stack([broad * (1.0 + 0.6 * number) for number in range(len(frequencies))])


def _response(frequency: Wave, formants: Wave, bandwidths: Wave) -> Wave:
    """How strongly a throat passes a frequency: its formants one after the other (Klatt 1980)."""
    top = 1.12 * formants[-1]
    inside = np.minimum(frequency, top)
    # Above the poles that are told there are always more: the envelope goes on falling gently.
    total: Wave = (inside / np.maximum(frequency, 1.0)) ** 1.6
    for formant, bandwidth in zip(formants, bandwidths, strict=True):
        squared = formant**2
        total = total * squared / np.sqrt((squared - inside**2) ** 2 + (inside * bandwidth) ** 2)
    return total
