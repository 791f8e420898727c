"""Decisions before the first note: what a reading leaves open is drawn, what contradicts is settled."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from mediamill_procedural.drums.rhythm import Style
from mediamill_procedural.kit.chance import Chance
from mediamill_procedural.music.chance import Concern
from mediamill_procedural.music.form import BLOCK, Form, form_of
from mediamill_procedural.music.genres import GENRES, NOBODY, Genre
from mediamill_procedural.music.genres.beats import POP
from mediamill_procedural.music.genres.metres import in_metre
from mediamill_procedural.music.instruments import PLAYERS, Role
from mediamill_procedural.music.reading import Reading
from mediamill_procedural.music.reading.words import DRUMS, FAMILIES, SIZES
from mediamill_procedural.music.theory import Key

UNNAMED = ("cinematic", "pop", "folk", "calm", "lo-fi", "classical", "synthwave", "ballad", "bossa nova", "funk")
BPM_RANGE = (42.0, 216.0)
KEYBOARDS = frozenset({"piano", "honky-tonk piano", "electric piano", "harpsichord", "organ", "church organ", "harp"})
TONICS = (0, 2, 3, 4, 5, 7, 9, 10)  # where most music is written: few sharps and flats
WHOLE_FAMILIES = {"electric bass": Role.BASS, "synth pad": Role.PAD}
BY_NEED = (Role.LEAD, Role.CHORDS, Role.BASS, Role.ANSWER, Role.FIGURE, Role.PAD)  # who comes first in a small band
DRUMMER_SIZE_MIN = 3  # players: two have no drummer among them unless they ask for one


@dataclass(frozen=True, slots=True)
class Plan:
    """What is going to be played."""

    genre: Genre
    key: Key
    form: Form
    band: Mapping[Role, str]
    drums: Style | None
    force: float  # -1 to 1


def plan_of(reading: Reading, seconds: float, chance: Chance) -> Plan:
    """A plan for any reading; the same seed makes the same choices."""
    rng = chance.of(Concern.PLAN)
    genre = _genre(reading, rng)
    tonic = int(rng.choice(TONICS))
    minor_share = float(rng.random())
    place = float(rng.random())
    drums = _drums(genre, reading)
    band = _of_size(_band(genre, reading, rng), genre, reading, drums)
    mood_minor = next((mood.minor for mood in reading.moods if mood.minor is not None), None)
    minor = reading.minor if reading.minor is not None else mood_minor
    if minor is None:
        minor = minor_share < genre.minor_share
    key = Key(reading.tonic if reading.tonic is not None else tonic, _flavour(genre, reading, minor))
    low, high = genre.bpm
    bpm = low + place * (high - low)
    factor = reading.tempo * float(np.prod([mood.tempo for mood in reading.moods]))
    force = float(np.clip(sum(mood.force for mood in reading.moods), -1.0, 1.0))
    bpm = reading.bpm or float(np.clip(bpm * np.clip(factor, 0.6, 1.5), *BPM_RANGE))
    progressions = genre.minor if minor else genre.major
    block = max(BLOCK, *(len(text.split()) for text in progressions))
    form = form_of(genre, seconds, bpm, exact=reading.bpm is not None, block=block, force=force)
    return Plan(genre, key, form, band, drums, force)


def _genre(reading: Reading, rng: np.random.Generator) -> Genre:
    """The genre named, or what mood and instruments suggest, or a drawn one; in the metre that is asked for."""
    drawn = str(rng.choice(UNNAMED))
    names = [*reading.genres]
    if not names and reading.ensemble:
        names = [reading.ensemble.genre]
    if not names:
        names = [mood.genre for mood in reading.moods]
    if not names and reading.alone and set(reading.instruments) & KEYBOARDS:
        names = ["romantic piano"]
    genre = GENRES[names[0] if names else drawn]
    if len(reading.genres) > 1:
        # The second genre lends its melody instruments: "orchestral rock" has strings in front.
        other = GENRES[reading.genres[1]]
        lent = {role: other.band[role] for role in (Role.PAD, Role.ANSWER) if {*other.band.get(role, ())} - {NOBODY}}
        genre = replace(genre, band={**genre.band, **lent}, drums=genre.drums or _borrowed(other, genre))
    if reading.metre and reading.metre != genre.metre.name:
        genre = in_metre(genre, reading.metre)
    return genre


def _flavour(genre: Genre, reading: Reading, minor: bool) -> str:
    """The mode; who says "minor" gets minor, not one of its cousins."""
    if reading.minor is not None and reading.tonic is not None:
        return "minor" if minor else "major"
    return genre.flavours[int(minor)]


def _band(genre: Genre, reading: Reading, rng: np.random.Generator) -> dict[Role, str]:
    """Who plays what: the instruments named in the roles they are best at, the genre's own in the others."""
    drawn = {role: str(rng.choice(_offered(genre, role, reading))) for role in Role}
    own = {role: name for role, name in drawn.items() if name != NOBODY}
    if reading.ensemble:
        own = {role: name for role, name in reading.ensemble.band.items() if not _left_out(name, role, reading)}
    named: dict[Role, str] = {}
    for name in reading.instruments:
        if name == DRUMS:
            continue
        roles = PLAYERS[name].roles
        taken = {*named, *own} if reading.ensemble else named
        free = next((role for role in roles if role not in taken), None)
        if free is not None:
            named[free] = name
    if reading.alone and reading.instruments == (DRUMS,):
        return {}
    if reading.alone and named and not reading.ensemble:
        return _alone(named)
    band = {**own, **named}
    if named and Role.LEAD not in named and not reading.genres and not reading.ensemble:
        # Nobody else sings above the few who were asked for, if one of them can.
        singer = next((name for name in named.values() if Role.LEAD in PLAYERS[name].roles), None)
        if singer:
            band[Role.LEAD] = singer
    if reading.without and band:
        # Where the singer or the guitars have to go, somebody else takes over what they played.
        taken_over = {role: name for role, name in _alone(band).items() if not _left_out(name, role, reading)}
        band = {**taken_over, **band}
    return band or {Role.LEAD: "piano", Role.CHORDS: "piano"}


def _offered(genre: Genre, role: Role, reading: Reading) -> list[str]:
    """Whom a genre has for a role, without those who are left out; nobody where that leaves nobody."""
    return [name for name in genre.band.get(role, ()) if not _left_out(name, role, reading)] or [NOBODY]


def _left_out(player: str, role: Role, reading: Reading) -> bool:
    """Whether a prompt leaves somebody out, by name or as one of a family: "no guitar" is no electric one either."""
    return any(
        player.endswith(name) or player in FAMILIES.get(name, ()) or WHOLE_FAMILIES.get(name) is role
        for name in reading.without
    )


def _of_size(band: dict[Role, str], genre: Genre, reading: Reading, drums: Style | None) -> dict[Role, str]:
    """As many players as were asked for, the named ones first; who is left plays what nobody else does."""
    if reading.size is None or reading.ensemble or reading.alone:
        return band
    wished = [name for name in reading.instruments if name in band.values()]
    wished += [band[role] for role in BY_NEED if role in band]
    wished += [name for role in BY_NEED for name in _offered(genre, role, reading) if name != NOBODY]
    kept = [*dict.fromkeys(wished)][: SIZES[reading.size] - (drums is not None)]
    found = {role: name for role, name in band.items() if name in kept}
    for name in kept:
        if name not in found.values():
            found[next((role for role in PLAYERS[name].roles if role not in found), Role.ANSWER)] = name
    return {**_alone({role: found[role] for role in BY_NEED if role in found}), **found}


def _alone(named: dict[Role, str]) -> dict[Role, str]:
    """A soloist, or a few players and nobody else: who can play chords also plays what is missing."""
    band = dict(named)
    names = list(named.values())
    singer = next((name for name in names if Role.LEAD in PLAYERS[name].roles), names[0])
    band.setdefault(Role.LEAD, singer)
    chordal = next((name for name in names if Role.CHORDS in PLAYERS[name].roles), None)
    if chordal:
        band.setdefault(Role.CHORDS, chordal)
    if chordal and PLAYERS[chordal].range[0] <= 44:
        band.setdefault(Role.BASS, chordal)
    return band


def _drums(genre: Genre, reading: Reading) -> Style | None:
    """The genre's drummer, unless nobody wants one; somebody where one is asked for."""
    if DRUMS in reading.without:
        return None
    if DRUMS in reading.instruments:
        return genre.drums or (in_metre(replace(genre, drums=POP), genre.metre.name).drums)
    quiet = any(mood.name in ("calm", "sad", "romantic", "solemn") for mood in reading.moods)
    if reading.ensemble:
        return genre.drums if reading.ensemble.drums else None
    if reading.size and SIZES[reading.size] < DRUMMER_SIZE_MIN:
        return None
    if reading.alone or (reading.instruments and not reading.genres) or (quiet and not reading.genres):
        return None
    return genre.drums


def _borrowed(other: Genre, genre: Genre) -> Style | None:
    """The other genre's drummer, if he counts alike."""
    return other.drums if other.metre.steps == genre.metre.steps else None
