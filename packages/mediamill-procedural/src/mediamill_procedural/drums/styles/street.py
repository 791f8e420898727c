"""Boom bap, lo-fi, trap, dembow: samplers, tape and very low notes."""

from mediamill_procedural.drums.kits import DUSTY, EIGHT_O_EIGHT, NINE_O_NINE
from mediamill_procedural.drums.metals import Clap, Hat
from mediamill_procedural.drums.rhythm import Bus, Fill, Layer, Room, Sound, Style, Voice
from mediamill_procedural.drums.skins import CrossStick, Kick, Snare

BACKBEAT = "....X.......X..."

BOOM_BAP = Style(
    name="Boom bap",
    bpm=(84, 96),
    kit=DUSTY,
    grooves=(
        {
            Voice.KICK: "X......x..X.....|X..?...x..Xx....",
            Voice.SNARE: "....X..g....X...",
            Voice.HAT: "x.o.x.o.x.o.x.og",
        },
        {
            Voice.KICK: "X.x....x..X.....|X.x....x.xX.....",
            Voice.SNARE: "....X..g.g..X..?",
            Voice.HAT: "x.xgx.xgx.xgx.x.",
            Voice.OPEN: "..............x.",
        },
        {
            Voice.KICK: "X..x....x.X.....|X..x....x.x..x..",
            Voice.SNARE: "....X.......X.g.",
            Voice.HAT: "xgo.xgo.xgo.xgo.",
            Voice.RIM: "..........?....?",
        },
    ),
    fills=(
        Fill({Voice.SNARE: "X..g.xX.", Voice.KICK: "..xX...x"}, keep=frozenset({Voice.HAT})),
        Fill({Voice.SNARE: "..gX", Voice.KICK: "Xx.."}, keep=frozenset({Voice.HAT}), crash=False),
        Fill({Voice.TOM_MID: "xx......", Voice.TOM_LOW: "..xX....", Voice.SNARE: "....X.gX", Voice.KICK: "......x."}),
    ),
    turns=(Fill({Voice.KICK: "X.x.", Voice.OPEN: "..x."}, keep=frozenset({Voice.SNARE}), crash=False),),
    layers=(Layer({Voice.SHAKER: "o.g.o.g.o.g.o.g."}, 0.35), Layer({Voice.TAMBOURINE: BACKBEAT}, 0.3)),
    swing=(0.56, 0.62),
    loose_ms=5.0,
    lean_ms={Voice.SNARE: 6.0, Voice.HAT: 2.0},
    room=Room(0.28, -17.0, bright_hz=4_000.0),
    bus=Bus(squeeze_db=6.0, drive=1.6, bits=12, top_hz=13_000.0),
    crash_chance=0.25,
)

LO_FI = Style(
    name="Lo-fi",
    bpm=(72, 86),
    kit={
        **DUSTY,
        Voice.KICK: Sound(
            Kick(pitch=54.0, bend=2.0, decay=0.24, click=0.1, click_hz=1_500.0, knock=0.3), 0.0, room=0.5
        ),
        Voice.RIM: Sound(CrossStick(pitch=470.0, click=0.25), -4.0, pan=0.1),
        Voice.SNARE: Sound(
            Snare(pitch=178.0, body_decay=0.13, wires_decay=0.15, bright_hz=5_600.0, crack=0.3, ring=0.03), -0.5
        ),
    },
    grooves=(
        {Voice.KICK: "X.....?x..X.....", Voice.SNARE: BACKBEAT, Voice.HAT: "x.o.x.o.x.o.x.o."},
        {
            Voice.KICK: "X......x..x.....|X..x......x..?..",
            Voice.RIM: "....X.......X..g",
            Voice.HAT: "xgogxgogxgogxgog",
        },
        {
            Voice.KICK: "X.........X?....|X......x..X.....",
            Voice.SNARE: "....X..?....X...",
            Voice.HAT: "o.x.o.x.o.x.o.xg",
        },
    ),
    fills=(
        Fill({Voice.RIM: "..x.x.xX"}, keep=frozenset({Voice.HAT}), crash=False),
        Fill({Voice.SNARE: "x.gx.g..", Voice.KICK: "..x....x"}, keep=frozenset({Voice.HAT}), crash=False),
    ),
    turns=(Fill({Voice.KICK: "x..x", Voice.OPEN: "..o."}, crash=False),),
    layers=(
        Layer({Voice.SHAKER: "g.o.g.o.g.o.g.o."}, 0.5),
        Layer({Voice.CONGA_LOW: "...o......o..g.."}, 0.25),
    ),
    swing=(0.58, 0.65),
    loose_ms=7.0,
    loose_velocity=0.09,
    lean_ms={Voice.SNARE: 12.0, Voice.RIM: 12.0, Voice.HAT: 4.0},
    room=Room(0.4, -16.0, bright_hz=3_000.0),
    bus=Bus(squeeze_db=5.0, drive=1.4, bits=12, top_hz=7_500.0),
    crash_chance=0.0,
)

TRAP = Style(
    name="Trap",
    bpm=(132, 148),
    kit={
        **EIGHT_O_EIGHT,
        Voice.KICK: Sound(
            Kick(pitch=43.0, bend=3.4, bend_seconds=0.016, decay=0.95, click=0.3, drive=2.4), 0.0, room=0.05
        ),
        Voice.SNARE: Sound(Snare(pitch=205.0, body_decay=0.1, wires=0.8, wires_decay=0.22, crack=0.9, ring=0.0), 0.0),
        Voice.CLAP: Sound(Clap(tone_hz=1_350.0, decay=0.3), -3.0, width=0.7),
        Voice.HAT: Sound(Hat(decay=0.045, machine=0.45, edge_hz=8_000.0, stick=0.3), -12.5, pan=0.1, room=0.3),
    },
    grooves=(
        {
            Voice.KICK: "X.....?...x.....|X..x..........x.",
            Voice.SNARE: "........X.......",
            Voice.CLAP: "........X.......",
            Voice.HAT: "x.o.x.o.x.o.x.3.|x.o.x.oox.o.x2x.",
        },
        {
            Voice.KICK: "X..........x....|X.....x....x..x.",
            Voice.CLAP: "........X.......",
            Voice.HAT: "xoxoxoxoxoxoxo33|xoxoxo2oxoxo44xo",
            Voice.RIM: "......?......?..",
        },
        {
            Voice.KICK: "X......x..x.....|X......x........",
            Voice.SNARE: "........X......g",
            Voice.HAT: "x..x..x.x..x..x.|x..x..x.x..x4.3.",
            Voice.OPEN: "..............x.",
        },
    ),
    fills=(
        Fill({Voice.SNARE: "g.ooxx2X", Voice.HAT: "x.3.x.4."}),
        Fill({Voice.TOM_HIGH: "x.x.....", Voice.TOM_LOW: "...x.xX.", Voice.HAT: "22334444"}, crash=False),
    ),
    turns=(
        Fill({Voice.HAT: "3344"}, crash=False),
        Fill({Voice.CLAP: "x.xx"}, keep=frozenset({Voice.HAT}), crash=False),
    ),
    layers=(
        Layer({Voice.RIM: "...x..x....x...."}, 0.4),
        Layer({Voice.COWBELL: "..o..o..o..o..o."}, 0.2),
        Layer({Voice.SHAKER: "x...x...x...x..."}, 0.3),
    ),
    loose_ms=1.0,
    loose_velocity=0.07,
    room=Room(0.45, -18.0),
    bus=Bus(squeeze_db=5.0, drive=1.2),
)

DEMBOW = Style(
    name="Dembow",
    bpm=(88, 102),
    kit={
        **NINE_O_NINE,
        Voice.SNARE: Sound(Snare(pitch=265.0, body_decay=0.09, wires_decay=0.13, crack=0.8, ring=0.12), 0.0, room=0.8),
        Voice.KICK: Sound(Kick(pitch=52.0, bend=3.2, decay=0.3, click=0.25, drive=1.8), 1.0, room=0.2),
    },
    grooves=(
        {Voice.KICK: "X...X...X...X...", Voice.SNARE: "...X..x....X..x.", Voice.HAT: "x.o.x.o.x.o.x.o."},
        {
            Voice.KICK: "X...x...X...x...",
            Voice.SNARE: "...X..X....X..X.|...X..X....X..Xg",
            Voice.SHAKER: "xgogxgogxgogxgog",
            Voice.RIM: "...x..x....x..x.",
        },
        {
            Voice.KICK: "X..?X...X..?X...",
            Voice.CLAP: "...X..x....X..x.",
            Voice.SNARE: "...x..x....x..x.",
            Voice.OPEN: "..x...x...x...x.",
        },
    ),
    fills=(
        Fill({Voice.TOM_HIGH: "x.xx....", Voice.TOM_LOW: "....x.xX", Voice.KICK: "X...X..."}),
        Fill({Voice.SNARE: "x.xx.x2X", Voice.KICK: "X......."}),
    ),
    turns=(
        Fill({Voice.SNARE: "x2xX"}, crash=False),
        Fill({Voice.CONGA_HIGH: "xx.x"}, keep=frozenset({Voice.KICK}), crash=False),
    ),
    layers=(
        Layer({Voice.CONGA_HIGH: "...x..x....x..xx", Voice.CONGA_LOW: "x.......x......."}, 0.45),
        Layer({Voice.COWBELL: "x...x...x...x..."}, 0.25),
        Layer({Voice.SHAKER: "x.o.x.o.x.o.x.o."}, 0.5),
    ),
    loose_ms=2.0,
    room=Room(0.35, -18.0),
    bus=Bus(squeeze_db=5.0, drive=1.0),
)

STREET = (BOOM_BAP, LO_FI, TRAP, DEMBOW)
