"""Machines: house to drum and bass, hip hop to chiptune."""

from mediamill_procedural.drums.styles.band import DISCO
from mediamill_procedural.drums.styles.club import DRUM_AND_BASS, ELECTRO, GARAGE, HOUSE, TECHNO
from mediamill_procedural.drums.styles.street import BOOM_BAP, LO_FI, TRAP
from mediamill_procedural.music.genres.beats import CHIPS, EIGHTIES, HALF_TIME, TRANCE
from mediamill_procedural.music.genres.genre import Figures, Genre, Hall
from mediamill_procedural.music.instruments import Role

LEAD, CHORDS, BASS, PAD, FIGURE, ANSWER = Role
NOBODY = ("",)
CLUB_HALL = Hall(1.4, -14.0, 6_000.0, echo_db=-15.0)

DISCO_GENRE = Genre(
    "disco", (112, 124),
    ("Imaj7 vi7 ii7 V7", "IVmaj7 iii7 vi7 V", "ii7 V7 Imaj7 vi7"), ("i7 iv7 VII7 IIImaj7", "VImaj7 VII i7 i7",
    "i7 VII VI V7"),
    Figures(
        ("x-x-x---x-x-x---|..x-x-x-x---....", "x--x--x-x-----x-|x-x-----........"),
        ("..s..s.s..s..s.s", "..x-..s...x-..s."), ("R.8.R.8.R.8.R.8.", "R.8.R.8.5.8.w.a."), ("s.....s.s.......",),
    ),
    {LEAD: ("strings", "voice", "brass"), CHORDS: ("electric guitar",), BASS: ("electric bass", "synth bass"),
     PAD: ("strings", "electric piano"), FIGURE: ("brass", "staccato strings"), ANSWER: ("", "flute")},
    minor_share=0.6, flavours=("major", "dorian"), cadence=("ii7,V7", "VI,V7"), close=("Imaj7", "i7"), drums=DISCO,
    drums_db=1.0, hook=True, hall=Hall(1.2, -14.0), levels={BASS: 1.0},
)  # fmt: skip
HOUSE_GENRE = Genre(
    "house", (120, 127),
    ("Imaj7 iii7 vi7 IVmaj7", "IVmaj7 V vi7 iii7", "vi7 IVmaj7 I V"), ("i7 VImaj7 III VII", "i9 iv9 VII v7",
    "VImaj7 v7 i7 i7"),
    Figures(
        ("..x--x--x-......|..x--x--......x-", "x..x..x.........|x..x..x...x.x...", "..x...x.x-......|................"),
        ("..s...s...s...s.", "s..s..s...s..s..", ".s..s..s.s..s..s"),
        ("..R-..R-..R-..R-", "R..R..R.R..R..8.", "..R...R8..R...R."), ("1.2.3.1.2.3.1.2.", "1..2..3..1..2.3."),
    ),
    {LEAD: ("synth lead", "voice", "vibraphone"), CHORDS: ("synth stab", "piano", "organ"), BASS: ("deep bass",
    "synth bass"),
     PAD: ("synth pad",), FIGURE: ("synth pluck",)},
    minor_share=0.7, cadence=("IV,V", "VI,VII"), close=("Imaj7", "i7"), drums=HOUSE, drums_db=2.0, hook=True,
    duck_db=7.0,
    loose_ms=2.0, voices=4, hall=CLUB_HALL,
)  # fmt: skip
TECHNO_GENRE = Genre(
    "techno", (128, 138),
    ("I I I I", "I I bII I"), ("i i i i", "i i bII i", "i i VI i", "i i iv i"),
    Figures(
        ("x..x..x.........|................", "......x...x.....|x...............", "..x.............|..x..x.........."),
        ("..s.............", "...s..s...s.....", "..s...s...s..s.."),
        ("..RR..RR..RR..RR", ".RRR.RRR.RRR.RRR", "R.R.RR.RR.R.RR.8"),
        ("1.13.121.31.1213", "11.14.113.1.1211", "1.4.1.13.1.41.12"),
    ),
    {LEAD: ("synth stab", "bells"), CHORDS: ("synth stab",), BASS: ("sub bass", "deep bass"), PAD: ("synth pad", ""),
     FIGURE: ("acid synth",)},
    minor_share=1.0, flavours=("phrygian", "phrygian"), cadence=("bII", "bII"), close=("i", "i"), drums=TECHNO,
    drums_db=4.0,
    hook=True, duck_db=8.0, loose_ms=1.0, centre=58, hall=Hall(1.8, -13.0, 5_000.0, echo_db=-13.0), levels={LEAD: -4.0},
)  # fmt: skip
TRANCE_GENRE = Genre(
    "trance", (134, 142),
    ("vi IV I V", "I V vi IV", "IV V vi I"), ("i VI III VII", "VI VII i i", "i VII VI VII", "iv VI VII i"),
    Figures(
        ("x--x--x-x--x--x-|x--x--x-x---x---", "x-x-x-x-x--x--x-|x---x---x-------"),
        ("..x...x...x...x.", "x--x--x-x--x--x-"), ("..R-..R-..R-..R-", ".RRR.RRR.RRR.RRR"), ("1-2-3-1-2-3-1-2-",
        "1324132413241324"),
    ),
    {LEAD: ("supersaw",), CHORDS: ("supersaw",), BASS: ("synth bass",), PAD: ("synth pad", "choir"),
    FIGURE: ("synth pluck",)},
    minor_share=0.85, cadence=("IV,V", "VI,VII"), drums=TRANCE, drums_db=2.0, hook=True, duck_db=9.0, loose_ms=1.0,
    hall=Hall(2.4, -11.0, 6_500.0, echo_db=-13.0),
)  # fmt: skip
DNB_GENRE = Genre(
    "drum and bass", (170, 176),
    ("IVmaj7 IVmaj7 vi7 vi7", "Imaj7 Imaj7 vi9 vi9"), ("i9 i9 VImaj7 VImaj7", "i i VI VII", "iv9 iv9 i9 i9"),
    Figures(
        ("x-----------x---|x---------------", "....x---x-------|x---------------", "x-----x-----x---|................"),
        ("x---------......", "..x-----........"), ("R-----R-....R---", "R---..R---R-..R-", "R-------..8-5-R-"),
        ("1..2..3..4..3.2.",),
    ),
    {LEAD: ("electric piano", "glass pad", "flute"), CHORDS: ("electric piano",), BASS: ("reese bass", "sub bass"),
     PAD: ("synth pad", "strings"), FIGURE: ("", "synth pluck")},
    minor_share=0.85, cadence=("IV,V", "VI,VII"), close=("Imaj9", "i9"), drums=DRUM_AND_BASS, drums_db=3.0,
    loose_ms=2.0,
    voices=4, hall=Hall(1.8, -13.0, 5_500.0, echo_db=-14.0), levels={BASS: 2.0, PAD: 2.0},
)  # fmt: skip
DUBSTEP = Genre(
    "dubstep", (138, 142),
    ("I I bVI bVII", "I I IV V"), ("i i VI VII", "i i i bII", "i VI iv VII"),
    Figures(
        ("x-----x-----x---|x---------------", "............x-x-|x---------------"),
        ("x---------------", "s.....s..s......"), ("R--R--R-R---5-R-", "R-------R-R-8-R-", "RR.R..R-R.R.8.5."),
        ("1.3.2.3.1.3.2.4.",),
    ),
    {LEAD: ("supersaw", "synth lead"), CHORDS: ("supersaw",), BASS: ("reese bass",), PAD: ("synth pad",),
     FIGURE: ("synth pluck", "")},
    minor_share=0.95, cadence=("bVI,bVII", "VI,VII"), drums=HALF_TIME, drums_db=3.0, loose_ms=1.0,
    hall=Hall(1.8, -14.0, 6_000.0), levels={BASS: 5.0},
)  # fmt: skip
GARAGE_GENRE = Genre(
    "uk garage", (130, 136), HOUSE_GENRE.major, HOUSE_GENRE.minor,
    Figures(
        ("..x-x-..x--x-...|................", "x--x-...x-x-....|....x-x-........"), ("..s..s....s..s..",
        "s...s..s....s..."),
        ("R..R......R..8..", "R.....R...8.R..."), ("..1..2.....3..2.",),
    ),
    {LEAD: ("voice", "synth lead", "vibraphone"), CHORDS: ("organ", "electric piano"), BASS: ("deep bass",
    "reese bass"),
     PAD: ("synth pad", "")},
    minor_share=0.8, cadence=("IV,V", "VI,VII"), close=("Imaj7", "i9"), drums=GARAGE, drums_db=3.0, voices=4, hook=True,
    hall=CLUB_HALL, swing=0.58,
)  # fmt: skip
ELECTRO_GENRE = Genre(
    "electro", (118, 130),
    ("I I IV V", "vi vi IV V"), ("i i VI VII", "i VII VI v", "i i iv VII"),
    Figures(
        ("x.x.x..x..x.x...|x.x.x..x........", "x--x--x---x-x---|x-------........"), ("..s...s...s...s.",
        "s..s..s...s....."),
        ("R.RR.R.RR.RR.R.8", "R.R.8.R.R.R.8.7."), ("1.1.3.1.4.1.3.1.",),
    ),
    {LEAD: ("square lead", "synth lead"), CHORDS: ("synth stab",), BASS: ("synth bass",), PAD: ("synth pad",),
     FIGURE: ("pulse wave", "acid synth")},
    minor_share=0.85, cadence=("IV,V", "VI,VII"), drums=ELECTRO, drums_db=2.0, hook=True, loose_ms=1.0, hall=CLUB_HALL,
    duck_db=4.0,
)  # fmt: skip
HIP_HOP = Genre(
    "hip hop", (84, 96),
    ("Imaj7 vi7 ii7 V7", "ii9 V13 Imaj7 vi7"), ("i9 iv9 i9 v7", "i7 VImaj7 iv7 v7", "i VI VII i", "iim7b5 V7 i7 i7"),
    Figures(
        ("..x-x-..x-x-....|................", "x..x..x-........|x..x..x-..x-x-..", "x---..x-x-......|....x-x-........"),
        ("x-----s...x-....", "x-------..s.....", "s..s..x---......"), ("R-.....R..R-....", "R--..R-...R-..a-",
        "R-....R-.5R....."),
        ("1.3.2.4.1.3.2.4.",),
    ),
    {LEAD: ("electric piano", "muted trumpet", "flute", "vibraphone"), CHORDS: ("electric piano", "piano",
    "electric guitar"),
     BASS: ("deep bass", "upright bass"), PAD: ("", "strings"), FIGURE: ("", "harp", "pizzicato strings")},
    minor_share=0.8, flavours=("major", "dorian"), cadence=("ii7,V7", "iv7,v7"), close=("Imaj7", "i9"), drums=BOOM_BAP,
    drums_db=3.0, swing=0.57, voices=4, hook=True, hall=Hall(0.8, -16.0, 4_500.0), levels={BASS: 2.0},
)  # fmt: skip
LOFI_GENRE = Genre(
    "lo-fi", (70, 84),
    ("ii9 V13 Imaj9 vi9", "Imaj9 iii7 vi9 ii9", "IVmaj9 iii7 ii9 Imaj9"), ("i9 iv9 VImaj7 v7", "VImaj9 v7 i9 i9",
    "iv9 VII9 IIImaj9 VImaj7"),
    Figures(
        ("..x---x-x-....x-|x-----..........", "x---..x-....x---|..x-x-----......", "....x-x---x-....|x-------........"),
        ("x-----..x-....x-", "x---------..x---", "x--..x----......"), ("R-....R-..R-....", "R-----..5-....a-"),
        ("1.2.3.4.3.2.3.2.",),
    ),
    {LEAD: ("electric piano", "vibraphone", "nylon guitar", "flute", "piano"), CHORDS: ("electric piano", "piano",
    "nylon guitar"),
     BASS: ("deep bass", "upright bass"), PAD: ("warm pad",)},
    flavours=("major", "dorian"), cadence=("ii9,V13", "iv9,v7"), close=("Imaj9", "i9"), drums=LO_FI, drums_db=0.0,
    swing=0.58,
    voices=4, loose_ms=12.0, hall=Hall(1.1, -13.0, 3_200.0), levels={BASS: 1.0},
)  # fmt: skip
TRAP_GENRE = Genre(
    "trap", (132, 148),
    ("vi IV vi V", "I V vi IV"), ("i i VI VII", "i VI i v", "i iv VI V", "i i bII i"),
    Figures(
        ("x---x---x-x-x---|x---x-------....", "x-----x-----x---|x---------------", "x-x---x-x---x-x-|x---------......"),
        ("x---------------", "x-----------s..."), ("R-----....R-....", "R-------......R-", "R--R--....8-...."),
        ("1...3...2...3...", "1.2.3...1.2.4..."),
    ),
    {LEAD: ("bells", "flute", "piano", "synth pluck", "choir"), CHORDS: ("piano", "choir"), BASS: ("sub bass",),
     PAD: ("synth pad", "choir", "strings"), FIGURE: ("kalimba", "synth pluck", "harp")},
    minor_share=1.0, cadence=("VI,V", "VI,V"), close=("i", "i"), drums=TRAP, drums_db=3.0, hook=True, loose_ms=2.0,
    hall=Hall(1.8, -13.0, 4_500.0), levels={BASS: 5.0, CHORDS: -2.0},
)  # fmt: skip
SYNTHWAVE = Genre(
    "synthwave", (84, 116),
    ("vi IV I V", "I V vi IV", "IV V iii vi"), ("i VI III VII", "VI VII i i", "i VII VI v", "iv VI i VII"),
    Figures(
        ("x-------x---x---|x-----------x-x-", "x---x-x-x---x---|x---------------", "x-----x-----x---|x-------x-------"),
        ("x---------------", "..s...s...s...s."), ("R.R.R.R.R.R.R.R.", "RRRRRRRRRRRRRRRR", "R.R.8.R.R.R.8.R."),
        ("1-2-3-4-3-2-3-2-", "1234321212343212", "1-3-2-3-4-3-2-3-"),
    ),
    {LEAD: ("synth lead", "square lead"), CHORDS: ("supersaw", "electric piano"), BASS: ("synth bass",),
     PAD: ("synth pad", "glass pad"), FIGURE: ("synth pluck", "pulse wave")},
    minor_share=0.8, cadence=("IV,V", "VI,VII"), drums=EIGHTIES, drums_db=1.0, duck_db=4.0, loose_ms=1.0,
    hall=Hall(2.2, -11.0, 5_500.0, echo_db=-13.0),
)  # fmt: skip
CHIPTUNE = Genre(
    "chiptune", (132, 164),
    ("I V vi IV", "IV V I vi", "I IV V I", "I bVI bVII I"), ("i VI VII i", "i VII VI V", "VI VII i III", "i iv V i"),
    Figures(
        ("x-xxx-x-x-x-x-x-|x-x-xxx-x-------", "x-x-x-xxx-x-x---|xxx-x-x-x-x-x---", "x---x-x-xxx-x-x-|x-x-x-x-x-------"),
        ("1231231231231231", "1.3.2.3.1.3.2.3."), ("R.R.8.R.R.R.8.R.", "R.8.R.8.R.8.R.8."), ("1234123412341234",
        "1213121412131214"),
    ),
    {LEAD: ("square lead",), CHORDS: ("pulse wave",), BASS: ("triangle bass",), PAD: NOBODY, FIGURE: ("pulse wave", ""),
     ANSWER: ("square lead", "")},
    minor_share=0.35, cadence=("IV,V", "VI,VII"), drums=CHIPS, loose_ms=0.0, legato=0.75, hall=Hall(0.25, -30.0),
    levels={CHORDS: -1.0},
)  # fmt: skip

CLUBS = (
    DISCO_GENRE, HOUSE_GENRE, TECHNO_GENRE, TRANCE_GENRE, DNB_GENRE, DUBSTEP, GARAGE_GENRE, ELECTRO_GENRE, HIP_HOP,
    LOFI_GENRE, TRAP_GENRE, SYNTHWAVE, CHIPTUNE,
)  # fmt: skip
