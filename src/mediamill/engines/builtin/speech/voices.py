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
    breath: float = 0.02  # of air added afterwards, of the voice's strength
    room: float = 0.1
    warmth: float = 0.0  # dB of tilt per octave below 1 kHz, added to the balance
    gains_db: tuple[float, ...] = (0.0,) * 11  # at finishing.BANDS; `scripts/measure_voices.py --balance` finds them


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
        *(f"formant {number} {frequency} {height} {width}" for number, (frequency, height, width) in enumerate(formants)),
        f"consonants {timbre.consonants[0]} {timbre.consonants[1]}",
    ]
    if timbre.breath:
        lines.append("breath 0" + f" {timbre.breath}" * 7)
    if timbre.tone:
        lines.append(f"tone {timbre.tone}")
    return "\n".join(lines) + "\n"


US, RP, GB, SCOTLAND, NEW_YORK = "en-us", "en-gb-x-rp", "en", "en-gb-scotland", "en-us-nyc"
VOICES: Mapping[str, Voice] = {
    voice.name: voice
    for voice in (
        Voice("Adam", "deep male narrator, American", US, (70, 104), 152, replace(MALE, tract=96), Flite("rms", 0.96)),
        Voice("Alice", "clear female, British", RP, (158, 226), 158, FEMALE, Flite("slt", 1.03)),
        Voice("Antoni", "warm male, American", US, (84, 122), 158, MALE, Flite("rms", 1.05)),
        Voice("Aria", "expressive female, American", US, (150, 240), 160, FEMALE, Flite("slt", 1.0)),
        Voice("Bill", "older male, American", US, (76, 110), 140, replace(MALE, flutter=6, roughness=3), Flite("kal16", 0.92)),
        Voice("Brian", "very deep male, American", US, (60, 88), 146, replace(MALE, tract=94), Flite("rms", 0.88)),
        Voice("Callum", "male, Scottish", SCOTLAND, (92, 132), 156, MALE, Flite("awb", 0.97)),
        Voice("Charlotte", "calm female, British", GB, (148, 206), 150, FEMALE, Flite("slt", 0.97)),
        Voice("Chris", "casual male, American", US, (95, 138), 170, replace(MALE, tract=99), Flite("rms", 1.0)),
        Voice("Daniel", "male newsreader, British", RP, (82, 118), 160, MALE, Flite("awb", 1.0)),
        Voice("Eric", "bright male, American", US, (102, 146), 158, replace(MALE, tract=100), Flite("kal16", 1.0)),
        Voice("Matilda", "warm female, American", US, (134, 186), 150, replace(FEMALE, tract=100), Flite("slt", 0.94)),
        Voice("Jessica", "young female, American", US, (186, 268), 170, replace(FEMALE, tract=104), Flite("slt", 1.1)),
        Voice("Laura", "lively female, American", US, (166, 240), 164, FEMALE, Flite("slt", 1.07)),
        Voice("Liam", "young male, American", US, (112, 162), 168, replace(MALE, tract=101), Flite("rms", 1.1)),
        Voice("Lily", "soft-spoken female, British", GB, (176, 248), 154, replace(FEMALE, tract=103), Flite("slt", 1.14)),
        Voice("River", "neutral, American", US, (124, 172), 154, replace(FEMALE, tract=99), Flite("slt", 0.88)),
        Voice("Roger", "older male, American", US, (70, 96), 156, replace(MALE, roughness=4), Flite("kal16", 0.95)),
        Voice("Sarah", "soft female, American", US, (142, 196), 146, replace(FEMALE, breath=4), Flite("slt", 0.91)),
        Voice("Will", "friendly male, American", US, (104, 156), 162, replace(MALE, tract=100), Flite("rms", 1.15)),
    )
}
