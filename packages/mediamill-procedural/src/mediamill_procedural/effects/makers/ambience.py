"""Places: what is heard when nothing happens. Made of the sounds of other families, further away."""

import numpy as np

from mediamill_procedural.effects.makers.animals import cow, crickets, dog_bark, frog, sheep
from mediamill_procedural.effects.makers.birds import bird_song, chicken, cuckoo, owl, parrot, rooster, seagull
from mediamill_procedural.effects.makers.crowds import babble
from mediamill_procedural.effects.makers.home import keyboard
from mediamill_procedural.effects.makers.signals import boat_horn, car_horn, siren
from mediamill_procedural.effects.makers.steps import concrete_step, heel_step
from mediamill_procedural.effects.makers.vehicles import traffic
from mediamill_procedural.effects.makers.water import drip, ocean_waves, stream
from mediamill_procedural.effects.makers.weather import breeze, wind
from mediamill_procedural.effects.sound import Maker, Take
from mediamill_procedural.effects.synthesis.noises import hill, painted_wide, slope, wide
from mediamill_procedural.effects.synthesis.tones import flat, harmonics
from mediamill_procedural.effects.synthesis.waveform import Stereo, curve, evened, peaked, put, samples
from mediamill_procedural.kit.waves import Wave, below


def _now_and_then(
    take: Take, total: Stereo, maker: Maker, gap: tuple[float, float], level: float, *, far: float = 6_000.0
) -> None:
    """Add events of another maker at random moments and places, dulled by distance."""
    rng = take.rng
    at, number = rng.uniform(0.1, gap[1]), 0
    body_seed = int(rng.integers(1 << 32))
    while at < take.seconds - 0.2:
        event = maker(Take(take.length, rng, np.random.default_rng(body_seed), 0.5, take.pace, 1.0, number))
        one = peaked(below(event if event.ndim == 1 else event.mean(axis=0), far))
        turn = rng.uniform(0.1, 1.47)
        put(
            total,
            np.stack([np.cos(turn), np.sin(turn)])[:, np.newaxis] * one,
            samples(at),
            level * rng.uniform(0.5, 1.0),
        )
        at, number = at + rng.uniform(*gap) / take.pace, number + 1


def forest(take: Take) -> Stereo:
    """A wood by day: leaves, three birds of different kinds, a cuckoo far off."""
    total = 0.12 * evened(breeze(take)) + 0.03 * wide(take.rng, take.length, -5.0, 60.0, 800.0)
    for _ in range(3):
        _now_and_then(take, total, bird_song, (1.4, 3.6), 1.1)
    _now_and_then(take, total, cuckoo, (2.4, 6.0), 0.35, far=2_500.0)
    return total


def jungle(take: Take) -> Stereo:
    """A rain forest: insects as a wall of 3 to 7 kHz, parrots, frogs, water dripping."""
    rng, length = take.rng, take.length
    total = 0.2 * wide(rng, length, 0.0, 3_200.0, 7_500.0) * curve(rng, length, 9.0, 0.6, 1.2)
    total += 0.12 * evened(crickets(take))
    for maker, gap, level in (
        (bird_song, (0.8, 2.0), 0.9),
        (parrot, (1.8, 4.5), 0.8),
        (frog, (0.7, 1.6), 0.45),
        (drip, (0.6, 1.8), 0.4),
    ):
        _now_and_then(take, total, maker, gap, level)
    return total


def night(take: Take) -> Stereo:
    """A summer night: crickets, an owl, a dog a mile away, almost no wind."""
    total = 0.7 * evened(crickets(take)) + 0.06 * wide(take.rng, take.length, -5.0, 50.0, 600.0)
    _now_and_then(take, total, owl, (3.0, 6.0), 1.4, far=1_800.0)
    _now_and_then(take, total, dog_bark, (2.0, 5.0), 0.4, far=900.0)
    return total


def swamp(take: Take) -> Stereo:
    """A swamp at dusk: many frogs, crickets, bubbles."""
    total = 0.3 * evened(crickets(take))
    for level in (1.2, 0.8, 0.6, 0.5):
        _now_and_then(take, total, frog, (0.45, 1.0), level)
    _now_and_then(take, total, drip, (0.5, 1.5), 0.6, far=1_500.0)
    return total + 0.06 * wide(take.rng, take.length, -5.0, 50.0, 700.0)


def city(take: Take) -> Stereo:
    """A street: traffic that passes, horns, a siren streets away, people."""
    total = 0.5 * evened(traffic(take)) + 0.55 * babble(take, 4.0, 0.2)
    for _ in range(2):
        _now_and_then(take, total, concrete_step, (0.46, 0.6), 1.5)
    _now_and_then(take, total, car_horn, (1.8, 5.0), 2.2, far=2_500.0)
    if take.seconds > 3.0:
        far_siren = below(evened(siren(take)), 1_500.0) * curve(take.rng, take.length, 0.5, 0.0, 0.5)
        total += np.array([[0.5], [0.9]]) * 0.3 * far_siren
    return total


def beach(take: Take) -> Stereo:
    """A beach: waves, gulls, wind over the sand."""
    total = 0.7 * evened(ocean_waves(take)) + 0.3 * evened(wind(take))
    for _ in range(2):
        _now_and_then(take, total, seagull, (0.5, 2.4), 2.4)
    return total


def harbour(take: Take) -> Stereo:
    """A harbour: water against stone, gulls, a ship's horn over the bay, rigging that taps."""
    total = 0.5 * evened(stream(take)) + 0.35 * wide(take.rng, take.length, -5.0, 60.0, 900.0)
    _now_and_then(take, total, seagull, (0.8, 3.0), 1.0)
    _now_and_then(take, total, boat_horn, (4.0, 8.0), 1.5, far=900.0)
    return total


def farm(take: Take) -> Stereo:
    """A farm in the morning: hens, a cock, a cow and sheep behind the barn."""
    total = 0.035 * evened(breeze(take))
    for maker, gap, level in (
        (chicken, (0.25, 0.9), 0.5),
        (rooster, (3.5, 7.0), 0.9),
        (cow, (2.5, 6.0), 0.8),
        (sheep, (1.6, 4.0), 0.6),
        (bird_song, (1.5, 4.0), 0.4),
    ):
        _now_and_then(take, total, maker, gap, level)
    return total


def cave(take: Take) -> Stereo:
    """A cave: drops into pools, far and near, and the breath of the rock below 150 Hz."""
    total = 0.16 * wide(take.rng, take.length, -6.0, 30.0, 220.0) * curve(take.rng, take.length, 0.4, 0.6, 1.2)
    for level, far in ((1.0, 8_000.0), (0.6, 3_000.0), (0.4, 1_800.0)):
        _now_and_then(take, total, drip, (0.6, 2.2), level, far=far)
    return total


def office(take: Take) -> Stereo:
    """An office: ventilation, keys under many hands, a telephone two desks away, low talk."""
    rng, length = take.rng, take.length
    total = 0.55 * wide(rng, length, -5.0, 70.0, 900.0) + 0.22 * babble(take, 3.6, 0.0)
    for _ in range(3):
        _now_and_then(take, total, keyboard, (0.09, 0.4), 0.8)
    warble = harmonics(flat(1_010.0, samples(0.9)), (1.0, 0.2)) * (
        np.sin(2 * np.pi * 22.0 * np.arange(samples(0.9)) / 44_100) > 0
    )
    at = rng.uniform(1.0, 3.0)
    while at < take.seconds:
        put(total, np.array([[0.2], [0.5]]) * below(warble, 2_000.0), samples(at), 0.35)
        at += 3.0
    return total


def room_tone(take: Take) -> Stereo:
    """A quiet room: noise that falls 7 dB an octave, a trace of mains hum."""
    total = wide(take.rng, take.length, -7.0, 40.0, 2_500.0)
    return total + 0.08 * harmonics(flat(50.0, take.length), (0.6, 1.0, 0.3, 0.4))


def outdoors(take: Take) -> Stereo:
    """Open country: air that hardly moves, one bird."""
    total = 0.5 * wide(take.rng, take.length, -4.0, 80.0, 3_000.0) * curve(take.rng, take.length, 0.5, 0.6, 1.2)
    _now_and_then(take, total, bird_song, (1.8, 4.5), 1.2, far=5_000.0)
    return total


def town(take: Take) -> Stereo:
    """A town behind the houses: a rumble of traffic below 400 Hz."""
    return wide(take.rng, take.length, -5.5, 45.0, 900.0) * curve(take.rng, take.length, 0.6, 0.6, 1.3)


def space(take: Take) -> Stereo:
    """What space would sound like: a void of low winds that slide between 60 and 500 Hz, and nothing else."""
    rng, length = take.rng, take.length
    heights = [curve(rng, length, 0.3 * take.pace, low, high) for low, high in ((60.0, 160.0), (150.0, 480.0))]

    def paint(instants: Wave, frequencies: Wave) -> Wave:
        at = np.minimum((instants * 44_100).astype(np.int64), length - 1)
        return (
            hill(frequencies, heights[0][at], 0.4)
            + 0.4 * hill(frequencies, heights[1][at], 0.22)
            + 0.02 * slope(frequencies, -6.0)
        )

    return painted_wide(rng, length, paint)


def airport(take: Take) -> Stereo:
    """A hall of an airport: steps, cases, talk under a high roof, a three-note chime."""
    rng, length = take.rng, take.length
    steps = np.zeros((2, length))
    for _ in range(3):
        _now_and_then(take, steps, heel_step, (0.42, 0.5), 1.2)
    total = steps + 0.7 * babble(take, 3.6, 0.15) + 0.4 * wide(rng, length, -5.0, 60.0, 1_200.0)
    at = rng.uniform(0.3, 1.0)
    for number, pitch in enumerate((659.0, 523.0, 784.0)):
        long = samples(1.2)
        tone = harmonics(flat(pitch, long), (1.0, 0.2, 0.08)) * np.exp(-np.arange(long) / samples(0.4))
        put(total, np.array([[0.8], [0.8]]) * tone, samples(at + 0.38 * number), 0.9)
    return total


def train_station(take: Take) -> Stereo:
    """A station: talk in a great hall, a train that stands and hums at 100 Hz, a whistle."""
    total = 0.5 * babble(take, 3.8, 0.25) + 0.8 * wide(take.rng, take.length, -5.0, 40.0, 900.0)
    hum = harmonics(flat(100.0, take.length), (1.0, 0.4, 0.5, 0.2, 0.2)) * curve(take.rng, take.length, 0.4, 0.5, 1.0)
    total += 0.35 * evened(hum)
    _now_and_then(take, total, _guard, (2.0, 4.0), 1.8, far=4_000.0)
    return total


def _guard(take: Take) -> Wave:
    """A guard's whistle, short."""
    long = samples(0.35)
    shake = 1.0 + 0.03 * np.sin(2 * np.pi * 35.0 * np.arange(long) / 44_100)
    return harmonics(take.vary(2_500.0, 0.03) * shake, (1.0, 0.15)) * np.hanning(long) ** 0.4
