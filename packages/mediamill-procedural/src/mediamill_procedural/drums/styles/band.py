"""Rock, funk, disco, soul: people on stools."""

from mediamill_procedural.drums.kits import STUDIO, TIGHT, VINTAGE
from mediamill_procedural.drums.rhythm import Bus, Fill, Layer, Room, Style, Voice

BACKBEAT = "....X.......X..."
FOUR = "X...X...X...X..."

_ROUND_THE_KIT = Fill(
    {
        Voice.SNARE: "XxXx............",
        Voice.TOM_HIGH: "....XxXx........",
        Voice.TOM_MID: "........XxX.....",
        Voice.TOM_LOW: "...........xXxXX",
        Voice.KICK: "X...X...X...X...",
    }
)
_TWO_BEATS = Fill(
    {Voice.SNARE: "XoxX....", Voice.TOM_HIGH: "....x...", Voice.TOM_LOW: ".....xXX", Voice.KICK: "x...x..."}
)
_FLAMS = Fill({Voice.SNARE: "X..X..X.", Voice.TOM_LOW: "X..X..X.", Voice.KICK: ".x..x..x"})
_ONE_BEAT = Fill({Voice.SNARE: "xoxX"}, crash=False)

ROCK = Style(
    name="Rock",
    bpm=(92, 140),
    kit=STUDIO,
    grooves=(
        {Voice.KICK: "X.......X.x.....|X......xX.......", Voice.SNARE: BACKBEAT, Voice.HAT: "X.o.X.o.X.o.X.o."},
        {Voice.KICK: "X.....x.x.X.....|X.....x.x.......", Voice.SNARE: BACKBEAT, Voice.HAT: "X.x.X.x.X.x.X.x."},
        {Voice.KICK: "X..x....X.x....?", Voice.SNARE: BACKBEAT, Voice.RIDE: "X.o.X.o.X.o.X.o.", Voice.PEDAL: BACKBEAT},
        {Voice.KICK: "X.x.....X.x.....|X.x....xX.x.....", Voice.SNARE: BACKBEAT, Voice.OPEN: "X...X...X...X..."},
    ),
    fills=(_ROUND_THE_KIT, _TWO_BEATS, _FLAMS),
    turns=(_ONE_BEAT, Fill({Voice.OPEN: "x.x.", Voice.SNARE: "..xX", Voice.KICK: "x..."}, crash=False)),
    layers=(
        Layer({Voice.TAMBOURINE: "x.o.x.o.x.o.x.o."}, 0.3),
        Layer({Voice.RIDE: "X.o.X.o.X.o.X.o."}, 0.3, replaces=frozenset({Voice.HAT, Voice.OPEN})),
        Layer({Voice.COWBELL: FOUR}, 0.15),
    ),
    loose_ms=4.5,
    lean_ms={Voice.SNARE: 3.0},
    room=Room(0.7, -13.0),
    bus=Bus(squeeze_db=5.0, drive=0.9),
    crash_chance=0.95,
)

FUNK = Style(
    name="Funk",
    bpm=(94, 112),
    kit=TIGHT,
    grooves=(
        {
            Voice.KICK: "X.X...x...x..x..|X.X...x..xx.....",
            Voice.SNARE: "....X..g.g..X..g",
            Voice.HAT: "xoxoxoxoxoxoxo.o",
            Voice.OPEN: "..............x.",
        },
        {
            Voice.KICK: "X..x..x...X.....|X..x..x...X..x..",
            Voice.SNARE: "....X.?g.g.gX.g.",
            Voice.HAT: "xgxgxgxgxgxgxgxg",
        },
        {
            Voice.KICK: "X.....xx..x.....|X.....x...x..x.x",
            Voice.SNARE: ".g..X..g.g..X..g",
            Voice.HAT: "x.x.x.x.x.x.x.x.",
            Voice.OPEN: ".......x........",
        },
        {
            Voice.KICK: "X..X....X.X....x",
            Voice.SNARE: "..g.X.g..g.gX...",
            Voice.HAT: "xox.xoxoxoxox.xo",
            Voice.OPEN: "...x............",
        },
    ),
    fills=(
        Fill({Voice.SNARE: "X.gxg.xX", Voice.KICK: "..x..x.."}, keep=frozenset({Voice.HAT})),
        Fill({Voice.SNARE: "xx.x....", Voice.TOM_HIGH: "....xx..", Voice.TOM_LOW: "......xX", Voice.KICK: "..x....."}),
        Fill({Voice.OPEN: "x..x..x.", Voice.SNARE: "X..X..X.", Voice.KICK: "x..x..x."}),
    ),
    turns=(Fill({Voice.SNARE: "gxgX"}, keep=frozenset({Voice.HAT}), crash=False),),
    layers=(
        Layer({Voice.TAMBOURINE: "o.x.o.x.o.x.o.x."}, 0.3),
        Layer({Voice.CONGA_HIGH: "x.gx..g.x.gx..g.", Voice.CONGA_LOW: "......xx......xx"}, 0.35),
        Layer({Voice.COWBELL: "x...x...x...x..."}, 0.25),
        Layer({Voice.CUP: "x.o.x.o.x.o.x.o."}, 0.25, replaces=frozenset({Voice.HAT})),
    ),
    swing=(0.5, 0.56),
    loose_ms=4.0,
    lean_ms={Voice.SNARE: 4.0, Voice.HAT: -1.0},
    room=Room(0.25, -20.0),
    bus=Bus(squeeze_db=5.0, drive=0.8),
    crash_chance=0.5,
)

DISCO = Style(
    name="Disco",
    bpm=(112, 124),
    kit={**VINTAGE, Voice.OPEN: STUDIO[Voice.OPEN], Voice.CLAP: STUDIO[Voice.CLAP]},
    grooves=(
        {Voice.KICK: FOUR, Voice.SNARE: BACKBEAT, Voice.OPEN: "..X...X...X...X.", Voice.HAT: "xo.oxo.oxo.oxo.o"},
        {
            Voice.KICK: FOUR,
            Voice.SNARE: "....X..g....X.g.",
            Voice.HAT: "xgogxgogxgogxgog",
            Voice.OPEN: "......?.......x.",
        },
        {
            Voice.KICK: f"{FOUR}|X...X...X..xX...",
            Voice.SNARE: BACKBEAT,
            Voice.CLAP: "....x.......x...",
            Voice.OPEN: "..x...x...x...x.",
        },
    ),
    fills=(
        Fill({Voice.SNARE: "xxXxxxXx", Voice.KICK: "X...X..."}),
        Fill(
            {Voice.TOM_HIGH: "Xxx.....", Voice.TOM_MID: "...Xxx..", Voice.TOM_LOW: "......XX", Voice.KICK: "X...X..."}
        ),
        Fill({Voice.SNARE: "X.xX.xX.", Voice.OPEN: "x..x..x.", Voice.KICK: "X..X..X."}),
    ),
    turns=(Fill({Voice.SNARE: "xxxX", Voice.KICK: "X..."}, crash=False),),
    layers=(
        Layer({Voice.CONGA_HIGH: "x.gx..x.x.gx..x.", Voice.CONGA_LOW: "......xx......xx"}, 0.55),
        Layer({Voice.TAMBOURINE: "ogxgogxgogxgogxg"}, 0.5),
        Layer({Voice.COWBELL: "x.x.x.xxx.x.x.xx"}, 0.25),
    ),
    loose_ms=3.5,
    room=Room(0.4, -18.0),
    bus=Bus(squeeze_db=4.5, drive=0.8, top_hz=15_000.0),
    crash_chance=0.7,
)

SOUL = Style(
    name="Soul",
    bpm=(98, 126),
    kit=VINTAGE,
    grooves=(
        {Voice.KICK: "X.....x.X.....x.", Voice.SNARE: "X...X...X...X...", Voice.HAT: "x.o.x.o.x.o.x.o."},
        {Voice.KICK: "X..x....x.x.....", Voice.SNARE: "....X..g....X..g", Voice.HAT: "x.x.x.x.x.x.x.x."},
        {Voice.KICK: "X.....xxX.......|X.....xxX.x.....", Voice.SNARE: BACKBEAT, Voice.RIDE: "x.o.x.o.x.o.x.o."},
    ),
    fills=(
        Fill({Voice.SNARE: "xxxxXxXX", Voice.KICK: "X......."}),
        Fill({Voice.TOM_LOW: "X.x.X.xX", Voice.KICK: "X...X..."}),
        Fill({Voice.SNARE: "X.xxX...", Voice.TOM_MID: ".....xX.", Voice.KICK: "x......x"}),
    ),
    turns=(_ONE_BEAT,),
    layers=(
        Layer({Voice.TAMBOURINE: "..o.X.o...o.X.o."}, 0.75),
        Layer({Voice.CONGA_HIGH: "..x...x...x...x.", Voice.CONGA_LOW: "x.......x......."}, 0.3),
        Layer({Voice.CLAP: BACKBEAT}, 0.3),
    ),
    swing=(0.5, 0.54),
    loose_ms=5.0,
    lean_ms={Voice.SNARE: 2.0},
    room=Room(0.55, -14.0, bright_hz=4_200.0),
    bus=Bus(squeeze_db=6.0, drive=1.2, top_hz=12_000.0),
)

BAND = (ROCK, FUNK, DISCO, SOUL)
