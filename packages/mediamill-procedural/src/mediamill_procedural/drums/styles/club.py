"""House, techno, garage, drum and bass, electro: machines in dark rooms."""

from mediamill_procedural.drums.kits import EIGHT_O_EIGHT, NINE_O_NINE, STUDIO, TIGHT
from mediamill_procedural.drums.metals import Hat, Shaker
from mediamill_procedural.drums.rhythm import Bus, Fill, Layer, Room, Sound, Style, Voice
from mediamill_procedural.drums.skins import Kick, Skin, Snare

FOUR = "X...X...X...X..."
BACKBEAT = "....X.......X..."
OFFBEATS = "..x...x...x...x."

_SNARE_ROLL = Fill({Voice.SNARE: "g.ogoxxX", Voice.KICK: "X...X..."}, keep=frozenset({Voice.HAT}))
_CLAP_PICKUP = Fill({Voice.CLAP: "X..x..X.", Voice.KICK: "X......."}, keep=frozenset({Voice.HAT, Voice.OPEN}))
_KICK_OUT = Fill({Voice.OPEN: "x...", Voice.SNARE: "..gx"}, crash=False)
_DOUBLED_KICK = Fill({Voice.KICK: "X.xX", Voice.OPEN: "..x."}, keep=frozenset({Voice.CLAP, Voice.HAT}), crash=False)

HOUSE = Style(
    name="House",
    bpm=(120, 127),
    kit={**NINE_O_NINE, Voice.SHAKER: Sound(Shaker(tone_hz=6_800.0), -14.5, pan=0.4)},
    grooves=(
        {Voice.KICK: FOUR, Voice.CLAP: BACKBEAT, Voice.OPEN: "..X...X...X...X.", Voice.HAT: "x..gx..gx..gx..g"},
        {
            Voice.KICK: f"{FOUR}|X...X...X...X..x",
            Voice.CLAP: BACKBEAT,
            Voice.HAT: "ogxgogxgogxgogxg",
            Voice.OPEN: "......x.......x.",
            Voice.RIM: "...x..?....x..?.",
        },
        {
            Voice.KICK: FOUR,
            Voice.SNARE: "....X.......X..?",
            Voice.CLAP: BACKBEAT,
            Voice.OPEN: OFFBEATS,
            Voice.RIM: "..?..x....x..?..",
            Voice.HAT: "g?.gg?.gg?.gg?.g",
        },
    ),
    fills=(
        _SNARE_ROLL,
        _CLAP_PICKUP,
        Fill(
            {Voice.TOM_HIGH: "xx......", Voice.TOM_MID: "..xx....", Voice.TOM_LOW: "....xxX.", Voice.KICK: "X...X..."}
        ),
    ),
    turns=(_KICK_OUT, _DOUBLED_KICK),
    layers=(
        Layer({Voice.SHAKER: "ogxgogxgogxgogxg"}, 0.7),
        Layer({Voice.CONGA_HIGH: "...x..g....x..g.", Voice.CONGA_LOW: "......x.......xx"}, 0.4),
        Layer({Voice.TAMBOURINE: BACKBEAT}, 0.4),
        Layer({Voice.RIDE: OFFBEATS}, 0.35),
    ),
    swing=(0.5, 0.58),
    loose_ms=2.0,
    room=Room(0.45, -17.0),
    bus=Bus(squeeze_db=5.0, drive=0.8),
)

TECHNO = Style(
    name="Techno",
    bpm=(128, 138),
    kit={
        **NINE_O_NINE,
        Voice.KICK: Sound(
            Kick(pitch=46.0, bend=5.0, bend_seconds=0.018, decay=0.42, click=0.3, drive=2.6), 0.0, room=0.6
        ),
        Voice.TOM_LOW: Sound(Skin(pitch=58.0, bend=1.2, decay=0.3, overtones=0.1, contact=0.0), -10.0, room=2.0),
        Voice.HAT: Sound(Hat(decay=0.05, machine=0.6, edge_hz=8_200.0), -13.5, pan=-0.15),
    },
    grooves=(
        {
            Voice.KICK: FOUR,
            Voice.OPEN: "..X...X...X...X.",
            Voice.HAT: "gg.ogg.ogg.ogg.o",
            Voice.TOM_LOW: ".xx..xx..xx..xx.",
        },
        {
            Voice.KICK: FOUR,
            Voice.HAT: "oxgxoxgxoxgxoxgx",
            Voice.CLAP: "....x.......x...|....x.......x..g",
            Voice.RIM: "...x..x...x..x..",
            Voice.TOM_LOW: "..o..o..o..o..o.",
        },
        {
            Voice.KICK: FOUR,
            Voice.OPEN: OFFBEATS,
            Voice.COWBELL: "?..o..?..o..o...",
            Voice.SNARE: "............g.?.",
            Voice.HAT: "x.x.x.x.x.x.x.x.",
            Voice.TOM_LOW: ".o.x.o.x.o.x.o.x",
        },
    ),
    fills=(
        _SNARE_ROLL,
        Fill({Voice.CLAP: "x.xx", Voice.OPEN: "..x."}),
        Fill({Voice.HAT: "ggooxxXX", Voice.KICK: "X......."}),
    ),
    turns=(_KICK_OUT, _DOUBLED_KICK),
    layers=(
        Layer({Voice.RIDE: OFFBEATS}, 0.5),
        Layer({Voice.CLAP: BACKBEAT}, 0.5),
        Layer({Voice.TOM_HIGH: "......g..o......|.........o....g."}, 0.35),
    ),
    swing=(0.5, 0.52),
    loose_ms=1.0,
    loose_velocity=0.05,
    room=Room(0.9, -14.0, bright_hz=4_500.0),
    bus=Bus(squeeze_db=6.0, drive=1.3),
    crash_chance=0.35,
)

GARAGE = Style(
    name="UK garage",
    bpm=(128, 134),
    kit={
        **NINE_O_NINE,
        Voice.SNARE: Sound(Snare(pitch=245.0, body_decay=0.08, wires_decay=0.12, crack=0.8, ring=0.05), 0.0, room=0.8),
        Voice.KICK: Sound(Kick(pitch=55.0, bend=3.4, decay=0.24, click=0.35), 0.5, room=0.2),
    },
    grooves=(
        {
            Voice.KICK: "X.........x.....|X......x..x.....",
            Voice.SNARE: "....X..g....X.?.",
            Voice.HAT: "o.xgo.x?o.xgo.xg",
            Voice.RIM: ".......x.g.....?",
        },
        {
            Voice.KICK: "X.....x...x.....|X..x......x..?..",
            Voice.SNARE: "....X.......X..g",
            Voice.OPEN: "..x...x...x...x.",
            Voice.HAT: "gg.ogg.ogg.ogg.o",
            Voice.RIM: "...x...g.x......",
        },
        {
            Voice.KICK: "X.......x.x.....",
            Voice.CLAP: BACKBEAT,
            Voice.SNARE: "....x..g.g..x..g",
            Voice.HAT: "xogxxogxxogxxogx",
        },
    ),
    fills=(
        Fill({Voice.SNARE: "x.gx.gxX", Voice.KICK: "X..x...."}, keep=frozenset({Voice.HAT})),
        Fill({Voice.TOM_HIGH: "x.x.....", Voice.TOM_LOW: "...x.xX.", Voice.KICK: "X......."}),
    ),
    turns=(
        Fill({Voice.SNARE: "g.xX"}, crash=False),
        Fill({Voice.RIM: "xgxx"}, keep=frozenset({Voice.HAT}), crash=False),
    ),
    layers=(
        Layer({Voice.SHAKER: "xogoxogoxogoxogo"}, 0.6),
        Layer({Voice.CONGA_HIGH: "..?..x....x..g.."}, 0.35),
        Layer({Voice.COWBELL: "......o..o......"}, 0.25),
    ),
    swing=(0.57, 0.63),
    loose_ms=2.5,
    room=Room(0.35, -18.0),
)

DRUM_AND_BASS = Style(
    name="Drum and bass",
    bpm=(168, 176),
    kit={
        **TIGHT,
        Voice.SNARE: Sound(Snare(pitch=215.0, body_decay=0.13, wires_decay=0.17, crack=0.9, drive=2.0), 1.5, room=1.0),
        Voice.KICK: Sound(Kick(pitch=60.0, bend=3.4, decay=0.2, click=0.5, drive=2.2), 0.0, room=0.3),
    },
    grooves=(
        {
            Voice.KICK: "X.........X.....|X.........X..?..",
            Voice.SNARE: "....X..g.g..X..?",
            Voice.HAT: "x.o.x.o.x.o.x.o.",
        },
        {
            Voice.KICK: "X.X.......XX....|X.X.......X.....",
            Voice.SNARE: "....X..g.g..X..g|....X..g.g....X.",
            Voice.RIDE: "x.x.x.x.x.x.x.x.",
        },
        {
            Voice.KICK: "X.....x...X.....|X..x......X.....",
            Voice.SNARE: "....X..g....X.gg",
            Voice.HAT: "xgogxgogxgogxgog",
            Voice.OPEN: "......?.......x.",
        },
    ),
    fills=(
        Fill({Voice.SNARE: "X.gXg.XgxXXX", Voice.KICK: "..x...x....."}),
        Fill({Voice.SNARE: "xX..xX..", Voice.TOM_MID: "..xx....", Voice.TOM_LOW: "......xX"}),
    ),
    turns=(Fill({Voice.SNARE: "g.gXx.X.", Voice.KICK: "x..x...x"}, keep=frozenset({Voice.HAT}), crash=False),),
    layers=(
        Layer({Voice.SHAKER: "xgogxgogxgogxgog"}, 0.5),
        Layer({Voice.TAMBOURINE: BACKBEAT}, 0.3),
        Layer({Voice.CONGA_HIGH: "..x..x....x..x.."}, 0.3),
    ),
    swing=(0.5, 0.53),
    loose_ms=2.5,
    room=Room(0.3, -16.0),
    bus=Bus(squeeze_db=6.0, drive=1.4),
)

ELECTRO = Style(
    name="Electro",
    bpm=(112, 128),
    kit={**EIGHT_O_EIGHT, Voice.CRASH: STUDIO[Voice.CRASH]},
    grooves=(
        {
            Voice.KICK: "X.....X....X....|X.....X....X..x.",
            Voice.SNARE: BACKBEAT,
            Voice.HAT: "xoxoxoxoxoxoxoxo",
            Voice.COWBELL: "x..x..x...x.x...",
        },
        {
            Voice.KICK: "X..x......X..x..",
            Voice.SNARE: BACKBEAT,
            Voice.CLAP: "....x.......x..g",
            Voice.HAT: "xxoxxxoxxxoxxxox",
            Voice.OPEN: "......x.......x.",
        },
        {
            Voice.KICK: "X..X..X.....X...|X..X..X...X.....",
            Voice.CLAP: BACKBEAT,
            Voice.HAT: "x.x.x.x.x.x.x.x2",
            Voice.RIM: "..x..x....x..x..",
        },
    ),
    fills=(
        Fill(
            {Voice.TOM_HIGH: "xx......", Voice.TOM_MID: "..xxx...", Voice.TOM_LOW: ".....xXX", Voice.KICK: "X......."}
        ),
        Fill({Voice.CLAP: "2.X.2xXX"}, keep=frozenset({Voice.HAT, Voice.KICK})),
    ),
    turns=(Fill({Voice.SNARE: "x2X."}, keep=frozenset({Voice.HAT}), crash=False), _KICK_OUT),
    layers=(
        Layer({Voice.COWBELL: "..x..x....x.x..."}, 0.4),
        Layer({Voice.TOM_LOW: ".......o......o."}, 0.3),
        Layer({Voice.SHAKER: "x.o.x.o.x.o.x.o."}, 0.4),
    ),
    loose_ms=0.8,
    loose_velocity=0.04,
    room=Room(0.5, -18.0),
    bus=Bus(squeeze_db=4.0, drive=0.9),
)

CLUB = (HOUSE, TECHNO, GARAGE, DRUM_AND_BASS, ELECTRO)
