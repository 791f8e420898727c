"""What drummers play where no drum loop exists: ballads, waltzes, marches, trains, taikos."""

from mediamill_procedural.drums.kits import EIGHT_O_EIGHT, HANDS, JAZZ, NINE_O_NINE, STUDIO, TIGHT, VINTAGE
from mediamill_procedural.drums.rhythm import Bus, Fill, Room, Sound, Style, Voice
from mediamill_procedural.drums.skins import Kick, Skin, Snare

BACKBEAT = "....X.......X..."
FOUR = "X...X...X...X..."
EIGHTHS = "x.o.x.o.x.o.x.o."
_TOMS = Fill({Voice.SNARE: "X.xx....", Voice.TOM_HIGH: "....xx..", Voice.TOM_LOW: "......xX", Voice.KICK: "X...X..."})
_ROLL = Fill({Voice.SNARE: "gooxxxXX", Voice.KICK: "X...X..."})
_SMALL = Fill({Voice.SNARE: "..xX"}, keep=frozenset({Voice.KICK}), crash=False)
_CLAPS = Fill({Voice.CLAP: "X..XX.X."}, keep=frozenset({Voice.KICK, Voice.HAT}))


def _style(name: str, kit: dict[Voice, Sound], *grooves: dict[Voice, str], fill: Fill = _TOMS, steps: int = 16,
           loose_ms: float = 4.0, turns: tuple[Fill, ...] = (_SMALL,)) -> Style:  # fmt: skip
    return Style(name=name, bpm=(40, 220), kit=kit, grooves=grooves, fills=(fill,), turns=turns, steps=steps,
                 loose_ms=loose_ms, room=Room(0.5, -15.0), bus=Bus())  # fmt: skip


POP = _style(
    "Pop beat", dict(TIGHT),
    {Voice.KICK: "X.......X.x.....", Voice.SNARE: BACKBEAT, Voice.HAT: EIGHTHS},
    {Voice.KICK: "X..x....X..x..x.", Voice.SNARE: BACKBEAT, Voice.CLAP: BACKBEAT, Voice.HAT: EIGHTHS},
    {Voice.KICK: FOUR, Voice.CLAP: BACKBEAT, Voice.OPEN: "..o...o...o...o.", Voice.HAT: "x...x...x...x..."},
)  # fmt: skip
BALLAD = _style(
    "Ballad", dict(STUDIO),
    {Voice.KICK: "X.......x.......", Voice.RIM: "....x.......x...", Voice.HAT: "o...g...o...g..."},
    {Voice.KICK: "X......xx.......", Voice.SNARE: "....x.......x...", Voice.HAT: "x.g.o.g.x.g.o.g."},
)  # fmt: skip
METAL = _style(
    "Metal", dict(STUDIO),
    {Voice.KICK: "X.xxX.xxX.xxX.xx", Voice.SNARE: BACKBEAT, Voice.HAT: "X...X...X...X..."},
    {Voice.KICK: "XxXxXxXxXxXxXxXx", Voice.SNARE: "........X.......", Voice.CUP: FOUR},
    {Voice.KICK: "X..XX.X.X..XX.X.", Voice.SNARE: BACKBEAT, Voice.CRASH: "x...x...x...x..."},
    loose_ms=2.5,
)  # fmt: skip
PUNK = _style(
    "Punk", dict(STUDIO),
    {Voice.KICK: "X...X.X.X...X.X.", Voice.SNARE: "..X...X...X...X.", Voice.OPEN: "x.x.x.x.x.x.x.x."},
    {Voice.KICK: "X.....X.X.X.....", Voice.SNARE: BACKBEAT, Voice.OPEN: "x.x.x.x.x.x.x.x."},
)  # fmt: skip
TRAIN = _style(
    "Train beat", dict(VINTAGE),
    {Voice.KICK: FOUR, Voice.SNARE: "gogXgogXgogXgogX", Voice.PEDAL: "..x...x...x...x."},
    {Voice.KICK: "X.......X.......", Voice.RIM: "....X.......X..X", Voice.HAT: "x.x.x.x.x.x.x.x."},
    fill=_ROLL,
)  # fmt: skip
STOMP = _style(
    "Stomp", {**VINTAGE, **HANDS},
    {Voice.KICK: "X.......X.......", Voice.TAMBOURINE: "..o.X.o...o.X.o."},
    {Voice.KICK: "X...x...X...x...", Voice.SHAKER: "ogxgogxgogxgogxg", Voice.RIM: "....o.......o..."},
    fill=_ROLL,
)  # fmt: skip
MARCH = _style(
    "March", {**STUDIO, Voice.KICK: Sound(Kick(pitch=62.0, bend=1.6, decay=0.5, click=0.1), 0.0, room=1.2),
              Voice.SNARE: Sound(Snare(pitch=240.0, wires=0.8, wires_decay=0.2, crack=0.6), 0.0, room=1.2)},
    {Voice.KICK: "X...X...", Voice.SNARE: "..xox.xx", Voice.CRASH: "....g..."},
    {Voice.KICK: "X...X...", Voice.SNARE: "X.ooX.oo", Voice.CRASH: "x......."},
    fill=Fill({Voice.SNARE: "33X."}, keep=frozenset({Voice.KICK})), steps=8,
)  # fmt: skip
WALTZ = _style(
    "Waltz", dict(JAZZ),
    {Voice.KICK: "o...........", Voice.BRUSH: "....o...o...", Voice.PEDAL: "....g...g..."},
    {Voice.KICK: "o...........", Voice.RIDE: "o...o.g.o...", Voice.PEDAL: "....o......."},
    fill=Fill({Voice.SNARE: "oox."}, crash=False), steps=12,
)  # fmt: skip
COMPOUND = _style(
    "Six-eight", dict(STUDIO),
    {Voice.KICK: "X.....o.....", Voice.SNARE: "......X.....", Voice.HAT: "x.o.o.x.o.o."},
    {Voice.KICK: "X...x.......", Voice.SNARE: "......X.....", Voice.RIDE: "x.o.o.x.o.o."},
    fill=Fill({Voice.SNARE: "xxx...", Voice.TOM_LOW: "...xxX", Voice.KICK: "X....."}), steps=12,
)  # fmt: skip
TAIKO: dict[Voice, Sound] = {
    **STUDIO,
    Voice.KICK: Sound(Kick(pitch=44.0, bend=1.8, decay=1.1, click=0.12, click_hz=1_200.0), 1.0, room=2.0),
    Voice.TOM_LOW: Sound(Skin(pitch=66.0, decay=0.9, contact=0.3), 0.0, pan=-0.4, room=2.0),
    Voice.TOM_MID: Sound(Skin(pitch=92.0, decay=0.7, contact=0.3), -1.0, pan=0.4, room=2.0),
    Voice.TOM_HIGH: Sound(Skin(pitch=130.0, decay=0.5, contact=0.3), -2.0, pan=0.1, room=2.0),
}
EPIC = _style(
    "Epic drums", TAIKO,
    {Voice.KICK: "X.......X.......", Voice.TOM_LOW: "x..x..x.x..x..x.", Voice.TOM_MID: "......o.......oo"},
    {Voice.KICK: "X.....X.X.......", Voice.TOM_LOW: "XooXooXoXooXooXX", Voice.TOM_HIGH: "....x.......x...",
     Voice.CRASH: "x..............."},
    fill=Fill({Voice.TOM_HIGH: "xx......", Voice.TOM_MID: "..xxx...", Voice.TOM_LOW: ".....xXX"}),
)  # fmt: skip
DISTANT = _style(
    "Distant drums", TAIKO,
    {Voice.KICK: "x...............|x.............o."},
    {Voice.KICK: "x.......o.......", Voice.TOM_LOW: "............o.o."},
)  # fmt: skip
EIGHTIES = _style(
    "Eighties", {**EIGHT_O_EIGHT, Voice.KICK: NINE_O_NINE[Voice.KICK],
                 Voice.SNARE: Sound(Snare(pitch=180.0, wires_decay=0.34, body_decay=0.24, crack=0.8), 1.0, room=2.4)},
    {Voice.KICK: FOUR, Voice.SNARE: BACKBEAT, Voice.HAT: "o.o.o.o.o.o.o.o."},
    {Voice.KICK: "X.....x.X.......", Voice.SNARE: BACKBEAT, Voice.HAT: "xgogxgogxgogxgog",
    Voice.TOM_LOW: "..............xx"},
    loose_ms=1.0,
)  # fmt: skip
TRANCE = _style(
    "Trance", dict(NINE_O_NINE),
    {Voice.KICK: FOUR, Voice.OPEN: "..X...X...X...X.", Voice.CLAP: BACKBEAT, Voice.HAT: "g.g.g.g.g.g.g.g."},
    {Voice.KICK: FOUR, Voice.OPEN: "..X...X...X...X.", Voice.CLAP: BACKBEAT, Voice.RIDE: "o.o.o.o.o.o.o.o."},
    fill=_ROLL, loose_ms=1.0,
)  # fmt: skip
HALF_TIME = _style(
    "Half time", {**EIGHT_O_EIGHT, Voice.KICK: NINE_O_NINE[Voice.KICK], Voice.SNARE: NINE_O_NINE[Voice.SNARE]},
    {Voice.KICK: "X.........x.....", Voice.SNARE: "........X.......", Voice.HAT: "x.o.x.o.x.o.xxo."},
    {Voice.KICK: "X..x......x..x..", Voice.SNARE: "........X.......", Voice.HAT: "x..ox..ox..ox.o."},
    fill=_ROLL, loose_ms=1.5,
)  # fmt: skip
CHIPS = _style(
    "Chips", {**EIGHT_O_EIGHT, Voice.KICK: Sound(Kick(pitch=70.0, bend=5.0, decay=0.12, drive=3.0), 0.0, room=0.0),
              Voice.SNARE: Sound(Snare(pitch=300.0, body=0.3, wires=1.0, wires_decay=0.09, crack=0.2), -2.0, room=0.0)},
    {Voice.KICK: "X...X...X...X...", Voice.SNARE: BACKBEAT, Voice.HAT: "..x...x...x...x."},
    {Voice.KICK: "X.x...x.X.x...x.", Voice.SNARE: BACKBEAT, Voice.HAT: "xxoxxxoxxxoxxxox"},
    fill=_ROLL, loose_ms=0.0,
)  # fmt: skip
SALSA = _style(
    "Salsa", dict(HANDS) | {voice: JAZZ[voice] for voice in (Voice.KICK, Voice.RIM, Voice.SNARE, Voice.CRASH)},
    {Voice.CLAVE: "..X...X.........|X.....X.....X...",
     Voice.CONGA_HIGH: "..o...xx..o...xx", Voice.CONGA_LOW: "..............oo",
     Voice.COWBELL: "X.o.X.oox.o.X.oo", Voice.CONGA_SLAP: "....X.......X..."},
    {Voice.CLAVE: "X..X..X...X.X...", Voice.CONGA_HIGH: "o.o.o.xxo.o.o.xx", Voice.COWBELL: "X...X.o.X...X.o.",
     Voice.SHAKER: "xooxxooxxooxxoox"},
    fill=Fill({Voice.CONGA_HIGH: "xxx.x...", Voice.CONGA_LOW: "...x.xxX", Voice.COWBELL: "X...X..."}, crash=False),
    turns=(Fill({Voice.CONGA_SLAP: "x.xX"}, keep=frozenset({Voice.CLAVE}), crash=False),),
)  # fmt: skip
GOSPEL = _style(
    "Gospel", {**STUDIO, **HANDS, Voice.CLAP: EIGHT_O_EIGHT[Voice.CLAP]},
    {Voice.KICK: "X..o..X..o..", Voice.SNARE: "...X.....X..", Voice.CLAP: "...X.....X..", Voice.HAT: "x.ox.ox.ox.o",
     Voice.TAMBOURINE: "..ox....ox.."},
    {Voice.KICK: "X....oX.....", Voice.SNARE: "...X.....X..", Voice.RIDE: "x.ox.ox.ox.o"},
    fill=Fill({Voice.SNARE: "xxx...", Voice.TOM_LOW: "...xxX", Voice.KICK: "X....."}),
    turns=(Fill({Voice.SNARE: "xxX"}, crash=False),), steps=12,
)  # fmt: skip
HANDCLAPS = _style(
    "Palmas", {**HANDS, Voice.CLAP: EIGHT_O_EIGHT[Voice.CLAP], Voice.KICK: JAZZ[Voice.KICK],
               Voice.CRASH: JAZZ[Voice.CRASH]},
    {Voice.CLAP: "x..xo.x.x..xo.x.", Voice.KICK: "o...............", Voice.CONGA_LOW: "x.......x......."},
    fill=_CLAPS, turns=(Fill({Voice.CLAP: "xxXX"}, crash=False),),
)  # fmt: skip
TABLA = _style(
    "Tabla", {Voice.CONGA_HIGH: Sound(Skin(pitch=310.0, bend=1.02, decay=0.3, contact=0.3), -4.0, pan=0.3),
              Voice.CONGA_LOW: Sound(Skin(pitch=92.0, bend=0.8, bend_seconds=0.12, decay=0.5), -2.0, pan=-0.3),
              Voice.SHAKER: HANDS[Voice.SHAKER]},
    {Voice.CONGA_HIGH: "x.xxo.xxx.xxo.x.", Voice.CONGA_LOW: "X.....x.X......."},
    {Voice.CONGA_HIGH: "xoxxoxxoxoxxoxxo", Voice.CONGA_LOW: "X..x..x.....x..."},
    fill=Fill({Voice.CONGA_HIGH: "x.xx.xxx", Voice.CONGA_LOW: "X..X..X."}, crash=False), turns=(),
)  # fmt: skip
