"""Struck, plucked and bowed strings."""

from mediamill_procedural.music.instruments.ensemble import Ensemble
from mediamill_procedural.music.instruments.player import Player, Role
from mediamill_procedural.music.instruments.struck import Electric
from mediamill_procedural.music.instruments.tone import Noise, Tone

LEAD, CHORDS, BASS, PAD, FIGURE, ANSWER = Role
KEYS = (CHORDS, LEAD, FIGURE, PAD)
PLUCKED = (CHORDS, FIGURE, LEAD)
BOWED = (LEAD, ANSWER)

STEEL = Tone(
    slope=0.75, pluck=0.17, decay=4.2, damping=0.62, attack=0.0015, release=0.09, touch=0.9,
    formants=((110.0, 0.5, 4.0), (220.0, 0.5, 3.0), (3_200.0, 0.7, 3.0)), detune=(0.0, 1.3), stiffness=4e-5,
    noise=Noise(0.30, 1_500.0, 6_000.0, 0.03),
)  # fmt: skip
DRIVEN = Tone(
    slope=0.8, pluck=0.22, decay=9.0, damping=0.45, attack=0.002, release=0.06, touch=0.4, detune=(0.0, 4.0),
    noise=Noise(0.15, 1_000.0, 4_000.0, 0.03),
)  # fmt: skip
VIOLIN_BODY = ((280.0, 0.25, 5.0), (480.0, 0.3, 4.0), (1_100.0, 0.5, -3.0), (2_600.0, 0.6, 6.0), (6_000.0, 0.6, -6.0))

STRINGS: dict[str, Player] = {
    "piano": Player(
        Tone(
            slope=1.25, pluck=0.12, decay=6.5, damping=0.55, attack=0.001, release=0.16, touch=1.3,
            formants=((90.0, 0.8, 3.0), (2_400.0, 0.9, 3.0)), detune=(-0.7, 0.8), stiffness=1.6e-4,
            noise=Noise(0.10, 200.0, 1_800.0, 0.05),
        ),
        (24, 105), KEYS, spread=0.5,
    ),
    "honky-tonk piano": Player(
        Tone(
            slope=1.05, pluck=0.12, decay=4.5, damping=0.55, attack=0.001, release=0.1, touch=0.9,
            formants=((2_600.0, 0.9, 5.0),), detune=(-7.0, 6.0), stiffness=2.5e-4,
            noise=Noise(0.16, 300.0, 2_500.0, 0.04),
        ),
        (28, 100), KEYS, spread=0.5,
    ),
    "electric piano": Player(Electric(), (28, 96), KEYS, spread=0.35, chorus=1.2),
    "harpsichord": Player(
        Tone(
            slope=0.45, pluck=0.13, decay=3.6, damping=0.38, attack=0.0008, release=0.07, touch=0.1,
            formants=((1_200.0, 0.9, 2.0),), detune=(0.0, 0.9, 1_200.0), noise=Noise(0.25, 2_000.0, 8_000.0, 0.015),
        ),
        (29, 89), KEYS, trim_db=-2.0, spread=0.3,
    ),
    "guitar": Player(STEEL, (40, 84), PLUCKED, spread=0.25),
    "nylon guitar": Player(
        Tone(
            slope=1.2, pluck=0.24, decay=3.0, damping=0.75, attack=0.002, release=0.1, touch=1.0,
            formants=((105.0, 0.4, 5.0), (210.0, 0.5, 3.0)), noise=Noise(0.18, 500.0, 2_500.0, 0.025),
        ),
        (40, 84), PLUCKED, spread=0.25,
    ),
    "electric guitar": Player(
        Tone(
            slope=0.95, pluck=0.27, decay=4.5, damping=0.55, attack=0.0015, release=0.05, touch=0.8,
            detune=(0.0, 1.0), noise=Noise(0.15, 1_200.0, 4_000.0, 0.02),
        ),
        (40, 88), PLUCKED, drive=1.2, top_hz=5_500.0, chorus=0.8,
    ),
    "distorted guitar": Player(DRIVEN, (38, 88), PLUCKED, drive=7.0, top_hz=4_600.0),
    "overdriven guitar": Player(DRIVEN, (40, 90), (LEAD, *PLUCKED[:2]), drive=3.2, top_hz=5_000.0),
    "banjo": Player(
        Tone(
            slope=0.55, pluck=0.11, decay=1.5, damping=0.5, attack=0.0008, release=0.05, touch=0.5,
            formants=((700.0, 0.5, 6.0), (2_800.0, 0.6, 4.0)), stiffness=5e-5,
            noise=Noise(0.35, 900.0, 5_000.0, 0.02),
        ),
        (48, 88), (FIGURE, CHORDS, LEAD), trim_db=-2.0,
    ),
    "ukulele": Player(
        Tone(
            slope=1.15, pluck=0.2, decay=1.7, damping=0.7, attack=0.0015, release=0.07,
            formants=((300.0, 0.5, 5.0), (600.0, 0.5, 3.0)), noise=Noise(0.2, 800.0, 3_500.0, 0.02),
        ),
        (57, 88), PLUCKED,
    ),
    "mandolin": Player(
        Tone(slope=0.7, pluck=0.13, decay=1.7, attack=0.0008, detune=(-2.5, 2.5), noise=Noise(0.3, 2_000.0, 7_000.0,
        0.015)),
        (55, 93), (LEAD, FIGURE, CHORDS), trim_db=-1.0,
    ),
    "sitar": Player(
        Tone(
            slope=0.35, pluck=0.09, decay=5.0, damping=0.3, attack=0.001, touch=0.3, bend=45.0,
            formants=((1_800.0, 0.7, 5.0), (3_600.0, 0.6, 4.0)), detune=(0.0, 4.0),
        ),
        (45, 84), (LEAD, FIGURE, CHORDS), trim_db=-2.0,
    ),
    "koto": Player(
        Tone(
            slope=0.9, pluck=0.08, decay=3.2, damping=0.6, attack=0.001, bend=25.0,
            noise=Noise(0.3, 1_500.0, 6_000.0, 0.02),
        ),
        (43, 86), (LEAD, FIGURE, CHORDS),
    ),
    "harp": Player(
        Tone(
            slope=1.45, pluck=0.31, decay=5.0, damping=0.7, attack=0.002, release=0.5, touch=0.9,
            noise=Noise(0.08, 500.0, 2_500.0, 0.03),
        ),
        (31, 98), (FIGURE, CHORDS, LEAD), spread=0.6,
    ),
    "pizzicato strings": Player(
        Tone(
            slope=1.3, pluck=0.22, decay=0.85, damping=0.7, attack=0.002, release=0.12, detune=(-4.0, 4.0, 0.0),
            formants=VIOLIN_BODY[:2], noise=Noise(0.15, 400.0, 2_000.0, 0.03),
        ),
        (36, 91), (FIGURE, CHORDS, LEAD), spread=0.5,
    ),
    "violin": Player(
        Tone(
            slope=0.95, formants=VIOLIN_BODY, attack=0.06, release=0.16, touch=0.7, vibrato=(5.6, 17.0, 0.18),
            noise=Noise(0.05, 1_500.0, 6_000.0),
        ),
        (55, 98), BOWED, trim_db=-1.5,
    ),
    "viola": Player(
        Tone(
            slope=1.05, formants=((230.0, 0.3, 4.0), (600.0, 0.4, 3.0), (2_000.0, 0.6, 3.0)), attack=0.07, release=0.18,
            vibrato=(5.2, 15.0, 0.2), noise=Noise(0.05, 1_000.0, 5_000.0),
        ),
        (48, 84), (ANSWER, LEAD),
    ),
    "cello": Player(
        Tone(
            slope=1.05, formants=((180.0, 0.4, 4.0), (400.0, 0.4, 3.0), (1_500.0, 0.6, 3.0)), attack=0.08, release=0.22,
            vibrato=(5.0, 15.0, 0.22), noise=Noise(0.05, 600.0, 4_000.0),
        ),
        (36, 76), (ANSWER, LEAD, BASS),
    ),
    "fiddle": Player(
        Tone(
            slope=0.85, formants=VIOLIN_BODY, attack=0.025, release=0.09, touch=0.6, vibrato=(6.0, 10.0, 0.3),
            bend=30.0, noise=Noise(0.08, 1_500.0, 6_000.0),
        ),
        (55, 96), (LEAD, ANSWER), trim_db=-2.0,
    ),
    "strings": Player(
        Ensemble(slope=1.05, formants=((400.0, 0.6, 3.0), (2_600.0, 0.7, 3.0)), attack=0.14, release=0.4),
        (33, 93), (PAD, LEAD, ANSWER),
    ),
    "low strings": Player(
        Ensemble(slope=1.0, spread=16.0, formants=((250.0, 0.6, 3.0),), attack=0.09, release=0.3, top_hz=4_000.0),
        (31, 62), (BASS, PAD),
    ),
    "staccato strings": Player(
        Ensemble(slope=0.9, spread=14.0, formants=((400.0, 0.6, 3.0), (2_600.0, 0.7, 3.0)), attack=0.012, release=0.12),
        (33, 91), (FIGURE, CHORDS),
    ),
    "upright bass": Player(
        Tone(
            slope=1.3, pluck=0.27, decay=1.9, damping=0.75, attack=0.004, release=0.09, touch=0.8,
            formants=((90.0, 0.6, 4.0), (700.0, 0.6, 3.0)), noise=Noise(0.15, 300.0, 1_500.0, 0.03),
        ),
        (28, 60), (BASS,),
    ),
    "electric bass": Player(
        Tone(
            slope=1.0, pluck=0.21, decay=3.0, damping=0.7, attack=0.003, release=0.06, touch=0.9,
            formants=((900.0, 0.7, 3.0),), noise=Noise(0.12, 600.0, 2_500.0, 0.02),
        ),
        (28, 62), (BASS,), drive=0.8, top_hz=4_500.0,
    ),
    "slap bass": Player(
        Tone(
            slope=0.75, pluck=0.12, decay=2.2, damping=0.65, attack=0.0015, release=0.05, touch=1.1,
            formants=((2_500.0, 0.7, 4.0),), noise=Noise(0.4, 1_500.0, 5_000.0, 0.02),
        ),
        (28, 62), (BASS,), drive=1.0, top_hz=7_000.0,
    ),
}  # fmt: skip
