"""Many people."""

from mediamill_procedural.effects.makers import crowds
from mediamill_procedural.effects.sound import Kind, Sound, Space

ON, AGAIN = Kind.SUSTAINED, Kind.REPEATED
ROOM, OPEN, HALL = Space.ROOM, Space.OPEN, Space.HALL

CROWDS = (
    Sound(
        "crowd murmur",
        crowds.murmur,
        "crowd, crowd murmur, murmur, ?people, crowd talk, people talk, party, audience, walla, "
        "audience murmur, ?meeting, market",
        ON,
        8,
        space=ROOM,
    ),
    Sound(
        "applause",
        crowds.applause,
        "applause, applaud, audience clap, crowd clap, clap, ovation, people clap",
        ON,
        7,
        space=HALL,
    ),
    Sound(
        "slow clap", crowds.slow_clap, "slow clap, sarcastic clap", AGAIN, 6, (0.86, 0.92), 0.2, space=HALL, uneven=0.03
    ),
    Sound(
        "cheering",
        crowds.cheering,
        "cheer, crowd cheer, crowd roar, hooray, hurrah, yay, crowd scream, ?celebrate, ?concert, victory crowd",
        ON,
        7,
        level_db=2,
        space=HALL,
    ),
    Sound("booing", crowds.booing, "boo, crowd boo, jeer, angry crowd, disappointed crowd", ON, 6, space=HALL),
    Sound(
        "audience laughter",
        crowds.laughter,
        "laughter, audience laugh, crowd laugh, sitcom, laugh track, people laugh, ?comedy",
        ON,
        5,
        space=HALL,
    ),
    Sound(
        "children playing",
        crowds.children,
        "child, child play, playground, school, kindergarten, school yard, child scream, schoolyard",
        ON,
        8,
    ),
    Sound(
        "stadium",
        crowds.stadium,
        "stadium, football match, soccer, football, arena, sport crowd, baseball game, ?goal",
        ON,
        9,
        level_db=2,
        space=OPEN,
    ),
)
