"""How much of each point of a song's spectrogram belongs to the drums, the bass and the vocals; the rest is other.

First guesses by what tells the players apart (drums repeat and spread over all frequencies; the bass and the singer
have one pitch at a time; the singer stands in the centre and does not stay on a note for long), then rounds of kernel
additive modelling: each player's kernel smooths what it was given, and every point is shared out anew in proportion.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import uniform_filter, uniform_filter1d

from mediamill_procedural.kit.spectrum import OVERLAPS, Spectra
from mediamill_procedural.stems.kernels import Frames, average, repeated, similar_frames, steady, wideband
from mediamill_procedural.stems.pitch import BASS, VOICE, comb, melody

Magnitudes = NDArray[np.float32]

FRAME = 6_144  # samples, 128 to 139 ms: parts the overtones of a bass, and two quick beats
HOP = FRAME // OVERLAPS
ROUNDS = 2  # of kernel additive modelling; more only smooth
LASTING_SECONDS = 0.55  # a sound that is still there after half of it is no drum
SPREAD_HZ = 290.0  # a sound is everywhere when it fills half of it
CYMBALS_HZ = 8_000.0  # above, only cymbals and hissing: how far a sound spreads is all there is to go by
HITS = 4  # compared with each hit of a drum
HIT_APART_SECONDS = 0.18
HIT_BANDS, HIT_BANDS_HZ = 60, (30.0, 16_000.0)
HIT_COMPRESSION = 400.0
DRUMS_MODESTY = np.float32(0.55)  # of the expected power: a drum that takes too much costs all the others
KICK_HZ = 300.0  # below, drum and bass are told apart by the line of the bass
LOW_HZ = 680.0  # nothing of the bass is above, and little of a kick
BASS_TOP_HZ = 250.0  # its overtones fade out from here
BASS_WIDTH_HZ = 14.0
BASS_SECONDS = 0.45  # a note lasts longer than half of it
BASS_SIDE_MAX = 0.3  # likeness of both sides below which there is no bass
CENTRE = 0.6  # likeness of both sides from which somebody may stand in the centre
VOICE_WIDTH_HZ, VOICE_WIDTH_SHARE = 20.0, 0.012  # of an overtone; the share for vibrato
VOICE_BAND_HZ = (120.0, 9_000.0)
COMB_TOP_HZ = 5_000.0  # above, a voice hisses between its overtones too
BETWEEN_OVERTONES = 0.3  # of what is in the centre, for the second voice and the room
CHORD_SECONDS = 1.4  # what is steady for longer than half of it is no melody
OTHER_SECONDS = 0.3
OTHER_LOW_HZ = 150.0  # below, what is not the drums' is the bass's
CHORD_HZ = (250.0, 5_500.0)  # where chords are compared
CHORDS, CHORD_APART_SECONDS = 12, 0.37
TINY = np.float32(1e-12)  # power of silence


@dataclass(frozen=True, slots=True)
class _Heard:
    """A piece of a song as everybody looks at it; arrays are (frames, bins)."""

    power: Magnitudes
    magnitudes: Magnitudes
    likeness: Magnitudes  # of both sides: 1 the same, 0 unlike or only one, -1 opposite
    frequencies: Magnitudes  # Hz, (bins,)
    rate: int

    def frames(self, seconds: float) -> int:
        """An odd number of frames that last about as long."""
        return int(seconds * self.rate / HOP) | 1

    def bins(self, hertz: float) -> int:
        """How many bins are below."""
        return int(hertz * FRAME / self.rate)

    def part(self, share: Magnitudes) -> Magnitudes:
        """The magnitudes of somebody's share of the power."""
        return np.asarray(self.magnitudes * np.sqrt(share))


@dataclass(frozen=True, slots=True)
class _Places:
    """Where each of the pitched players can be at all, 0 to 1, (frames, bins)."""

    bass: Magnitudes
    vocals: Magnitudes


def shares_of(spectra: Spectra, rate: int) -> tuple[Magnitudes, Magnitudes, Magnitudes]:
    """Shares of drums, bass and vocals, each (frames, bins), together at most 1; spectra are (2, frames, bins)."""
    heard = _heard(spectra, rate)
    drums, hits = _first_drums(heard)
    bass_place = _bass_place(heard, drums)
    drums = _without_bass_line(heard, drums, bass_place, hits)
    places = _Places(bass_place, _vocals_place(heard, drums, bass_place))
    return _shared_out(heard, drums, places, hits)


def _heard(spectra: Spectra, rate: int) -> _Heard:
    left, right = spectra
    power = ((left.real**2 + left.imag**2 + right.real**2 + right.imag**2) / 2).astype(np.float32)
    same = (left * np.conj(right)).real
    likeness = uniform_filter(same, 3) / (uniform_filter(power, 3) + TINY)
    frequencies = np.fft.rfftfreq(FRAME, 1 / rate).astype(np.float32)
    return _Heard(power, np.sqrt(power), likeness, frequencies, rate)


def _first_drums(heard: _Heard) -> tuple[Magnitudes, Frames]:
    """The share of what spreads and comes back, and which frames are the same hit."""
    lasting = np.square(steady(heard.magnitudes, heard.frames(LASTING_SECONDS)))
    spread = np.square(wideband(heard.magnitudes, heard.bins(SPREAD_HZ) | 1))
    percussive = np.asarray(spread / (spread + lasting + TINY), np.float32)
    hits = similar_frames(
        _hit_features(heard, percussive), HITS, apart=heard.frames(HIT_APART_SECONDS), peak=heard.frames(0.07)
    )
    back = np.square(repeated(np.sqrt(np.maximum(heard.power - lasting, 0.0)), hits))
    share = np.asarray(np.minimum(back / (heard.power + TINY), 1.0), np.float32)
    return _crossed(heard, share, percussive, CYMBALS_HZ, 8), hits


def _hit_features(heard: _Heard, percussive: Magnitudes) -> Magnitudes:
    """Bands of what spreads, of the frame and those around it: how one hit is known from another."""
    lowest, highest = (2_595 * np.log10(1 + hertz / 700) for hertz in HIT_BANDS_HZ)
    mel = np.linspace(lowest, highest, HIT_BANDS + 2)
    edges = 700 * (10 ** (mel / 2_595) - 1)
    rising = (heard.frequencies[:, np.newaxis] - edges[:-2]) / np.diff(edges)[:-1]
    falling = (edges[2:] - heard.frequencies[:, np.newaxis]) / np.diff(edges)[1:]
    bands = np.maximum(np.minimum(rising, falling), 0.0).astype(np.float32)
    levels = np.sqrt((heard.power * np.square(percussive)) @ bands)
    levels = np.log1p(HIT_COMPRESSION * levels / (np.percentile(levels.max(axis=1), 99) + TINY))
    return np.concatenate([np.roll(levels, frames, axis=0) for frames in (-1, 0, 1)], axis=1)


def _bass_place(heard: _Heard, drums: Magnitudes) -> Magnitudes:
    middle = np.clip((heard.likeness - BASS_SIDE_MAX) / (1.0 - BASS_SIDE_MAX), 0.0, 1.0)
    line = melody(heard.part(1.0 - drums) * middle, BASS, heard.rate / FRAME)
    place = comb(line, heard.frequencies, width_hz=BASS_WIDTH_HZ, width_share=0.0)
    return np.asarray(place / (1.0 + (heard.frequencies / BASS_TOP_HZ) ** 6))


def _without_bass_line(heard: _Heard, drums: Magnitudes, bass_place: Magnitudes, hits: Frames) -> Magnitudes:
    """The drums' share again, below KICK_HZ by what comes back beside the line of the bass."""
    low = slice(heard.bins(LOW_HZ))
    line = steady(heard.part((1.0 - drums) * bass_place)[:, low], heard.frames(BASS_SECONDS))
    line = np.minimum(np.square(line), heard.power[:, low])
    kick = DRUMS_MODESTY * np.square(repeated(np.sqrt(heard.power[:, low] - line), hits))
    share = drums.copy()
    share[:, low] = kick / (kick + line + TINY)
    return _crossed(heard, share, drums, KICK_HZ, 4)


def _vocals_place(heard: _Heard, drums: Magnitudes, bass_place: Magnitudes) -> Magnitudes:
    """The centre, on the overtones of the strongest melody, without what stays as long as a chord."""
    rest = (1.0 - drums) * (1.0 - bass_place)
    centre = np.square(np.clip((heard.likeness - CENTRE) / (1.0 - CENTRE), 0.0, 1.0))
    tune = melody(heard.part(rest) * centre, VOICE, heard.rate / FRAME)
    overtones = comb(tune, heard.frequencies, width_hz=VOICE_WIDTH_HZ, width_share=VOICE_WIDTH_SHARE)
    overtones[:, heard.bins(COMB_TOP_HZ) :] = 1.0
    lowest, highest = VOICE_BAND_HZ
    band = 1.0 / (1.0 + (lowest / np.maximum(heard.frequencies, 1.0)) ** 6) / (1.0 + (heard.frequencies / highest) ** 6)
    place = centre * (BETWEEN_OVERTONES + (1.0 - BETWEEN_OVERTONES) * overtones) * band
    chord = np.square(steady(heard.part(rest * (1.0 - place)), heard.frames(CHORD_SECONDS)))
    power = heard.power * rest
    return np.asarray(place * np.maximum(power - chord, 0.0) / (power + TINY), np.float32)


def _shared_out(
    heard: _Heard, drums: Magnitudes, places: _Places, hits: Frames
) -> tuple[Magnitudes, Magnitudes, Magnitudes]:
    """Rounds of smoothing each one's part by its kernel and sharing out every point in proportion."""
    bass = (1.0 - drums) * places.bass
    vocals = (1.0 - drums - bass) * places.vocals
    other = 1.0 - drums - bass - vocals
    chord_bins = slice(*map(heard.bins, CHORD_HZ))
    chords = similar_frames(
        np.sqrt(heard.part(other)[:, chord_bins]), CHORDS, apart=heard.frames(CHORD_APART_SECONDS), peak=7
    )
    deep = 1.0 / (1.0 + (OTHER_LOW_HZ / np.maximum(heard.frequencies, 1.0)) ** 6)
    for _ in range(ROUNDS):
        hit = _hit(heard, heard.part(drums), hits)
        line = np.square(steady(heard.part(bass), heard.frames(BASS_SECONDS))) * places.bass
        song = uniform_filter1d(heard.power * vocals, 3, axis=0) * places.vocals
        chord = steady(heard.part(other), heard.frames(OTHER_SECONDS))
        chord[:, chord_bins] = np.sqrt(chord * repeated(heard.part(other), chords))[:, chord_bins]
        rest = np.square(chord) * deep
        total = hit + line + song + rest + TINY
        drums = _crossed(heard, hit / total, drums, CYMBALS_HZ, 8)
        bass, vocals = line / total, song / total
        other = np.maximum(1.0 - drums - bass - vocals, 0.0)
    return drums, bass, vocals


def _hit(heard: _Heard, drums: Magnitudes, hits: Frames) -> Magnitudes:
    """The power that the drums' kernel expects: low, where few tones are in each other's way, a mean is better."""
    low = slice(heard.bins(LOW_HZ))
    power = np.square(repeated(drums, hits))
    power[:, low] = DRUMS_MODESTY * np.square(average(drums[:, low], hits))
    return np.asarray(power)


def _crossed(heard: _Heard, below: Magnitudes, above: Magnitudes, hertz: float, steepness: int) -> Magnitudes:
    """The one share below that frequency and the other above."""
    weight = 1.0 / (1.0 + (heard.frequencies / np.float32(hertz)) ** steepness)
    return np.asarray(weight * below + (1.0 - weight) * above)
