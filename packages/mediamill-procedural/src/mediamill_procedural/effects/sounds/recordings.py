"""What plays sounds."""

from mediamill_procedural.effects.makers import recordings
from mediamill_procedural.effects.sound import Kind, Sound, Space

ON, ONCE = Kind.SUSTAINED, Kind.ONCE

RECORDINGS = (
    Sound(
        "record scratch",
        recordings.record_scratch,
        "record scratch, dj scratch, vinyl scratch, ?dj, turntable scratch, needle scratch, turntable",
        ONCE,
        1.0,
        (0.4, 0.9),
        0.55,
    ),
    Sound(
        "tape rewind",
        recordings.tape_rewind,
        "rewind, ?tape, tape rewind, cassette, tape stop, vhs, fast forward, cassette player, tape player",
        ONCE,
        2.4,
        (0.4, 1.0),
        2.2,
        space=Space.ROOM,
    ),
    Sound(
        "radio static",
        recordings.static,
        "static, radio static, radio tune, white noise, radio interference, ?interference, radio, "
        "?noise, tv static, walkie talkie, radio noise, television, tv",
        ON,
        5,
    ),
    Sound(
        "vinyl crackle",
        recordings.vinyl,
        "vinyl, vinyl crackle, record crackle, record player, gramophone, vinyl record, phonograph",
        ON,
        7,
        level_db=-4,
    ),
)
