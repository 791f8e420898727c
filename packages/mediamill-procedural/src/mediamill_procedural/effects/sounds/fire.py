"""Fire."""

from mediamill_procedural.effects.makers import fire
from mediamill_procedural.effects.sound import Kind, Setting, Sound, Space

ON, ONCE = Kind.SUSTAINED, Kind.ONCE
NATURE, INDOORS = Setting.NATURE, Setting.INDOORS

FIRE = (
    Sound(
        "campfire",
        fire.campfire,
        "fire, campfire, bonfire, fire crackle, wood burn, fire burn, ?crackle, ?burn",
        ON,
        8,
        setting=NATURE,
        companions=("cricket",),
    ),
    Sound(
        "fireplace",
        fire.fireplace,
        "fireplace, hearth, ember, fire place, fire fireplace, ?stove, log fire, fire crackle fireplace",
        ON,
        8,
        setting=INDOORS,
    ),
    Sound(
        "blaze",
        fire.blaze,
        "blaze, inferno, wildfire, house fire, building fire, forest fire, flamethrower",
        ON,
        8,
        level_db=4,
    ),
    Sound(
        "torch",
        fire.torch,
        "torch, flame, fire torch, torch burn, gas flame, dragon breath, breathe fire, fire breath",
        ON,
        6,
    ),
    Sound(
        "match",
        fire.match,
        "?match, match strike, light match, lighter",
        ONCE,
        2.2,
        (0.8, 1.5),
        1.8,
        -4,
        space=Space.ROOM,
    ),
    Sound(
        "sizzling", fire.sizzle, "sizzle, fry, fry pan, bacon, ?cook, ?grill, oil fry, hot pan", ON, 6, setting=INDOORS
    ),
    Sound("burning fuse", fire.fuse, "fuse, fuse burn, dynamite fuse, bomb fuse, sparkler", ON, 5),
)
