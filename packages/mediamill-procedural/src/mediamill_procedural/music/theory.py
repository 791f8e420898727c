"""Scales, keys, chords by their Roman numerals: what musicians agree on."""

import re
from dataclasses import dataclass

from mediamill_procedural.kit.data import load

NOTE_NAMES = ("C", "C sharp", "D", "E flat", "E", "F", "F sharp", "G", "A flat", "A", "B flat", "B")
PENTATONIC = {True: (0, 3, 5, 7, 10), False: (0, 2, 4, 7, 9)}  # minor, major
BLUES = (0, 3, 5, 6, 7, 10)
_DEGREES = {"I": 0, "II": 1, "III": 2, "IV": 3, "V": 4, "VI": 5, "VII": 6}
_NUMERAL = re.compile(r"([b#]?)(VII|VI|IV|V|III|II|I|vii|vi|iv|v|iii|ii|i)([^/]*)(?:/([357]))?")


@dataclass(frozen=True, slots=True)
class _Table:
    scales: dict[str, tuple[int, ...]]
    chords: dict[str, tuple[tuple[int, ...], tuple[int, ...]]]  # upper case, lower case


_TABLE = load("mediamill_procedural.music", "theory.toml", _Table)
SCALES, _SUFFIXES = _TABLE.scales, _TABLE.chords


@dataclass(frozen=True, slots=True)
class Key:
    """A tonic and a mode."""

    tonic: int  # pitch class, 0 is C
    mode: str

    @property
    def minor(self) -> bool:
        """Whether its third is small."""
        return 3 in SCALES[self.mode]

    @property
    def name(self) -> str:
        """As one says it: "D minor"."""
        return f"{NOTE_NAMES[self.tonic]} {self.mode}"

    @property
    def scale(self) -> frozenset[int]:
        """Its pitch classes."""
        return frozenset((self.tonic + step) % 12 for step in SCALES[self.mode])


@dataclass(frozen=True, slots=True)
class Chord:
    """A chord as pitch classes, the root first."""

    numeral: str
    notes: tuple[int, ...]
    bass: int

    @property
    def root(self) -> int:
        """The pitch class that it is built on."""
        return self.notes[0]


def chord_of(numeral: str, key: Key) -> Chord:
    """The chord of a Roman numeral: case is its third, `bVII` counts from the major scale, `/3` is its bass."""
    match = _NUMERAL.fullmatch(numeral)
    assert match, f"no numeral: {numeral}"
    accidental, degree, suffix, inversion = match.groups()
    # Without an accidental a degree is the mode's own, but for a minor or major scale's plain third, sixth, seventh.
    scale = SCALES["major"] if accidental else SCALES["minor" if key.minor else "major"]
    root = key.tonic + scale[_DEGREES[degree.upper()]] + {"b": -1, "#": 1, "": 0}[accidental]
    intervals = _SUFFIXES[suffix][0 if degree.isupper() else 1]
    notes = tuple(dict.fromkeys((root + interval) % 12 for interval in intervals))
    return Chord(numeral, notes, notes[{"3": 1, "5": 2, "7": 3}[inversion]] if inversion else notes[0])


def melody_notes(chord: Chord, key: Key, pool: str) -> frozenset[int]:
    """Pitch classes a melody may use over a chord: the pool's, those of the chord instead of their neighbours."""
    if pool == "blues":
        notes = {(key.tonic + step) % 12 for step in (*BLUES, *(() if key.minor else (4, 9)))}
    elif pool == "pentatonic":
        notes = {(key.tonic + step) % 12 for step in PENTATONIC[key.minor]}
    else:
        notes = set(key.scale)
    strange = set(chord.notes) - set(key.scale)
    for note in strange:
        notes -= {(note + 1) % 12, (note - 1) % 12} - set(chord.notes)
    return frozenset(notes | strange | (set(chord.notes[:3]) if pool != "blues" else set()))
