"""Strokes in, a stereo loop out. Everything wraps: what rings over the end sounds at the start."""

import math
from collections.abc import Callable
from dataclasses import fields, replace

import numpy as np
from numpy.typing import NDArray
from scipy import signal

from mediamill.codecs import integrated_lufs
from mediamill_procedural.drums.arrangement import Arrangement
from mediamill_procedural.drums.chance import Concern
from mediamill_procedural.drums.rhythm import BODIES, Bus, Hit, Instrument, Kit, Room, Sound, Voice
from mediamill_procedural.drums.waveform import times
from mediamill_procedural.kit.chance import Chance
from mediamill_procedural.kit.waves import RATE, Wave, above, band, below, bent, driven, heard, noise

Stereo = NDArray[np.float64]  # (n, 2)

FORCES = 6  # steps of timbre between the softest and the hardest stroke
TAKES = 4  # different recordings of each: never the same one twice in a row
CHOKE_SECONDS = 0.012  # how fast a foot closes the hats
SEAM_SECONDS = 1.0  # of the loop's end run before it, and of its start behind: longer than any memory of the bus
TUNING = {"pitch": 0.05, "decay": 0.10, "seconds": 0.08, "wires_decay": 0.10, "edge_hz": 0.06, "tone_hz": 0.08}
RATIO = 3.0
ATTACK_SECONDS = 0.006
RELEASE_DB_PER_SECOND = 45.0
LOUDNESS_SECONDS = 0.1  # about as long as an ear sums up
PEAK_OVER_LOUDNESS_DB = 15.0  # 1 more than the finished loop has: the limiter does the rest
METER_OVERLAP_SECONDS = 0.3  # of a block of 0.4 s that starts every 0.1 s
RUMBLE_HZ = 26.0  # nothing below is heard, but it takes headroom


def mix(arrangement: Arrangement, chance: Chance) -> Stereo:
    """The loop before mastering, exactly as long as the arrangement says."""
    style = arrangement.style
    kit = tuned(style.kit, chance)
    dry, sent = np.zeros((arrangement.samples, 2)), np.zeros((arrangement.samples, 2))
    cuts = _cuts(arrangement.hits, arrangement.seconds)
    for number, voice in enumerate(Voice):
        hits = [hit for hit in arrangement.hits if hit.voice is voice]
        if hits:
            track = _track(number, kit[voice], hits, cuts, arrangement.samples, chance)
            dry += track
            sent += kit[voice].room * track
    wet = _in_room(sent, style.room, chance.of(Concern.ROOM, 0))
    return _through(style.bus, dry + wet)


def tuned(kit: Kit, chance: Chance) -> Kit:
    """The kit of this seed: every drum a little higher or lower, longer or shorter than the style's own."""
    result = {}
    for number, (voice, sound) in enumerate(sorted(kit.items())):
        rng = chance.of(Concern.KIT, number)
        instrument: Instrument = sound.instrument
        names = {part.name for part in fields(instrument)}  # type: ignore[arg-type]
        drawn = {name: float(np.exp(rng.normal(0.0, spread))) for name, spread in TUNING.items()}
        changes = {name: getattr(instrument, name) * drawn[name] for name in sorted(names & set(drawn))}
        result[voice] = replace(sound, instrument=replace(instrument, **changes))  # type: ignore[type-var]
    return result


def seamless(loop: Stereo, process: Callable[[Stereo], Stereo]) -> Stereo:
    """A process that has a memory, run so that the loop's end flows into its start."""
    margin = round(SEAM_SECONDS * RATE)
    return process(np.concatenate([loop[-margin:], loop, loop[:margin]]))[margin : margin + len(loop)]


def repeated_lufs(loop: Stereo) -> float:
    """Integrated loudness of the loop played over and over: the blocks across its seam count too."""
    return integrated_lufs(np.concatenate([loop, loop[: round(METER_OVERLAP_SECONDS * RATE)]]), RATE)


def _cuts(hits: tuple[Hit, ...], loop_seconds: float) -> dict[Hit, float]:
    """How long until the next stroke on the same body, where there is one; the first ends the last."""
    cuts = {}
    for body in BODIES:
        strokes = [hit for hit in hits if hit.voice in body]
        following = [hit.seconds for hit in strokes[1:]] + [hit.seconds + loop_seconds for hit in strokes[:1]]
        cuts.update({hit: after - hit.seconds for hit, after in zip(strokes, following, strict=True)})
    return cuts


def _track(number: int, sound: Sound, hits: list[Hit], cuts: dict[Hit, float], length: int, chance: Chance) -> Stereo:
    """All strokes of one voice, placed in the loop and in the stereo image."""
    takes: dict[tuple[int, int], Wave] = {}

    def take(force: int, which: int) -> Wave:
        if (force, which) not in takes:
            rng = chance.of(Concern.STROKES, (number * 100 + force) * 100 + which)
            takes[force, which] = sound.instrument.strike(force / FORCES, rng)
        return takes[force, which]

    track, last = np.zeros((length, 2)), 0
    gain = 10.0 ** (sound.level_db / 20.0) / _loudness(take(FORCES, 0))
    choice = chance.of(Concern.STROKES, number)
    for hit in hits:
        force = max(1, round(hit.velocity * FORCES))
        last = (last + int(choice.integers(1, TAKES))) % TAKES
        near = take(force, last)
        far = take(force, (last + 1) % TAKES)[: len(near)] if sound.width else near
        strength = gain * hit.velocity * FORCES / force
        image = strength * _image(near[: len(far)], far, sound.pan, sound.width)
        if hit in cuts:
            image = _choked(image, cuts[hit])
        _add_wrapped(track, image, round(hit.seconds * RATE))
    return track


def _loudness(wave: Wave) -> float:
    """How loud a stroke seems: its strongest 100 ms."""
    energy = np.cumsum(heard(wave) ** 2)
    window = round(LOUDNESS_SECONDS * RATE)
    loudest = float((energy[window:] - energy[:-window]).max()) if len(energy) > window else float(energy[-1])
    return math.sqrt(loudest / window)


def _image(near: Wave, far: Wave, pan: float, width: float) -> Stereo:
    """Constant power over the image; a wide sound is two takes that lean to either side."""
    angle = (pan + 1.0) * math.pi / 4.0
    left = (1.0 - width / 2.0) * near + width / 2.0 * far
    right = (1.0 - width / 2.0) * near - width / 2.0 * far
    return math.sqrt(2.0) * np.stack([math.cos(angle) * left, math.sin(angle) * right], axis=1)


def _choked(image: Stereo, seconds: float) -> Stereo:
    end, fade = round(seconds * RATE), round(CHOKE_SECONDS * RATE)
    if end + fade >= len(image):
        return image
    ending = image[: end + fade].copy()
    ending[end:] *= np.linspace(1.0, 0.0, fade)[:, np.newaxis]
    return ending


def _add_wrapped(track: Stereo, image: Stereo, start: int) -> None:
    length = len(track)
    start %= length
    before = min(len(image), length - start)
    track[start : start + before] += image[:before]
    track[: len(image) - before] += image[before:]


def _in_room(sent: Stereo, room: Room, rng: np.random.Generator) -> Stereo:
    """Early reflections and a diffuse tail on either side, the tail folded back into the loop."""
    length, time = len(sent), times(room.seconds)
    wet = np.zeros_like(sent)
    for side in range(2):
        tail = band(noise(rng, len(time)), 180.0, room.bright_hz, 1) * np.exp(-6.9 / room.seconds * time)
        tail *= 1.0 - np.exp(-time / 0.012)
        for delay in rng.uniform(0.004, 0.028, 7):
            tail[round(delay * RATE)] += 6.0 * rng.choice([-1.0, 1.0]) * (1.0 - delay / 0.035)
        tail *= 10.0 ** (room.level_db / 20.0) / np.sqrt((tail**2).sum())
        # A little of the other side too: no reflection knows where a drum was panned.
        source = 0.7 * sent[:, side] + 0.3 * sent[:, 1 - side]
        ringing = signal.oaconvolve(source, tail)
        wet[:, side] = ringing[:length]
        wet[: len(ringing) - length, side] += ringing[length:]
    return wet


def _through(bus: Bus, loop: Stereo) -> Stereo:
    """Compression that holds the kit together, saturation, and what old machines add."""
    loop = seamless(loop, lambda around: _squeezed(_each_side(above, around, RUMBLE_HZ), bus.squeeze_db))
    loop = bent(loop, 10.0 ** ((repeated_lufs(loop) + PEAK_OVER_LOUDNESS_DB) / 20.0))
    loop = driven(loop / float(np.abs(loop).max()), bus.drive)
    if bus.bits:
        loop = np.round(loop * 2.0 ** (bus.bits - 1)) / 2.0 ** (bus.bits - 1)
    top_hz = bus.top_hz
    return seamless(loop, lambda around: _each_side(below, around, top_hz)) if top_hz else loop


def _each_side(edge: Callable[[Wave, float], Wave], loop: Stereo, frequency: float) -> Stereo:
    return np.stack([edge(side, frequency) for side in loop.T], axis=1)


def _squeezed(loop: Stereo, most_db: float) -> Stereo:
    """3:1 above the level at which the loudest moment is held down by `most_db`; both sides alike."""
    smooth = np.exp(-1.0 / (ATTACK_SECONDS * RATE))
    power = signal.lfilter([1.0 - smooth], [1.0, -smooth], (loop**2).mean(axis=1))
    level_db = 10.0 * np.log10(power + 1e-10)
    slope = 1.0 - 1.0 / RATIO
    threshold = float(level_db.max()) - most_db / slope
    wanted = np.maximum(level_db - threshold, 0.0) * slope
    fall = RELEASE_DB_PER_SECOND / RATE * np.arange(len(wanted))
    held = np.maximum(np.maximum.accumulate(wanted + fall) - fall, 0.0)
    squeezed: Stereo = loop * 10.0 ** (-held / 20.0)[:, np.newaxis]
    return squeezed
