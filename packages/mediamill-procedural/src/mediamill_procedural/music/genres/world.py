"""From the tropics to the Highlands."""

from mediamill_procedural.drums.styles.street import DEMBOW
from mediamill_procedural.drums.styles.tropics import AFROBEAT, BOSSA_NOVA, ONE_DROP, SAMBA
from mediamill_procedural.music.genres.beats import COMPOUND, HANDCLAPS, SALSA, STOMP, TABLA
from mediamill_procedural.music.genres.genre import SIX, Figures, Genre, Hall
from mediamill_procedural.music.instruments import Role

LEAD, CHORDS, BASS, PAD, FIGURE, ANSWER = Role
NOBODY = ("",)

BOSSA = Genre(
    "bossa nova", (66, 76),
    ("Imaj7 II7 ii7 V7", "Imaj9 vi7 ii9 V13", "ii7 V7 iii7 VI7", "IVmaj7 iv6 iii7 VI7"),
    ("i6 iim7b5 V7 i6", "iv7 bVII7 IIImaj7 VImaj7", "iim7b5 V7 i7 i6"),
    Figures(
        ("x--x--x---x-x---|..x-x-----......", "..x-xx-x--x-....|x-----x---......", "x-----x-x--x----|x-------........"),
        ("x--x--x---x--x--", "x-x--x--x--x-x--", "..x--x----x--x--"), ("R--5R--5R--5R--5", "R-----5-R-----5-"),
    ),
    {LEAD: ("flute", "saxophone", "nylon guitar", "vibraphone"), CHORDS: ("nylon guitar",), BASS: ("upright bass",),
     PAD: ("", "strings"), ANSWER: ("", "flute")},
    minor_share=0.35, cadence=("ii9,V13", "iim7b5,V7"), close=("Imaj9", "i6"), drums=BOSSA_NOVA, drums_db=-2.0,
    voices=4,
    hall=Hall(1.2, -14.0),
)  # fmt: skip
SAMBA_GENRE = Genre(
    "samba", (94, 106),
    ("I6 VI7 ii7 V7", "Imaj7 II7 ii7 V7", "IV #ivdim7 I6 VI7"), ("i6 i6 V7 V7", "iv7 VII7 III V7", "i7 iv7 V7 i6"),
    Figures(
        ("x-xx-x-x..x-x-x-|x--x--x-........", "..x-x-x-xx-x-x--|x-x-x---........"),
        ("s.ss.s.s.ss.s.s.", "s..s.s.s..s.s.s."), ("R-----5-R-----5-", "R---..R-5---..5-"), ("1.23.1.2.3.12.3.",),
    ),
    {LEAD: ("flute", "trumpet", "voice"), CHORDS: ("ukulele", "nylon guitar"), BASS: ("upright bass", "electric bass"),
     PAD: NOBODY, ANSWER: ("trombone", "")},
    minor_share=0.35, cadence=("ii7,V7", "iv7,V7"), close=("I6", "i6"), drums=SAMBA, drums_db=1.0, voices=4,
    hall=Hall(0.9, -16.0),
)  # fmt: skip
SALSA_GENRE = Genre(
    "salsa", (92, 108),
    ("I IV V IV", "I VI7 ii7 V7", "ii7 V7 I I"), ("i iv V7 iv", "i VII VI V7", "iim7b5 V7 i i"),
    Figures(
        ("x--x--x-..x-x-x-|x--x--x---......", "..x-x-xxx-x-x---|..x--x--x-......"),
        ("1.23.1.2.23.1.2.", "s..s..s...s.s...", "1.12.3.1.12.3.2."), ("R-....5---..8-..", "R-....R---..5---",
        "......R---..5---"),
        ("s..s..s...s.....",),
    ),
    {LEAD: ("trumpet", "voice", "flute"), CHORDS: ("piano",), BASS: ("upright bass",), PAD: NOBODY,
    FIGURE: ("brass", ""),
     ANSWER: ("trombone",)},
    minor_share=0.65, cadence=("IV,V7", "iv,V7"), drums=SALSA, drums_db=1.0, centre=65, hall=Hall(0.9, -16.0),
    hook=True,
)  # fmt: skip
REGGAETON = Genre(
    "reggaeton", (88, 98),
    ("vi IV I V", "I V vi IV"), ("i VI III VII", "i iv VI V", "VI VII i i"),
    Figures(
        ("x--x--x-x--x--x-|x--x--x-........", "x-x-x--x--x-x---|..x-x--x--x-...."),
        ("...s..s....s..s.", "x-----..x-......"), ("R--...R-R--...R-", "R-----R-R-----8-"), ("1..2..3.1..2..3.",),
    ),
    {LEAD: ("synth pluck", "voice", "flute"), CHORDS: ("synth pluck", "nylon guitar", "piano"), BASS: ("sub bass",),
     PAD: ("synth pad",), FIGURE: ("marimba", "synth pluck", "")},
    minor_share=0.85, cadence=("IV,V", "VI,VII"), drums=DEMBOW, drums_db=3.0, hook=True, hall=Hall(1.2, -15.0),
    levels={BASS: 3.0},
)  # fmt: skip
REGGAE = Genre(
    "reggae", (68, 82),
    ("I IV I V", "I V IV I", "I ii IV I", "vi ii I I"), ("i iv i VII", "i VII i VII", "i iv VI v"),
    Figures(
        ("x---x-x-x-..x-x-|x---x-----......", "..x-x-x-x---..x-|x-------........", "x-x-x---..x-x---|................"),
        ("....s.......s...", "....s.......s.s."), ("R---..R-5-3-R-..", "....R-R-..5-8-5-", "R-..R-3-5---...."),
        ("..s.s.s...s.s.s.",),
    ),
    {LEAD: ("harmonica", "saxophone", "voice", "trombone"), CHORDS: ("electric guitar", "organ"),
    BASS: ("deep bass", "electric bass"),
     PAD: NOBODY, FIGURE: ("organ",), ANSWER: ("", "brass")},
    minor_share=0.45, flavours=("major", "dorian"), cadence=("IV,V", "VII"), drums=ONE_DROP, drums_db=1.0, swing=0.55,
    hall=Hall(1.3, -14.0, 4_500.0, echo_db=-13.0), levels={BASS: 4.0},
)  # fmt: skip
AFROBEAT_GENRE = Genre(
    "afrobeat", (100, 116),
    ("I7 I7 IV7 I7", "I IV I V", "I I IV V"), ("i7 i7 i7 i7", "i7 IV7 i7 IV7", "i7 VII i7 VII"),
    Figures(
        ("x-x-..x-x-x-....|..x-x-x-........", "..x-xx-x-...x-x-|x-----..........", "x..x..x-........|x..x..x-..x-...."),
        ("s..s..s..s.s....", "..s.s..s..s.s..s"), ("R..R.5..R..R.7..", "R.R..8.5R.R..7.5"), ("1.3.12.3.1.3.2..",
        "1.23.2.1.23.2.1."),
    ),
    {LEAD: ("saxophone", "brass", "trumpet"), CHORDS: ("electric guitar", "organ"), BASS: ("electric bass",),
    PAD: NOBODY,
     FIGURE: ("electric guitar", "kalimba"), ANSWER: ("brass",)},
    minor_share=0.6, flavours=("mixolydian", "dorian"), cadence=("IV,V", "VII"), drums=AFROBEAT, drums_db=2.0,
    hook=True,
    pool="pentatonic", hall=Hall(0.9, -16.0),
)  # fmt: skip
TANGO = Genre(
    "tango", (112, 126),
    ("I V7 V7 I", "IV I V7 I"), ("i V7 V7 i", "iv i V7 i", "i VI iv V7", "VII7 III iidim V7"),
    Figures(
        ("x--x--x-x---....|x--x--x-x---....", "x-xxx-x-x---x---|x-------........", "x-----x-x--x--x-|x-----------...."),
        ("s...s...s...s...", "s..s..s.s..s..s.", "s...s...s.s.s.s."), ("R---5---R---5---", "R--R--5-R--R--5-"),
    ),
    {LEAD: ("accordion", "violin"), CHORDS: ("piano",), BASS: ("upright bass",), PAD: ("", "strings"),
     FIGURE: ("",), ANSWER: ("violin", "cello")},
    minor_share=0.85, cadence=("ii7,V7", "iv,V7"), legato=0.8, ritard=1.15, hall=Hall(1.2, -14.0), levels={BASS: 1.0},
)  # fmt: skip
FLAMENCO = Genre(
    "flamenco", (104, 132),
    ("i VII VI V", "iv III VI V"), ("i VII VI V", "iv III VI V", "VI V VI V", "i iv VI V7"),
    Figures(
        ("xxx-x-x-xxx-x---|x-x-x-x-x-------", "x--xxxx-x--xxxx-|x-----------....", "x-xxx-xxx-x-x-x-|x---x-------...."),
        ("x-ox-ox-x-ox-o-o", "b.23.23.b.23.2.3", "xoooxoooxoooxoxo"), ("R-------R-------", "R---------------"),
        ("1234321212343212",),
    ),
    {LEAD: ("nylon guitar",), CHORDS: ("nylon guitar",), BASS: ("nylon guitar", "upright bass"), PAD: NOBODY},
    minor_share=1.0, flavours=("minor", "minor"), cadence=("VI,V", "VI,V"), close=("i", "i"), drums=HANDCLAPS,
    drums_db=-2.0,
    ritard=1.15, hall=Hall(1.0, -14.0),
)  # fmt: skip
CELTIC = Genre(
    "celtic", (100, 124),
    ("I I IV V", "I V vi IV", "I bVII I V", "vi V IV V"), ("i VII i VII", "i VII VI VII", "III VII i v"),
    Figures(
        ("x-x-x-x-x-x-|x---x-x---x-", "x---x-x-x-x-|x-x-x-x---x-", "x-x-x-x---x-|x---x-x-----"),
        ("b-u-u-b-u-u-", "b---u-b---u-"), ("R-----5-----", "R-----------"), ("1-2-3-1-2-3-",),
    ),
    {LEAD: ("tin whistle", "fiddle", "bagpipes", "flute"), CHORDS: ("guitar", "accordion"), BASS: ("upright bass",
    "cello"),
     PAD: NOBODY, FIGURE: ("harp", ""), ANSWER: ("fiddle", "")},
    minor_share=0.4, flavours=("mixolydian", "dorian"), cadence=("IV,V", "VII"), metre=SIX, drums=COMPOUND,
    drums_db=-6.0,
    hall=Hall(1.3, -13.0),
)  # fmt: skip
RAGA = Genre(
    "raga", (76, 104),
    ("I5 I5 I5 I5", "I5 I5 bII I5"), ("i5 i5 i5 i5", "i5 i5 VII i5"),
    Figures(
        ("x-----xxx---x---|x-x-xxx-x-------", "..x-xxx-x---x-x-|x-----------....", "x-xxx-x-xxx-x---|x---x-------...."),
        ("1---2---3---2---", "x-------x-------"), ("R---------------", "R-------5-------"), ("1...3.2.....3.2.",),
    ),
    {LEAD: ("sitar", "flute"), CHORDS: ("sitar",), BASS: ("deep bass",), PAD: ("warm pad",)},
    flavours=("lydian", "phrygian"), cadence=("V5", "VII5"), close=("I5", "i5"), drums=TABLA, hall=Hall(1.6, -13.0),
    levels={CHORDS: -4.0},
)  # fmt: skip
JAPANESE = Genre(
    "japanese", (72, 96),
    ("I vi I V", "vi ii vi I"), ("i iv i VI", "i VI iv i", "iv i VI i"),
    Figures(
        ("x---x-x-x-------|..x-x-x-x-------", "x-------x-xxx---|x---------......", "x-x-x-----x-x---|x---------......"),
        ("1...2.3.........", "b...3...2...3..."), ("R---------------",), ("1..2..3.........",),
    ),
    {LEAD: ("pan flute", "koto"), CHORDS: ("koto",), BASS: ("koto",), PAD: ("", "strings")},
    minor_share=0.7, flavours=("major", "phrygian"), cadence=("V", "VI"), drums=None, pool="pentatonic", ritard=1.3,
    hall=Hall(2.0, -11.0),
)  # fmt: skip
MEDIEVAL = Genre(
    "medieval", (96, 120),
    ("I5 bVII I5 I5", "I IV bVII I"), ("i VII i v", "i5 VII III i", "i IV VII i"),
    Figures(
        ("x---x-x---x-|x---x-x-----", "x---x-x-x-x-|x-----x-----", "x-x-x-x---x-|x---x-x-----"),
        ("b---u-b---u-", "x-----x-----"), ("R-----R-----", "R-----5-----"), ("1---2-3---2-",),
    ),
    {LEAD: ("recorder", "fiddle", "oboe"), CHORDS: ("harp", "mandolin"), BASS: ("cello",), PAD: ("", "accordion"),
    ANSWER: ("", "viola")},
    minor_share=0.8, flavours=("mixolydian", "dorian"), cadence=("bVII", "VII"), close=("I5", "i5"), metre=SIX,
    drums=None, hall=Hall(1.8, -12.0),
)  # fmt: skip
TROPICAL = Genre(
    "calypso", (104, 120),
    ("I IV V I", "I vi ii V7", "IV I V7 I"), ("i iv V7 i", "VI III V7 i"),
    Figures(
        ("x--x--x-x-x-x---|x--x--x-x---....", "x-x-x--x--x-x-x-|x-----x-x-......"),
        ("..s...s...s...s.", "s..s..s.s..s..s."), ("R-----5-8---5---", "R---..R-5---..5-"), ("1.2.3.2.1.2.3.2.",),
    ),
    {LEAD: ("steel drum", "marimba"), CHORDS: ("ukulele", "guitar"), BASS: ("electric bass",), PAD: NOBODY,
    FIGURE: ("marimba", "")},
    minor_share=0.05, cadence=("IV,V7", "iv,V7"), drums=STOMP, hall=Hall(1.0, -15.0),
)  # fmt: skip

WORLD = (
    BOSSA, SAMBA_GENRE, SALSA_GENRE, REGGAETON, REGGAE, AFROBEAT_GENRE, TANGO, FLAMENCO, CELTIC, RAGA, JAPANESE,
    MEDIEVAL,
    TROPICAL,
)  # fmt: skip
