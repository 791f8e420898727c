"""What every word of a prompt asks for: the names of genres and instruments, moods, tempos, small words."""

from collections.abc import Mapping
from dataclasses import dataclass

from mediamill_procedural.kit.data import load
from mediamill_procedural.music import genres, instruments
from mediamill_procedural.music.instruments import Role

PACKAGE = "mediamill_procedural.music"
DRUMS = "drums"


@dataclass(frozen=True, slots=True)
class Mood:
    """A colour of the whole piece."""

    name: str
    called: tuple[str, ...]
    minor: bool | None = None  # the third, where the mood wants one
    tempo: float = 1.0  # times the genre's
    force: float = 0.0  # louder and denser above nought, -1 to 1
    genre: str = ""  # what to play where no genre is named


@dataclass(frozen=True, slots=True)
class _Tempo:
    times: float
    called: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ensemble:
    """A few players who are called something together."""

    genre: str  # what they play where no genre is named
    band: dict[Role, str]
    drums: bool = False


@dataclass(frozen=True, slots=True)
class _Table:
    drums: tuple[str, ...]
    vague: tuple[str, ...]
    negations: frozenset[str]
    links: frozenset[str]
    lonely: frozenset[str]
    singing_alone: tuple[str, ...]
    fillers: frozenset[str]
    leaving_out: dict[str, str]
    families: dict[str, tuple[str, ...]]
    sizes: dict[str, int]
    ensembles: dict[str, Ensemble]
    tempos: dict[str, _Tempo]
    tempo_marks: dict[str, float]
    metres: dict[str, str]
    counts: tuple[str, ...]


_TABLE = load(PACKAGE, "words.toml", _Table)
GENRE_WORDS: Mapping[str, str] = {
    phrase: name for names in genres.CALLED.values() for name, phrases in names.items() for phrase in phrases
}
VAGUE = frozenset(_TABLE.vague)
INSTRUMENT_WORDS: Mapping[str, str] = {
    **{phrase: name for names in instruments.CALLED.values() for name, phrases in names.items() for phrase in phrases},
    **dict.fromkeys(_TABLE.drums, DRUMS),
}
MOODS: Mapping[str, Mood] = load(PACKAGE, "moods.toml", dict[str, Mood])
MOOD_WORDS: Mapping[str, Mood] = {phrase: mood for mood in MOODS.values() for phrase in mood.called}
TEMPO_FACTORS: Mapping[str, float] = {
    phrase: tempo.times for tempo in _TABLE.tempos.values() for phrase in tempo.called
}
TEMPO_MARKS: Mapping[str, float] = _TABLE.tempo_marks  # beats a minute
METRES: Mapping[str, str] = _TABLE.metres
LEAVING_OUT, FAMILIES, SIZES, ENSEMBLES = _TABLE.leaving_out, _TABLE.families, _TABLE.sizes, _TABLE.ensembles
FILLERS, COUNTS = _TABLE.fillers, frozenset(_TABLE.counts)
NEGATIONS, LINKS, LONELY = _TABLE.negations, _TABLE.links, _TABLE.lonely
SINGING_ALONE = frozenset(_TABLE.singing_alone)
