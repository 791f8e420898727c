"""A prompt becomes a moving figure: read, staged, solved, and calmed where it is too quick to be seen."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import gaussian_filter1d, maximum_filter1d

from mediamill_procedural.motion.jointing import Motion
from mediamill_procedural.motion.reading.prompt import read
from mediamill_procedural.motion.reading.script import Beat, Script
from mediamill_procedural.motion.rotations import angles_between
from mediamill_procedural.motion.solving import solve
from mediamill_procedural.motion.staging import perform
from mediamill_procedural.motion.track import Track

Array = NDArray[np.float64]

TURN_MOST = 42.0  # degrees a joint turns in one frame; faster is not seen but as a jump
FACING_MOST = 0.5  # degrees
CALMINGS = 12  # tries


@dataclass(frozen=True, slots=True)
class Clip:
    """A finished clip and what is to be said about it."""

    times: Array
    motion: Motion
    script: Script
    performed: tuple[Beat, ...]
    left_out: tuple[str, ...]

    def notes(self) -> dict[str, str]:
        """What is done, and what was not understood, guessed, or left out for lack of time."""
        told = {"performed": ", then ".join(_told(beat) for beat in self.performed)}
        if self.script.unknown:
            told["not understood"] = ", ".join(self.script.unknown)
        if self.script.taken_as:
            told["taken as"] = ", ".join(f"{said} for {meant}" for said, meant in self.script.taken_as)
        if self.left_out:
            told["no time for"] = ", ".join(self.left_out)
        return told


def _told(beat: Beat) -> str:
    parts = [beat.action, f"while {beat.overlay}" if beat.overlay else "", beat.direction]
    parts += [f"{beat.count} times" if beat.count else "", "on the spot" if beat.on_the_spot else ""]
    return " ".join(part for part in parts if part)


def clip_of(prompt: str, seconds: float, seed: int = 0) -> Clip:
    """The figure doing what `prompt` says for exactly `seconds`; never fails."""
    script = read(prompt)
    performance = perform(script.beats, seconds, seed)
    motion = _calm(performance.track)
    if performance.treadmill:
        _walked_off(motion)
    return Clip(performance.times, _faced(motion, seed), script, performance.beats, performance.left_out)


def _faced(motion: Motion, seed: int) -> Motion:
    """Turned as a whole by less than FACING_MOST: nobody stands twice in just the same way."""
    angle = np.radians(FACING_MOST) * np.sin(float(seed))
    turn = np.array([[np.cos(angle), 0.0, np.sin(angle)], [0.0, 1.0, 0.0], [-np.sin(angle), 0.0, np.cos(angle)]])
    local = motion.local.copy()
    local[:, 0] = turn @ local[:, 0]
    return replace(motion, local=local, turns=turn @ motion.turns, places=motion.places @ turn.T)


def _calm(track: Track) -> Motion:
    """The solved track, smoothed in time where a joint would turn too fast."""
    rows = track.rows.copy()
    motion = solve(Track(rows.copy()))
    for number in range(CALMINGS):
        turned = angles_between(motion.local[:-1], motion.local[1:]).max(axis=1)
        quick = np.zeros(len(rows))
        quick[1:] = turned > TURN_MOST
        if not quick.any():
            break
        width = 1.0 + 0.5 * number
        share = np.clip(gaussian_filter1d(maximum_filter1d(quick, int(6 * width) | 1), width), 0, 1)[:, np.newaxis]
        rows += (gaussian_filter1d(rows, width, axis=0, mode="nearest") - rows) * share
        motion = solve(Track(rows.copy()))
    return motion


def _walked_off(motion: Motion) -> None:
    """Take the travelled way out, as a treadmill does."""
    way = motion.places[:, :1].copy()
    way[..., 1] = 0.0
    steps = gaussian_filter1d(np.diff(way, axis=0), 9, axis=0, mode="nearest")
    motion.places[1:] -= np.cumsum(steps, axis=0)
