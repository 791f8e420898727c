"""The twenty voices: what each is like, and how espeak-ng and flite are set to make it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from mediamill_procedural.kit.data import Readers, choice, entries, inside, load

DEFAULT_VOICE = "Adam"


@dataclass(frozen=True, slots=True)
class Timbre:
    """A voice variant of espeak-ng: percent of its own male voice, where nothing else is said."""

    tract: int  # formant frequencies: under 100 a longer vocal tract
    throat: int = 100  # the first formant, on top of `tract`
    hum: int = 90  # strength of the lowest resonance
    body: int = 90  # of the first formant
    front: int = 70  # of the second
    presence: int = 75  # of the third
    brilliance: int = 80  # of the fourth and fifth
    air: int = 100  # of the highest three
    width: int = 140  # of all formants: wide ones ring less, like those of a real mouth
    width_first: int = 140
    breath: int = 0  # air in the vowels, 0 to 10
    flutter: int = 2  # slow wavering of the pitch
    roughness: int = 2  # change from one pitch period to the next
    consonants: tuple[int, int] = (100, 125)  # strength of unvoiced and voiced ones
    tone: str = ""  # espeak-ng's own equaliser
    # dB that bring this timbre to the long-term average spectrum of speech (Byrne et al. 1994); measured by
    # `scripts/measure_voices.py --balance`.
    balance_db: tuple[float, ...] = (2.0, 4.0, 3.0, 0.5, 0.0, -2.0, -1.0, -0.5, -3.0, -2.0, 0.0)


@dataclass(frozen=True, slots=True)
class Flite:
    """How flite makes a similar voice, where it is installed: one of its four speakers, changed."""

    speaker: str  # slt, rms, awb or kal16
    size: float  # resampling: over 1 a smaller, higher voice; its length stays
    pitch: float = 1.0  # on top of that; rms has no such handle
    stretch: float = 1.0  # over 1 is slower


@dataclass(frozen=True, slots=True)
class Hibari:
    """How the one woman of hibari makes a similar voice, where that is installed."""

    size: float = 1.0  # resampling: over 1 a smaller mouth and a higher voice; its length stays
    pitch: float = 1.0  # on top of that
    stretch: float = 1.0  # over 1 is slower


@dataclass(frozen=True, slots=True)
class Voice:
    """One of the voices a caller may ask for."""

    name: str
    character: str
    accent: str  # espeak-ng's voice for English
    pitch: tuple[int, int]  # Hz, the lower and upper end of its usual range
    pace: int  # words a minute
    timbre: Timbre
    flite: Flite
    hibari: Hibari | None = None  # women only
    liveliness: int = 50  # espeak-ng's range of intonation, 50 is usual
    warmth: float = 0.0  # dB more below 400 Hz
    brightness: float = 0.0  # dB more above 2.5 kHz
    breath: float = 0.02  # of air added afterwards, of the voice's strength
    room: float = 0.1

    @property
    def gains_db(self) -> tuple[float, ...]:
        """What the equaliser of `finishing.py` is set to, band by band."""
        return self.coloured(self.timbre.balance_db)

    def at_pace(self, pace: float) -> "Voice":
        """The same voice, so many times as fast, whatever speaks."""
        return replace(
            self,
            pace=round(self.pace * pace),
            flite=replace(self.flite, stretch=self.flite.stretch / pace),
            hibari=self.hibari and replace(self.hibari, stretch=self.hibari.stretch / pace),
        )

    def coloured(self, balance_db: tuple[float, ...]) -> tuple[float, ...]:
        """A balance with the voice's own warmth and brightness."""
        shelves = zip(balance_db, WARM_BANDS, BRIGHT_BANDS, strict=True)
        return tuple(gain + low * self.warmth + high * self.brightness for gain, low, high in shelves)


# For the bands of `finishing.BANDS`: 80 125 200 315 500 800 1250 2000 3150 5000 8000 Hz.
WARM_BANDS = (1.0, 1.0, 1.0, 0.9, 0.4, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
BRIGHT_BANDS = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.2, 0.6, 1.0, 1.0, 1.0)
# About half of what would bring the speakers of flite and hibari to the average spectrum of speech.
BALANCE_DB: Mapping[str, tuple[float, ...]] = {
    "slt": (0.0, -3.0, -1.0, 3.0, 3.0, 4.0, 5.0, 5.0, 4.0, 3.0, 4.0),
    "rms": (-2.0, -2.0, -2.0, 1.0, 3.0, 6.0, 4.0, 3.0, -2.0, -3.0, 2.0),
    "awb": (0.0, 0.0, -1.0, 0.0, 2.0, 3.0, 2.0, 0.0, -1.0, 3.0, 5.0),
    "kal16": (0.0, 3.0, 0.0, 1.0, 0.0, -1.0, 0.0, 0.0, -2.0, -2.0, 3.0),
    "heart": (0.0, 2.0, 0.5, 0.0, 1.0, 0.5, -0.5, -0.5, -1.0, -1.5, -2.0),
}


def variant_text(voice: Voice) -> str:
    """The voice as one of espeak-ng's variant files."""
    timbre = voice.timbre
    tract, first = timbre.tract, round(timbre.tract * timbre.throat / 100)
    formants = [
        (100, timbre.hum, timbre.width),
        (first, timbre.body, timbre.width_first),
        (tract, timbre.front, timbre.width),
        (tract, timbre.presence, timbre.width),
        (tract, timbre.brilliance, timbre.width),
        (tract, timbre.brilliance, timbre.width),
        *[(tract, timbre.air, timbre.width)] * 3,
    ]
    lines = [
        "language variant",
        f"name {voice.name.lower()}",
        f"pitch {voice.pitch[0]} {voice.pitch[1]}",
        f"flutter {timbre.flutter}",
        f"roughness {timbre.roughness}",
        *(
            f"formant {number} {frequency} {height} {width}"
            for number, (frequency, height, width) in enumerate(formants)
        ),
        f"consonants {timbre.consonants[0]} {timbre.consonants[1]}",
    ]
    if timbre.breath:
        lines.append("breath 0" + f" {timbre.breath}" * 7)
    if timbre.tone:
        lines.append(f"tone {timbre.tone}")
    return "\n".join(lines) + "\n"


PACKAGE = "mediamill_procedural.speech"
_READERS = Readers()
TIMBRES = load(PACKAGE, "timbres.toml", dict[str, dict[str, Any]], Readers({Any: lambda value: value}))


def timbre_of(written: Any) -> Timbre:
    """A timbre, what it does not say itself taken from the one in `timbres.toml` that it is like."""
    own = dict(entries(written))
    timbre: Timbre = _READERS.of(Timbre)({**inside(choice(TIMBRES), own.pop("like", None), "like"), **own})
    return timbre


VOICES: Mapping[str, Voice] = load(PACKAGE, "voices.toml", dict[str, Voice], Readers({Timbre: timbre_of}))
