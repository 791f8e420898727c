"""The small words of a prompt: numbers, sizes, relations, parts, and what may be skipped."""

Scale = tuple[float, float, float]

NUMBERS: dict[str, int] = {
    "a couple of": 2, "a dozen": 12, "a few": 3, "a group of": 4, "a lot of": 8, "a pair of": 2, "a pile of": 6,
    "a row of": 4, "a set of": 4, "a stack of": 3, "bunch of": 5, "couple of": 2, "double": 2, "dozen": 12, "eight": 8,
    "eighteen": 18, "eleven": 11, "few": 3, "fifteen": 15, "five": 5, "four": 4, "fourteen": 14, "group of": 4,
    "half a dozen": 6, "heap of": 6, "lots of": 8, "many": 8, "nine": 9, "nineteen": 19, "one": 1, "pair of": 2,
    "pile of": 6, "row of": 4, "set of": 4, "seven": 7, "seventeen": 17, "several": 5, "single": 1, "six": 6,
    "sixteen": 16, "some": 3, "stack of": 3, "ten": 10, "thirteen": 13, "thirty": 30, "three": 3, "twelve": 12,
    "twenty": 20, "two": 2,
}  # fmt: skip

SIZES: dict[str, Scale] = {  # times as wide, high, deep
    "big": (1.35, 1.35, 1.35), "broad": (1.3, 1.0, 1.0), "bulky": (1.25, 1.05, 1.25), "chubby": (1.25, 1.0, 1.25),
    "colossal": (4.0, 4.0, 4.0), "deep": (1.0, 1.0, 1.4), "elongated": (1.0, 1.0, 1.5), "enormous": (3.0, 3.0, 3.0),
    "fat": (1.3, 1.0, 1.3), "flat": (1.0, 0.5, 1.0), "giant": (3.0, 3.0, 3.0), "gigantic": (3.5, 3.5, 3.5),
    "great": (1.3, 1.3, 1.3), "huge": (2.5, 2.5, 2.5), "large": (1.35, 1.35, 1.35), "lean": (0.8, 1.0, 0.8),
    "little": (0.65, 0.65, 0.65), "long": (1.4, 1.0, 1.0), "low": (1.0, 0.7, 1.0), "massive": (2.2, 2.2, 2.2),
    "micro": (0.2, 0.2, 0.2), "mini": (0.35, 0.35, 0.35), "miniature": (0.1, 0.1, 0.1), "narrow": (0.7, 1.0, 1.0),
    "oversized": (2.0, 2.0, 2.0), "petite": (0.65, 0.65, 0.65), "pocket": (0.3, 0.3, 0.3), "short": (1.0, 0.7, 1.0),
    "skinny": (0.7, 1.05, 0.7), "slender": (0.75, 1.15, 0.75), "slim": (0.78, 1.0, 0.78), "small": (0.65, 0.65, 0.65),
    "squat": (1.15, 0.65, 1.15), "stout": (1.25, 0.9, 1.25), "stretched": (1.0, 1.6, 1.0), "tall": (1.0, 1.4, 1.0),
    "thick": (1.25, 1.0, 1.25), "thin": (0.7, 1.0, 0.7), "tiny": (0.35, 0.35, 0.35), "towering": (1.1, 1.9, 1.1),
    "toy": (0.12, 0.12, 0.12), "wide": (1.4, 1.0, 1.0),
}  # fmt: skip

UNITS: dict[str, float] = {
    "centimeter": 0.01, "centimeters": 0.01, "centimetre": 0.01, "centimetres": 0.01, "cm": 0.01, "feet": 0.3048,
    "foot": 0.3048, "ft": 0.3048, "inch": 0.0254, "inches": 0.0254, "m": 1.0, "meter": 1.0, "meters": 1.0,
    "metre": 1.0, "metres": 1.0, "millimeter": 0.001, "millimeters": 0.001, "millimetre": 0.001, "mm": 0.001,
}  # fmt: skip
SIDES: dict[str, int] = {"broad": 0, "deep": 2, "high": 1, "long": -1, "tall": 1, "wide": 0}  # -1: the longest

# What one thing is to the next: the words that say it.
RELATIONS: dict[str, str] = {
    "above": "on", "alongside": "beside", "atop": "on", "behind": "behind", "below": "under", "beneath": "under",
    "beside": "beside", "by": "beside", "in": "in", "in front of": "front", "inside": "in", "inside of": "in",
    "near": "beside", "next to": "beside", "on": "on", "on top of": "on", "onto": "on", "over": "on", "under": "under",
    "underneath": "under", "upon": "on", "within": "in",
}  # fmt: skip
ON_TOP = ("on the top", "on top", "on top of it", "on it", "on its top")  # with nothing after it
WITH = ("along with", "carrying", "featuring", "has", "having", "holding", "including", "plus", "that has",
        "together with", "wearing", "which has", "with", "wielding")  # fmt: skip
INDEFINITE = ("a", "an", "another", "each", "every", "any")
DEFINITE = ("her", "his", "its", "my", "our", "that", "the", "their", "these", "this", "those", "your")

# Nouns that say how something is shown, with "of".
PICTURES = ("3d asset", "3d model", "3d object", "3d print", "3d render", "3d rendering", "3d scan", "asset",
            "depiction", "design", "drawing", "illustration", "image", "mesh", "model", "object", "photo",
            "photograph", "picture", "render", "rendering", "representation", "scene", "sketch", "version")  # fmt: skip
STATUES = ("bust", "figure", "figurine", "monument", "sculpture", "statue", "statuette", "trophy")

# What a vessel may be filled with.
DRINKS = ("beer", "cocoa", "coffee", "honey", "juice", "milk", "soup", "tea", "water", "wine")

SKIPPED = frozenset(
    """add am and/or are around at be beautiful being build but can canonical clean create detailed do draw fine for
    from game generate give good great-looking hd have high-quality highly i is it just like look looking looks lovely
    made make me nice of one's ordinary out painted please pretty quality ready realistic regular render scene shape
    shaped simple single-piece sitting so standing style styled stylised stylized surrounded textured that there to
    typical up usual very want which who whose 3d 4k 8k pbr game-ready colored coloured color colour finish material
    texture kind type sort asset placed lying resting hanging""".split()
)

# Parts that may be named with a colour, a material or a number.
PARTS = frozenset(
    """antenna arm armrest awning back backrest band bar barrel base beak bell belt bib blade blanket board body bolt
    bonnet book boot bottom bow bowl bracket branch brim bristle brow bulb bumper button cabin candle cannon canopy cap
    cape carrot chain chimney claw clock cloak coat coin collar cork cornice crest crossguard crown cup curtain cushion
    deck dial dome door doorknob dot drawer dress drip ear edge engine exhaust eye eyebrow face feather fence fender
    fin fire flag flame flap flipper float flower foot footboard fork frame fret frosting fur glaze glove grass grille
    grip guard hair hammer hand handle handlebar hat head headboard headlight helmet hinge hole hood hoof hoop horn
    hull icing interior jacket jewel joint key keyhole knob label lace ladder leaf leg letter lid light lip lock mane
    mast mattress mouth muzzle nail neck needle nose nostril nozzle number oar pad paddle page panel pant patch paw
    pedal peel pencil petal pick pillow pip pipe plank plinth pocket pole pommel porthole post propeller rail ramp ray
    rib rim ring robe rod roof rope rotor sail sash scale scarf screen seat seed sheet shell shelf shirt shoe shutter
    side skid skin skirt sleeve smoke snow snout sole spike spoke spot spout spring stair stalk star stem step stick
    strap string stripe suit sword tail tassel tentacle tip tire toe tooth top topping torch towel track tread trigger
    trim trousers trunk turret tusk tyre vein visor wall water wheel whisker window windscreen windshield wing wire
    """.split()
)
PART_WORDS: dict[str, str] = {
    "armed": "arm", "domed": "dome", "eared": "ear", "eyed": "eye", "faced": "face", "feet": "foot", "finned": "fin",
    "haired": "hair", "handled": "handle", "horned": "horn", "leafed": "leaf", "legged": "leg", "masted": "mast",
    "necked": "neck", "petaled": "petal", "petalled": "petal", "roofed": "roof", "rotors": "rotor", "sailed": "sail",
    "tailed": "tail", "teeth": "tooth", "tires": "wheel", "tire": "wheel", "tyre": "wheel", "tyres": "wheel",
    "wheeled": "wheel", "winged": "wing", "windscreen": "window", "windshield": "window", "cloak": "cape",
}  # fmt: skip
