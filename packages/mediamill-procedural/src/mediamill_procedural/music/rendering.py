"""Notes and strokes as sound: every part a stereo track, each note made once and placed as often as it is played."""

import functools
import math

import numpy as np
from numpy.typing import NDArray
from scipy import signal

from mediamill_procedural.drums.rhythm import BODIES
from mediamill_procedural.kit.chance import Chance
from mediamill_procedural.music.chance import Concern
from mediamill_procedural.music.instruments import PLAYERS, Player
from mediamill_procedural.music.instruments.wave import RATE, Wave
from mediamill_procedural.music.score import Drumming, Part, Stroke

Track = NDArray[np.float32]  # (n, 2)

VELOCITIES = 6  # shades of a note between the softest and the hardest
LENGTHS_PER_SECOND = 25  # a note's length is made to the nearest of so many parts of a second
FORCES, TAKES = 5, 2  # shades of a stroke, and recordings of each
CHOKE_SECONDS = 0.012
FADE = 64  # samples: what is cut off does not click
CACHE_NOTES = 512
HARD_DRIVE, TIGHT_HZ, TIGHT_DB = 2.0, 900.0, 12.0
DRIVE_LEVEL = 0.35  # amplitude at which a track meets an amplifier
CHORUS_HZ = 0.7


def track_of(part: Part, seconds: float, pan: float, chance: Chance, detail: int) -> Track:
    """What one instrument plays, (n, 2), at a level of its own."""
    player = PLAYERS[part.instrument]
    track = np.zeros((round(seconds * RATE), 2), np.float32)
    sound = functools.lru_cache(maxsize=CACHE_NOTES)(functools.partial(_sound, player, chance, detail))
    for note in part.notes:
        shade = max(1, min(VELOCITIES, round(note.velocity * VELOCITIES)))
        length = max(1, round(note.seconds * LENGTHS_PER_SECOND))
        wave = sound(note.pitch, length, shade)
        gain = note.velocity * VELOCITIES / shade
        across = player.spread * (note.pitch - 62) / 30.0
        _place(track, wave, round(note.start * RATE), float(np.clip(pan + across, -0.9, 0.9)), gain)
    return _amplified(track, player)


def drum_track_of(drumming: Drumming, seconds: float, chance: Chance) -> tuple[Track, Track]:
    """The drums, and what of them the room hears."""
    kit = drumming.style.kit
    dry = np.zeros((round(seconds * RATE), 2), np.float32)
    heard = np.zeros_like(dry)
    for number, voice in enumerate(sorted(kit)):
        strokes = [stroke for stroke in drumming.strokes if stroke.voice is voice]
        if not strokes:
            continue
        sound = kit[voice]
        takes: dict[tuple[int, int], Wave] = {}
        reference = sound.instrument.strike(1.0, chance.of(Concern.STROKES, number, 0, 0))
        level = 10.0 ** (sound.level_db / 20.0) / _loudness(reference)
        for count, stroke in enumerate(strokes):
            force, take = max(1, round(stroke.velocity * FORCES)), count % TAKES
            if (force, take) not in takes:
                rng = chance.of(Concern.STROKES, number, force, take)
                takes[force, take] = sound.instrument.strike(force / FORCES, rng).astype(np.float32)
            wave = _choked(takes[force, take], stroke, drumming)
            gain = level * stroke.velocity * FORCES / force
            start = round(stroke.start * RATE)
            _place(dry, wave, start, sound.pan, gain)
            _place(heard, wave, start, sound.pan, gain * sound.room)
    return dry, heard


def _sound(player: Player, chance: Chance, detail: int, pitch: int, length: int, shade: int) -> Wave:
    """One note of an instrument; the same one every time it is asked for."""
    rng = chance.of(Concern.SOUND, detail, pitch, length, shade)
    return player.instrument.play(pitch, length / LENGTHS_PER_SECOND, shade / VELOCITIES, rng)


def _place(track: Track, wave: Wave, start: int, pan: float, gain: float) -> None:
    """Add a sound at constant power over the image; what would sound on after the end fades out."""
    count = min(len(wave), len(track) - start)
    if count <= 0:
        return
    wave = wave[:count]
    if count < FADE:
        return
    angle = (pan + 1.0) * math.pi / 4.0
    left, right = math.cos(angle) * math.sqrt(2.0) * gain, math.sin(angle) * math.sqrt(2.0) * gain
    sides = (wave, wave) if wave.ndim == 1 else (wave[:, 0], wave[:, 1])
    track[start : start + count, 0] += np.float32(left) * sides[0]
    track[start : start + count, 1] += np.float32(right) * sides[1]


def _choked(wave: Wave, stroke: Stroke, drumming: Drumming) -> Wave:
    """A stroke that the next one on the same body ends."""
    body = next((body for body in BODIES if stroke.voice in body), None)
    if body is None:
        return wave
    later = (other.start for other in drumming.strokes if other.voice in body and other.start > stroke.start)
    following = next(later, None)
    if following is None:
        return wave
    end, fade = round((following - stroke.start) * RATE), round(CHOKE_SECONDS * RATE)
    if end + fade >= len(wave):
        return wave
    ending = wave[: end + fade].copy()
    ending[end:] *= np.linspace(1.0, 0.0, fade, dtype=np.float32)
    return ending


def _loudness(wave: NDArray[np.float64]) -> float:
    """The strongest 100 ms of a stroke, low and very high frequencies counting less."""
    sections = signal.butter(1, (90.0, 6_000.0), "bandpass", fs=RATE, output="sos")
    energy = np.cumsum(signal.sosfilt(sections, wave) ** 2)
    window = RATE // 10
    loudest = float((energy[window:] - energy[:-window]).max()) if len(energy) > window else float(energy[-1])
    return math.sqrt(loudest / window) + 1e-9


def _amplified(track: Track, player: Player) -> Track:
    """Through what the instrument is plugged into: amplifier, loudspeaker, chorus."""
    if player.drive:
        loud = float(np.sqrt(np.mean(track[np.abs(track).max(axis=1) > 1e-4] ** 2))) if track.any() else 1.0
        track *= np.float32(DRIVE_LEVEL / loud)
        if player.drive > HARD_DRIVE:
            # Lows driven as hard as highs would come out as mud: what tightens them stands before every hard amplifier.
            track = brightened(track, TIGHT_HZ, TIGHT_DB)
        track = np.tanh(player.drive * track) / np.float32(math.tanh(player.drive))
    if player.top_hz:
        edges = (70.0 if player.drive > HARD_DRIVE else 25.0, player.top_hz)
        sections = signal.butter(2, edges, "bandpass", fs=RATE, output="sos")
        track = signal.sosfilt(sections, track, axis=0).astype(np.float32)
    return _chorused(track, player.chorus) if player.chorus else track


def brightened(track: Track, hertz: float, decibels: float) -> Track:
    """With all above a frequency raised, gently rising (a shelf)."""
    sections = signal.butter(1, hertz, "highpass", fs=RATE, output="sos")
    rise = np.float32(10.0 ** (decibels / 20.0) - 1.0)
    return np.asarray(track + rise * signal.sosfilt(sections, track, axis=0).astype(np.float32), np.float32)


def _chorused(track: Track, depth_ms: float) -> Track:
    """With a copy of itself whose delay sways, the other way on the other side."""
    time = np.arange(len(track))
    sway = np.sin(2.0 * np.pi * CHORUS_HZ / RATE * time)
    for side in range(2):
        delay = (8.0 + depth_ms * (sway if side else -sway)) * RATE / 1_000.0
        places = np.maximum(time - delay, 0.0)
        whole = places.astype(np.int64)
        share = (places - whole).astype(np.float32)
        source = track[:, side].copy()
        following = np.minimum(whole + 1, len(source) - 1)
        track[:, side] += np.float32(0.5) * (source[whole] * (1.0 - share) + source[following] * share)
    return track
