"""What a genre is: tempo, harmony, figures written as text, a band, a room."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from mediamill_procedural.drums.rhythm import Style
from mediamill_procedural.music.instruments import Role


@dataclass(frozen=True, slots=True)
class Metre:
    """How a bar is counted; a beat is what a foot taps."""

    name: str
    beats: float
    steps: int  # of the grid in a bar

    @property
    def steps_per_beat(self) -> float:
        """Steps of the grid in a beat."""
        return self.steps / self.beats


COMMON = Metre("4/4", 4, 16)
TRIPLETS = Metre("4/4", 4, 12)  # three in the time of two: swing and shuffle
THREE = Metre("3/4", 3, 12)
SIX = Metre("6/8", 2, 12)
TWO = Metre("2/4", 2, 8)
BARS: Mapping[str, Metre] = {"common": COMMON, "triplets": TRIPLETS, "three": THREE, "six": SIX, "two": TWO}
NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class Figures:
    """Bars of rhythm, one letter a step, `|` between bars, `-` goes on, `.` rests.

    Melody: x. Chords and figures: x hard, o soft, s short, b the bass below, u the chord without its lowest,
    1-8 its notes upwards. Bass: R root, 3 5 7 of the chord, 8 octave, l the fifth below, w a step on the way, a a
    semitone before the next root.
    """

    melody: tuple[str, ...]
    chords: tuple[str, ...]
    bass: tuple[str, ...]
    figure: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Hall:
    """Where it is heard."""

    seconds: float = 1.2  # to -60 dB
    level_db: float = -13.0
    bright_hz: float = 5_500.0
    echo_db: float = -60.0  # of repeats in time with the beat


@dataclass(frozen=True, slots=True)
class Genre:
    """A way of making music."""

    name: str
    bpm: tuple[int, int]
    major: tuple[str, ...]  # progressions: Roman numerals, a blank between bars, a comma within
    minor: tuple[str, ...]
    figures: Figures
    band: Mapping[Role, tuple[str, ...]]  # of each role one is drawn; "nobody" is nobody
    minor_share: float = 0.5
    flavours: tuple[str, str] = ("major", "minor")  # the mode that is meant by either
    cadence: tuple[str, str] = ("IV,V7", "iv,V7")  # the last bar before the end, in major and in minor
    close: tuple[str, str] = ("I", "i")
    drums: Style | None = None
    metre: Metre = COMMON
    swing: float = 0.5  # where an odd step lies between its neighbours; 2/3 is a triplet
    pool: str = "scale"  # of the melody: scale, pentatonic, blues
    voices: int = 3  # of a chord
    centre: int = 62  # around which chords lie
    legato: float = 0.92
    loose_ms: float = 7.0
    strict: bool = False  # outer voices keep the rules of counterpoint
    hook: bool = False  # the motif is repeated rather than developed
    ritard: float = 1.0  # how much longer the last bar is
    levels: Mapping[Role, float] = field(default_factory=dict)  # decibels beside the usual balance
    drums_db: float = 0.0
    duck_db: float = 0.0  # how far the kick pushes the others down
    hall: Hall = Hall()
    air_db: float = 4.0  # of the highs, as the mixes of recordings have them
