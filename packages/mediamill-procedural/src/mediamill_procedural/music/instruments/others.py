"""Bells, bars and oscillators."""

from mediamill_procedural.music.instruments.ensemble import Ensemble
from mediamill_procedural.music.instruments.player import Player, Role
from mediamill_procedural.music.instruments.struck import Struck
from mediamill_procedural.music.instruments.tone import Noise, Tone

LEAD, CHORDS, BASS, PAD, FIGURE, ANSWER = Role
MALLETS = (FIGURE, LEAD, CHORDS)

BELLS: dict[str, Player] = {
    # Ratios of free bars and bells: Fletcher and Rossing, The Physics of Musical Instruments, chapters 19 and 21.
    "glockenspiel": Player(
        Struck(((1.0, 1.0, 1.0), (2.756, 0.4, 0.4), (5.404, 0.2, 0.15)), decay=3.5), (67, 103), MALLETS, trim_db=-6.0
    ),
    "celesta": Player(
        Struck(((1.0, 1.0, 1.0), (2.0, 0.25, 0.6), (4.1, 0.15, 0.2), (7.3, 0.05, 0.1)), decay=2.4),
        (60, 103), MALLETS, trim_db=-3.0, spread=0.4,
    ),
    "music box": Player(
        Struck(((1.0, 1.0, 1.0), (2.0, 0.1, 0.7), (6.27, 0.25, 0.2), (12.6, 0.08, 0.05)), decay=3.2, release=1.0),
        (62, 100), MALLETS, trim_db=-4.0, spread=0.5,
    ),
    "vibraphone": Player(
        Struck(((1.0, 1.0, 1.0), (4.0, 0.28, 0.35), (10.0, 0.08, 0.1)), decay=6.0, tremolo=(5.2, 0.35)),
        (53, 89), (LEAD, FIGURE, CHORDS), trim_db=-1.0, spread=0.5,
    ),
    "marimba": Player(
        Struck(((1.0, 1.0, 1.0), (3.98, 0.3, 0.25), (9.9, 0.12, 0.1)), decay=1.1, release=0.3),
        (45, 96), MALLETS, spread=0.5,
    ),
    "xylophone": Player(
        Struck(((1.0, 1.0, 1.0), (3.0, 0.5, 0.5), (6.1, 0.3, 0.25)), decay=0.7, release=0.2),
        (60, 100), MALLETS, trim_db=-3.0, spread=0.4,
    ),
    "kalimba": Player(
        Struck(((1.0, 1.0, 1.0), (5.4, 0.15, 0.15), (11.0, 0.06, 0.06)), decay=1.8, release=0.5),
        (53, 91), MALLETS, trim_db=-1.0, spread=0.4,
    ),
    "steel drum": Player(
        Struck(((1.0, 1.0, 1.0), (2.0, 0.7, 0.6), (3.01, 0.35, 0.4), (4.04, 0.2, 0.3)), decay=1.6, attack=0.004),
        (55, 88), (LEAD, FIGURE, CHORDS), spread=0.4,
    ),
    "bells": Player(
        Struck(
            ((0.5, 0.35, 1.2), (1.0, 1.0, 0.9), (1.19, 0.5, 0.6), (1.5, 0.3, 0.5), (2.0, 0.8, 0.6), (2.74, 0.3, 0.3),
             (3.76, 0.2, 0.2)),
            decay=7.0, release=2.0,
        ),
        (55, 86), (FIGURE, LEAD, ANSWER), trim_db=-2.0,
    ),
    "timpani": Player(
        Struck(((1.0, 1.0, 1.0), (1.5, 0.5, 0.7), (1.99, 0.35, 0.5), (2.44, 0.2, 0.4)), decay=1.2), (36, 57), (BASS,)
    ),
}  # fmt: skip

OSCILLATORS: dict[str, Player] = {
    "synth lead": Player(
        Tone(slope=1.0, attack=0.006, release=0.09, detune=(-6.0, 6.0), cutoff=(14.0, 5.0, 0.5), touch=0.3,
             vibrato=(5.4, 12.0, 0.25)),
        (48, 96), (LEAD, FIGURE, ANSWER), chorus=1.0,
    ),
    "supersaw": Player(
        Ensemble(slope=0.85, spread=26.0, attack=0.012, release=0.16, touch=0.2, top_hz=12_000.0),
        (40, 93), (CHORDS, LEAD, PAD),
    ),
    "synth pad": Player(
        Ensemble(slope=1.25, spread=28.0, attack=0.5, release=0.9, top_hz=3_500.0), (36, 88), (PAD, CHORDS)
    ),
    "warm pad": Player(
        Ensemble(slope=1.7, even=0.6, spread=24.0, attack=0.8, release=1.2, top_hz=2_500.0), (36, 88), (PAD, CHORDS)
    ),
    "glass pad": Player(
        Ensemble(slope=0.9, even=0.35, spread=34.0, attack=0.7, release=1.4, formants=((3_500.0, 0.5, 4.0),)),
        (48, 96), (PAD, ANSWER, CHORDS),
    ),
    "synth pluck": Player(
        Tone(slope=0.9, decay=1.3, damping=0.5, attack=0.002, release=0.12, cutoff=(20.0, 2.0, 0.18),
             detune=(-5.0, 5.0)),
        (40, 96), (FIGURE, CHORDS, LEAD), spread=0.3,
    ),
    "acid synth": Player(
        Tone(slope=0.95, decay=1.6, damping=0.2, attack=0.002, release=0.04, cutoff=(16.0, 1.8, 0.16), touch=1.0),
        (33, 72), (FIGURE, BASS), drive=2.5,
    ),
    "synth stab": Player(
        Tone(slope=0.8, decay=1.0, damping=0.4, attack=0.002, release=0.08, cutoff=(18.0, 3.0, 0.2),
             detune=(-8.0, 8.0)),
        (40, 91), (CHORDS, FIGURE),
    ),
    "synth bass": Player(
        Tone(slope=1.0, decay=4.0, damping=0.3, attack=0.003, release=0.05, cutoff=(14.0, 3.0, 0.16),
             detune=(-4.0, 4.0), touch=0.5),
        (26, 60), (BASS,), drive=0.8,
    ),
    "reese bass": Player(
        Tone(slope=0.95, attack=0.008, release=0.07, cutoff=(9.0, 5.0, 0.6), detune=(-13.0, 13.0), touch=0.3),
        (26, 57), (BASS,), drive=1.4, top_hz=3_500.0,
    ),
    "sub bass": Player(
        Tone(drawbars=(1.0, 0.22, 0.12, 0.05), decay=3.2, damping=0.3, attack=0.003, release=0.06, bend=-900.0),
        (26, 55), (BASS,), drive=1.3,
    ),
    "deep bass": Player(
        Tone(drawbars=(1.0, 0.3, 0.1, 0.04), attack=0.012, release=0.06, decay=6.0, damping=0.4), (26, 55), (BASS,)
    ),
    "square lead": Player(
        Tone(slope=1.0, even=0.0, attack=0.002, release=0.015, touch=0.0, vibrato=(6.0, 14.0, 0.2)),
        (48, 100), (LEAD, FIGURE, ANSWER, CHORDS), trim_db=-2.0,
    ),
    "pulse wave": Player(
        Tone(slope=0.75, pluck=0.125, attack=0.002, release=0.012, touch=0.0), (40, 100), (FIGURE, CHORDS, LEAD),
        trim_db=-3.0,
    ),
    "triangle bass": Player(
        Tone(drawbars=(1.0, 0.0, 0.11, 0.0, 0.04, 0.0, 0.02), attack=0.002, release=0.012, touch=0.0), (28, 64), (BASS,)
    ),
    "theremin": Player(
        Tone(drawbars=(1.0, 0.2, 0.08, 0.03), attack=0.12, release=0.2, vibrato=(5.6, 35.0, 0.1), bend=90.0,
             noise=Noise(0.01, 500.0, 3_000.0)),
        (52, 90), (LEAD,),
    ),
}  # fmt: skip
