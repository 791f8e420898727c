"""What a prompt asks for, as plain data."""

from dataclasses import dataclass

from mediamill_procedural.painter.canvas import Colour

PEOPLE = (
    *("astronaut", "child", "king", "knight", "man", "person", "queen", "robot", "snowman", "wizard", "woman"),
    *("alien", "ghost", "skeleton"),
)


@dataclass(frozen=True, slots=True)
class Thing:
    """Something that is to be seen in the scene, such as two small red foxes."""

    name: str  # a key of `ALL_THINGS`, or a light in the sky
    count: int = 1
    colour: Colour | None = None  # as the prompt names it; None: as it usually is
    colour_name: str | None = None
    size: float = 1.0  # "tiny" 0.45 … "giant" 1.9
    place: str | None = None  # "left", "right", "centre", "far", "near"; None: where it looks best
    pose: str | None = None  # "asleep"; None: as usual
    words: str = ""  # of what the modeller makes, all that the prompt says of it: "green velvet sofa"
    parts: tuple[tuple[str, Colour], ...] = ()  # roles of a figure's colours and what they are to be: red hair
    relation: str | None = None  # to its anchor: "on", "under", "behind", "front", "held", "worn"
    anchor: int | None = None  # which of the scene's things it is related to


@dataclass(frozen=True, slots=True)
class Scene:
    """A prompt as the painter understands it."""

    kind: str  # one of `KINDS`: what the whole picture is built as
    also: tuple[str, ...] = ()  # other kinds that were named: mountains behind a lake, a city by the sea
    time: str = "day"  # "dawn", "day", "sunset", "dusk", "night"
    weather: str = "fair"  # "clear", "fair", "cloudy", "mist", "rain", "storm", "snowfall"
    season: str = "summer"  # "spring", "summer", "autumn", "winter"
    style: str | None = None  # one of `STYLES`; None: the model's own look
    moods: tuple[str, ...] = ()  # "dreamy", "dark", "pastel", "neon", "vivid", …
    things: tuple[Thing, ...] = ()  # in the order in which the prompt names them; the first is the subject
    letters: tuple[str, ...] = ()  # quoted words, to be lettered
    tint: Colour | None = None  # a colour that belongs to the whole picture
    sky_tint: Colour | None = None  # a colour that belongs to the sky
    ink: Colour | None = None  # the colour of what is lettered
    understood: tuple[str, ...] = ()
    not_understood: tuple[str, ...] = ()
    fallback: bool = False  # nothing was understood that could be painted: the kind was drawn from the prompt's seed
    fingerprint: str = ""  # digest of the prompt: two prompts never look the same

    def has(self, *kinds: str) -> bool:
        """Whether one of the kinds was asked for, as the main one or beside it."""
        return self.kind in kinds or any(kind in kinds for kind in self.also)

    def shows(self, *names: str) -> bool:
        """Whether one of the things is in the picture."""
        return any(thing.name in names for thing in self.things)
