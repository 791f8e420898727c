"""What a sound passes through: walls, water, telephones, tapes, time that runs the other way."""

from collections.abc import Callable, Mapping
from enum import StrEnum

import numpy as np
from scipy import signal

from mediamill_procedural.effects.synthesis.grains import bubbles, heavy_tailed, instants, scatter
from mediamill_procedural.effects.synthesis.modal import METAL, PLATE, WOOD, modes_of, rung
from mediamill_procedural.effects.synthesis.noises import tilted
from mediamill_procedural.effects.synthesis.waveform import Stereo, curve, evened, read_at, samples, times
from mediamill_procedural.kit.waves import RATE, Wave, above, band, below, driven, noise


class Treatment(StrEnum):
    """What can be done to a sound on its way."""

    MUFFLED = "muffled"
    WALL = "through a wall"
    UNDERWATER = "underwater"
    TELEPHONE = "on the telephone"
    RADIO = "on the radio"
    MEGAPHONE = "through a megaphone"
    VINTAGE = "on an old record"
    DISTORTED = "distorted"
    EIGHT_BIT = "8-bit"
    ROBOTIC = "robotic"
    METALLIC = "metallic"
    WOODEN = "wooden"
    BRIGHT = "bright"
    DULL = "dull"
    WOBBLING = "wobbling"
    STUTTERING = "stuttering"
    REVERSED = "reversed"
    SPEEDING_UP = "speeding up"
    SLOWING_DOWN = "slowing down"
    FADE_IN = "fading in"
    FADE_OUT = "fading out"


def treated(sound: Stereo, treatments: tuple[Treatment, ...], rng: np.random.Generator) -> Stereo:
    """The sound after all of these, in the order of the list above, each at the level it came in."""
    for treatment in Treatment:
        if treatment in treatments:
            level = float(np.sqrt(np.mean(sound**2)))
            sound = evened(_TREATMENTS[treatment](sound, rng), level)
    return sound


def _sides(sound: Stereo, change: Callable[[Wave], Wave]) -> Stereo:
    return np.stack([change(side) for side in sound])


def _narrow(sound: Stereo, width: float) -> Stereo:
    middle, side = 0.5 * (sound[0] + sound[1]), 0.5 * width * (sound[0] - sound[1])
    return np.stack([middle + side, middle - side])


def _muffled(sound: Stereo, _: np.random.Generator) -> Stereo:
    """A blanket: nothing above 500 Hz but a trace."""
    return _sides(sound, lambda side: below(side, 420.0, 2) + 0.02 * side)


def _wall(sound: Stereo, _: np.random.Generator) -> Stereo:
    """A wall: the mass law takes 6 dB an octave from 120 Hz, a panel resonance at 180 Hz stays, no width."""
    through = _sides(sound, lambda side: below(below(side, 150.0, 1), 480.0, 2) + 0.5 * band(side, 150.0, 220.0, 1))
    return _narrow(through, 0.25)


def _underwater(sound: Stereo, rng: np.random.Generator) -> Stereo:
    """Below the surface: highs gone, a slow swell of the cut-off, bubbles that rise past."""
    length = sound.shape[1]
    sway = curve(rng, length, 1.2, 0.0, 1.0)
    dulled = _sides(sound, lambda side: sway * below(side, 650.0, 2) + (1.0 - sway) * below(side, 280.0, 2))
    at = instants(rng, length, 5.0)
    rising = scatter(rng, length, bubbles(rng, 180.0, 700.0, 24, 0.4), at, heavy_tailed(rng, len(at)), 0.8)
    loudness = float(np.sqrt(np.mean(dulled**2)))
    return _narrow(dulled, 0.5) + (0.3 * evened(rising, loudness) if rising.any() else 0.0)


def _telephone(sound: Stereo, rng: np.random.Generator) -> Stereo:
    """A line: 300 to 3,400 Hz, mono, a little driven."""
    middle = evened(band(sound.mean(axis=0), 300.0, 3_400.0, 4), 0.3)
    line = driven(np.clip(middle, -1.0, 1.0), 2.0) + 0.004 * band(noise(rng, sound.shape[1]), 300.0, 3_400.0)
    line = band(line, 300.0, 3_400.0, 4)
    return np.stack([line, line])


def _radio(sound: Stereo, rng: np.random.Generator) -> Stereo:
    """A small receiver: 250 to 4,500 Hz, fading and hiss, a carrier that whistles faintly."""
    length = sound.shape[1]
    middle = evened(band(sound.mean(axis=0), 280.0, 4_200.0, 3), 0.3)
    fading = curve(rng, length, 1.5, 0.55, 1.0)
    hiss = band(noise(rng, length), 300.0, 4_800.0, 1) * curve(rng, length, 3.0, 0.02, 0.07)
    carrier = 0.008 * np.sin(2.0 * np.pi * 1_870.0 * times(length) + 2.0 * curve(rng, length, 0.5))
    received = driven(np.clip(middle * fading, -1.0, 1.0), 2.5) + hiss + carrier
    return np.stack([received, received])


def _megaphone(sound: Stereo, _: np.random.Generator) -> Stereo:
    """A horn: 500 to 3,500 Hz with a peak at 1,800, driven until it rasps."""
    middle = evened(band(sound.mean(axis=0), 500.0, 3_500.0, 2), 0.5)
    horn = driven(np.clip(middle + 0.8 * band(middle, 1_500.0, 2_200.0, 1), -2.0, 2.0), 3.0)
    horn = band(horn, 450.0, 5_000.0, 1)
    return np.stack([horn, horn])


def _vintage(sound: Stereo, rng: np.random.Generator) -> Stereo:
    """A record of the thirties: 200 to 4,000 Hz, mono, the turntable's wow, crackle and surface noise."""
    length = sound.shape[1]
    wow = 14.0 * np.sin(2.0 * np.pi * 0.55 * times(length)) + 5.0 * curve(rng, length, 5.0, -1.0, 1.0)
    middle = evened(read_at(band(sound.mean(axis=0), 200.0, 4_000.0, 2), np.arange(length) + wow), 0.3)
    pops = (rng.random(length) < 22.0 / RATE) * np.minimum(rng.pareto(2.0, length), 5.0)
    surface = 0.012 * tilted(rng, length, -1.0, 400.0, 6_000.0) + 0.25 * band(pops, 700.0, 5_500.0, 1)
    played = driven(np.clip(middle, -1.5, 1.5), 1.2) + surface
    return np.stack([played, played])


def _distorted(sound: Stereo, _: np.random.Generator) -> Stereo:
    """Far too loud for what plays it."""
    return np.tanh(6.0 * evened(sound, 0.5)) + 0.15 * np.clip(8.0 * evened(sound, 0.5), -1.0, 1.0)


def _eight_bit(sound: Stereo, _: np.random.Generator) -> Stereo:
    """An early sampler: 7.3 kHz without a filter, five bits."""
    highest = max(1e-9, float(np.abs(sound).max()))
    held = np.repeat(sound[:, ::6], 6, axis=1)[:, : sound.shape[1]] / highest
    return np.round(held * 16.0) / 16.0


def _robotic(sound: Stereo, _: np.random.Generator) -> Stereo:
    """Ring modulation at 55 Hz, and a comb of metal at 165 Hz."""
    length = sound.shape[1]
    rung_sound = sound * np.sin(2.0 * np.pi * 55.0 * times(length))
    period = samples(1.0 / 165.0)
    comb = np.zeros(period * 12)
    comb[::period] = 0.72 ** np.arange(12)
    return _sides(rung_sound + 0.25 * sound, lambda side: signal.oaconvolve(side, comb)[:length])


def _through_body(sound: Stereo, body: Wave, share: float) -> Stereo:
    length = sound.shape[1]
    ringing = _sides(sound, lambda side: signal.oaconvolve(side, body)[:length])
    level = float(np.sqrt(np.mean(sound**2)))
    return (1.0 - share) * sound + share * 1.5 * evened(ringing, level)


def _metallic(sound: Stereo, rng: np.random.Generator) -> Stereo:
    """Heard through sheet metal: a dozen plate modes from 700 Hz that ring on for half a second."""
    modes = modes_of(METAL, 720.0, PLATE, rng, ring=0.25)
    return _through_body(sound, rung(samples(0.7), modes, rng), 0.6)


def _wooden(sound: Stereo, rng: np.random.Generator) -> Stereo:
    """Heard through a wooden box: short modes of 150 to 900 Hz, what lies above 3 kHz softened."""
    modes = modes_of(WOOD, 155.0, (1.0, 1.48, 2.1, 2.9, 3.8, 5.2), rng, ring=0.6)
    boxed = _through_body(sound, rung(samples(0.25), modes, rng), 0.6)
    return _sides(boxed, lambda side: below(side, 3_000.0, 1))


def _bright(sound: Stereo, _: np.random.Generator) -> Stereo:
    """9 dB more above 3 kHz."""
    return sound + 1.8 * _sides(sound, lambda side: above(side, 3_000.0, 1))


def _dull(sound: Stereo, _: np.random.Generator) -> Stereo:
    """Less and less from 900 Hz up."""
    return _sides(sound, lambda side: below(side, 900.0, 1))


def _wobbling(sound: Stereo, _: np.random.Generator) -> Stereo:
    """A vibrato of five and a half turns a second, a third of a semitone, with a tremolo."""
    length = sound.shape[1]
    sway = np.sin(2.0 * np.pi * 5.5 * times(length))
    shaken = _sides(sound, lambda side: read_at(side, np.arange(length) + 30.0 * sway))
    return shaken * (1.0 + 0.3 * sway)


def _stuttering(sound: Stereo, rng: np.random.Generator) -> Stereo:
    """Every now and then a twelfth of a second is held and repeated."""
    cell = samples(0.083)
    result = sound.copy()
    at = 2 * cell
    while at + 4 * cell < sound.shape[1]:
        repeats = int(rng.integers(2, 5))
        piece = sound[:, at : at + cell] * np.minimum(1.0, np.linspace(0.0, 12.0, cell)) * np.linspace(1.0, 0.6, cell)
        for number in range(repeats):
            start = at + number * cell
            stop = min(start + cell, sound.shape[1])
            result[:, start:stop] = piece[:, : stop - start]
        at += (repeats + int(rng.integers(1, 6))) * cell
    return result


def _reversed(sound: Stereo, _: np.random.Generator) -> Stereo:
    """Time runs the other way."""
    return sound[:, ::-1].copy()


def _bent(sound: Stereo, start: float, stop: float) -> Stereo:
    """Played at a speed that goes from one to another, as long as before; what would run out is started again."""
    length = sound.shape[1]
    speed = start * (stop / start) ** np.linspace(0.0, 1.0, length)
    places = np.cumsum(speed)
    places *= min(1.0, (length - 1) / float(places[-1]))
    return _sides(sound, lambda side: read_at(side, places))


def _speeding_up(sound: Stereo, _: np.random.Generator) -> Stereo:
    """From half the speed to twice it."""
    return _bent(sound, 0.5, 1.7)


def _slowing_down(sound: Stereo, _: np.random.Generator) -> Stereo:
    """From one and a half times the speed to half of it."""
    return _bent(sound, 1.5, 0.45)


def _fade_in(sound: Stereo, _: np.random.Generator) -> Stereo:
    """From silence, over 70 % of its length."""
    length = sound.shape[1]
    return sound * np.minimum(1.0, np.linspace(0.0, 1.43, length)) ** 1.7


def _fade_out(sound: Stereo, _: np.random.Generator) -> Stereo:
    """Into silence, over 70 % of its length."""
    length = sound.shape[1]
    return sound * np.minimum(1.0, np.linspace(1.43, 0.0, length)) ** 1.7


_TREATMENTS: Mapping[Treatment, Callable[[Stereo, np.random.Generator], Stereo]] = {
    Treatment.MUFFLED: _muffled,
    Treatment.WALL: _wall,
    Treatment.UNDERWATER: _underwater,
    Treatment.TELEPHONE: _telephone,
    Treatment.RADIO: _radio,
    Treatment.MEGAPHONE: _megaphone,
    Treatment.VINTAGE: _vintage,
    Treatment.DISTORTED: _distorted,
    Treatment.EIGHT_BIT: _eight_bit,
    Treatment.ROBOTIC: _robotic,
    Treatment.METALLIC: _metallic,
    Treatment.WOODEN: _wooden,
    Treatment.BRIGHT: _bright,
    Treatment.DULL: _dull,
    Treatment.WOBBLING: _wobbling,
    Treatment.STUTTERING: _stuttering,
    Treatment.REVERSED: _reversed,
    Treatment.SPEEDING_UP: _speeding_up,
    Treatment.SLOWING_DOWN: _slowing_down,
    Treatment.FADE_IN: _fade_in,
    Treatment.FADE_OUT: _fade_out,
}
