"""The twenty voices: what each is like, and how espeak-ng and flite are set to make it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

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
class Voice:
    """One of the voices a caller may ask for."""

    name: str
    character: str
    accent: str  # espeak-ng's voice for English
    pitch: tuple[int, int]  # Hz, the lower and upper end of its usual range
    pace: int  # words a minute
    timbre: Timbre
    flite: Flite
    liveliness: int = 50  # espeak-ng's range of intonation, 50 is usual
    warmth: float = 0.0  # dB more below 400 Hz
    brightness: float = 0.0  # dB more above 2.5 kHz
    breath: float = 0.02  # of air added afterwards, of the voice's strength
    room: float = 0.1

    @property
    def gains_db(self) -> tuple[float, ...]:
        """What the equaliser of `finishing.py` is set to, band by band."""
        return self.coloured(self.timbre.balance_db)

    @property
    def flite_gains_db(self) -> tuple[float, ...]:
        """The same where flite speaks."""
        return self.coloured(FLITE_BALANCE_DB[self.flite.speaker])

    def coloured(self, balance_db: tuple[float, ...]) -> tuple[float, ...]:
        """A balance with the voice's own warmth and brightness."""
        shelves = zip(balance_db, WARM_BANDS, BRIGHT_BANDS, strict=True)
        return tuple(gain + low * self.warmth + high * self.brightness for gain, low, high in shelves)


# For the bands of `finishing.BANDS`: 80 125 200 315 500 800 1250 2000 3150 5000 8000 Hz.
WARM_BANDS = (1.0, 1.0, 1.0, 0.9, 0.4, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
BRIGHT_BANDS = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.2, 0.6, 1.0, 1.0, 1.0)
# About half of what would bring flite's speakers to the average spectrum of speech.
FLITE_BALANCE_DB: Mapping[str, tuple[float, ...]] = {
    "slt": (0.0, -3.0, -1.0, 3.0, 3.0, 4.0, 5.0, 5.0, 4.0, 3.0, 4.0),
    "rms": (-2.0, -2.0, -2.0, 1.0, 3.0, 6.0, 4.0, 3.0, -2.0, -3.0, 2.0),
    "awb": (0.0, 0.0, -1.0, 0.0, 2.0, 3.0, 2.0, 0.0, -1.0, 3.0, 5.0),
    "kal16": (0.0, 3.0, 0.0, 1.0, 0.0, -1.0, 0.0, 0.0, -2.0, -2.0, 3.0),
}
MALE = Timbre(tract=98)
FEMALE = replace(
    MALE,
    tract=102,
    throat=98,
    presence=60,
    air=50,
    width_first=170,
    breath=2,
    roughness=4,
    consonants=(100, 150),
    tone="600 170 1200 110 2000 80 4000 60",
    balance_db=(0.0, 0.0, 2.0, 2.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 2.0),
)


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


# Of espeak-ng's British voices the recogniser of `dub` understands "en" best; en-gb-x-rp and en-gb-scotland it often
# does not understand at all.
US, GB = "en-us", "en"
VOICES: Mapping[str, Voice] = {
    voice.name: voice
    for voice in (
        Voice(
            "Adam",
            "deep male narrator, American",
            US,
            (69, 103),
            150,
            replace(MALE, tract=96),
            Flite("rms", 0.97, 1.0, 0.97),
            warmth=1.5,
        ),
        Voice(
            "Alice", "clear female, British", GB, (158, 224), 166, FEMALE, Flite("slt", 1.0, 1.17, 0.93), brightness=3.0
        ),
        Voice(
            "Antoni",
            "warm male, American",
            US,
            (86, 126),
            156,
            MALE,
            Flite("rms", 1.07, 1.0, 1.05),
            warmth=2.5,
            brightness=-1.0,
        ),
        Voice(
            "Aria",
            "expressive female, American",
            US,
            (142, 226),
            158,
            FEMALE,
            Flite("slt", 1.02, 1.23, 1.05),
            liveliness=64,
        ),
        Voice(
            "Bill",
            "older male, American",
            US,
            (78, 112),
            136,
            replace(MALE, flutter=6, roughness=3),
            Flite("kal16", 0.94, 1.08, 1.3),
        ),
        Voice(
            "Brian",
            "very deep male, American",
            US,
            (60, 88),
            146,
            replace(MALE, tract=94),
            Flite("rms", 0.92, 1.0, 1.1),
            warmth=1.0,
        ),
        Voice("Callum", "male, British", GB, (92, 134), 148, MALE, Flite("awb", 1.02, 1.0, 1.05), brightness=1.5),
        Voice(
            "Charlotte",
            "calm female, British",
            GB,
            (150, 208),
            150,
            FEMALE,
            Flite("slt", 0.98, 1.12, 1.05),
            brightness=2.0,
        ),
        Voice(
            "Chris", "casual male, American", US, (98, 142), 178, replace(MALE, tract=99), Flite("rms", 1.03, 1.0, 0.85)
        ),
        Voice(
            "Daniel",
            "male newsreader, British",
            GB,
            (81, 117),
            162,
            MALE,
            Flite("awb", 0.96, 0.94, 0.94),
            brightness=2.0,
        ),
        Voice(
            "Eric",
            "bright male, American",
            US,
            (104, 148),
            156,
            replace(MALE, tract=100),
            Flite("kal16", 1.03, 1.4, 1.12),
            brightness=3.0,
        ),
        Voice(
            "Matilda",
            "warm female, American",
            US,
            (134, 186),
            150,
            replace(FEMALE, tract=100),
            Flite("slt", 0.94, 1.0, 1.02),
            warmth=2.5,
        ),
        Voice(
            "Jessica",
            "young female, American",
            US,
            (194, 282),
            180,
            replace(FEMALE, tract=104),
            Flite("slt", 1.05, 1.42, 0.9),
            brightness=3.0,
        ),
        Voice(
            "Laura",
            "lively female, American",
            US,
            (168, 244),
            174,
            replace(FEMALE, tract=103),
            Flite("slt", 1.03, 1.3, 0.92),
            liveliness=58,
            brightness=2.5,
        ),
        Voice(
            "Liam",
            "young male, American",
            US,
            (116, 168),
            174,
            replace(MALE, tract=101),
            Flite("rms", 1.14, 1.0, 0.86),
            brightness=2.0,
        ),
        Voice(
            "Lily",
            "soft-spoken female, British",
            GB,
            (182, 254),
            142,
            replace(FEMALE, tract=104),
            Flite("slt", 1.04, 1.35, 1.12),
            brightness=0.5,
        ),
        Voice(
            "River",
            "neutral, American",
            US,
            (126, 174),
            152,
            replace(FEMALE, tract=99),
            Flite("slt", 0.92, 0.96, 0.95),
            brightness=1.0,
        ),
        Voice(
            "Roger",
            "gruff older male, American",
            US,
            (70, 96),
            160,
            replace(MALE, roughness=4),
            Flite("kal16", 0.95, 0.92, 1.0),
            brightness=1.5,
        ),
        Voice(
            "Sarah",
            "soft female, American",
            US,
            (144, 198),
            138,
            replace(FEMALE, breath=4),
            Flite("slt", 0.97, 1.06, 1.15),
            brightness=-0.5,
            breath=0.04,
        ),
        Voice(
            "Will",
            "friendly male, American",
            US,
            (104, 154),
            164,
            replace(MALE, tract=100),
            Flite("rms", 1.18, 1.0, 1.0),
            liveliness=60,
            warmth=1.5,
        ),
    )
}
