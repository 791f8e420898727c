"""Parts in, one stereo sound out: how loud each is beside the others, what their rooms answer, how it ends."""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mediamill.codecs import integrated_lufs, master, true_peak_dbtp
from mediamill_procedural.effects.scene import Part, Scene
from mediamill_procedural.effects.sound import Kind, Space
from mediamill_procedural.effects.stage.performance import performed
from mediamill_procedural.effects.stage.plan import LEAD_SECONDS, Slot, space_of
from mediamill_procedural.effects.stage.space import answered
from mediamill_procedural.effects.synthesis.waveform import Stereo, samples, swell
from mediamill_procedural.kit.chance import Chance
from mediamill_procedural.kit.waves import RATE, above, bent, heard

LOUDNESS_WINDOW_SECONDS = 0.4
BESIDE = 0.1  # the loudness of a part that is neither louder nor quieter than others
BACKGROUND_DB = -6.0  # a place under what happens in it
EVENT_DB = 4.0  # an event stands out of what goes on
RUMBLE_HZ = 22.0  # nothing below is heard, but it takes headroom
SUSTAINED_LUFS = -17.0
PEAK_OVER_LOUDNESS_DB = 19.0
EVENT_LUFS_MAX = -15.0
EVENT_LIMITING_DB = 4.0  # how much of its peaks a single event may lose
PEAK_DBTP = -1.0
CODEC_MARGIN_DB = 1.0
START_FADE_SECONDS = 0.004
END_FADE_SECONDS = 0.25  # what still rings at the end of a length that was asked for
SILENT_DB = 45.0  # below the loudest moment: what rings on so quietly is not heard behind it
LISTENING_SECONDS = 0.01  # the steps in which the end of a ring is looked for
RING_SECONDS, RING_SHARE_MAX = 0.03, 0.04  # that are kept behind it
RING_FADE = 3.0  # times as long is the fade that ends there

Samples = NDArray[np.float32]  # (n, 2)
Progress = Callable[[float, str], None]


@dataclass(frozen=True, slots=True)
class Hall:
    """Which place answers to a part, and how strongly."""

    space: Space
    send: float
    dry: float


def mixed(scene: Scene, slots: tuple[Slot, ...], chance: Chance, looseness: float, progress: Progress) -> Stereo:
    """All parts together, from the first sample to the last, before mastering."""
    total = slots[0].start + slots[0].room
    dry = np.zeros((2, total))
    sends: dict[Space, Stereo] = {}
    for number, slot in enumerate(slots):
        progress(0.05 + 0.7 * number / len(slots), "playing")
        played = performed(slot, chance, looseness)
        gain = BESIDE / max(loudness(played), 1e-9) * 10.0 ** (_level_db(slot.part) / 20.0)
        hall = _hall(slot.part, scene)
        dry[:, slot.start :] += gain * hall.dry * played
        if hall.space is not Space.NOWHERE and hall.send > 0.0:
            send = sends.setdefault(hall.space, np.zeros((2, total)))
            send[:, slot.start :] += gain * hall.send * played
    progress(0.78, "room")
    for space, send in sorted(sends.items()):
        dry += answered(send, space)
    whole = np.stack([above(side, RUMBLE_HZ, 2) for side in dry])
    return whole * swell(total, START_FADE_SECONDS, min(END_FADE_SECONDS, 0.1 * total / RATE))


def mastered(whole: Stereo, scene: Scene) -> Samples:
    """The mix as it is delivered, (n, 2): what goes on at -17 LUFS, what happens once by its peak."""
    delivered: Samples = np.ascontiguousarray(whole.T, dtype=np.float32)
    said = max((part.manner.level_db for part in scene.parts if not part.background), default=0.0)
    shift = float(np.clip(said, -12.0, 3.0))
    measured = integrated_lufs(delivered, RATE)
    if not math.isfinite(measured):
        return delivered
    if any(part.sound.kind is Kind.SUSTAINED for part in scene.parts):
        # A crackle may not keep a fire quiet.
        delivered = bent(delivered, 10.0 ** ((measured + PEAK_OVER_LOUDNESS_DB) / 20.0))
        target = SUSTAINED_LUFS
    else:
        headroom = PEAK_DBTP - CODEC_MARGIN_DB - true_peak_dbtp(delivered)
        # What is far away has no peaks to lose: limited like the rest it would come out louder than what is near.
        distance = max(part.manner.distance for part in scene.parts)
        limiting = EVENT_LIMITING_DB * (1.0 - max(0.0, distance))
        target = min(EVENT_LUFS_MAX, measured + headroom + limiting)
    return master(delivered, RATE, lufs=target + shift, peak_dbtp=PEAK_DBTP)


def rung_out(whole: Samples) -> Samples:
    """The sound from where it begins to where its ring is no longer heard."""
    step = samples(LISTENING_SECONDS)
    power = np.square(whole[: len(whole) // step * step]).reshape(-1, 2 * step).mean(axis=1)
    heard_at = np.flatnonzero(power > power.max() * 10.0 ** (-SILENT_DB / 10.0))
    if not heard_at.size:
        return whole
    start = max(0, int(heard_at[0]) * step - samples(LEAD_SECONDS))
    stop = (int(heard_at[-1]) + 1) * step
    rest = min(RING_SECONDS, RING_SHARE_MAX * (stop - start) / RATE)
    kept = whole[start : stop + samples(rest)]
    return kept * swell(len(kept), 0.0, RING_FADE * rest)[:, np.newaxis].astype(np.float32)


def loudness(sound: Stereo) -> float:
    """How loud the loudest moment of a sound is."""
    length = sound.shape[1]
    power = sum(heard(side)[:length] ** 2 for side in sound)
    energy = np.concatenate([[0.0], np.cumsum(power)])
    window = min(length, samples(LOUDNESS_WINDOW_SECONDS))
    loudest = float((energy[window:] - energy[:-window]).max())
    return math.sqrt(max(loudest, 0.0) / samples(LOUDNESS_WINDOW_SECONDS))


def _level_db(part: Part) -> float:
    level = part.sound.level_db + part.manner.level_db
    if part.background:
        level += BACKGROUND_DB
    elif part.sound.kind is not Kind.SUSTAINED:
        level += EVENT_DB
    return level


def _hall(part: Part, scene: Scene) -> Hall:
    """The place the prompt names, else the one where the sound is usually heard; distance turns it up."""
    distance = part.manner.distance
    space = space_of(part, scene)
    if distance >= 0.0:
        return Hall(space, 1.0 + 3.5 * distance, 1.0 - 0.45 * distance)
    return Hall(space, 1.0 + 0.75 * distance, 1.0)
