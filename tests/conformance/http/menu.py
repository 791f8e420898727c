"""What can be asked for, copied by hand from the written interface, and the values that prove it.

Every field knows the values at its bounds that must be accepted (`good`) and the nearest ones that must not (`bad`,
each with the code it is refused with).
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

FAMILY = "👨\u200d👩\u200d👧"  # five code points, 18 bytes
NO_NUMBERS: tuple[Any, ...] = ("5", "", True, False, None, [5], {"value": 5})
NO_STRINGS: tuple[Any, ...] = (5, 0.5, True, None, ["x"], {"x": "y"})
URL_LENGTH_MAX = 2_048

Bad = tuple[Any, str]


class Field(Protocol):
    """One field of an input."""

    @property
    def good(self) -> tuple[Any, ...]: ...

    @property
    def bad(self) -> tuple[Bad, ...]: ...


@dataclass(frozen=True, slots=True)
class Prompt:
    """A text; `longest` in code points, None where only the body limits it."""

    longest: int | None = None
    speakable: bool = False  # has a letter or a digit

    @property
    def good(self) -> tuple[Any, ...]:
        longest = self.longest or 20_000
        if self.speakable:
            return ("x", " 7", "é" * longest, "😀" * (longest - 1) + "x", "--help", "'; drop table x")
        return ("x", " ", "\t\n", FAMILY, "x" * longest, "é" * longest, "😀" * longest, "--help", "'; drop table x")

    @property
    def bad(self) -> tuple[Bad, ...]:
        wrong: list[Bad] = [(value, "invalid_type") for value in NO_STRINGS] + [("", "too_short")]
        if self.speakable:
            wrong += [(text, "too_short") for text in (" ", "\t\n", FAMILY, "?!...", "😀" * 100)]
        if self.longest:
            wrong += [(letter * self.longest + "x", "too_long") for letter in ("x", "e\u0301", "😀")]
        return tuple(wrong)


@dataclass(frozen=True, slots=True)
class Address:
    """A URL of a file; tests/conformance/http/test_urls.py has many more."""

    @property
    def good(self) -> tuple[Any, ...]:
        longest = "https://8.8.8.8/".ljust(URL_LENGTH_MAX, "a")
        return ("https://8.8.8.8/a.png", "http://8.8.8.8/a.png", "HTTPS://8.8.8.8:8443/a?b=c", longest)

    @property
    def bad(self) -> tuple[Bad, ...]:
        too_long = "https://8.8.8.8/".ljust(URL_LENGTH_MAX + 1, "a")
        urls = [("ftp://8.8.8.8/a", "invalid_url"), ("http://127.0.0.1/a", "forbidden_url"), (too_long, "too_long")]
        return (*((value, "invalid_type") for value in NO_STRINGS), *urls)


@dataclass(frozen=True, slots=True)
class Between:
    """A number with both bounds included."""

    low: float
    high: float

    @property
    def good(self) -> tuple[Any, ...]:
        return (self.low, math.nextafter(self.low, math.inf), 1, 1.0, 5, float(self.high), math.nextafter(self.high, 0))

    @property
    def bad(self) -> tuple[Bad, ...]:
        outside = (math.nextafter(self.low, -1), math.nextafter(self.high, 99), 0, -1, 2**31, 10**30, -1e300, 1e308)
        return (*((value, "invalid_type") for value in NO_NUMBERS), *((value, "out_of_range") for value in outside))


@dataclass(frozen=True, slots=True)
class OneNumberOf:
    """One of some numbers, compared by value."""

    values: tuple[float, ...]

    @property
    def good(self) -> tuple[Any, ...]:
        return (*self.values, *(float(value) for value in self.values))

    @property
    def bad(self) -> tuple[Bad, ...]:
        largest, smallest = max(self.values), min(self.values)
        others = (math.nextafter(largest, math.inf), math.nextafter(smallest, -1), -smallest, 0, 4, 2**31, 10**30)
        return (*((value, "invalid_type") for value in NO_NUMBERS), *((value, "not_allowed") for value in others))


@dataclass(frozen=True, slots=True)
class OneTextOf:
    """One of some texts, to the letter."""

    values: tuple[str, ...]

    @property
    def good(self) -> tuple[Any, ...]:
        return self.values

    @property
    def bad(self) -> tuple[Bad, ...]:
        first = self.values[0]
        others = (
            f"{first[:-1]}x",
            f" {first}",
            f"{first} ",
            f"{first}\x00",
            f"{first},{self.values[1]}",
            "zz",
            "ADAM",
            "ES",
            "Drums",
        )
        return (*((value, "invalid_type") for value in NO_STRINGS), *((value, "not_allowed") for value in others))


@dataclass(frozen=True, slots=True)
class Length:
    """`duration` of sound effects: the listed values, as text or as a bare number."""

    seconds: tuple[int, ...]

    @property
    def good(self) -> tuple[Any, ...]:
        return ("auto", *self.seconds, *(str(value) for value in self.seconds), *(float(one) for one in self.seconds))

    @property
    def bad(self) -> tuple[Bad, ...]:
        strangers: tuple[Any, ...] = (True, False, None, [1], {})
        types = [(value, "invalid_type") for value in strangers]
        others = ("Auto", "AUTO", "4", "05", "5.0", " 5", "+5", "5s", 4, 0, -1, 1.5, 31, 10**30)
        return (*types, *((value, "not_allowed") for value in others))


@dataclass(frozen=True, slots=True)
class WholeNumber:
    """An integer with both bounds included, compared by value."""

    low: int
    high: int

    @property
    def good(self) -> tuple[Any, ...]:
        return (self.low, float(self.low), 0, -0.0, 5.0, self.high - 1, self.high, float(self.high))

    @property
    def bad(self) -> tuple[Bad, ...]:
        outside = (self.low - 1, self.high + 1, -(10**30), 10**30, 1e300)
        fractions = (0.5, 1.5)
        types = [(value, "invalid_type") for value in (*NO_NUMBERS, *fractions)]
        return (*types, *((value, "out_of_range") for value in outside))


@dataclass(frozen=True, slots=True)
class AnyNumber:
    """Any finite number."""

    @property
    def good(self) -> tuple[Any, ...]:
        return (-1, -1.0, 0, -0.0, 1, 0.5, -7.25, 2**31, 2**53, 2**63, 2**64, 10**30, -(10**300), 1e308, 5e-324)

    @property
    def bad(self) -> tuple[Bad, ...]:
        return tuple((value, "invalid_type") for value in NO_NUMBERS)


Price = Callable[[Mapping[str, Any]], int]


@dataclass(frozen=True, slots=True)
class Dish:
    """A row of the table: a model of a tool, what it takes and what is held for it."""

    tool: str
    model: str
    price: Price
    makes: str  # the type of its generations
    required: Mapping[str, Field] = field(default_factory=dict)
    optional: Mapping[str, Field] = field(default_factory=dict)
    model_may_be_left_out: bool = False

    @property
    def id(self) -> str:
        return f"{self.tool}/{self.model}"

    @property
    def least(self) -> dict[str, Any]:
        """The smallest input that is accepted."""
        return {"model": self.model, **{name: kind.good[0] for name, kind in self.required.items()}}

    @property
    def fields(self) -> dict[str, Field]:
        """All fields beside `model`."""
        return {**self.required, **self.optional}


def costs(credits: int) -> Price:
    """The same for every run."""
    return lambda _: credits


def per_second(default: int, rate: int = 1) -> Price:
    """By the duration asked for."""
    return lambda asked: rate * int(asked.get("duration", default))


def sound_effect(asked: Mapping[str, Any]) -> int:
    """A credit a second; ten while the length is open."""
    duration = asked.get("duration", "auto")
    return 10 if duration == "auto" else int(duration)


def speech(asked: Mapping[str, Any]) -> int:
    """A credit for every ten characters that are begun."""
    return math.ceil(len(asked["prompt"]) / 10)


LANGUAGES = tuple(
    "en es fr de it pt zh ja ko ru ar hi nl pl tr sv da fi el cs ro id fil uk bg ms sk hr ta vi th".split()
)
VOICES = tuple(
    "Adam Alice Antoni Aria Bill Brian Callum Charlotte Chris Daniel Eric Matilda Jessica Laura Liam Lily River Roger"
    " Sarah Will".split()
)
SEED = WholeNumber(-1, 2**53 - 1)
IMAGE_URL: dict[str, Field] = {"image_url": Address()}
PICTURE: dict[str, Field] = {"prompt": Prompt(2_000)}
PICTURE_CHOICES: dict[str, Field] = {"aspect_ratio": OneTextOf(("1:1", "16:9", "9:16", "4:3", "3:4")), "seed": SEED}

MENU = (
    Dish("motion-3d", "alpha-motion", costs(16), "object", {"prompt": Prompt(1_024)}, {"duration": Between(0.5, 12)}),
    Dish("image-to-3d-object", "alpha3d-v21", costs(60), "object", IMAGE_URL),
    Dish("image-to-3d-object", "instantmesh", costs(7), "object", IMAGE_URL),
    Dish("image-to-3d-object", "triposr", costs(4), "object", IMAGE_URL),
    Dish("text-to-3d", "alpha3d-v3", costs(75), "object", {"prompt": Prompt(1_024)}),
    Dish("text-to-3d", "beta-v6", costs(160), "object", {"prompt": Prompt(600)}),
    Dish("text-to-3d", "trellis-2", costs(60), "object", IMAGE_URL),
    Dish("sound-effects", "audiogen", costs(2), "audio", {"prompt": Prompt()}),
    Dish(
        "sound-effects",
        "voicevendor-sound-effects",
        sound_effect,
        "audio",
        {"prompt": Prompt()},
        {
            "duration": Length((1, 2, 3, 5, 10, 15, 20, 30)),
            "prompt_influence": OneNumberOf((0.1, 0.3, 0.5, 0.7, 0.9)),
        },
    ),
    Dish(
        "song-splitter",
        "demucs",
        costs(3),
        "audio",
        {"file": Address()},
        {"instrument": OneTextOf(("drums", "other", "vocals", "bass"))},
    ),
    Dish("drum-generator", "drumgen", costs(0), "audio", {}, {"seed": AnyNumber()}),
    Dish(
        "translate-audio",
        "voicevendor-dubbing",
        costs(1),
        "audio",
        {"audio_url": Address()},
        {"target_lang": OneTextOf(LANGUAGES)},
    ),
    Dish(
        "create-music",
        "voicevendor-music",
        per_second(30),
        "audio",
        {"prompt": Prompt()},
        {"duration": OneNumberOf((3, 5, 10, 15, 20, 30, 45, 60, 90, 120))},
    ),
    Dish(
        "text-to-speech",
        "voicevendor-tts",
        speech,
        "audio",
        {"prompt": Prompt(3_000, speakable=True)},
        {"voice": OneTextOf(VOICES)},
    ),
    Dish("create-image", "nano-banana", costs(8), "image", PICTURE, PICTURE_CHOICES, model_may_be_left_out=True),
    Dish("create-image", "flux-2-flex", costs(10), "image", PICTURE, PICTURE_CHOICES),
    Dish(
        "create-video",
        "ltx-video",
        per_second(5, rate=5),
        "video",
        {"prompt": Prompt(2_000)},
        {"duration": OneNumberOf((3, 5, 8)), "aspect_ratio": OneTextOf(("16:9", "9:16", "1:1")), "seed": SEED},
        model_may_be_left_out=True,
    ),
    Dish(
        "voice-isolator",
        "voicevendor-voice-isolator",
        costs(1),
        "audio",
        {"audio_url": Address()},
        model_may_be_left_out=True,
    ),
)
# Category and output type of each tool, and its models, the primary one first.
TOOLS: dict[str, tuple[str, str, set[str]]] = {
    "motion-3d": ("3d", "object", {"alpha-motion"}),
    "image-to-3d-object": ("3d", "object", {"alpha3d-v21", "instantmesh", "triposr"}),
    "text-to-3d": ("3d", "object", {"alpha3d-v3", "beta-v6", "trellis-2"}),
    "sound-effects": ("audio", "audio", {"audiogen", "voicevendor-sound-effects"}),
    "song-splitter": ("audio", "audio", {"demucs"}),
    "drum-generator": ("audio", "audio", {"drumgen"}),
    "translate-audio": ("audio", "audio", {"voicevendor-dubbing"}),
    "create-music": ("audio", "audio", {"voicevendor-music"}),
    "text-to-speech": ("audio", "audio", {"voicevendor-tts"}),
    "create-image": ("image", "image", {"nano-banana", "flux-2-flex"}),
    "create-video": ("video", "video", {"ltx-video"}),
    "voice-isolator": ("audio", "audio", {"voicevendor-voice-isolator"}),
}
