"""How the prompt wants to be filmed: camera words, slow or fast, a loop; told apart from what is to be seen."""

import re
from dataclasses import dataclass
from enum import StrEnum

from mediamill_procedural.lexicon import table


class Move(StrEnum):
    """What a camera does during a shot; the word is what the file's metadata say."""

    STATIC = "static"
    PAN_LEFT = "pan left"
    PAN_RIGHT = "pan right"
    TILT_UP = "tilt up"
    TILT_DOWN = "tilt down"
    ZOOM_IN = "zoom in"
    ZOOM_OUT = "zoom out"
    PUSH_IN = "push in"
    PULL_OUT = "pull out"
    ORBIT = "orbit"
    HANDHELD = "handheld"


@dataclass(frozen=True, slots=True)
class Shot:
    """One take: how the camera moves, how fast things go, whether the end runs into the beginning."""

    moves: tuple[Move, ...] = (Move.PUSH_IN,)
    loops: bool = False
    pace: float = 1.0  # 0.5 slow motion … 3 time lapse
    gentle: bool = True  # nobody asked for the move: it is kept small
    seamless: bool = False  # a loop was asked for, and not only a camera that stands still
    scenery: str = ""  # the prompt without what was meant for the camera


PACES = {"slow": 0.5, "lapse": 3.0, "fast": 1.6}
_TABLE = table("film", "camera")


def _phrases(section: str) -> dict[str, tuple[str, ...]]:
    """The phrases of each entry, with the words that they are made of in their places."""
    words: dict[str, str] = {}
    for name, pattern in _TABLE.section("words").texts().items():
        words[name] = _filled(pattern, words)
    told = _TABLE.section(section).texts()
    return {name: tuple(_filled(line.strip(), words) for line in text.split("\n")) for name, text in told.items()}


def _filled(pattern: str, words: dict[str, str]) -> str:
    return re.sub(r"\{(\w+)\}", lambda found: words[found[1]], pattern)


MOVES, MANNERS = _phrases("moves"), _phrases("manners")
# What to look for in a prompt for each way of going.
GOING = {name: re.compile(rf"\b(?:{'|'.join(lines)})\b", re.IGNORECASE) for name, lines in _phrases("going").items()}
FALLS = re.compile(r"\b(snow|rain|leaves|petals) (?:is |are )?fall(?:s|ing)?\b", re.IGNORECASE)  # no waterfall is meant
SPACE = r"[\s,_-]+"


def shot_of(prompt: str) -> Shot:
    """What the prompt says about the camera; a gentle push-in where it says nothing, a loop where nothing moves it."""
    text = prompt

    def heard(phrases: tuple[str, ...]) -> bool:
        nonlocal text
        # Between two words there may be a hyphen, a comma or a line's end.
        pattern = "|".join(phrases).replace(" ", SPACE)
        match = re.search(rf"(?<!\w)(?:{pattern})(?!\w)", text, re.IGNORECASE)
        if match is None:
            return False
        text = f"{text[: match.start()]} , {text[match.end() :]}"
        return True

    moves = [Move(name.removesuffix(" after all")) for name, phrases in MOVES.items() if heard(phrases)]
    loops = heard(MANNERS["loops"])
    pace = next((pace for name, pace in PACES.items() if heard(MANNERS[name])), 1.0)
    if text != prompt:
        while heard(MANNERS["fillers"]):
            pass
    asked = tuple(dict.fromkeys(moves))
    if not asked:
        asked = (Move.STATIC,) if loops else (Move.PUSH_IN,)
    elif len(asked) > 1:
        asked = tuple(move for move in asked if move is not Move.STATIC)
    scenery = FALLS.sub(r"falling \1", text)
    return Shot(asked, loops or asked == (Move.STATIC,), pace, not moves, loops, scenery)
