"""One drop, bossa nova, samba, afrobeat: sun, hands and bells."""

from mediamill_procedural.drums.kits import HANDS, JAZZ, TIGHT, VINTAGE
from mediamill_procedural.drums.metals import Hat, Jingles, Shaker
from mediamill_procedural.drums.rhythm import Bus, Fill, Layer, Room, Sound, Style, Voice
from mediamill_procedural.drums.skins import CrossStick, Kick, Skin, Snare

ONE_DROP = Style(
    name="One drop",
    bpm=(68, 82),
    kit={
        **VINTAGE,
        Voice.KICK: Sound(
            Kick(pitch=58.0, bend=2.0, decay=0.38, click=0.14, click_hz=1_800.0, drive=2.0), -1.0, room=0.5
        ),
        Voice.SNARE: Sound(Snare(pitch=288.0, body_decay=0.14, wires=0.5, wires_decay=0.14, ring=0.3), 0.5, room=1.3),
        Voice.TOM_HIGH: Sound(Skin(pitch=330.0, decay=0.22, overtones=0.8, contact=0.4), -2.0, pan=0.3, room=1.6),
        Voice.HAT: Sound(Hat(decay=0.075, edge_hz=5_400.0, stick=0.35), -9.5, pan=0.3),
    },
    grooves=(
        {Voice.KICK: "........X.......", Voice.RIM: "........X.......", Voice.HAT: "x.o.x.o.x.o.x.og"},
        {
            Voice.KICK: "........X.......",
            Voice.RIM: "..?.x...X..x....|......x.X...x...",
            Voice.HAT: "xgo.xgo.xgo.xgo.",
            Voice.OPEN: "..............?.",
        },
        {Voice.KICK: "X...X...X...X...", Voice.RIM: "........X.....?.", Voice.HAT: "o.x.o.x.o.x.o.x."},
        {
            Voice.KICK: "x.......X.......",
            Voice.SNARE: "........X.......",
            Voice.HAT: "x.ogx.ogx.ogx.og",
            Voice.RIM: "...?..x......x..",
        },
    ),
    fills=(
        Fill({Voice.TOM_HIGH: "x.xx.xX.", Voice.KICK: "......x."}),
        Fill({Voice.SNARE: "X..x..xX", Voice.KICK: "X......."}),
        Fill({Voice.SNARE: "2.x.....", Voice.TOM_MID: "...xx...", Voice.TOM_LOW: ".....xXX"}),
    ),
    turns=(Fill({Voice.TOM_HIGH: "xxX."}, keep=frozenset({Voice.HAT}), crash=False),),
    layers=(
        Layer({Voice.SHAKER: "x.o.x.o.x.o.x.o."}, 0.5),
        Layer({Voice.CONGA_HIGH: "..xx....?.xx....", Voice.CONGA_LOW: "......xx......x."}, 0.35),
        Layer({Voice.TAMBOURINE: "....x.......x..."}, 0.3),
    ),
    swing=(0.52, 0.60),
    loose_ms=5.0,
    lean_ms={Voice.KICK: 4.0, Voice.RIM: 4.0},
    room=Room(0.8, -15.0, bright_hz=3_800.0),
    bus=Bus(squeeze_db=7.0, drive=1.8, top_hz=13_000.0),
    crash_chance=0.8,
)

BOSSA_NOVA = Style(
    name="Bossa nova",
    bpm=(64, 78),
    kit={**JAZZ, Voice.RIM: Sound(CrossStick(pitch=610.0, decay=0.06), -4.0, pan=0.1)},
    grooves=(
        {
            Voice.KICK: "x..ox..ox..ox..o",
            Voice.RIM: "x..x..x...x..x..",
            Voice.HAT: "xgogxgogxgogxgog",
            Voice.PEDAL: "....o.......o...",
        },
        {
            Voice.KICK: "x..ox..ox..ox..o",
            Voice.RIM: "..x.x...x..x..x.",
            Voice.BRUSH: "ogggogggogggoggg",
            Voice.PEDAL: "....o.......o...",
        },
        {
            Voice.KICK: "x..ox..ox..ox..o",
            Voice.RIM: "x..x...x.x..x...|x..x..x...x.x...",
            Voice.RIDE: "o.o.o.o.o.o.o.o.",
            Voice.PEDAL: "....o.......o...",
        },
    ),
    fills=(
        Fill({Voice.RIM: "x.xx.xx.", Voice.KICK: "x..ox..o"}, keep=frozenset({Voice.HAT, Voice.BRUSH}), crash=False),
        Fill(
            {Voice.TOM_HIGH: "..o.....", Voice.TOM_MID: "....o...", Voice.TOM_LOW: "......oo"},
            keep=frozenset({Voice.KICK}),
        ),
    ),
    turns=(Fill({Voice.RIM: "x.xx"}, keep=frozenset({Voice.KICK, Voice.HAT}), crash=False),),
    layers=(
        Layer({Voice.SHAKER: "xgogxgogxgogxgog"}, 0.6),
        Layer({Voice.CLAVE: "x..x..x...x..x.."}, 0.15),
        Layer({Voice.AGOGO_HIGH: "x.......x.x.....", Voice.AGOGO_LOW: "....x........x.."}, 0.15),
    ),
    loose_ms=4.5,
    loose_velocity=0.08,
    room=Room(0.4, -17.0, bright_hz=5_000.0),
    bus=Bus(squeeze_db=3.0, drive=0.4),
    crash_chance=0.0,
)

SAMBA = Style(
    name="Samba",
    bpm=(96, 112),
    kit={
        **HANDS,
        **{
            voice: TIGHT[voice]
            for voice in (Voice.KICK, Voice.HAT, Voice.OPEN, Voice.CRASH, Voice.TOM_HIGH, Voice.TOM_LOW)
        },
        Voice.SNARE: Sound(
            Snare(pitch=300.0, body_decay=0.08, wires=0.7, wires_decay=0.12, crack=0.5), -5.0, pan=-0.15
        ),
        Voice.TAMBOURINE: Sound(Jingles(decay=0.12), -11.0, pan=0.4),
        Voice.TOM_HIGH: Sound(Skin(pitch=420.0, decay=0.12, overtones=0.4, contact=0.5), -7.0, pan=-0.45),
        Voice.SHAKER: Sound(Shaker(tone_hz=7_400.0, seconds=0.06), -12.0, pan=0.5),
    },
    grooves=(
        {
            Voice.SURDO: "g...X...g...X..?",
            Voice.SNARE: "xggxggxgxggxggxg",
            Voice.SHAKER: "XogxXogxXogxXogx",
            Voice.AGOGO_HIGH: "x.x...x...x.x...",
            Voice.AGOGO_LOW: "....xx..x......x",
        },
        {
            Voice.SURDO: "g...X...g.g.X.x.",
            Voice.SNARE: "XgggxggXgggxgXgg",
            Voice.TAMBOURINE: "XgoxXgoxXgoxXgox",
            Voice.TOM_HIGH: "x.x.xx.x.x.xx.x.",
        },
        {
            Voice.KICK: "x..xX..xx..xX..x",
            Voice.SURDO: "....X.......X...",
            Voice.SNARE: "xgxggxgxgxggxggx",
            Voice.HAT: "xgogxgogxgogxgog",
            Voice.SHAKER: "XogxXogxXogxXogx",
        },
    ),
    fills=(
        Fill({Voice.SNARE: "x.xx.x.xxXXX", Voice.SURDO: "X.....X....."}, keep=frozenset({Voice.SHAKER})),
        Fill({Voice.TOM_HIGH: "XxXxXXX.", Voice.SURDO: "X.......", Voice.SNARE: "....xxxX"}),
    ),
    turns=(Fill({Voice.SNARE: "xXXX"}, keep=frozenset({Voice.SHAKER, Voice.SURDO}), crash=False),),
    layers=(
        Layer({Voice.TAMBOURINE: "XgoxXgoxXgoxXgox"}, 0.5),
        Layer({Voice.COWBELL: "x...x...x...x..."}, 0.2),
        Layer({Voice.CONGA_HIGH: "..x...xx..x...x.", Voice.CONGA_LOW: "x...x...x...x..."}, 0.3),
    ),
    swing=(0.5, 0.54),
    loose_ms=5.0,
    loose_velocity=0.08,
    room=Room(0.45, -17.0),
    bus=Bus(squeeze_db=5.0, drive=0.7),
    crash_chance=0.3,
)

AFROBEAT = Style(
    name="Afrobeat",
    bpm=(98, 118),
    kit={**TIGHT, Voice.COWBELL: Sound(HANDS[Voice.COWBELL].instrument, -11.0, pan=-0.4)},
    grooves=(
        {
            Voice.KICK: "X.....x...x...x.|X..x......x...x.",
            Voice.SNARE: "...g..x.g...x..g",
            Voice.HAT: "x.xgx.xgx.xgx.xg",
            Voice.COWBELL: "x..x..x...x.x...",
        },
        {
            Voice.KICK: "X..x....x..x..x.",
            Voice.SNARE: "....x..g.gx....g|....x..g..x..g..",
            Voice.HAT: "xgxxxgxxxgxxxgxx",
            Voice.SHAKER: "xogoxogoxogoxogo",
        },
        {
            Voice.KICK: "X.....x.x.....x.",
            Voice.RIM: "...x..x....x.x..",
            Voice.SNARE: "....g.......g..?",
            Voice.HAT: "o.x.o.x.o.x.o.x.",
            Voice.COWBELL: "x.x..x.x.x.x..x.",
        },
    ),
    fills=(
        Fill(
            {Voice.SNARE: "x..x.gxX", Voice.TOM_LOW: "..x..x..", Voice.KICK: "x......."},
            keep=frozenset({Voice.COWBELL}),
        ),
        Fill(
            {Voice.TOM_HIGH: "x.x.....", Voice.TOM_MID: "...x.x..", Voice.TOM_LOW: "......xX", Voice.KICK: "x..x...."}
        ),
    ),
    turns=(Fill({Voice.SNARE: "gxgX"}, keep=frozenset({Voice.COWBELL, Voice.HAT}), crash=False),),
    layers=(
        Layer(
            {
                Voice.CONGA_HIGH: "g..x..g.g..x..g.",
                Voice.CONGA_SLAP: "....x.......x...",
                Voice.CONGA_LOW: "......xx......xx",
            },
            0.6,
        ),
        Layer({Voice.SHAKER: "xgogxgogxgogxgog"}, 0.6),
        Layer({Voice.CLAVE: "x..x...x..x.x..."}, 0.3),
        Layer({Voice.OPEN: "..............x."}, 0.4),
    ),
    swing=(0.5, 0.55),
    loose_ms=5.5,
    loose_velocity=0.08,
    lean_ms={Voice.SNARE: 4.0},
    room=Room(0.4, -17.0),
    bus=Bus(squeeze_db=4.5, drive=0.7),
    crash_chance=0.5,
)

TROPICS = (ONE_DROP, BOSSA_NOVA, SAMBA, AFROBEAT)
