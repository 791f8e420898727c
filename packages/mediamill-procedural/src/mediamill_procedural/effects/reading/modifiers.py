"""The words that say how: each a name, what names it, and the manner it asks for."""

from dataclasses import dataclass

from mediamill_procedural.effects.scene import Manner
from mediamill_procedural.effects.sound import Motion, Space
from mediamill_procedural.effects.stage.treatments import Treatment


@dataclass(frozen=True, slots=True)
class Modifier:
    """A way of sounding. `phrases` are base forms separated by commas; "in" stands for any word of place."""

    name: str
    phrases: str
    manner: Manner
    heard_as: str  # what changes, for the handbook


HOW = (
    Modifier(
        "heavy",
        "heavy, strong, hard, intense, violent, powerful, fierce, raging, wild, aggressive, furious, "
        "massive storm, busy, brutal",
        Manner(intensity=0.4, level_db=2.0),
        "more of it: denser, harder, brighter where force makes it so",
    ),
    Modifier(
        "light",
        "light, soft, gentle, weak, delicate, mild, tender, subtle, calm, peaceful, slight",
        Manner(intensity=-0.4, level_db=-2.0),
        "less of it: sparser, softer",
    ),
    Modifier(
        "loud",
        "loud, noisy, deafening, booming",
        Manner(level_db=5.0, intensity=0.15),
        "louder beside others and as a whole",
    ),
    Modifier(
        "quiet", "quiet, faint, silent, low volume, barely", Manner(level_db=-10.0, intensity=-0.2), "10 dB quieter"
    ),
    Modifier(
        "fast",
        "fast, quick, rapid, hurried, hasty, swift, frantic, speedy, hectic, high speed",
        Manner(pace=0.75),
        "events and movements 1.7 times as fast",
    ),
    Modifier(
        "slow", "slow, lazy, sluggish, leisurely, slow motion, unhurried", Manner(pace=-0.75), "0.6 times as fast"
    ),
    Modifier(
        "high",
        "high, high pitch, shrill, treble, piercing, tinny",
        Manner(pitch=0.55),
        "1.5 times as high",
    ),
    Modifier(
        "low",
        "low, deep, bass, low pitch, dark, ominous tone, sub, bassy",
        Manner(pitch=-0.65),
        "0.64 times as high",
    ),
    Modifier(
        "big",
        "big, large, huge, giant, massive, enormous, gigantic, great, colossal, monstrous, epic, mighty, adult, fat",
        Manner(pitch=-0.4, intensity=0.25, level_db=1.5),
        "lower, stronger, longer",
    ),
    Modifier(
        "small",
        "small, little, tiny, mini, baby size, miniature, cute, young, petite, short person",
        Manner(pitch=0.42, intensity=-0.2, level_db=-1.5),
        "higher, weaker, shorter",
    ),
    Modifier(
        "long",
        "long, lasting, endless, continuous, prolonged, extended, constant",
        Manner(lasting=0.6),
        "1.5 times as long where no length is given",
    ),
    Modifier("short", "short, brief, momentary", Manner(lasting=-0.8), "0.57 times as long where no length is given"),
    Modifier("bright", "bright, crisp, sharp, clear", Manner(treatments=(Treatment.BRIGHT,)), "9 dB more above 3 kHz"),
    Modifier("dull", "dull, warm, blunt, mellow", Manner(treatments=(Treatment.DULL,)), "less and less above 900 Hz"),
    Modifier(
        "eerie",
        "eerie, scary, creepy, spooky, haunted, sinister, frightening, terrifying, menacing, evil mood",
        Manner(pitch=-0.35, pace=-0.3, space=Space.CATHEDRAL, treatments=(Treatment.WOBBLING,)),
        "lower, slower, unsteady, in a large room",
    ),
)

WHERE = (
    Modifier(
        "distant",
        "distant, far, far away, far off, in distance, afar, remote, way off",
        Manner(distance=0.75, level_db=-5.0),
        "highs gone, narrower, quieter, more of the place in it",
    ),
    Modifier(
        "close",
        "close, near, nearby, close up, next to me, intimate",
        Manner(distance=-0.6),
        "drier, more lows and air",
    ),
    Modifier(
        "left", "left, left side, left ear", Manner(place=-0.85), "on the left, the right ear in the shadow of the head"
    ),
    Modifier("right", "right side, in right, right channel, right hand, right ear", Manner(place=0.85), "on the right"),
    Modifier(
        "from left to right", "in left right, left right", Manner(place=-0.9, place_until=0.9), "crosses the image"
    ),
    Modifier(
        "from right to left", "in right left, right left", Manner(place=0.9, place_until=-0.9), "crosses the image"
    ),
    Modifier(
        "approaching",
        "approach, come closer, get closer, come near, draw near, closer and closer, arrive, come toward",
        Manner(motion=Motion.APPROACHING),
        "louder, brighter, nearer, with Doppler",
    ),
    Modifier(
        "passing",
        "pass, pass by, drive by, fly by, drive past, fly past, go by, flyby, flyover, zoom, speed past, overhead",
        Manner(motion=Motion.PASSING),
        "from one side to the other, with Doppler",
    ),
    Modifier(
        "receding",
        "recede, move away, drive away, drive off, fly away, disappear distance, leave, depart, walk away, "
        "go away, accelerate away, speed away, sail away",
        Manner(motion=Motion.RECEDING),
        "quieter, duller, further, with Doppler",
    ),
    Modifier(
        "circling",
        "circle, orbit, around me, around head, spin around",
        Manner(motion=Motion.CIRCLING),
        "around the head",
    ),
)

PLACES = (
    Modifier(
        "echoing",
        "echo, canyon, valley, in mountain, reverberate, in gorge",
        Manner(space=Space.CANYON),
        "comes back from far walls after 0.4, 0.8 and 1.3 s",
    ),
    Modifier(
        "in a cave",
        "in cave, in cavern, in mine, cavernous, in dungeon, in crypt, in tomb, in grotto, in underground",
        Manner(space=Space.CAVE),
        "3 s of dark reverberation with echoes",
    ),
    Modifier(
        "in a hall",
        "in hall, in gym, in warehouse, in theatre, in auditorium, reverb, in hangar, in lobby, "
        "in museum, in corridor, in hallway, in factory",
        Manner(space=Space.HALL),
        "1.9 s of reverberation",
    ),
    Modifier(
        "in a cathedral",
        "in cathedral, in church, in temple, in castle, in palace, in monastery, in mosque",
        Manner(space=Space.CATHEDRAL),
        "4.6 s of reverberation",
    ),
    Modifier(
        "in a bathroom",
        "in bathroom, in shower, in toilet, in restroom, in locker, tiled, in sewer, in pool",
        Manner(space=Space.BATHROOM),
        "1 s of bright, dense reverberation",
    ),
    Modifier(
        "in a room",
        "in room, in bedroom, in house, in kitchen, in apartment, in office, indoor, in studio, "
        "in classroom, in basement, in attic, in garage, in living, in cabin, in elevator",
        Manner(space=Space.ROOM),
        "0.4 s of reverberation",
    ),
    Modifier(
        "in a tunnel",
        "in tunnel, in underpass, in subway, in pipe, in metro, in tube",
        Manner(space=Space.TUNNEL),
        "2.4 s, with a flutter of 0.11 s",
    ),
    Modifier(
        "in a forest",
        "in forest, in woods, in jungle, in park",
        Manner(space=Space.FOREST),
        "1.3 s of diffuse, soft answer",
    ),
    Modifier(
        "in a street",
        "in street, in alley, in city, in courtyard, in town, in parking",
        Manner(space=Space.STREET),
        "0.9 s and slaps from walls",
    ),
    Modifier(
        "in the open",
        "outside, outdoor, in field, in desert, in prairie, open air, in meadow",
        Manner(space=Space.OPEN),
        "hardly any answer",
    ),
    Modifier("dry", "dry, anechoic, no reverb, no echo, dead room", Manner(space=Space.NOWHERE), "no room at all"),
)

THROUGH = (
    Modifier(
        "muffled",
        "muffle, muffled, muted, dampened, in blanket, in pillow, in bag, in box",
        Manner(treatments=(Treatment.MUFFLED,)),
        "hardly anything above 420 Hz",
    ),
    Modifier(
        "through a wall",
        "through wall, next door, neighbour, next room, through door, other side, upstairs neighbour",
        Manner(treatments=(Treatment.WALL,)),
        "the mass law of a wall, no width",
    ),
    Modifier(
        "underwater",
        "underwater, submerged",
        Manner(treatments=(Treatment.UNDERWATER,)),
        "below 650 Hz, swaying, with bubbles",
    ),
    Modifier(
        "on the telephone",
        "in phone, in telephone, phone call, over phone, voicemail, telephone quality",
        Manner(treatments=(Treatment.TELEPHONE,)),
        "300 to 3,400 Hz, mono",
    ),
    Modifier(
        "on the radio",
        "in radio, over radio, in walkie, in intercom, radio voice, in tv, in television, in speaker",
        Manner(treatments=(Treatment.RADIO,)),
        "280 to 4,200 Hz, mono, fading, hiss",
    ),
    Modifier(
        "through a megaphone",
        "megaphone, in megaphone, loudspeaker, in loudspeaker, bullhorn, pa system, public address",
        Manner(treatments=(Treatment.MEGAPHONE,)),
        "500 to 3,500 Hz, rasping",
    ),
    Modifier(
        "on an old record",
        "vintage, old time, retro film, lo fi, lofi, old recording, old film, 1920, 1930, antique, "
        "old movie, in gramophone, in record, nostalgic",
        Manner(treatments=(Treatment.VINTAGE,)),
        "200 to 4,000 Hz, mono, wow, crackle",
    ),
    Modifier(
        "distorted",
        "distort, overdrive, fuzzy, gritty, harsh, saturate, crunchy distort, clipped",
        Manner(treatments=(Treatment.DISTORTED,)),
        "driven far beyond what plays it",
    ),
    Modifier(
        "8-bit",
        "8 bit, 8bit, chiptune, pixel, retro game, bitcrush, low resolution, 16 bit",
        Manner(treatments=(Treatment.EIGHT_BIT,)),
        "7.3 kHz, five bits",
    ),
    Modifier(
        "robotic",
        "robotic, mechanical voice, vocoded, cyber, synthetic",
        Manner(treatments=(Treatment.ROBOTIC,)),
        "ring-modulated at 55 Hz",
    ),
    Modifier(
        "metallic",
        "metallic, metal, iron made, steel made, in metal, tin",
        Manner(treatments=(Treatment.METALLIC,)),
        "plate modes from 720 Hz ring along",
    ),
    Modifier(
        "wooden",
        "wooden, in wood, woody, oak, timber made",
        Manner(treatments=(Treatment.WOODEN,)),
        "a box's modes of 150 to 900 Hz, softer above 3 kHz",
    ),
    Modifier(
        "wobbling",
        "wobble, wobbly, vibrato, tremolo, unsteady, shaky, trembling, pulsate, drunk",
        Manner(treatments=(Treatment.WOBBLING,)),
        "vibrato and tremolo of 5.5 Hz",
    ),
    Modifier(
        "stuttering",
        "stutter, choppy, skip record, broken record, glitchy",
        Manner(treatments=(Treatment.STUTTERING,)),
        "pieces of 83 ms repeated",
    ),
    Modifier(
        "reversed",
        "reverse, reversed, backward, backwards, in reverse, played backward",
        Manner(treatments=(Treatment.REVERSED,)),
        "time runs the other way",
    ),
    Modifier(
        "speeding up",
        "speed up, accelerate, get faster, faster and faster, accelerando",
        Manner(treatments=(Treatment.SPEEDING_UP,)),
        "from half the speed to 1.7 times",
    ),
    Modifier(
        "slowing down",
        "slow down, decelerate, get slower, slower and slower, wind down",
        Manner(treatments=(Treatment.SLOWING_DOWN,)),
        "from 1.5 times the speed to 0.45",
    ),
    Modifier(
        "fading in",
        "fade in, get louder, grow louder, louder and louder, crescendo fade, swell up",
        Manner(treatments=(Treatment.FADE_IN,)),
        "from silence over 70 % of the length",
    ),
    Modifier(
        "fading out",
        "fade, fade out, fade away, get quieter, quieter and quieter, die away, trail off",
        Manner(treatments=(Treatment.FADE_OUT,)),
        "into silence over 70 % of the length",
    ),
)

MODIFIERS: tuple[Modifier, ...] = (*HOW, *WHERE, *PLACES, *THROUGH)
GROUPS = {"How": HOW, "From where": WHERE, "In which place": PLACES, "Through what": THROUGH}
