"""Sounds of games: square waves and stepped noise, as early consoles made them."""

import numpy as np

from mediamill_procedural.effects.makers.interface import semitones
from mediamill_procedural.effects.sound import Take
from mediamill_procedural.effects.synthesis.tones import flat, hollow, rising
from mediamill_procedural.effects.synthesis.waveform import decay, hit, line, put, samples, swell, times
from mediamill_procedural.kit.waves import Wave


def square(pitch: Wave, top: int = 14) -> Wave:
    """A square wave of an early console."""
    return hollow(pitch, top)


def coin_pickup(take: Take) -> Wave:
    """A coin in a game: a square wave of 988 Hz, after 70 ms 1,319 Hz, decaying."""
    total = np.zeros(samples(0.75))
    root = take.vary(987.8, 0.05)
    first, second = samples(0.07), samples(0.65)
    put(total, square(flat(root, first)) * swell(first, 0.001, 0.002), 0)
    put(total, square(flat(semitones(root, 5), second)) * hit(second, 0.001, 0.75), first)
    return total


def game_jump(take: Take) -> Wave:
    """A jump: a square wave from 260 up to 780 Hz in 0.22 s."""
    length = samples(0.24 / take.pace)
    return square(rising(length, take.vary(255.0, 0.08), take.vary(800.0, 0.08), 0.8)) * swell(length, 0.003, 0.09)


def level_up(take: Take) -> Wave:
    """A level gained: seven notes up two octaves of a major chord, square waves, the last one held and shaken."""
    total = np.zeros(samples(1.6))
    root = take.vary(392.0, 0.05)
    for number, step in enumerate((0, 4, 7, 12, 16, 19, 24)):
        last = number == 6
        length = samples(0.7 if last else 0.1)
        shake = 1.0 + (0.01 * np.sin(2.0 * np.pi * 7.0 * times(length)) if last else 0.0)
        note = square(flat(semitones(root, step), length) * shake) * hit(length, 0.002, 0.9 if last else 0.35)
        put(total, note, samples(number * 0.09 / take.pace), 0.8)
    return total


def game_over(take: Take) -> Wave:
    """A life lost: six notes down a diminished chord, slower and slower, the last one sinking."""
    total, at = np.zeros(samples(2.4)), 0.0
    root = take.vary(523.3, 0.05)
    for number, step in enumerate((0, -3, -6, -9, -12, -15)):
        last = number == 5
        length = samples(0.75 if last else 0.16)
        bend = line(length, (0.0, 1.0), (0.4, 1.0), (1.0, 0.72)) if last else 1.0
        put(total, square(flat(semitones(root, step), length) * bend) * swell(length, 0.003, 0.06), samples(at), 0.8)
        at += (0.15 + 0.03 * number) / take.pace
    return total


def game_hit(take: Take) -> Wave:
    """Damage: noise of a shift register, 3 kHz falling to 400 Hz, stepped, within 0.25 s."""
    length = samples(0.28)
    held = np.repeat(take.rng.uniform(-1.0, 1.0, length // 4 + 1), 4)[:length]
    steps = np.repeat(take.rng.uniform(-1.0, 1.0, length // 40 + 1), 40)[:length]
    mix = line(length, (0.0, 1.0), (0.3, 0.3), (1.0, 0.0))
    return (held * mix + steps * (1.0 - mix)) * hit(length, 0.001, 0.3)


def game_shot(take: Take) -> Wave:
    """A shot in a game: a square wave from 1,400 down to 110 Hz in 0.16 s."""
    length = samples(0.18)
    return square(rising(length, take.stray(take.vary(1_400.0), 0.04), 105.0, 0.6)) * swell(length, 0.001, 0.05)


def game_explosion(take: Take) -> Wave:
    """An explosion in a game: stepped noise that gets coarser, 1 s, four bits."""
    length = samples(1.0)
    total, at = np.zeros(length), 0
    while at < length:
        hold = 6 + int(90 * at / length)
        total[at : at + hold] = take.rng.uniform(-1.0, 1.0)
        at += hold
    return np.round(total * decay(length, 1.2) * 8.0) / 8.0


def power_up(take: Take) -> Wave:
    """A power-up: a square wave that warbles over a fourth 24 times a second while it climbs an octave."""
    length = samples(0.9 / take.pace)
    climb = rising(length, take.vary(330.0, 0.06), take.vary(880.0, 0.06))
    warble = np.where(np.sin(2.0 * np.pi * 24.0 * times(length)) > 0, 1.0, 2 ** (5 / 12))
    return square(climb * warble) * swell(length, 0.005, 0.12)


def select(take: Take) -> Wave:
    """A menu: two square notes, 60 ms each, a fourth up."""
    total = np.zeros(samples(0.22))
    for at, step in ((0.0, 0), (0.06, 5)):
        length = samples(0.09)
        put(
            total, square(flat(semitones(take.vary(660.0, 0.04), step), length)) * hit(length, 0.001, 0.12), samples(at)
        )
    return total


def typing_blip(take: Take) -> Wave:
    """Letters that appear: a blip of 560 Hz for each, 25 ms, never quite the same."""
    length = samples(0.03)
    return square(flat(take.stray(take.vary(560.0), 0.05), length), 8) * swell(length, 0.001, 0.01)
