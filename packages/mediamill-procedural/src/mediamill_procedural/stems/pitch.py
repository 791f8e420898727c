"""Who plays the melody, and the bass line: the strongest pitch at every moment, and the comb of its overtones.

Subharmonic summation after Hermes (1988), "Measurement of pitch by subharmonic summation", with half overtones
counted against a pitch, so that the octave below does not win; the path is Viterbi's.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

Magnitudes = NDArray[np.float32]

STEP_CENTS = 20.0  # between two pitches that are told apart
REACH = 4  # steps from frame to frame without a jump: the fastest vibrato
STEP_COST, JUMP_COST = 0.03, 1.0  # against salience, where one clear overtone counts about 1
HALF_WEIGHT = -0.4  # of an overtone and a half
NEVER = np.float32(-1e9)


@dataclass(frozen=True, slots=True)
class Register:
    """Which pitches a player can have, and how their overtones count."""

    lowest_hz: float
    highest_hz: float
    overtones: int
    decay: float  # weight of an overtone against the one below
    top_hz: float  # no overtone above counts

    @property
    def pitches(self) -> NDArray[np.float64]:
        """All of them in Hz, rising."""
        steps = int(1_200 * np.log2(self.highest_hz / self.lowest_hz) / STEP_CENTS)
        return np.asarray(self.lowest_hz * 2 ** (np.arange(steps + 1) * STEP_CENTS / 1_200))


BASS = Register(lowest_hz=32.0, highest_hz=130.0, overtones=8, decay=0.8, top_hz=700.0)
VOICE = Register(lowest_hz=90.0, highest_hz=900.0, overtones=12, decay=0.85, top_hz=5_000.0)


def melody(magnitudes: Magnitudes, register: Register, bin_hz: float) -> Magnitudes:
    """The pitch of every frame in Hz; where nobody plays, any."""
    strongest = np.sqrt(np.percentile(magnitudes.max(axis=1), 90)) + 1e-9
    weights = _weights(register, bin_hz, magnitudes.shape[1])
    salience = np.ascontiguousarray((weights @ (np.sqrt(magnitudes) / np.float32(strongest)).T).T)
    return register.pitches[_path(salience)].astype(np.float32)


def comb(pitch: Magnitudes, frequencies: Magnitudes, *, width_hz: float, width_share: float) -> Magnitudes:
    """1 on the overtones of each frame's pitch, 0 between them, (frames, bins); wider with frequency."""
    number = np.maximum(np.round(frequencies / pitch[:, np.newaxis]), 1.0)
    nearest = number * pitch[:, np.newaxis]
    off = (frequencies - nearest) / (np.float32(width_hz) + np.float32(width_share) * nearest)
    off *= off
    return np.asarray(1.0 / (1.0 + off * off))


def _weights(register: Register, bin_hz: float, bins: int) -> sparse.csr_array:
    """(pitches, bins): how much each bin speaks for a pitch."""
    halves = np.arange(1, 2 * register.overtones + 1)
    full = halves % 2 == 0
    weight = np.where(full, register.decay ** (halves / 2 - 1), HALF_WEIGHT * register.decay ** (halves / 2 - 0.5))
    weight[0] = HALF_WEIGHT
    places = register.pitches[:, np.newaxis] * halves / 2 / bin_hz
    rows = np.broadcast_to(np.arange(len(places))[:, np.newaxis], places.shape)
    used = places * bin_hz <= register.top_hz
    below = places[used].astype(np.intp)
    share = places[used] - below
    values = np.broadcast_to(weight, places.shape)[used]
    return sparse.csr_array(
        (
            np.concatenate([values * (1 - share), values * share]).astype(np.float32),
            (np.tile(rows[used], 2), np.concatenate([below, below + 1])),
        ),
        shape=(len(register.pitches), bins),
    )


def _path(salience: Magnitudes) -> NDArray[np.intp]:
    """The best way through (frames, pitches): small steps cost little, jumps always the same."""
    count, pitches = salience.shape
    offsets = np.arange(-REACH, REACH + 1)
    costs = (STEP_COST * np.abs(offsets)).astype(np.float32)[:, np.newaxis]
    everyone = np.arange(pitches)
    came_from = np.zeros((count, pitches), np.intp)
    padded = np.full(pitches + 2 * REACH, NEVER)
    score = padded[REACH:-REACH]
    score[:] = salience[0]
    windows = np.lib.stride_tricks.sliding_window_view(padded, pitches)
    for frame in range(1, count):
        near = windows - costs
        choice = near.argmax(axis=0)
        best, source = near[choice, everyone], everyone + offsets[choice]
        leader = score.argmax()
        jumping = best < score[leader] - JUMP_COST
        came_from[frame] = np.where(jumping, leader, source)
        score[:] = np.where(jumping, score[leader] - JUMP_COST, best) + salience[frame]
    path = np.empty(count, np.intp)
    path[-1] = score.argmax()
    for frame in range(count - 1, 0, -1):
        path[frame - 1] = came_from[frame, path[frame]]
    return path
