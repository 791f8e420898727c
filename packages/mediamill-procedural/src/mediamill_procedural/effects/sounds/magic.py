"""Magic."""

from mediamill_procedural.effects.makers import magic
from mediamill_procedural.effects.sound import Kind, Sound, Space

ONCE = Kind.ONCE
HALL = Space.HALL

MAGIC = (
    Sound(
        "magic sparkle",
        magic.sparkle,
        "sparkle, magic, fairy, fairy dust, twinkle, shimmer, star, glitter, wand, pixie, unicorn, "
        "enchant, magic dust, snowflake",
        ONCE,
        2.4,
        (0.3, 0.8),
        2.0,
        space=HALL,
    ),
    Sound(
        "spell",
        magic.spell,
        "spell, magic spell, ?cast, cast spell, wizard, witch, fireball, sorcerer, ?curse, potion, "
        "?heal, magic attack, summon",
        ONCE,
        3.0,
        (0.4, 1.0),
        2.6,
        space=HALL,
    ),
)
