"""Chords as hands find them: every voice goes to the nearest note, outer voices never in parallel fifths or octaves."""

import itertools
from collections.abc import Sequence

from mediamill_procedural.music.theory import Chord

REACH_BELOW, REACH_ABOVE = 9, 10  # semitones around the centre
WIDEST = 16  # semitones between the outer voices of one hand
PARALLEL = 14.0  # cost: rather a leap in every voice
Voicing = tuple[int, ...]  # pitches upwards


def voicings_of(chords: Sequence[Chord], basses: Sequence[int], *, voices: int, centre: int) -> list[Voicing]:
    """One voicing for each chord, as near to the one before as can be; no voices are power chords."""
    if voices == 0:
        return [_power(chord, centre) for chord in chords]
    found: list[Voicing] = []
    for number, chord in enumerate(chords):
        candidates = _candidates(chord, voices, centre)
        before = found[-1] if found else None
        bass = (basses[number - 1], basses[number]) if number else (basses[0], basses[0])
        found.append(min(candidates, key=lambda voicing: (_cost(voicing, before, bass, centre), voicing)))
    return found


def parallel(before: tuple[int, int], after: tuple[int, int]) -> bool:
    """Whether a lower and an upper voice both move and keep a fifth or an octave between them."""
    (low, high), (next_low, next_high) = before, after
    if low == next_low or high == next_high:
        return False
    apart = (high - low) % 12
    return apart in (0, 7) and apart == (next_high - next_low) % 12


def _candidates(chord: Chord, voices: int, centre: int) -> list[Voicing]:
    notes = _essential(chord, voices)
    lowest, highest = centre - REACH_BELOW, centre + REACH_ABOVE
    choices = [[pitch for pitch in range(lowest, highest + 1) if pitch % 12 == note] for note in notes]
    found = {tuple(sorted(pitches)) for pitches in itertools.product(*choices)}
    narrow = [voicing for voicing in found if len(set(voicing)) == len(voicing) and voicing[-1] - voicing[0] <= WIDEST]
    return sorted(narrow) or sorted(found)


def _essential(chord: Chord, voices: int) -> list[int]:
    """The notes that make the chord what it is: third and seventh first, then colours, the root last."""
    root, *others = chord.notes
    if len(chord.notes) <= voices:
        return [*chord.notes, *([root] * (voices - len(chord.notes)))]
    fifth = [note for note in others if (note - root) % 12 == 7]
    colours = [note for note in others if note not in fifth]
    return [*colours, *fifth, root][:voices]


def _cost(voicing: Voicing, before: Voicing | None, bass: tuple[int, int], centre: int) -> float:
    cost = 0.25 * abs(sum(voicing) / len(voicing) - centre)
    cost += sum(3.0 for low, high in itertools.pairwise(voicing) if high - low < 2)
    if before is None:
        return cost
    cost += sum(abs(now - then) for now, then in zip(voicing, before, strict=False))
    if parallel((bass[0], before[-1]), (bass[1], voicing[-1])):
        cost += PARALLEL
    return cost


def _power(chord: Chord, centre: int) -> Voicing:
    """Root, fifth, octave: what stays clear behind an amplifier."""
    root = centre - 6 + (chord.root - (centre - 6)) % 12
    return (root, root + 7, root + 12)
