"""Concert, church and film music; music to sleep by."""

from mediamill_procedural.music.genres.beats import DISTANT, EPIC, MARCH, WALTZ
from mediamill_procedural.music.genres.genre import THREE, TWO, Figures, Genre, Hall
from mediamill_procedural.music.instruments import Role

LEAD, CHORDS, BASS, PAD, FIGURE, ANSWER = Role
CONCERT_HALL = Hall(2.0, -12.0, 4_800.0)
CHURCH = Hall(3.4, -9.0, 4_000.0)
FAR = Hall(4.5, -7.0, 3_800.0, echo_db=-16.0)
NOBODY = ("",)

CLASSICAL = Genre(
    "classical", (96, 126),
    ("I V7/3 I IV,V7", "I vi ii,V7 I", "I IV/3 I/5,V7 I", "vi iii IV,ii V7", "V7 I V7/3 I"),
    ("i V7/3 i iv,V7", "i VI iidim/3,V7 i", "III VII III V7", "i iv/3 i/5,V7 i"),
    Figures(
        ("x---x-x-x---x---|x-------x---....", "x---x---x-x-x-x-|x-----x-x-------", "x-----x-x---x---|x-x-x-x-x-------"),
        ("1-3-2-3-1-3-2-3-", "b-3-2-3-1-3-2-3-", "b---o---o---o---"),
        ("R-------R-------", "R---------------"),
        ("..s...s...s...s.",),
    ),
    {LEAD: ("violin", "flute", "oboe", "clarinet", "piano"), CHORDS: ("piano", "staccato strings", "harpsichord"),
     BASS: ("cello", "low strings"), PAD: ("strings", ""), ANSWER: ("viola", "horn", "clarinet")},
    minor_share=0.35, cadence=("ii/3,V7", "iv,V7"), strict=True, ritard=1.25, hall=CONCERT_HALL, loose_ms=9.0,
)  # fmt: skip
BAROQUE = Genre(
    "baroque", (84, 112),
    ("I V/3 vi iii/3,IV", "I IV V7 I", "I/3 IV V7,V7/3 I", "vi ii V7 I", "I vi IV V"),
    ("i V/3 VI III,iv", "i iv VII III", "i/3 iv V7,V7/3 i", "VI iidim/3 V7 i", "i v/3 VI V"),
    Figures(
        ("x-xxx-x-x-x-x-x-|xxxxx-x-x---x---", "xxxxxxxxx-x-x-x-|x-x-xxxxx-------", "x---xxxxx-xxx-x-|x-x-x-x-xxxxx---"),
        ("o-------o-------", "1-2-3-2-1-2-3-2-", "o-o-o-o-o-o-o-o-"),
        ("R-w-3-w-R-w-3-w-", "R-8-w-w-R-8-w-a-", "R---w---3---w---"),
        ("1234123412341234",),
    ),
    {LEAD: ("violin", "oboe", "recorder", "harpsichord", "trumpet"), CHORDS: ("harpsichord", "church organ"),
     BASS: ("cello", "bassoon"), PAD: NOBODY, FIGURE: ("", "harpsichord"), ANSWER: ("viola", "oboe")},
    cadence=("I/5,V7", "i/5,V7"), close=("I", "I"), strict=True, ritard=1.35, hall=Hall(1.7, -12.0, 5_000.0),
)  # fmt: skip
ROMANTIC = Genre(
    "romantic piano", (58, 76),
    ("Iadd9 vi7 IVmaj7 V", "I iii7 vi IVadd9", "IVmaj7 V/3 iii7 vi7", "I/3 IV ii7 V7sus,V7"),
    ("iadd9 VImaj7 III VII", "i iv7 VII III", "VImaj7 VII v7 i", "i/3 iv iim7b5 V7"),
    Figures(
        ("x-----x-x-----x-|x-----------x---", "x---x---x-----x-|x---------......", "....x-x-x-----x-|x---x-------...."),
        ("b-123-2-b-123-2-", "b-1-2-3-4-3-2-1-", "b-2-3-4-b-2-3-4-"),
        ("R---------------",),
    ),
    {LEAD: ("piano",), CHORDS: ("piano",), BASS: ("piano",), PAD: NOBODY, ANSWER: ("", "cello", "strings")},
    minor_share=0.6, cadence=("ii7,V7", "iv7,V7"), close=("Iadd9", "iadd9"), ritard=1.5, hall=Hall(2.2, -12.0, 4_500.0),
    loose_ms=14.0, centre=58, levels={CHORDS: -1.0},
)  # fmt: skip
CALM = Genre(
    "calm", (60, 76),
    ("Iadd9 Vsus4 vi7 IVmaj7", "IVmaj7 I/3 ii7 Vsus4", "I IVadd9 vi7 V", "vi7 IVmaj7 I V/3"),
    ("iadd9 VImaj7 III VII", "i VII VImaj7 v7", "VImaj7 III VII i", "iv7 i VImaj7 VII"),
    Figures(
        ("x-------x---x---|x-----------....", "....x---x---x---|x---------------", "x-----x-x-------|....x---x-------"),
        ("b-2-3-4-3-2-3-2-", "1---2---3---2---", "b---2-3-4-----3-"),
        ("R---------------", "R-------5-------"),
    ),
    {LEAD: ("piano", "flute", "cello"), CHORDS: ("piano", "harp", "nylon guitar"), BASS: ("cello", "upright bass"),
     PAD: ("strings", "warm pad"), ANSWER: ("", "cello")},
    minor_share=0.5, cadence=("IV,Vsus4", "iv7,VII"), close=("Iadd9", "iadd9"), ritard=1.4, hall=Hall(2.8, -10.0,
    4_000.0),
    loose_ms=12.0, levels={PAD: 2.0},
)  # fmt: skip
WALTZ_GENRE = Genre(
    "waltz", (150, 186),
    ("I I V7 V7", "V7 V7 I I", "IV I/5 V7 I", "I vi ii V7", "ii V7 I I"),
    ("i i V7 V7", "V7 V7 i i", "iv i/5 V7 i", "VI III V7 i"),
    Figures(
        ("x-------x---|x---x---x---", "x-----x-x---|x-----------", "x---x---x---|x-------....",
        "x-x-x-x-x---|x-------x---"),
        ("....u---u---", "....s...s..."),
        ("R---........", "R---........|5---........"),
    ),
    {LEAD: ("violin", "accordion", "clarinet", "strings"), CHORDS: ("strings", "piano", "accordion"),
     BASS: ("upright bass", "tuba", "low strings"), PAD: NOBODY, ANSWER: ("horn", "flute", "cello")},
    minor_share=0.3, cadence=("V7", "V7"), strict=True, metre=THREE, drums=WALTZ, drums_db=-5.0, ritard=1.3,
    hall=CONCERT_HALL,
)  # fmt: skip
MARCH_GENRE = Genre(
    "march", (108, 122),
    ("I I V7 I", "I IV V7 I", "IV I V7 I", "vi II7 V V7"),
    ("i i V7 i", "i iv V7 i", "VI III V7 i"),
    Figures(
        ("x--xx-x-|x---x---", "x-x-x--x|x-----..", "x---x-xx|x-x-x---"),
        ("..s...s.", ".ss..ss."), ("R---l---", "R---5---"),
    ),
    {LEAD: ("trumpet", "flute", "brass"), CHORDS: ("brass", "clarinet"), BASS: ("tuba",), PAD: NOBODY,
     ANSWER: ("trombone", "horn")},
    minor_share=0.15, cadence=("ii/3,V7", "iv,V7"), metre=TWO, drums=MARCH, legato=0.75, strict=True, ritard=1.1,
    hall=Hall(1.4, -13.0, 5_000.0),
)  # fmt: skip
CINEMATIC = Genre(
    "cinematic", (72, 92),
    ("I V vi IV", "Iadd9 iii IV vi", "vi IV I V", "IVadd9 I/3 ii Vsus4", "I bVI bVII I"),
    ("i VI III VII", "i VI iv V", "i III VII iv", "VI VII i i", "iadd9 v VI iv"),
    Figures(
        ("x-------x---x---|x---------------", "x-----x-x-------|x-----------x---", "x---------------|x-------x-------"),
        ("s.s.s.s.s.s.s.s.", "1.2.3.2.1.2.3.2.", "1.1.2.1.3.1.2.1."),
        ("R---------------", "R-------R-------"),
        ("1-2-3-4-3-2-3-2-", "1-3-2-3-4-3-2-3-"),
    ),
    {LEAD: ("horn", "violin", "strings", "cello", "piano"), CHORDS: ("staccato strings",), BASS: ("low strings",),
     PAD: ("strings", "choir"), FIGURE: ("harp", "piano", "celesta"), ANSWER: ("brass", "choir")},
    minor_share=0.65, cadence=("IV,V", "iv,V"), drums=DISTANT, ritard=1.3, hall=Hall(2.8, -9.0, 4_500.0),
    levels={CHORDS: -2.0, PAD: 2.0},
)  # fmt: skip
EPIC_GENRE = Genre(
    "epic", (104, 138),
    ("I V vi IV", "vi IV I V", "I bVI bVII I"),
    ("i VI III VII", "i i VI VII", "VI VII i v", "i bII VI V"),
    Figures(
        ("x-------x-------|x-----x-x-------", "x-----x-x---x---|x---------------"),
        ("s.ss.ss.s.ss.ss.", "sosososososososo"),
        ("R..R..R.R..R..R.", "R-------R---R-R-"),
        ("1-1-3-1-1-3-1-2-",),
    ),
    {LEAD: ("brass", "horn"), CHORDS: ("staccato strings",), BASS: ("low strings",), PAD: ("choir", "strings"),
     FIGURE: ("staccato strings",), ANSWER: ("choir", "strings")},
    minor_share=0.9, cadence=("IV,V", "VI,VII"), drums=EPIC, drums_db=1.0, ritard=1.15, hall=Hall(2.8, -9.0, 5_000.0),
    levels={CHORDS: 1.0, PAD: 2.0}, hook=True,
)  # fmt: skip
SUSPENSE = Genre(
    "suspense", (66, 88),
    ("i bII i bVI", "i #ivdim i bII"),
    ("i bII i VI", "i #ivdim VI bII", "i i bII v", "i VI bII idim"),
    Figures(
        ("x---------------|x-----------x---", "........x-------|x---------------", "x---x-----------|................"),
        ("o---------------", "1.1.1.1.1.1.1.1."),
        ("R---------------", "R.......R..R...."),
        ("..1...2.....3...",),
    ),
    {LEAD: ("cello", "theremin", "glass pad"), CHORDS: ("staccato strings", "piano"), BASS: ("low strings",),
     PAD: ("strings", "choir"), FIGURE: ("celesta", "music box", "bells")},
    minor_share=1.0, flavours=("minor", "phrygian"), cadence=("bII", "bII"), close=("i", "i"), drums=DISTANT,
    hall=Hall(3.6, -8.0, 3_500.0), levels={PAD: 2.0, LEAD: -2.0},
)  # fmt: skip
LULLABY = Genre(
    "lullaby", (84, 100),
    ("I I V7 I", "I IV V7 I", "IV I V7 I", "I vi ii V7"),
    ("i i v i", "i iv V7 i", "VI III V7 i"),
    Figures(
        ("x-------x---|x-------x---", "x---x---x---|x-----------", "x-------x---|x-----------"),
        ("1---2---3---", "b---2---3---"), ("R-----------",),
    ),
    {LEAD: ("music box", "celesta"), CHORDS: ("harp", "celesta"), BASS: ("cello", "harp"), PAD: ("warm pad",
    "strings")},
    minor_share=0.15, cadence=("V7", "V7"), metre=THREE, ritard=1.5, hall=Hall(2.2, -11.0, 5_000.0), strict=True,
)  # fmt: skip
AMBIENT = Genre(
    "ambient", (56, 70),
    ("Imaj9 Imaj9 IVmaj9 IVmaj9", "Iadd9 vi9 IVmaj9 Vsus4", "IVmaj9 iii7 vi9 Iadd9", "Isus2 IVmaj9 ii9 Vsus4"),
    ("i9 i9 VImaj9 VImaj9", "i9 VII VImaj9 iv9", "iadd9 III VImaj9 VII"),
    Figures(
        ("x---------------|........x-------", "....x-----------|x---------------", "................|x-------x-------"),
        ("o---------------", "o-------o-------"),
        ("R---------------",),
        ("1...2...3...4...", "1.....3.....2...", "4...2.....3....."),
    ),
    {LEAD: ("glass pad", "flute", "piano", "vibraphone"), CHORDS: ("warm pad",), BASS: ("deep bass",),
     PAD: ("synth pad", "choir", "glass pad"), FIGURE: ("bells", "harp", "electric piano", "kalimba")},
    cadence=("IVmaj9", "iv9"), close=("Iadd9", "iadd9"), voices=4, hall=FAR, loose_ms=20.0, ritard=1.2,
    levels={PAD: 5.0, CHORDS: 3.0, LEAD: -3.0},
)  # fmt: skip
CHORALE = Genre(
    "hymn", (72, 88),
    ("I,V/3 vi,iii IV,I/3 V", "I,IV I/3,V I,ii/3 V", "vi,V/3 I,IV I/5,V7 I", "IV,I/3 ii,vi/3 ii/3,V7 I"),
    ("i,V/3 i,iv i/3,iidim/3 V", "i,VII III,iv i/5,V7 i", "VI,iv VII,III iv,i/5 V"),
    Figures(
        ("x---x---x---x---|x---x---x-------", "x-------x---x---|x---x---x-------"),
        ("x---x---x---x---", "x-------x-------"), ("R---3---R---R---", "R-------R-------"),
    ),
    {LEAD: ("church organ", "choir"), CHORDS: ("church organ",), BASS: ("church organ",), PAD: ("choir",)},
    minor_share=0.25, strict=True, cadence=("ii/3,V7", "iv,V7"), close=("I", "I"), ritard=1.4, hall=CHURCH,
)  # fmt: skip

CONCERT = (
    CLASSICAL, BAROQUE, ROMANTIC, CALM, WALTZ_GENRE, MARCH_GENRE, CINEMATIC, EPIC_GENRE, SUSPENSE, LULLABY, AMBIENT,
    CHORALE,
)  # fmt: skip
