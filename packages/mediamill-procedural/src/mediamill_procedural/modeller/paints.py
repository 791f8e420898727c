"""What things are made of and what colour they are: words to metallic-roughness paints. Colours here are sRGB.

The tables are `data/colours.toml` and `data/materials.toml`.
"""

from dataclasses import dataclass, replace

from mediamill_procedural.lexicon import called, meanings, table

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


@dataclass(frozen=True, slots=True)
class _Color:
    rgb: Rgb


_COLORS, _MATERIALS = table("modeller", "colours"), table("modeller", "materials")
COLORS = {name: color.rgb for name, color in _COLORS.records(_Color, worded=True).items()}
COLOR_WORDS = meanings(called(_COLORS), _COLORS)
_NAMED = _MATERIALS.section("named")
MATERIALS = _NAMED.records(Paint, worded=True) | _MATERIALS.section("nameless").records(Paint)
MATERIAL_WORDS = meanings(called(_NAMED), _NAMED)


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
