"""What frightens and what is funny."""

from mediamill_procedural.effects.makers import theatre
from mediamill_procedural.effects.sound import Kind, Sound, Space

ON, AGAIN, ONCE = Kind.SUSTAINED, Kind.REPEATED, Kind.ONCE
ROOM, HALL = Space.ROOM, Space.HALL

THEATRE = (
    Sound(
        "horror drone",
        theatre.drone,
        "horror, drone, dread, horror drone, suspense, nightmare, creepy ambience, horror ambience, "
        "dark ambience, ominous, dungeon, ?evil, haunt house",
        ON,
        10,
    ),
    Sound(
        "jump scare",
        theatre.stinger,
        "jump scare, stinger, horror sting, ?scare, shock, horror hit, violin screech, psycho, ?violin",
        ONCE,
        3.2,
        (1.0, 2.0),
        3.0,
        4,
        space=HALL,
    ),
    Sound(
        "ghost",
        theatre.ghost,
        "ghost, spirit, ghost moan, phantom, haunt, spectre, ghost voice, banshee, ?soul, ghost whisper",
        ON,
        6,
        sources="ghost, spirit",
        space=HALL,
    ),
    Sound(
        "riser",
        theatre.riser,
        "riser, tension, build up, tension build, ?rise, crescendo, anticipation, ?climb",
        ON,
        5,
        space=Space.HALL,
    ),
    Sound(
        "braam",
        theatre.braam,
        "braam, trailer, inception, cinematic hit, epic hit, cinematic boom, ?dramatic, ?epic, "
        "?cinematic, film trailer",
        ONCE,
        3.8,
        (0.6, 1.2),
        3.4,
        4,
        space=HALL,
    ),
    Sound(
        "slide whistle",
        theatre.slide_whistle,
        "slide whistle, cartoon fall, cartoon whistle, swanee, cartoon slip, ?cartoon",
        ONCE,
        1.3,
        (0.4, 0.9),
        0.95,
        space=ROOM,
    ),
    Sound(
        "sad trombone",
        theatre.sad_trombone,
        "sad trombone, wah wah, trombone, womp womp, fail horn, waa waa, ?disappointment, loser",
        ONCE,
        3.4,
        (0.8, 1.6),
        3.0,
        space=ROOM,
    ),
    Sound(
        "whoopee cushion",
        theatre.whoopee,
        "fart, whoopee cushion, fart noise, raspberry, flatulence",
        ONCE,
        1.2,
        (0.6, 1.2),
        0.9,
        space=ROOM,
    ),
    Sound(
        "squeaky toy",
        theatre.squeaky_toy,
        "rubber duck, squeak toy, toy, dog toy, rubber chicken",
        AGAIN,
        2.0,
        (0.42, 0.7),
        0.34,
        space=ROOM,
        uneven=0.2,
    ),
)
