"""What is drawn of an effect."""

from enum import IntEnum


class Concern(IntEnum):
    """What is drawn; the numbers are part of every input's result and never change."""

    PLAN = 0
    TIMING = 1
    BODY = 2
    EVENT = 3
    PLACE = 4
    SPACE = 5
    TREATMENT = 6
    MOTION = 7
