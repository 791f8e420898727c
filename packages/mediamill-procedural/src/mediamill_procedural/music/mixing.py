"""Tracks in, a stereo piece out: balance, places, echo, room, pumping, an ending that dies away."""

import math

import numpy as np
from numpy.typing import NDArray
from scipy import signal

from mediamill_procedural.drums.rhythm import Voice
from mediamill_procedural.kit.chance import Chance
from mediamill_procedural.music.chance import Concern
from mediamill_procedural.music.genres import Hall
from mediamill_procedural.music.instruments import PLAYERS, Role
from mediamill_procedural.music.instruments.wave import RATE
from mediamill_procedural.music.plan import Plan
from mediamill_procedural.music.rendering import Track, brightened, drum_track_of, track_of
from mediamill_procedural.music.score import Drumming, Part, Score

BALANCE = {Role.LEAD: 0.0, Role.CHORDS: -4.5, Role.BASS: -2.0, Role.PAD: -8.0, Role.FIGURE: -7.0, Role.ANSWER: -6.0}
PANS = {Role.LEAD: 0.05, Role.CHORDS: -0.28, Role.BASS: 0.0, Role.PAD: 0.0, Role.FIGURE: 0.42, Role.ANSWER: -0.45}
ROOM = {Role.LEAD: 1.0, Role.CHORDS: 0.8, Role.BASS: 0.15, Role.PAD: 1.2, Role.FIGURE: 1.1, Role.ANSWER: 1.3}
ECHOED = frozenset({Role.LEAD, Role.FIGURE, Role.CHORDS})
LEFT_HAND_DB = 4.0  # softer than a bass player
DRUMS_DB = -1.5
DRUM_ROOM = 0.5  # of the hall that drums stand in: they bring a little room of their own
BLOCK = RATE // 5  # samples over which a track's loudness is taken
GATE_DB = -20.0  # blocks so far below the loudest do not count
ECHOES, ECHO_BEATS, ECHO_FALL = 4, 0.75, 0.5
AIR_HZ = 3_000.0  # above, a mix is raised by its genre's `air_db`
RUMBLE_HZ = 28.0  # nothing below is heard, but it takes headroom
DUCK_SECONDS = 0.28  # until a track is back after a kick
FADE_SHARE = 0.65  # of the time behind the last chord: then everything fades
SILENT_SECONDS = 0.03  # at the very end


def mix(plan: Plan, score: Score, chance: Chance) -> Track:
    """The piece before mastering, (n, 2), exactly as long as the score says."""
    length = round(score.seconds * RATE)
    dry, sent, echoed = (np.zeros((length, 2), np.float32) for _ in range(3))
    for number, part in enumerate(score.parts):
        track = track_of(part, score.seconds, PANS[part.role], chance, number)
        level = BALANCE[part.role] - (LEFT_HAND_DB if part.role is Role.BASS and _also_chords(part, score) else 0.0)
        level += PLAYERS[part.instrument].trim_db + plan.genre.levels.get(part.role, 0.0)
        track *= np.float32(10.0 ** (level / 20.0) / loudness(track))
        if part.role in ECHOED:
            echoed += track
        sent += np.float32(ROOM[part.role]) * track
        dry += track
    if score.drumming and plan.genre.duck_db:
        duck = _ducking(score.drumming, length, plan.genre.duck_db)[:, np.newaxis]
        dry *= duck
        sent *= duck
    if plan.genre.hall.echo_db > -50.0:
        _add_echo(dry, sent, echoed, plan)
    if score.drumming:
        drums, heard = drum_track_of(score.drumming, score.seconds, chance)
        level = 10.0 ** ((DRUMS_DB + plan.genre.drums_db) / 20.0) / loudness(drums)
        dry += np.float32(level) * drums
        sent += np.float32(level * DRUM_ROOM) * heard
    dry += _in_hall(sent, plan.genre.hall, chance.of(Concern.ROOM))
    return _ended(brightened(_without_rumble(dry), AIR_HZ, plan.genre.air_db), plan.form.end)


def loudness(track: Track) -> float:
    """The root mean square of what is played of a track, pauses left out."""
    usable = track[: len(track) // BLOCK * BLOCK]
    blocks = np.mean(np.square(usable.reshape(-1, BLOCK * 2)), axis=1)
    loud = blocks[blocks > blocks.max() * 10.0 ** (GATE_DB / 10.0)]
    return math.sqrt(float(loud.mean())) if loud.size else 1.0


def _also_chords(part: Part, score: Score) -> bool:
    """Whether somebody plays bass and chords on one instrument."""
    return any(other.role is Role.CHORDS and other.instrument == part.instrument for other in score.parts)


def _ducking(drumming: Drumming, length: int, most_db: float) -> NDArray[np.float32]:
    """The gain that every kick pushes down and that comes back after it."""
    rise = np.linspace(0.0, 1.0, round(DUCK_SECONDS * RATE))
    shape = 10.0 ** (-most_db / 20.0 * (1.0 - rise) ** 1.5)
    shape[: RATE // 200] = np.linspace(1.0, shape[RATE // 200], RATE // 200)
    gain = np.ones(length, np.float32)
    for stroke in drumming.strokes:
        if stroke.voice is Voice.KICK:
            start = round(stroke.start * RATE)
            part = gain[start : start + len(shape)]
            np.minimum(part, shape[: len(part)].astype(np.float32), out=part)
    return gain


def _add_echo(dry: Track, sent: Track, source: Track, plan: Plan) -> None:
    """Repeats in time with the beat, from side to side, each darker than the one before."""
    delay = round(ECHO_BEATS * 60.0 / plan.form.bpm * RATE)
    gain = 10.0 ** (plan.genre.hall.echo_db / 20.0)
    sections = signal.butter(1, (250.0, 3_500.0), "bandpass", fs=RATE, output="sos")
    repeat = signal.sosfilt(sections, source.mean(axis=1)).astype(np.float32)
    for number in range(1, ECHOES + 1):
        shift = delay * number
        if shift >= len(dry):
            return
        heard = np.float32(1.6 * gain * ECHO_FALL ** (number - 1)) * repeat[: len(repeat) - shift]
        near, far = number % 2, 1 - number % 2
        dry[shift:, near] += heard
        dry[shift:, far] += np.float32(0.25) * heard
        sent[shift:] += np.float32(0.4) * heard[:, np.newaxis]


def _in_hall(sent: Track, hall: Hall, rng: np.random.Generator) -> Track:
    """Early reflections and a diffuse tail for either side, highs dying before lows."""
    time = np.arange(round(hall.seconds * RATE)) / RATE
    wet = np.empty_like(sent)
    low = signal.butter(1, (160.0, 1_400.0), "bandpass", fs=RATE, output="sos")
    high = signal.butter(1, (1_400.0, hall.bright_hz), "bandpass", fs=RATE, output="sos")
    for side in range(2):
        noise = rng.standard_normal(len(time))
        tail = signal.sosfilt(low, noise) * np.exp(-6.9 / hall.seconds * time)
        tail += signal.sosfilt(high, noise) * np.exp(-6.9 / (0.6 * hall.seconds) * time)
        tail *= 1.0 - np.exp(-time / 0.015)
        loudest = float(np.abs(tail).max())
        for delay in rng.uniform(0.008, 0.045, 8):
            tail[round(delay * RATE)] += 2.5 * loudest * rng.choice((-1.0, 1.0)) * (1.0 - delay / 0.06)
        tail *= 10.0 ** (hall.level_db / 20.0) / np.sqrt((tail**2).sum())
        # A little of the other side too: no reflection knows where a sound was panned.
        source = np.float32(0.7) * sent[:, side] + np.float32(0.3) * sent[:, 1 - side]
        wet[:, side] = signal.oaconvolve(source, tail.astype(np.float32))[: len(sent)]
    return wet


def _without_rumble(mixed: Track) -> Track:
    sections = signal.butter(2, RUMBLE_HZ, "highpass", fs=RATE, output="sos")
    return np.asarray(signal.sosfilt(sections, mixed, axis=0), np.float32)


def _ended(mixed: Track, last: float) -> Track:
    """The last chord dies away, however long it would ring."""
    silent = round(SILENT_SECONDS * RATE)
    rest = len(mixed) - round(last * RATE)
    fade = max(RATE // 10, round(FADE_SHARE * rest) - silent)
    mixed[-silent:] = 0.0
    course = np.cos(np.linspace(0.0, np.pi / 2.0, fade)) ** 3
    mixed[-silent - fade : -silent] *= course.astype(np.float32)[:, np.newaxis]
    return mixed
