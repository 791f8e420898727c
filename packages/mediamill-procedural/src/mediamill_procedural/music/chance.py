"""What is drawn of a piece."""

from enum import IntEnum


class Concern(IntEnum):
    """What is drawn; the numbers are part of every prompt's result and never change."""

    PLAN = 0
    HARMONY = 1
    MELODY = 2
    ACCOMPANIMENT = 3
    BASS = 4
    DRUMS = 5
    TOUCH = 6
    SOUND = 7
    STROKES = 8
    ROOM = 9
