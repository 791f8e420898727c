"""Swing, brushes, blues shuffle: three in the time of two."""

from mediamill_procedural.drums.kits import JAZZ, VINTAGE
from mediamill_procedural.drums.rhythm import Bus, Fill, Layer, Room, Style, Voice

TWO_AND_FOUR = "...x.....x.."

SWING = Style(
    name="Jazz swing",
    bpm=(126, 190),
    kit=JAZZ,
    grooves=(
        {
            Voice.RIDE: "x..X.ox..X.o",
            Voice.PEDAL: TWO_AND_FOUR,
            Voice.KICK: "g..g..g..g..",
            Voice.SNARE: ".....?..?...|..?.....?..?",
        },
        {
            Voice.RIDE: "x..X.ox..X.o|x..X.ox.oX.o",
            Voice.PEDAL: TWO_AND_FOUR,
            Voice.KICK: "g..g..g..g.?",
            Voice.SNARE: ".....g......|........?..g",
        },
        {
            Voice.RIDE: "x..X.ox..X..|x.oX..x..X.o",
            Voice.PEDAL: TWO_AND_FOUR,
            Voice.KICK: "g..g..g..g..",
            Voice.RIM: ".........x..",
            Voice.SNARE: "..?..?......",
        },
    ),
    fills=(
        Fill({Voice.SNARE: "x.ox.ox", Voice.TOM_LOW: ".....x.", Voice.KICK: "......."}, keep=frozenset({Voice.PEDAL})),
        Fill({Voice.SNARE: "xgg......", Voice.TOM_HIGH: "...xgg...", Voice.TOM_LOW: "......xxX"}),
    ),
    turns=(Fill({Voice.SNARE: "g.ox.x"}, keep=frozenset({Voice.PEDAL, Voice.RIDE}), crash=False),),
    steps=12,
    loose_ms=5.0,
    loose_velocity=0.10,
    lean_ms={Voice.RIDE: -3.0, Voice.SNARE: 4.0},
    room=Room(0.6, -14.0, bright_hz=5_000.0),
    bus=Bus(squeeze_db=2.5, drive=0.3),
    crash_chance=0.3,
)

BRUSHES = Style(
    name="Jazz brushes",
    bpm=(84, 124),
    kit=JAZZ,
    grooves=(
        {
            Voice.SWEEP: "x..o..x..o..",
            Voice.BRUSH: "o..x.ox..x.o",
            Voice.PEDAL: TWO_AND_FOUR,
            Voice.KICK: "g.....g.....",
        },
        {
            Voice.SWEEP: "o..o..o..o..",
            Voice.BRUSH: "...X.....X.?|...X.o...X.o",
            Voice.PEDAL: TWO_AND_FOUR,
            Voice.KICK: "g..g..g..g..",
        },
        {
            Voice.SWEEP: "x..x..x..x..",
            Voice.BRUSH: "o.gx.go.gx.g",
            Voice.PEDAL: TWO_AND_FOUR,
            Voice.KICK: "o......?....",
            Voice.RIDE: "g..o.gg..o.g",
        },
    ),
    fills=(
        Fill({Voice.BRUSH: "oooxoxxxX", Voice.KICK: "......x.."}, crash=False),
        Fill({Voice.BRUSH: "x.oxoX", Voice.TOM_LOW: "...o.x"}, keep=frozenset({Voice.SWEEP}), crash=False),
    ),
    turns=(Fill({Voice.BRUSH: "ooxoxx"}, keep=frozenset({Voice.SWEEP}), crash=False),),
    layers=(Layer({Voice.SHAKER: "g..o..g..o.."}, 0.15),),
    steps=12,
    loose_ms=6.0,
    loose_velocity=0.10,
    lean_ms={Voice.BRUSH: 3.0},
    room=Room(0.55, -15.0, bright_hz=4_500.0),
    bus=Bus(squeeze_db=3.0, drive=0.4),
    crash_chance=0.0,
)

SHUFFLE = Style(
    name="Blues shuffle",
    bpm=(88, 132),
    kit=VINTAGE,
    grooves=(
        {Voice.KICK: "X.....X..x..|X.....X.x...", Voice.SNARE: "...X.....X..", Voice.HAT: "X.oX.oX.oX.o"},
        {Voice.KICK: "X..x..X..x..", Voice.SNARE: "..gX.g..gX.g", Voice.HAT: "x.ox.ox.ox.o"},
        {
            Voice.KICK: "X....xX.....",
            Voice.SNARE: "...X.g...X.?",
            Voice.RIDE: "X.oX.oX.oX.o",
            Voice.PEDAL: TWO_AND_FOUR,
        },
    ),
    fills=(
        Fill({Voice.SNARE: "XxxXxx", Voice.TOM_LOW: "....xX", Voice.KICK: "X.....", Voice.CRASH: "......"}),
        Fill(
            {Voice.SNARE: "xxX......", Voice.TOM_HIGH: "...xxX...", Voice.TOM_LOW: "......xxX", Voice.KICK: "X..X..X.."}
        ),
    ),
    turns=(Fill({Voice.SNARE: "xxX"}, keep=frozenset({Voice.HAT, Voice.RIDE}), crash=False),),
    layers=(Layer({Voice.TAMBOURINE: "...x.....x.."}, 0.4), Layer({Voice.SHAKER: "x.ox.ox.ox.o"}, 0.3)),
    steps=12,
    loose_ms=5.0,
    lean_ms={Voice.SNARE: 4.0},
    room=Room(0.45, -15.0),
    bus=Bus(squeeze_db=5.0, drive=1.0),
)

JAZZ_AND_BLUES = (SWING, BRUSHES, SHUFFLE)
