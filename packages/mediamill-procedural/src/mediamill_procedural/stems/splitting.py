"""A whole song, taken apart piece by piece where it lies: a long one needs little memory beyond its samples."""

import itertools
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from mediamill_procedural.kit.spectrum import sound_of, spectra_of
from mediamill_procedural.stems.shares import FRAME, shares_of

Samples = NDArray[np.float32]

STEMS = ("drums", "bass", "vocals", "other")
VOCALS, OTHER = STEMS.index("vocals"), STEMS.index("other")
PIECE_SECONDS = 30.0  # at most: long enough for a bar to come back, short enough for 1 GB
CONTEXT_SECONDS = 1.5  # heard on both sides of a piece
FADE_SECONDS = 0.5  # one piece blends into the next
LOUDEST = 2.0  # of vocals and other within full scale, together


def take_stem(stem: str, sound: Samples, rate: int, progress: Callable[[float], None]) -> None:
    """Leave only that stem of the (n, 2) song, in place, within full scale.

    Vocals and other add up to the song. A song more than 6 dB above full scale is turned down to that first.
    """
    number = STEMS.index(stem)
    sound *= np.float32(min(1.0, LOUDEST / max(float(sound.max()), -float(sound.min()), 1.0)))
    length = len(sound)
    context, fade = round(CONTEXT_SECONDS * rate), round(FADE_SECONDS * rate)
    pieces = max(1, round(np.ceil(length / (PIECE_SECONDS * rate))))
    edges = [length * piece // pieces for piece in range(pieces + 1)]
    before, blending = sound[:0].copy(), np.zeros((len(STEMS), 0, 2), np.float32)
    for start, end in itertools.pairwise(edges):
        heard = np.concatenate([before, sound[start : end + context]])
        stems = taken_apart(heard, rate)[:, len(before) :]
        weights = np.linspace(0.0, 1.0, blending.shape[1], dtype=np.float32)[:, np.newaxis]
        stems[:, : blending.shape[1]] *= weights
        stems[:, : blending.shape[1]] += blending * (1.0 - weights)
        before = heard[len(before) + end - start - context : len(before) + end - start].copy()
        blending = stems[:, end - start : end - start + fade].copy()
        sound[start:end] = _fitted(stems[:, : end - start], number)
        progress(end / length)


def taken_apart(heard: Samples, rate: int) -> Samples:
    """A piece of at most half a minute as (stems, n, 2): other is the instrumental, all of it but the vocals."""
    spectra = spectra_of(heard, FRAME, edges="constant")
    stems = np.empty((len(STEMS), *heard.shape), np.float32)
    for stem, share in zip(stems, shares_of(spectra, rate), strict=False):
        stem[:] = sound_of(spectra * share, FRAME, len(heard))
    stems[OTHER] = heard - stems[VOCALS]
    return stems


def _fitted(stems: Samples, number: int) -> Samples:
    """That one of the (stems, n, 2) samples, within full scale."""
    if number not in (VOCALS, OTHER):
        return np.asarray(np.clip(stems[number], -1.0, 1.0))
    pair = within_full_scale(stems[[VOCALS, OTHER]])
    return np.asarray(pair[(VOCALS, OTHER).index(number)])


def within_full_scale(stems: Samples) -> Samples:
    """The (stems, n, 2) samples, none beyond ±1; what one has too much goes to those with room, the sum stays.

    No sum may be beyond ±LOUDEST.
    """
    loud_places = (np.abs(stems) > 1.0).any(axis=0)
    loud = stems[:, loud_places]
    fitted = np.clip(loud, -1.0, 1.0)
    missing = (loud - fitted).sum(axis=0)
    room = 1.0 - np.sign(missing) * fitted
    fitted += missing * room / np.maximum(room.sum(axis=0), np.float32(1e-6))
    stems[:, loud_places] = np.clip(fitted, -1.0, 1.0)  # rounding may leave a step beyond
    return stems
