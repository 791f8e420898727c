"""People with guitars, pianos and a drummer: rock to gospel, jazz to country."""

from mediamill_procedural.drums.styles.band import FUNK, ROCK, SOUL
from mediamill_procedural.drums.styles.jazz import BRUSHES, SHUFFLE, SWING
from mediamill_procedural.music.genres.beats import BALLAD, GOSPEL, METAL, POP, PUNK, STOMP, TRAIN
from mediamill_procedural.music.genres.genre import TRIPLETS, TWO, Figures, Genre, Hall
from mediamill_procedural.music.instruments import Role

LEAD, CHORDS, BASS, PAD, FIGURE, ANSWER = Role
NOBODY = ("",)
BLUES_TWELVE = "I7 IV7 I7 I7 IV7 IV7 I7 I7 V7 IV7 I7 V7"
MINOR_TWELVE = "i7 i7 i7 i7 iv7 iv7 i7 i7 VI7 V7 i7 V7"
RHYTHM_SWING = (
    "..x--x-....x|x-----......",
    "x-.x-xx--..x|...x--x-----",
    "..xx-xx-xx--|x--.........",
    "x-xx-x..xx-x|x--x--......",
)

ROCK_GENRE = Genre(
    "rock", (112, 138),
    ("I bVII IV I", "I IV V IV", "I V vi IV", "IV IV I I", "vi IV I V"),
    ("i VII VI VII", "i III VII IV", "i VI III VII", "VI VII i i"),
    Figures(
        ("x---x-x-..x-x---|x---x-------....", "x-x-x---x-x-x---|..x-x-------....", "....x-x-x-x-x---|x-------........"),
        ("x-x-x-x-x-x-x-x-", "x-----x-x---x-x-", "x---..x-x-x-..x-"),
        ("R-R-R-R-R-R-R-R-", "R-R-R-R-R-R-5-w-", "R---..R-R---R-a-"),
        ("1-3-2-3-1-3-2-3-",),
    ),
    {LEAD: ("overdriven guitar", "electric guitar"), CHORDS: ("distorted guitar", "overdriven guitar"),
     BASS: ("electric bass",), PAD: ("", "organ"), FIGURE: ("", "electric guitar")},
    flavours=("mixolydian", "minor"), cadence=("IV,V", "VI,VII"), drums=ROCK, drums_db=1.0, pool="pentatonic", voices=0,
    centre=50, hall=Hall(0.9, -16.0),
)  # fmt: skip
METAL_GENRE = Genre(
    "metal", (132, 168),
    ("i bII i VII", "i VI VII i"), ("i i bII i", "i VI VII i", "i bII VII i", "i III bII i", "VI VII i bII"),
    Figures(
        ("x-x-x-x-x-x-x---|x-----------x-x-", "x-------x-x-x-x-|x---------------", "xxxxx-x-xxxxx-x-|x-------x-------"),
        ("sss-ss-sss-ss-s-", "ssssssx---ssssx-", "x--sssx--sssx-x-"),
        ("RRR-RR-RRR-RR-R-", "RRRRRRR---RRRRR-", "R--RRRR--RRRR-R-"),
        ("1-3-2-3-1-3-2-3-",),
    ),
    {LEAD: ("distorted guitar",), CHORDS: ("distorted guitar",), BASS: ("electric bass",), PAD: NOBODY},
    minor_share=1.0, flavours=("phrygian", "phrygian"), cadence=("VI,VII", "VI,bII"), close=("i", "i"), drums=METAL,
    drums_db=1.5, voices=0, centre=43, loose_ms=3.0, hall=Hall(0.7, -18.0), levels={CHORDS: 4.0},
)  # fmt: skip
PUNK_GENRE = Genre(
    "punk", (164, 192),
    ("I IV V IV", "I V vi IV", "I IV I V", "vi IV V V"), ("i VI VII VII", "i VII VI VII", "VI VII i i"),
    Figures(
        ("x-x-x-x-x---x---|x-x-x-------....", "x---x-x-x---x---|x-------........"),
        ("xoxoxoxoxoxoxoxo", "x-x-x-x-x-x-x-x-"), ("R-R-R-R-R-R-R-R-", "R-R-R-R-R-R-R-a-"),
    ),
    {LEAD: ("overdriven guitar", "voice"), CHORDS: ("distorted guitar",), BASS: ("electric bass",), PAD: NOBODY},
    minor_share=0.2, cadence=("IV,V", "VI,VII"), drums=PUNK, drums_db=1.0, voices=0, centre=50, hook=True, legato=0.8,
    hall=Hall(0.6, -18.0), levels={CHORDS: 3.0},
)  # fmt: skip
POP_GENRE = Genre(
    "pop", (100, 120),
    ("I V vi IV", "vi IV I V", "I vi IV V", "IV V iii7 vi", "ii7 V I vi7"),
    ("i VI III VII", "i VII VI VII", "VI VII i III", "iv i VI VII"),
    Figures(
        ("x-x-x---x-x-..x-|x---x-x-x---....", "..x-x-x-x---x---|x-x---x---......", "x---x-x-x-x-x---|..x-x-----......"),
        ("x---x---x---x---", "x-----x-..x-x---", "x--x--x-x--x--x-"),
        ("R---..R-R-----R-", "R-R-R-R-R-R-R-R-", "R-----R-..R-5---"),
        ("1-2-3-2-1-2-3-2-", "1-3-2-3-4-3-2-3-"),
    ),
    {LEAD: ("synth lead", "piano", "voice", "electric guitar"), CHORDS: ("piano", "electric piano", "guitar"),
     BASS: ("electric bass", "synth bass"), PAD: ("synth pad", "strings"), FIGURE: ("synth pluck", "guitar", ""),
     ANSWER: ("strings", "synth lead", "")},
    minor_share=0.3, cadence=("IV,V", "VI,VII"), close=("I", "i"), drums=POP, hook=True, hall=Hall(1.3, -14.0),
)  # fmt: skip
BALLAD_GENRE = Genre(
    "ballad", (64, 80),
    ("I V/3 vi IV", "vi7 iii7 IVmaj7 V", "Iadd9 iii7 IV ii7,V", "IV V/3 I vi7"),
    ("i VII VI V", "i VI III VII", "VImaj7 VII i v7"),
    Figures(
        ("..x-x-x-x-----x-|x---x-------....", "x---x-x-x-------|..x-x-x-x-------", "....x-x-x-x-x---|x---------......"),
        ("b-2-3-2-1-2-3-2-", "x---o---x---o---"), ("R-------R-----w-", "R-----R-5-------"), ("1-2-3-4-3-2-3-2-",),
    ),
    {LEAD: ("voice", "saxophone", "piano", "violin"), CHORDS: ("piano", "guitar", "electric piano"),
     BASS: ("electric bass",), PAD: ("strings", "warm pad"), ANSWER: ("strings", "cello")},
    minor_share=0.4, cadence=("ii7,V7sus", "iv,V7"), close=("Iadd9", "iadd9"), drums=BALLAD, drums_db=-2.0, ritard=1.2,
    hall=Hall(1.9, -11.5),
)  # fmt: skip
COUNTRY = Genre(
    "country", (104, 124),
    ("I I IV I", "I V7 IV I", "IV I V7 I", "I IV I V7", "I vi IV V7"),
    ("i i VII i", "i VII VI V7", "iv i V7 i"),
    Figures(
        ("x-x-x---x-x-x-x-|x-----x-x---....", "..x-x-x-x---x-x-|x---x-------....", "x---x-x-x-x-x---|x---------......"),
        ("b---u---b---u---", "b---u-u-b---u-u-"), ("R-------l-------", "R-------l---w-a-"), ("1.3.2.3.1.3.2.3.",),
    ),
    {LEAD: ("fiddle", "electric guitar", "harmonica", "voice"), CHORDS: ("guitar",), BASS: ("upright bass",),
     PAD: NOBODY, FIGURE: ("banjo", "mandolin", ""), ANSWER: ("fiddle", "")},
    minor_share=0.1, cadence=("IV,V7", "VII,V7"), drums=TRAIN, pool="pentatonic", hall=Hall(0.9, -16.0),
)  # fmt: skip
FOLK = Genre(
    "folk", (92, 112),
    ("I IV I V", "I V vi IV", "IV I ii V", "vi IV I V"), ("i VII i v", "i VI VII i", "III VII i VI", "i iv VII III"),
    Figures(
        ("x---x-x-x---x---|x-x-x-------....", "x-x-x---x-x-x---|x-----x-x-------", "..x-x-x-x---x---|x---------......"),
        ("b-3-1-3-b-3-1-2-", "b-2-3-2-b-4-3-2-", "b---u-uo..uou-u-"), ("R-------5-------", "R---------------"),
        ("1-3-2-3-1-3-2-3-",),
    ),
    {LEAD: ("fiddle", "flute", "harmonica", "voice", "guitar"), CHORDS: ("guitar",), BASS: ("upright bass",),
     PAD: ("", "accordion"), FIGURE: ("", "mandolin"), ANSWER: ("cello", "")},
    minor_share=0.4, cadence=("IV,V", "VII"), drums=STOMP, drums_db=-4.0, hall=Hall(1.0, -15.0),
)  # fmt: skip
JAZZ_GENRE = Genre(
    "jazz", (132, 184),
    ("ii9 V13 Imaj7 VI7", "Imaj7 VI7 ii7 V7", "iii7 VI7 ii9 V13", "IVmaj7 #ivdim7 I6 VI7",
    "Imaj7 iv7,bVII7 Imaj7 ii7,V7"),
    ("i7 VI7 iim7b5 V7", "iim7b5 V7 i6 i6", "iv7 bVII7 IIImaj7 VImaj7", "i6 bII7 i6 V7"),
    Figures(RHYTHM_SWING,
            ("..x.....s...", "x....s......", ".....x...x..", "...s..x-...."),
            ("R--w--3--a--", "R--3--5--a--", "R--w--w--a--", "R--5--3--a--")),
    {LEAD: ("saxophone", "muted trumpet", "vibraphone", "clarinet", "piano"), CHORDS: ("piano", "electric guitar"),
     BASS: ("upright bass",), PAD: NOBODY, ANSWER: ("", "trombone")},
    minor_share=0.35, flavours=("major", "dorian"), cadence=("ii9,V13", "iim7b5,V7"), close=("Imaj9", "i6"),
    drums=SWING, metre=TRIPLETS, voices=4, hall=Hall(1.1, -14.0), loose_ms=9.0,
)  # fmt: skip
JAZZ_BALLAD = Genre(
    "jazz ballad", (62, 84), JAZZ_GENRE.major, JAZZ_GENRE.minor,
    Figures(
        ("x----xx--..x|x-----...x.x", "...x-xx-----|x--x-x------", "x-----..x--x|x--------..."),
        ("x-----......", "x--------x--", "..x---...x--"), ("R-----5-----", "R-----w--a--"),
    ),
    {LEAD: ("saxophone", "muted trumpet", "piano"), CHORDS: ("piano", "electric piano"), BASS: ("upright bass",),
     PAD: ("", "strings")},
    flavours=("major", "dorian"), cadence=("ii9,V13", "iim7b5,V7"), close=("Imaj9", "i9"), drums=BRUSHES,
    metre=TRIPLETS,
    voices=4, ritard=1.3, hall=Hall(1.6, -12.0), loose_ms=12.0,
)  # fmt: skip
BLUES_GENRE = Genre(
    "blues", (84, 116), (BLUES_TWELVE, BLUES_TWELVE), (MINOR_TWELVE, MINOR_TWELVE),
    Figures(
        ("x.xx-x-----.|......x.xx--", "..xx-xx-----|............", "x-xx-..x-xx-|x--------..."),
        ("x-ox-ox-ox-o", "x.....x-..x.", "...x.....x.."), ("R-R3-35-5w-w", "R--3--5--w--", "R-RR-R5-55-a"),
    ),
    {LEAD: ("overdriven guitar", "harmonica", "saxophone"), CHORDS: ("piano", "electric guitar", "organ"),
     BASS: ("electric bass", "upright bass"), PAD: ("", "organ")},
    minor_share=0.2, flavours=("mixolydian", "dorian"), cadence=("I7,V7", "i7,V7"), close=("I7", "i7"), drums=SHUFFLE,
    metre=TRIPLETS, pool="blues", hall=Hall(0.9, -15.0), loose_ms=9.0,
)  # fmt: skip
RAGTIME = Genre(
    "ragtime", (84, 100),
    ("I I V7 V7", "I VI7 II7 V7", "I I7 IV iv", "IV #ivdim7 I/5 VI7", "II7 V7 I I"), ("i V7 i V7", "i iv i/5 V7"),
    Figures(
        ("x-xx-x-x", "xx-xx-x-", "x-x-xx-x", "xxx-xxx-|x-x-x---"), ("..s...s.", "..s...s."), ("R-..l-..", "R-..5-.."),
    ),
    {LEAD: ("honky-tonk piano", "piano"), CHORDS: ("honky-tonk piano", "piano"), BASS: ("honky-tonk piano", "piano"),
     PAD: NOBODY},
    minor_share=0.1, cadence=("II7,V7", "iv,V7"), metre=TWO, legato=0.8, hall=Hall(0.7, -17.0), loose_ms=6.0,
)  # fmt: skip
FUNK_GENRE = Genre(
    "funk", (98, 112),
    ("I9 I9 IV9 I9", "I7 bVII7 IV7 I7", "IV7 IV7 I7 V7"), ("i7 i7 i7 IV9", "i7 IV9 i7 IV9", "i7 VII VI V7",
    "iv7 iv7 i7 i7"),
    Figures(
        ("x.x..x.x.....x.x|x.....x.x.......", "..xx.x....x.x...|x.x..x..........", "x..x..x.x.......|................"),
        ("..s..s.s..s.ss.s", ".ss..s.ss.s..s.s", "s..s..s...s..s.."),
        ("R..R..8..R.57.8.", "R.R...8.R..w.a.R", "R..8..R.R.5.7.8."),
        ("1.1.3.1.4.1.3.2.",),
    ),
    {LEAD: ("brass", "saxophone", "organ"), CHORDS: ("electric guitar", "electric piano"), BASS: ("slap bass",),
     PAD: ("", "organ"), FIGURE: ("", "electric guitar")},
    minor_share=0.75, flavours=("mixolydian", "dorian"), cadence=("IV9,V9", "iv7,V7"), close=("I9", "i9"), drums=FUNK,
    drums_db=1.0, pool="pentatonic", voices=3, legato=0.7, hook=True, hall=Hall(0.7, -17.0), levels={BASS: 2.0},
)  # fmt: skip
SOUL_GENRE = Genre(
    "soul", (76, 96),
    ("Imaj7 iii7 IVmaj7 V9", "Imaj7 vi7 ii7 V9", "IVmaj7 iii7 ii7 V9"), ("i7 iv7 VII9 IIImaj7", "VImaj7 v7 i9 i9",
    "i9 IV9 i9 V7"),
    Figures(
        ("..x-x-xxx-----..|x-x---xx--......", "x---xx-x--..x-x-|x-------........", "....x-xxx-x-x---|..x-----........"),
        ("x-----..s-....x-", "..x---..x-s...x-"), ("R-....R-..R-w-a-", "R--R....8-R---w-"), ("..s...s...s...s.",),
    ),
    {LEAD: ("saxophone", "voice", "electric guitar"), CHORDS: ("electric piano", "organ"), BASS: ("electric bass",),
     PAD: ("strings", ""), ANSWER: ("brass",)},
    flavours=("major", "dorian"), cadence=("ii7,V9", "iv7,V7"), close=("Imaj9", "i9"), drums=SOUL, voices=4,
    hall=Hall(1.0, -15.0),
)  # fmt: skip
GOSPEL_GENRE = Genre(
    "gospel", (78, 104),
    ("I,I7/3 IV,#ivdim7 I/5,VI7 II7,V7", "I I7 IV iv6", "IV,V I/3,vi7 ii7 V7sus", "I,V/3 vi7,I7 IV,II7 V7"),
    ("i,V7/3 i,iv i/5,V7 i", "i VI iv V7"),
    Figures(
        ("x--x-xx-----|..xx-xx-----", "x-----x-xx-x|x-----......", "...x-xx--x--|x--x--------"),
        ("x--o-ox--o-o", "x--x--x--x--"), ("R-----3--w-a", "R--R-a5--R-a"),
    ),
    {LEAD: ("choir", "voice"), CHORDS: ("piano",), BASS: ("electric bass",), PAD: ("organ",), ANSWER: ("choir",
    "organ")},
    minor_share=0.1, cadence=("IV,V7sus", "iv,V7"), close=("I6", "i7"), drums=GOSPEL, metre=TRIPLETS, voices=4,
    ritard=1.3,
    hall=Hall(1.7, -12.0),
)  # fmt: skip

BANDS = (
    ROCK_GENRE, METAL_GENRE, PUNK_GENRE, POP_GENRE, BALLAD_GENRE, COUNTRY, FOLK, JAZZ_GENRE, JAZZ_BALLAD, BLUES_GENRE,
    RAGTIME, FUNK_GENRE, SOUL_GENRE, GOSPEL_GENRE,
)  # fmt: skip
