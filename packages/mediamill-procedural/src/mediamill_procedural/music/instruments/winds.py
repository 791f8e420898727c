"""Flutes, reeds, brass, organs, voices."""

from mediamill_procedural.music.instruments.ensemble import Ensemble
from mediamill_procedural.music.instruments.player import Player, Role
from mediamill_procedural.music.instruments.tone import Noise, Tone

LEAD, CHORDS, BASS, PAD, FIGURE, ANSWER = Role
SINGING = (LEAD, ANSWER)
VOWEL_A = ((700.0, 0.25, 12.0), (1_150.0, 0.22, 9.0), (2_700.0, 0.3, 5.0))

WINDS: dict[str, Player] = {
    "flute": Player(
        Tone(
            drawbars=(1.0, 0.45, 0.22, 0.08, 0.04, 0.02), attack=0.05, release=0.1, vibrato=(5.0, 9.0, 0.3),
            tremolo=(5.0, 0.12), noise=Noise(0.07, 1_000.0, 6_000.0),
        ),
        (60, 96), SINGING,
    ),
    "recorder": Player(
        Tone(drawbars=(1.0, 0.12, 0.3, 0.03, 0.06), attack=0.03, release=0.07, noise=Noise(0.05, 2_000.0, 7_000.0)),
        (60, 98), SINGING,
    ),
    "tin whistle": Player(
        Tone(
            drawbars=(1.0, 0.35, 0.12, 0.05), attack=0.02, release=0.06, vibrato=(5.5, 12.0, 0.3), bend=20.0,
            noise=Noise(0.06, 2_000.0, 8_000.0),
        ),
        (67, 100), SINGING, trim_db=-2.0,
    ),
    "pan flute": Player(
        Tone(
            drawbars=(1.0, 0.08, 0.25, 0.03, 0.06), attack=0.045, release=0.14, vibrato=(4.8, 10.0, 0.35), bend=25.0,
            noise=Noise(0.22, 800.0, 5_000.0),
        ),
        (55, 91), SINGING,
    ),
    "clarinet": Player(
        Tone(
            slope=1.05, even=0.12, attack=0.03, release=0.08, touch=0.9,
            formants=((1_500.0, 0.6, 3.0), (4_000.0, 0.8, -6.0)), noise=Noise(0.02, 1_000.0, 5_000.0),
        ),
        (50, 91), SINGING,
    ),
    "oboe": Player(
        Tone(
            slope=0.7, formants=((1_100.0, 0.35, 8.0), (2_900.0, 0.4, 5.0)), attack=0.03, release=0.08,
            vibrato=(5.2, 9.0, 0.25),
        ),
        (58, 91), SINGING, trim_db=-2.0,
    ),
    "bassoon": Player(
        Tone(slope=0.9, formants=((480.0, 0.4, 9.0), (1_200.0, 0.4, 3.0)), attack=0.03, release=0.08),
        (34, 72), (ANSWER, BASS, LEAD),
    ),
    "saxophone": Player(
        Tone(
            slope=0.85, formants=((650.0, 0.5, 5.0), (1_600.0, 0.5, 5.0), (5_000.0, 0.8, -8.0)), attack=0.03,
            release=0.09, touch=1.0, vibrato=(5.0, 20.0, 0.28), bend=35.0, noise=Noise(0.07, 1_000.0, 5_000.0),
        ),
        (49, 82), SINGING, trim_db=-1.0,
    ),
    "harmonica": Player(
        Tone(
            slope=0.6, formants=((1_800.0, 0.7, 6.0),), attack=0.03, release=0.07, tremolo=(5.5, 0.3), bend=40.0,
            detune=(-2.0, 2.0), noise=Noise(0.05, 1_500.0, 5_000.0),
        ),
        (55, 91), SINGING, trim_db=-2.0,
    ),
    "trumpet": Player(
        Tone(
            slope=0.55, formants=((1_250.0, 0.7, 6.0), (7_000.0, 0.8, -8.0)), attack=0.022, release=0.08, touch=1.5,
            cutoff=(3.0, 22.0, 0.12), vibrato=(5.2, 10.0, 0.35),
        ),
        (55, 86), SINGING, trim_db=-1.5,
    ),
    "muted trumpet": Player(
        Tone(
            slope=0.35, formants=((1_900.0, 0.4, 10.0), (500.0, 0.6, -8.0)), attack=0.02, release=0.07,
            vibrato=(5.2, 12.0, 0.3),
        ),
        (55, 86), SINGING, trim_db=-3.0,
    ),
    "trombone": Player(
        Tone(
            slope=0.7, formants=((550.0, 0.6, 5.0), (1_500.0, 0.7, 2.0)), attack=0.035, release=0.1, touch=1.4,
            cutoff=(3.0, 18.0, 0.15), bend=20.0,
        ),
        (40, 74), (ANSWER, LEAD, BASS),
    ),
    "horn": Player(
        Tone(
            slope=1.2, formants=((400.0, 0.5, 5.0),), attack=0.05, release=0.16, touch=1.3, cutoff=(3.0, 12.0, 0.2),
        ),
        (41, 79), (ANSWER, LEAD),
    ),
    "tuba": Player(
        Tone(slope=1.2, formants=((250.0, 0.6, 4.0),), attack=0.04, release=0.1, touch=1.2, cutoff=(2.0, 10.0, 0.15)),
        (26, 60), (BASS,),
    ),
    "brass": Player(
        Ensemble(
            slope=0.75, spread=12.0, formants=((900.0, 0.8, 5.0), (6_000.0, 0.9, -8.0)), attack=0.05, release=0.16,
            touch=1.3,
        ),
        (38, 86), (CHORDS, ANSWER, LEAD), trim_db=-1.0,
    ),
    "organ": Player(
        Tone(
            drawbars=(1.0, 0.85, 0.75, 0.5, 0.0, 0.3, 0.0, 0.35), attack=0.006, release=0.05, touch=0.0,
            vibrato=(6.4, 6.0, 0.0), tremolo=(6.4, 0.18), noise=Noise(0.2, 1_000.0, 5_000.0, 0.012),
        ),
        (36, 93), (CHORDS, PAD, LEAD), drive=0.9, spread=0.2,
    ),
    "church organ": Player(
        Tone(
            drawbars=(1.0, 0.8, 0.3, 0.6, 0.1, 0.2, 0.05, 0.4, 0, 0, 0, 0.1, 0, 0, 0, 0.2), attack=0.04, release=0.2,
            touch=0.0, detune=(-2.0, 2.0, -1_200.0), noise=Noise(0.02, 1_500.0, 6_000.0),
        ),
        (36, 96), (CHORDS, LEAD, PAD, BASS), spread=0.4,
    ),
    "accordion": Player(
        Tone(
            slope=0.65, even=0.7, formants=((900.0, 0.7, 4.0), (2_500.0, 0.6, 3.0)), attack=0.025, release=0.06,
            detune=(-5.0, 5.0), touch=0.3,
        ),
        (48, 93), (LEAD, CHORDS, PAD), trim_db=-1.5,
    ),
    "bagpipes": Player(
        Tone(slope=0.35, even=0.9, formants=((1_100.0, 0.5, 5.0),), attack=0.012, release=0.03, detune=(0.0, 3.0)),
        (57, 82), (LEAD,), trim_db=-3.0,
    ),
    "choir": Player(
        Ensemble(slope=0.9, spread=30.0, formants=VOWEL_A, attack=0.16, release=0.45, touch=0.5, top_hz=4_500.0),
        (38, 84), (PAD, LEAD, ANSWER),
    ),
    "voice": Player(
        Tone(
            slope=0.95, formants=VOWEL_A, attack=0.07, release=0.15, vibrato=(5.4, 28.0, 0.22), bend=30.0,
            noise=Noise(0.03, 2_000.0, 7_000.0),
        ),
        (50, 81), (LEAD,),
    ),
}  # fmt: skip
