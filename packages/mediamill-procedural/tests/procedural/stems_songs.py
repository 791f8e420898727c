"""Songs whose four stems are known, each from a seed: for measuring how well a song is taken apart.

A song goes at the pace of its drum loop, over four chords of a key, 44.1 kHz stereo:

- drums: a loop of the built-in drum generator, any of its twenty styles, repeated; stereo as it makes them.
- bass: roots and fifths between 49 and 156 Hz in eighths or quarters, one of three tones, centre.
- vocals: a pulse train through five formants; vibrato, glides, drifting pitch, consonants of noise, breaths,
  rests between phrases; centre, with a stereo room 14 dB below. One singer in three has a second voice a third above.
- other: a pad of detuned saws, wide; plucked strings, 20 to 70 % to one side; and in one song of two struck chords like
  an electric piano's, anywhere but far out.

Each stem has the same mean power within 1.5 dB; the whole peaks at 0.9.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray
from scipy import signal

from mediamill_procedural.drums.chance import Concern, chance_of
from mediamill_procedural.drums.loop import Loop, loop_in
from mediamill_procedural.drums.styles import STYLES

Wave = NDArray[np.float64]
Samples = NDArray[np.float32]

RATE = 44_100
STEMS = ("drums", "bass", "vocals", "other")
LEVEL_DB = 1.5  # stems differ from each other by at most twice as much
PEAK = 0.9
SCALES = ((0, 2, 4, 5, 7, 9, 11), (0, 2, 3, 5, 7, 8, 10))  # semitones: major, minor
PROGRESSIONS = ((0, 4, 5, 3), (0, 5, 3, 4), (5, 3, 0, 4), (0, 3, 0, 4), (1, 4, 0, 0))  # degrees
VOWELS_HZ = (  # first five formants of a, e, i, o, u: Peterson and Barney (1952), the upper two usual ones
    (730.0, 1_090.0, 2_440.0, 3_400.0, 4_500.0),
    (530.0, 1_840.0, 2_480.0, 3_500.0, 4_500.0),
    (270.0, 2_290.0, 3_010.0, 3_700.0, 4_600.0),
    (570.0, 840.0, 2_410.0, 3_300.0, 4_400.0),
    (300.0, 870.0, 2_240.0, 3_300.0, 4_400.0),
)
FORMANT_WIDTHS_HZ = (80.0, 100.0, 140.0, 200.0, 250.0)
CONTROL = 128  # samples between two points of a curve
TOP_HZ = 12_000.0  # no overtone of any instrument is above


@dataclass(frozen=True, slots=True)
class Song:
    """Four stems, (n, 2), that add up to the mix."""

    stems: Mapping[str, Samples]

    @property
    def mix(self) -> Samples:
        """What is heard."""
        return np.asarray(sum(self.stems[name] for name in STEMS), np.float32)


@dataclass(frozen=True, slots=True)
class Score:
    """What all players keep to."""

    beat: float  # seconds
    length: int  # samples
    tonic: int  # MIDI number, 36 to 47
    scale: tuple[int, ...]
    degrees: tuple[int, ...]

    def note(self, degree: int, octave: int = 0) -> int:
        """The MIDI number of a degree of the scale, any integer."""
        turns, step = divmod(degree, 7)
        return self.tonic + self.scale[step] + 12 * (turns + octave)

    def degree_at(self, seconds: float) -> int:
        """The root of the chord of that bar."""
        return self.degrees[int(seconds / (4 * self.beat) + 1e-6) % 4]

    @property
    def seconds(self) -> float:
        """Length of the song."""
        return self.length / RATE


def make_song(seed: int, *, seconds: float = 12.0) -> Song:
    """The song of a seed, always the same."""
    chance = np.random.default_rng(seed)
    loop = old_loop(seed)
    length = round(seconds * RATE)
    beat = 60.0 / loop.arrangement.bpm
    beat *= 2 ** (beat < 0.45)  # everybody else plays fast loops at half the pace
    scale = SCALES[chance.integers(2)]
    score = Score(beat, length, int(chance.integers(36, 48)), scale, PROGRESSIONS[chance.integers(5)])
    drums = np.resize(loop.samples.astype(np.float64), (length, 2))
    stems = {"drums": drums, "bass": _bass(score, chance), "vocals": _vocals(score, chance)}
    stems["other"] = _other(score, chance)
    for stem in stems.values():
        stem *= 10 ** (chance.uniform(-LEVEL_DB, LEVEL_DB) / 20) / np.sqrt(np.mean(stem**2))
    loudest = np.abs(np.sum(list(stems.values()), axis=0)).max()
    return Song({name: (stem * (PEAK / loudest)).astype(np.float32) for name, stem in stems.items()})


def old_loop(seed: int) -> Loop:
    """A drum loop in a style that is drawn: what these songs were chosen and measured with."""
    return loop_in(STYLES[chance_of(seed).of(Concern.STYLE, 0).integers(len(STYLES))], seed, lambda *_: None)


@cache
def short_song() -> Song:
    """Four seconds that quick tests share."""
    return make_song(102, seconds=4.0)


def hertz(note: float) -> float:
    """Pitch of a MIDI number."""
    return float(440.0 * 2 ** ((note - 69) / 12))


def _bass(score: Score, chance: np.random.Generator) -> Wave:
    length = score.beat * float(chance.choice([0.5, 1.0]))
    tilt, cutoff = [(1.0, 500.0), (1.6, 900.0), (2.5, 2_000.0)][chance.integers(3)]
    decay = float(chance.uniform(0.3, 2.0))
    sound = np.zeros(score.length)
    for number in range(int(score.seconds / length)):
        at = number * length
        if chance.random() < 0.15:
            continue
        degree = score.degree_at(at) + int(chance.choice([0, 0, 0, 4, 7])) - 7 * (score.tonic > 42)
        frequency = hertz(score.note(degree - 7 * (score.note(degree) > 42)))
        held = length * float(chance.uniform(0.7, 0.95))
        time = np.arange(round(held * RATE)) / RATE
        overtones = range(1, 2 + int(cutoff / frequency))
        wave = sum(np.sin(2 * np.pi * frequency * k * time + k) / k**tilt for k in overtones)
        _add(sound, np.asarray(wave) * np.exp(-time / decay), at, 0.006, 0.03)
    return np.stack([sound, sound], axis=1)


def _other(score: Score, chance: np.random.Generator) -> Wave:
    players = [_pad(score, chance), _plucked(score, chance)]
    if chance.random() < 0.5:
        players.append(_struck(score, chance))
    return np.asarray(sum(player / np.sqrt(np.mean(player**2)) * chance.uniform(0.5, 1.0) for player in players))


def _pad(score: Score, chance: np.random.Generator) -> Wave:
    """Three notes a bar, two detuned saws each, one to the left and one to the right."""
    sides = np.zeros((2, score.length))
    bar = 4 * score.beat
    for number in range(int(np.ceil(score.seconds / bar))):
        time = np.arange(round((bar + 0.3) * RATE)) / RATE
        for step in (0, 2, 4):
            note = score.note(score.degree_at(number * bar) + step, octave=2)
            for place, cents in zip((0.15, 0.85), (-6.0, 6.0), strict=True):
                frequency = hertz(note + cents / 100)
                wave = _saw(frequency, time, chance, tilt=1.3)
                for side, share in zip(sides, (1 - place, place), strict=True):
                    _add(side, wave * np.sqrt(share), number * bar, 0.2, 0.3)
    return np.asarray(sides.T)


def _plucked(score: Score, chance: np.random.Generator) -> Wave:
    """Arpeggios in eighths; high overtones die first."""
    sound = np.zeros(score.length)
    eighth = score.beat / 2
    for number in range(int(score.seconds / eighth)):
        step = int(chance.choice([0, 2, 4, 7, 9]))
        frequency = hertz(score.note(score.degree_at(number * eighth) + step, octave=2))
        time = np.arange(round(min(1.2, 3 * eighth) * RATE)) / RATE
        wave = sum(
            np.sin(2 * np.pi * frequency * k * time) * np.exp(-time * (2.0 + 0.9 * k)) / k**0.8
            for k in range(1, min(20, int(TOP_HZ / frequency)))
        )
        _add(sound, np.asarray(wave), number * eighth, 0.002, 0.05)
    return _placed(sound, float(chance.choice([-1.0, 1.0]) * chance.uniform(0.2, 0.7)))


def _struck(score: Score, chance: np.random.Generator) -> Wave:
    """Chords on the off-beats, a few slightly inharmonic overtones."""
    sound = np.zeros(score.length)
    for number in range(int(score.seconds / score.beat)):
        at = (number + 0.5 * float(chance.integers(2))) * score.beat
        time = np.arange(round(0.9 * RATE)) / RATE
        for step in (0, 2, 4):
            frequency = hertz(score.note(score.degree_at(at) + step, octave=2))
            wave = sum(
                np.sin(2 * np.pi * frequency * k * (1 + 4e-4 * k * k) * time) * np.exp(-time * (1.5 + k)) / k**1.2
                for k in (1, 2, 3, 4, 7)
            )
            _add(sound, np.asarray(wave), at, 0.003, 0.08)
    return _placed(sound, float(chance.uniform(-0.6, 0.6)))


def _vocals(score: Score, chance: np.random.Generator) -> Wave:
    high = int(chance.integers(2))
    pitch, level, vowel = _melody(score, chance, octave=1 + high)
    sound = _sung(pitch, level, vowel, 1.0 + 0.17 * high, score.length, chance)
    if chance.integers(3) == 0:
        sound += 0.6 * _sung(pitch + 3.6, level, vowel, 1.1, score.length, chance)
    noises = _consonants(level, score.length, chance)
    sound = sound / np.sqrt(np.mean(sound**2)) + noises
    room = chance.standard_normal((RATE, 2)) * np.exp(-np.arange(RATE) / (0.3 * RATE))[:, np.newaxis]
    tails = signal.oaconvolve(np.stack([sound, sound], axis=1), room, axes=0)[: score.length]
    tails *= 10 ** (-14 / 20) * np.sqrt(np.mean(sound**2)) / np.sqrt(np.mean(tails**2))
    return np.asarray(sound[:, np.newaxis] + tails)


def _melody(score: Score, chance: np.random.Generator, *, octave: int) -> tuple[Wave, Wave, NDArray[np.int64]]:
    """Pitch (MIDI), level 0 to 1 and vowel at every control point: phrases of 5 to 9 notes, then a rest."""
    count = score.length // CONTROL + 2
    time = np.arange(count) * CONTROL / RATE
    pitch, level, vowel = np.full(count, 60.0), np.zeros(count), np.zeros(count, np.int64)
    at, degree = score.beat * float(chance.choice([0.0, 1.0])), int(chance.integers(0, 7))
    while at < score.seconds:
        for _ in range(int(chance.integers(5, 10))):
            held = score.beat * float(chance.choice([0.5, 0.5, 1.0, 1.0, 2.0]))
            degree = int(np.clip(degree + chance.integers(-2, 3), -3, 9))
            inside = (time >= at) & (time < at + held - 0.04)
            since = time[inside] - at
            depth = float(chance.uniform(0.25, 0.7)) * np.clip((since - 0.12) / 0.25, 0.0, 1.0)
            vibrato = depth * np.sin(2 * np.pi * float(chance.uniform(4.8, 6.6)) * since)
            glide = float(chance.uniform(-2.0, 0.5)) * np.exp(-since / 0.05)
            pitch[(time >= at)] = score.note(degree, octave=octave)
            pitch[inside] += vibrato + glide
            level[inside] = float(chance.uniform(0.6, 1.0)) * np.clip((held - since) / 0.08, 0.3, 1.0)
            vowel[time >= at] = chance.integers(len(VOWELS_HZ))
            at += held
        at += score.beat * float(chance.choice([1.0, 2.0]))
    drift = np.cumsum(chance.standard_normal(count)) * 0.004
    smooth = signal.windows.hann(15) / 7.0
    pitch = signal.oaconvolve(np.pad(pitch, 7, mode="edge"), smooth, mode="valid")
    level = signal.oaconvolve(level, smooth, mode="same")
    return pitch + drift - drift.mean(), level, vowel


def _sung(
    pitch: Wave, level: Wave, vowel: NDArray[np.int64], size: float, length: int, chance: np.random.Generator
) -> Wave:
    """Overtones of the pitch, some 5 dB an octave down, raised by the formants of the vowel."""
    smooth = signal.windows.hann(41)[:, np.newaxis] / 20.0
    formants = np.pad(np.array(VOWELS_HZ)[vowel] * size, ((20, 20), (0, 0)), mode="edge")
    formants = signal.oaconvolve(formants, smooth, mode="valid", axes=0)
    frequency = 440.0 * 2 ** ((pitch - 69) / 12)
    points = np.arange(len(pitch)) * CONTROL
    samples = np.arange(length)
    jitter = 1.0 + 0.004 * chance.standard_normal(len(pitch))
    phase = 2 * np.pi * np.cumsum(np.interp(samples, points, frequency * jitter)) / RATE
    sound = np.zeros(length)
    for k in range(1, int(8_000.0 / frequency.min())):
        overtone = k * frequency
        widths = np.array(FORMANT_WIDTHS_HZ)
        raised = 1.0 / np.sqrt(
            (1 - (overtone[:, None] / formants) ** 2) ** 2 + (overtone[:, None] * widths / formants**2) ** 2
        )
        loud = level * k**-0.8 * np.maximum(raised.prod(axis=1), 0.02) * (overtone < TOP_HZ)
        sound += np.interp(samples, points, loud) * np.sin(k * phase)
    return sound


def _consonants(level: Wave, length: int, chance: np.random.Generator) -> Wave:
    """Hissing where the level starts from nothing, and breath all along."""
    noise = chance.standard_normal(length)
    hiss = signal.sosfilt(signal.butter(2, (4_000.0, 9_000.0), "bandpass", fs=RATE, output="sos"), noise)
    air = signal.sosfilt(signal.butter(1, (1_000.0, 6_000.0), "bandpass", fs=RATE, output="sos"), noise)
    breath = 0.03 * np.interp(np.arange(length), np.arange(len(level)) * CONTROL, level)
    starts = np.flatnonzero((level[1:] >= 0.3) & (level[:-1] < 0.3)) * CONTROL
    bursts = np.zeros(length)
    for start in starts[chance.random(len(starts)) < 0.6]:
        width = round(float(chance.uniform(0.03, 0.12)) * RATE)
        piece = bursts[max(0, start - width) : start]
        piece += float(chance.uniform(0.2, 0.6)) * np.hanning(len(piece))
    return np.asarray(hiss / hiss.std() * bursts + air / air.std() * breath)


def _saw(frequency: float, time: Wave, chance: np.random.Generator, *, tilt: float) -> Wave:
    overtones = range(1, min(30, int(5_000.0 / frequency)))
    phases = chance.uniform(0, 2 * np.pi, 30)
    return np.asarray(sum(np.sin(2 * np.pi * frequency * k * time + phases[k]) / k**tilt for k in overtones))


def _add(sound: Wave, wave: Wave, at: float, attack: float, release: float) -> None:
    """Put a note at that second, with soft edges; what is behind the end is not played."""
    rise, fall = round(attack * RATE), round(release * RATE)
    wave[:rise] *= np.linspace(0.0, 1.0, rise)
    wave[-fall:] *= np.linspace(1.0, 0.0, fall)
    start = round(at * RATE)
    room = len(sound) - start
    sound[start : start + len(wave)] += wave[: max(room, 0)]


def _placed(sound: Wave, place: float) -> Wave:
    """Equal power from -1, left, to 1, right."""
    angle = (place + 1) * np.pi / 4
    return np.stack([sound * np.cos(angle), sound * np.sin(angle)], axis=1)
