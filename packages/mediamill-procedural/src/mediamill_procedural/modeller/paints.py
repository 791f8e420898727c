"""What things are made of and what colour they are: words to metallic-roughness paints. Colours here are sRGB."""

from dataclasses import dataclass, replace

Rgb = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Paint:
    """A material in a colour; `texture` names a pattern of `textures.py`, `glow` is how much it shines by itself."""

    name: str
    rgb: Rgb
    metallic: float = 0.0
    roughness: float = 0.7
    alpha: float = 1.0
    texture: str = ""
    glow: float = 0.0


COLORS: dict[str, Rgb] = {
    "amber": (214, 138, 20),
    "aqua": (80, 200, 205),
    "beige": (222, 206, 172),
    "black": (24, 24, 27),
    "blue": (30, 84, 196),
    "brown": (106, 66, 38),
    "burgundy": (104, 18, 36),
    "cherry red": (150, 14, 34),
    "coral": (240, 112, 90),
    "cream": (244, 232, 204),
    "crimson": (164, 16, 40),
    "cyan": (40, 190, 214),
    "dark blue": (18, 36, 98),
    "dark brown": (62, 38, 24),
    "dark green": (18, 72, 36),
    "dark grey": (58, 60, 64),
    "dark red": (110, 14, 18),
    "green": (40, 132, 54),
    "grey": (130, 132, 136),
    "indigo": (54, 40, 136),
    "ivory": (246, 240, 220),
    "khaki": (150, 138, 88),
    "lavender": (178, 160, 222),
    "light blue": (134, 190, 236),
    "light brown": (164, 118, 74),
    "light green": (140, 206, 120),
    "light grey": (196, 198, 202),
    "lilac": (190, 158, 210),
    "lime": (150, 212, 44),
    "magenta": (200, 36, 150),
    "maroon": (96, 20, 26),
    "mint": (156, 224, 190),
    "mustard": (206, 160, 36),
    "navy": (18, 30, 78),
    "navy blue": (18, 30, 78),
    "olive": (104, 108, 40),
    "orange": (232, 112, 22),
    "peach": (246, 184, 146),
    "pink": (238, 132, 168),
    "plum": (104, 40, 92),
    "purple": (112, 46, 160),
    "red": (190, 26, 26),
    "rose": (226, 92, 122),
    "salmon": (238, 138, 114),
    "scarlet": (208, 28, 22),
    "sky blue": (110, 180, 232),
    "tan": (204, 166, 116),
    "teal": (14, 124, 124),
    "turquoise": (48, 190, 180),
    "violet": (124, 60, 190),
    "white": (240, 239, 235),
    "yellow": (240, 200, 34),
}

MATERIALS: dict[str, Paint] = {
    paint.name: paint
    for paint in (
        Paint("aluminium", (204, 207, 211), 1.0, 0.35, texture="brushed"),
        Paint("amethyst", (140, 82, 190), 0.0, 0.06, 0.72),
        Paint("bamboo", (204, 176, 104), 0.0, 0.6, texture="wood"),
        Paint("bark", (92, 68, 48), 0.0, 0.95, texture="bark"),
        Paint("birch", (218, 196, 158), 0.0, 0.55, texture="wood"),
        Paint("bone", (228, 218, 192), 0.0, 0.6),
        Paint("brass", (206, 166, 84), 1.0, 0.28),
        Paint("bread", (196, 130, 62), 0.0, 0.85, texture="mottled"),
        Paint("brick", (158, 78, 58), 0.0, 0.92, texture="brick"),
        Paint("bronze", (150, 104, 58), 1.0, 0.38),
        Paint("cardboard", (184, 146, 100), 0.0, 0.9),
        Paint("ceramic", (236, 232, 224), 0.0, 0.18),
        Paint("cheese", (242, 192, 70), 0.0, 0.5),
        Paint("chocolate", (74, 42, 26), 0.0, 0.4),
        Paint("chrome", (206, 210, 216), 1.0, 0.06),
        Paint("clay", (176, 110, 76), 0.0, 0.9, texture="mottled"),
        Paint("coal", (30, 30, 32), 0.0, 0.7, texture="mottled"),
        Paint("concrete", (158, 156, 150), 0.0, 0.92, texture="mottled"),
        Paint("copper", (196, 112, 78), 1.0, 0.28),
        Paint("cotton", (230, 226, 216), 0.0, 0.95, texture="fabric"),
        Paint("crystal", (190, 224, 240), 0.0, 0.03, 0.5),
        Paint("denim", (52, 78, 122), 0.0, 0.95, texture="fabric"),
        Paint("diamond", (222, 238, 248), 0.0, 0.02, 0.5),
        Paint("ebony", (44, 34, 30), 0.0, 0.4, texture="wood"),
        Paint("emerald", (24, 140, 84), 0.0, 0.05, 0.8),
        Paint("fabric", (150, 140, 128), 0.0, 0.95, texture="fabric"),
        Paint("felt", (120, 124, 120), 0.0, 1.0, texture="fabric"),
        Paint("fur", (142, 100, 62), 0.0, 0.95, texture="fur"),
        Paint("glass", (206, 228, 234), 0.0, 0.03, 0.32),
        Paint("gold", (232, 182, 72), 1.0, 0.22),
        Paint("granite", (128, 122, 122), 0.0, 0.6, texture="granite"),
        Paint("grass", (74, 128, 48), 0.0, 0.95, texture="mottled"),
        Paint("hay", (210, 178, 90), 0.0, 0.95, texture="fur"),
        Paint("ice", (196, 226, 242), 0.0, 0.08, 0.7),
        Paint("iron", (102, 104, 110), 1.0, 0.5, texture="mottled"),
        Paint("jade", (70, 148, 104), 0.0, 0.2),
        Paint("lava", (255, 96, 20), 0.0, 0.7, texture="mottled", glow=0.8),
        Paint("lead", (98, 100, 108), 1.0, 0.55),
        Paint("leaf", (62, 122, 48), 0.0, 0.85, texture="leaves"),
        Paint("leather", (104, 60, 36), 0.0, 0.5, texture="leather"),
        Paint("light", (255, 240, 200), 0.0, 0.4, glow=1.0),
        Paint("linen", (222, 212, 190), 0.0, 0.95, texture="fabric"),
        Paint("mahogany", (104, 48, 32), 0.0, 0.4, texture="wood"),
        Paint("maple", (214, 178, 128), 0.0, 0.5, texture="wood"),
        Paint("marble", (236, 234, 228), 0.0, 0.16, texture="marble"),
        Paint("metal", (168, 172, 178), 1.0, 0.35, texture="brushed"),
        Paint("mud", (88, 64, 44), 0.0, 0.9, texture="mottled"),
        Paint("neon", (60, 255, 140), 0.0, 0.4, glow=1.0),
        Paint("oak", (182, 134, 82), 0.0, 0.55, texture="wood"),
        Paint("obsidian", (22, 20, 26), 0.0, 0.06),
        Paint("paint", (220, 220, 216), 0.0, 0.4),
        Paint("paper", (240, 236, 224), 0.0, 0.95),
        Paint("pearl", (240, 234, 228), 0.1, 0.15),
        Paint("pewter", (142, 144, 148), 1.0, 0.42),
        Paint("pine wood", (208, 166, 108), 0.0, 0.6, texture="wood"),
        Paint("plaster", (232, 224, 206), 0.0, 0.95, texture="mottled"),
        Paint("plastic", (214, 214, 214), 0.0, 0.36),
        Paint("platinum", (214, 212, 206), 1.0, 0.16),
        Paint("porcelain", (246, 245, 242), 0.0, 0.1),
        Paint("quartz", (228, 220, 226), 0.0, 0.1, 0.75),
        Paint("rubber", (36, 36, 38), 0.0, 0.88),
        Paint("ruby", (168, 12, 44), 0.0, 0.05, 0.85),
        Paint("rust", (140, 72, 36), 0.35, 0.9, texture="mottled"),
        Paint("sand", (214, 186, 132), 0.0, 0.95, texture="granite"),
        Paint("sandstone", (206, 168, 116), 0.0, 0.9, texture="granite"),
        Paint("sapphire", (22, 60, 170), 0.0, 0.05, 0.85),
        Paint("satin", (196, 178, 188), 0.0, 0.35),
        Paint("silk", (212, 196, 200), 0.0, 0.35),
        Paint("silver", (206, 208, 212), 1.0, 0.18),
        Paint("skin", (226, 172, 134), 0.0, 0.6),
        Paint("slate", (74, 82, 92), 0.0, 0.75, texture="shingles"),
        Paint("snow", (242, 246, 250), 0.0, 0.85),
        Paint("steel", (176, 180, 186), 1.0, 0.28, texture="brushed"),
        Paint("stone", (150, 145, 136), 0.0, 0.92, texture="granite"),
        Paint("straw", (214, 182, 98), 0.0, 0.95, texture="fur"),
        Paint("teak", (150, 96, 52), 0.0, 0.5, texture="wood"),
        Paint("terracotta", (190, 104, 66), 0.0, 0.85),
        Paint("tiles", (168, 74, 52), 0.0, 0.75, texture="shingles"),
        Paint("tin", (180, 182, 184), 1.0, 0.42),
        Paint("titanium", (146, 146, 150), 1.0, 0.36, texture="brushed"),
        Paint("varnish", (150, 84, 40), 0.0, 0.2, texture="wood"),
        Paint("velvet", (110, 24, 48), 0.0, 0.8, texture="fabric"),
        Paint("walnut", (98, 64, 42), 0.0, 0.5, texture="wood"),
        Paint("water", (62, 132, 170), 0.0, 0.05, 0.78),
        Paint("wax", (238, 226, 196), 0.0, 0.45),
        Paint("wicker", (196, 152, 92), 0.0, 0.85, texture="wicker"),
        Paint("wood", (164, 112, 64), 0.0, 0.6, texture="wood"),
        Paint("wool", (226, 220, 206), 0.0, 1.0, texture="fur"),
    )
}

# Words that mean a material or a colour of the tables above.
MATERIAL_WORDS: dict[str, str] = {
    "aluminum": "aluminium", "bejeweled": "ruby", "bony": "bone", "brazen": "brass", "cement": "concrete",
    "chromed": "chrome", "clay-made": "clay", "cloth": "fabric", "crystalline": "crystal", "earthenware": "clay",
    "frozen": "ice", "furry": "fur", "gilded": "gold", "gilt": "gold", "glassy": "glass", "gold-plated": "gold",
    "golden": "gold", "grassy": "grass", "icy": "ice", "knitted": "wool", "metallic": "metal", "muddy": "mud",
    "oaken": "oak", "plush": "fur", "rattan": "wicker", "rusted": "rust", "rusty": "rust", "silken": "silk",
    "silvery": "silver", "snowy": "snow", "stainless": "steel", "stony": "stone", "terra-cotta": "terracotta",
    "textile": "fabric", "timber": "wood", "wooden": "wood", "woolen": "wool", "woollen": "wool", "woven": "wicker",
}  # fmt: skip
COLOR_WORDS: dict[str, str] = {
    "azure": "sky blue", "blonde": "cream", "bluish": "blue", "charcoal": "dark grey", "dark gray": "dark grey",
    "fuchsia": "magenta", "gray": "grey", "greenish": "green", "light gray": "light grey", "off-white": "ivory",
    "pinkish": "pink", "pitch-black": "black", "purplish": "purple", "reddish": "red", "ruby red": "crimson",
    "snow-white": "white", "vermilion": "scarlet", "yellowish": "yellow",
}  # fmt: skip


def paint(words: str) -> Paint:
    """The paint that "material", "colour", "colour material" or "#rrggbb material" means."""
    first, _, rest = words.partition(" ")
    if words in MATERIALS:
        return MATERIALS[words]
    if first.startswith("#"):
        rgb = (int(first[1:3], 16), int(first[3:5], 16), int(first[5:7], 16))
        return replace(MATERIALS[rest or "paint"], rgb=rgb)
    if words in COLORS:
        return colored(MATERIALS["paint"], words)
    color, _, material = words.rpartition(" ")
    return colored(MATERIALS[material], color)


def colored(material: Paint, color: str) -> Paint:
    """The material in that colour."""
    return replace(material, name=f"{color} {material.name}", rgb=COLORS[color])


def linear(rgb: Rgb) -> tuple[float, float, float]:
    """sRGB, 0 to 255, as linear light, 0 to 1 (IEC 61966-2-1)."""
    red, green, blue = (_linear(value / 255) for value in rgb)
    return red, green, blue


def shaded(rgb: Rgb, factor: float) -> Rgb:
    """Lighter (above 1) or darker."""
    red, green, blue = (max(0, min(255, round(value * factor))) for value in rgb)
    return red, green, blue


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)
