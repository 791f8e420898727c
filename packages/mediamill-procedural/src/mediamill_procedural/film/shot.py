"""How the prompt wants to be filmed: camera words, slow or fast, a loop; told apart from what is to be seen."""

import re
from dataclasses import dataclass
from enum import StrEnum


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


SLOW, FAST, LAPSE = 0.5, 1.6, 3.0
LEFT, RIGHT = r"(?:to )?(?:the )?left(?:wards?)?", r"(?:to )?(?:the )?right(?:wards?)?"
CAMERA = r"(?:the |a )?(?:camera|shot|view|lens)"
MANNER = r"(?:(?:very |is )?(?:slow(?:ly)?|gentl[ey]|smooth(?:ly)?|quick(?:ly)?|fast|steady|steadily|gradual(?:ly)?) )?"
SIDEWAYS = (
    rf"(?:pan(?:s|ned|ning)?|truck(?:s|ing)?|slid(?:es?|ing)|{CAMERA} {MANNER}(?:moves?|moving|turns?|glides?|swings?))"
)
TILTED = rf"(?:tilt(?:s|ed|ing)?|pan(?:s|ned|ning)?|cran(?:es?|ing)|{CAMERA} {MANNER}(?:rises?|moves?|looks?|turns?))"
ZOOMED = r"(?:zoom(?:s|ed|ing)?)"
GOING = rf"{CAMERA} {MANNER}(?:moves?|moving|flies|glides?|goes)"
PUSHED = rf"(?:push(?:es|ed|ing)?|doll(?:y|ies|ying)|track(?:s|ing)?|{GOING})"
PULLED = rf"(?:pull(?:s|ed|ing)?|doll(?:y|ies|ying)|{GOING})"

# Tried in this order; what one has taken another does not see.
PHRASES: tuple[tuple[Move, tuple[str, ...]], ...] = (
    (
        Move.STATIC,
        (
            r"(?:static|still|fixed|locked(?: off| down)?|motionless|unmoving|tripod) (?:camera|shot|frame|view)",
            rf"{CAMERA} (?:is |stays |stands |remains )?(?:static|still|fixed|locked|motionless)",
            r"no camera (?:movement|motion|move)",
        ),
    ),
    (Move.HANDHELD, (r"hand(?: )?held(?: camera| shot)?", r"shaky (?:camera|cam)", r"camera shake")),
    (Move.PAN_LEFT, (rf"{SIDEWAYS} {MANNER}(?:from right )?{LEFT}", r"left(?:ward)? pan")),
    (Move.PAN_RIGHT, (rf"{SIDEWAYS} {MANNER}(?:from left )?{RIGHT}", r"right(?:ward)? pan")),
    (Move.TILT_UP, (rf"{TILTED} {MANNER}up(?:wards?)?", rf"{CAMERA} {MANNER}rises", r"crane shot", r"upward tilt")),
    (
        Move.TILT_DOWN,
        (rf"{TILTED} {MANNER}down(?:wards?)?", rf"{CAMERA} {MANNER}(?:descends|lowers)", r"downward tilt"),
    ),
    (Move.ZOOM_OUT, (rf"{ZOOMED} {MANNER}out",)),
    (Move.ZOOM_IN, (rf"{ZOOMED} {MANNER}(?:in(?:to)?|on(?:to)?|closer)", r"slow zoom", ZOOMED)),
    (Move.PULL_OUT, (rf"{PULLED} {MANNER}(?:out|back(?:wards?)?|away)",)),
    (
        Move.PUSH_IN,
        (
            rf"{PUSHED} {MANNER}(?:in(?:to)?|forwards?|closer|towards?|through|over)",
            r"dolly(?: shot)?|drone shot|fly(?: )?through|flyover|tracking shot",
        ),
    ),
    (
        Move.ORBIT,
        (
            r"orbit(?:s|ing)? (?:around|shot)|arc shot|360(?: degrees?)?",
            rf"{CAMERA} {MANNER}(?:orbits?|circles?|revolves?|rotates?|spins?)(?: around)?",
        ),
    ),
    (Move.PAN_RIGHT, (rf"{CAMERA} {MANNER}pans?", r"pan(?:ning|oramic)? shot", r"slow pan")),
    (Move.TILT_UP, (rf"{CAMERA} {MANNER}tilts?",)),
)
LOOPS = (
    r"(?:(?:seamless|perfect|endless|infinite)(?:ly)? )?loop(?:s|ed|ing|able)?(?: video)?",
    r"seamless(?:ly)?",
    r"cinemagraph",
)
PACES = (
    (SLOW, (r"(?:in )?slow mo(?:tion)?",)),
    (LAPSE, (r"time(?: )?lapse", r"hyper(?: )?lapse", r"sped up", r"fast forward")),
    (FAST, (r"fast paced", r"at (?:high|full) speed", r"rapidly")),
)
FILLERS = (CAMERA, r"slow(?:ly)?", r"smooth(?:ly)?", r"video", r"footage", r"clip")
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

    moves = [move for move, phrases in PHRASES if heard(phrases)]
    loops = heard(LOOPS)
    pace = next((pace for pace, phrases in PACES if heard(phrases)), 1.0)
    if text != prompt:
        while heard(FILLERS):
            pass
    asked = tuple(dict.fromkeys(moves))
    if not asked:
        asked = (Move.STATIC,) if loops else (Move.PUSH_IN,)
    elif len(asked) > 1:
        asked = tuple(move for move in asked if move is not Move.STATIC)
    scenery = FALLS.sub(r"falling \1", text)
    return Shot(asked, loops or asked == (Move.STATIC,), pace, not moves, loops, scenery)
