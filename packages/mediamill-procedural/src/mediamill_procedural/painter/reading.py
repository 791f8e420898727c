"""A prompt becomes a Scene: known words and phrases are looked up, the rest is remembered as not understood."""

import hashlib
import re
import unicodedata
from dataclasses import dataclass, field, replace

from anyascii import anyascii

from mediamill_procedural.kit.wording import left_over
from mediamill_procedural.painter.canvas import Colour, chance, rgb
from mediamill_procedural.painter.inventory import INVENTORY
from mediamill_procedural.painter.scene import Scene, Thing
from mediamill_procedural.painter.vocabulary import (
    ASKING_WORDS,
    IRREGULAR_PLURALS,
    NOT_WORDS,
    PASSED_OVER,
    Meaning,
    dictionary,
    han,
)

PHRASE_WORDS_MAX = 5
THINGS_MAX = 6  # kinds of things in one picture: more would be a heap
OF_ONE_KIND_MAX = 9
LETTERS_MAX = 60  # characters of one quotation
QUOTATIONS_MAX = 3
UNKNOWN_MAX = 40  # words remembered as not understood: a file's metadata has to stay small
QUOTED = re.compile(
    r'"([^"\n]{1,200})"|“([^”\n]{1,200})”|„([^“”\n]{1,200})[“”]|«([^»\n]{1,200})»|(?<!\w)\'([^\'\n]{2,60})\'(?!\w)'
)
WORD = re.compile(r"[a-z]+|\d+|[,.;:!?]")
PLURAL_COUNT = 3  # "foxes"
SMALL_PLURAL_COUNT = 5  # "birds", "butterflies", "fishes"
FALLBACK_KINDS = ("hills", "sea", "mountains", "abstract", "lake", "desert", "abstract", "meadow")
# Kinds that fill a picture by themselves, strongest first; the others come in the order of the prompt.
STRONG_KINDS = (
    "lettering",
    "pattern",
    "abstract",
    "portrait",
    "underwater",
    "cave",
    "planet",
    "space",
    "waterfall",
    "harbour",
    "volcano",
    "castle",
    "tropics",
    "island",
    "beach",
    "coast",
    "arctic",
    "river",
    "lake",
    "canyon",
)
HOLDERS = ("child", "man", "person", "woman")  # beside them a balloon is one on a string
# Give way to what is more definite.
WEAK_KINDS = ("sky", "hills", "meadow", "mountains", "snow", "table", "sea", "road", "stage")
# Kinds that add something to a picture of another kind; the weak ones are seen in most of them anyway.
HEEDED_BESIDE = frozenset(
    ("birches", "city", "flowers", "forest", "garden", "harbour", "mountains", "park", "road", "street", "village")
)


def read(prompt: str) -> Scene:
    """What the prompt asks for; never fails, whatever it holds. The same prompt gives the same scene."""
    plain = unicodedata.normalize("NFC", prompt)
    letters, rest = _quotations(plain)
    notes = _Notes()
    words = _words(rest)
    _listen(words, notes)
    fingerprint = hashlib.sha256(prompt.encode("utf-8", "replace")).hexdigest()
    return _settled(notes, letters, fingerprint, words)


@dataclass(slots=True)
class _Notes:
    """What has been heard so far."""

    kinds: list[str] = field(default_factory=list)
    things: list[Thing] = field(default_factory=list)
    facts: dict[str, str] = field(default_factory=dict)  # time, weather, season, style: the first word wins
    moods: list[str] = field(default_factory=list)
    understood: list[str] = field(default_factory=list)
    kind_phrases: list[tuple[str, str]] = field(default_factory=list)
    waiting: list[str] = field(default_factory=list)  # phrases of adjectives before their noun
    wasted: list[str] = field(default_factory=list)  # phrases that nothing came of
    colours: list[tuple[str, Colour]] = field(default_factory=list)  # not yet given to anything
    tint: Colour | None = None
    sky_tint: Colour | None = None
    count: int | None = None
    size: float = 1.0
    place: str | None = None
    pose: str | None = None
    denied: bool = False


def _quotations(text: str) -> tuple[tuple[str, ...], str]:
    """The quoted words, and the text without them."""
    found: list[str] = []
    for match in QUOTED.finditer(text):
        inside = next(group for group in match.groups() if group is not None)
        shown = " ".join("".join(c if c.isprintable() else " " for c in inside).split())[:LETTERS_MAX].strip()
        if any(c.isalnum() for c in shown):
            found.append(shown)
    return tuple(found[:QUOTATIONS_MAX]), QUOTED.sub(" , ", text)


def _words(text: str) -> list[str]:
    for character, word in han().items():
        text = text.replace(character, f" {word} ")
    return WORD.findall(anyascii(text).lower().replace("'s ", " ").replace("_", " "))


def _looked_up(words: list[str], at: int) -> tuple[int, Meaning, bool] | None:
    """The longest known phrase that begins at a word: its length, its meaning, whether it is a plural."""
    meanings = dictionary()
    for length in range(min(PHRASE_WORDS_MAX, len(words) - at), 0, -1):
        phrase = " ".join(words[at : at + length])
        if phrase in meanings:
            plural = phrase.endswith(("ches", "oaks")) or words[at + length - 1] in IRREGULAR_PLURALS
            return length, meanings[phrase], plural
        head, last = words[at : at + length - 1], words[at + length - 1]
        for single in _singulars(last):
            phrase = " ".join([*head, single])
            if phrase in meanings:
                return length, meanings[phrase], True
    return None


def _singulars(word: str) -> list[str]:
    if word in IRREGULAR_PLURALS:
        return [IRREGULAR_PLURALS[word]]
    if word.endswith("ies") and len(word) > 4:
        return [word[:-3] + "y"]
    if word.endswith("es") and len(word) > 4:
        return [word[:-1], word[:-2]]
    return [word[:-1]] if word.endswith("s") and len(word) > 3 else []


def _listen(words: list[str], notes: _Notes) -> None:
    """Go through the words once; adjectives wait for the noun that they belong to."""
    at = 0
    while at < len(words):
        word = words[at]
        found = _looked_up(words, at)
        if word in NOT_WORDS:
            notes.denied = True
        elif found is not None:
            length, meaning, plural = found
            phrase = " ".join(words[at : at + length])
            things, kinds = len(notes.things), len(notes.kinds)
            _note(
                notes, meaning, plural, after=words[at - 1] if at else "", before=words[at + length : at + length + 1]
            )
            notes.understood.append(phrase)
            if meaning.sort == "thing" and len(notes.things) == things >= THINGS_MAX:
                notes.wasted.append(phrase)
            if len(notes.kinds) > kinds:
                notes.kind_phrases.append((notes.kinds[-1], phrase))
            notes.waiting = [*notes.waiting, phrase] if meaning.sort in ("colour", "count", "size") else []
            at += length
            continue
        elif word in ",.;:!?":
            _end_of_clause(notes)
        elif len(word) > 1 and word not in PASSED_OVER:
            notes.wasted += notes.waiting  # "green" of a thing that nobody knows
            notes.waiting = []
        at += 1
    _end_of_clause(notes)


def _note(notes: _Notes, meaning: Meaning, plural: bool, *, after: str, before: list[str]) -> None:
    sort, value = meaning.sort, meaning.value
    if notes.denied and sort in ("kind", "thing", "light", "weather", "season", "time", "mood"):
        notes.denied = False
    elif sort == "thing":
        _note_thing(notes, value, plural)
    elif sort == "light":
        notes.things.append(Thing(value, colour=_colour_of(notes), size=notes.size, colour_name=None))
        _forget_adjectives(notes)
    elif sort == "kind":
        _note_kind(notes, value)
    elif sort == "colour":
        if after in ("in", "is", "of") and notes.things and not before and notes.things[-1].colour is None:
            notes.things[-1] = replace(notes.things[-1], colour=rgb(value), colour_name=value)
        else:
            notes.colours.append((value, rgb(value)))
    elif sort == "mood":
        notes.moods.append(value)
    elif sort == "count":
        notes.count = int(value)
    elif sort == "size":
        notes.size = float(value)
    elif sort == "pose" and notes.things:
        notes.things[-1] = replace(notes.things[-1], pose=value)
    elif sort == "place" and notes.things and value in ("left", "right", "centre", "far", "near"):
        notes.things[-1] = replace(notes.things[-1], place=value)
    elif sort == "pose":
        notes.pose = value
    elif sort == "place":
        notes.place = value
    else:
        notes.facts.setdefault(sort, value)


def _note_thing(notes: _Notes, name: str, plural: bool) -> None:
    grove = INVENTORY[name].grove
    if plural and grove and notes.count is None:
        _note_kind(notes, grove, keep=True)
        if grove != "flowers":
            _forget_adjectives(notes)
            return
    crowd = (
        SMALL_PLURAL_COUNT
        if name in ("bird", "butterfly", "fish", "flower", "tulip", "party balloon")
        else PLURAL_COUNT
    )
    count = min(OF_ONE_KIND_MAX, notes.count or (crowd if plural else 1))
    names = [hexadecimal for hexadecimal, _ in notes.colours]
    thing = Thing(
        name,
        count=count,
        colour=_colour_of(notes),
        colour_name=names[-1] if names else None,
        size=notes.size,
        place=notes.place,
        pose=notes.pose,
    )
    if len(notes.things) < THINGS_MAX and all(
        known.name != name or known.colour != thing.colour for known in notes.things
    ):
        notes.things.append(thing)
    _forget_adjectives(notes)


def _note_kind(notes: _Notes, kind: str, *, keep: bool = False) -> None:
    if notes.colours and not keep:
        if kind == "sky":
            notes.sky_tint = notes.colours[-1][1]
        elif kind not in ("flowers",):
            notes.tint = notes.colours[-1][1]
    if kind not in notes.kinds:
        notes.kinds.append(kind)
    if not keep and kind != "flowers":
        _forget_adjectives(notes)


def _colour_of(notes: _Notes) -> Colour | None:
    return notes.colours[-1][1] if notes.colours else None


def _forget_adjectives(notes: _Notes) -> None:
    notes.colours.clear()
    notes.count, notes.size, notes.place, notes.pose = None, 1.0, None, None


def _end_of_clause(notes: _Notes) -> None:
    """Colours that no noun took belong to the whole picture."""
    notes.denied = False
    if notes.colours:
        notes.tint = notes.colours[0][1]
    notes.colours.clear()
    notes.count, notes.waiting = None, []


def _settled(notes: _Notes, letters: tuple[str, ...], fingerprint: str, words: list[str]) -> Scene:
    kinds = list(notes.kinds)
    painted = bool(kinds or notes.things or letters)
    for thing in notes.things:
        if thing.name in INVENTORY and not kinds:
            kinds.append(INVENTORY[thing.name].home)
    fallback = not painted and not (notes.facts.keys() & {"time", "weather", "season"})
    if not kinds:
        kinds.append(_by_default(notes, letters, fingerprint))
    kind = _main(kinds)
    if any(thing.name in HOLDERS for thing in notes.things) and "hot air balloon" not in notes.understood:
        notes.things = [
            replace(thing, name="party balloon") if thing.name == "balloon" else thing for thing in notes.things
        ]
    snowy = kind in ("snow", "arctic") or notes.facts.get("weather") == "snowfall"
    snowy = snowy or any(thing.name in ("igloo", "snowman") for thing in notes.things)
    season = notes.facts.get("season", "winter" if snowy else "summer")
    time = notes.facts.get("time", "day")
    weather = notes.facts.get("weather", "fair")
    if (
        "moon" in [thing.name for thing in notes.things]
        and "time" not in notes.facts
        and kind not in ("space", "planet")
    ):
        time = "night"
    style = notes.facts.get("style")
    return Scene(
        kind=kind,
        also=tuple(other for other in kinds if other != kind),
        time=time,
        weather=weather,
        season=season,
        style=style,
        moods=tuple(dict.fromkeys(notes.moods)),
        things=tuple(notes.things),
        letters=letters,
        tint=notes.tint,
        sky_tint=notes.sky_tint,
        understood=tuple(notes.understood),
        not_understood=_not_made(words, notes, kind),
        fallback=fallback,
        fingerprint=fingerprint,
    )


def _not_made(words: list[str], notes: _Notes, shown: str) -> tuple[str, ...]:
    """The words that changed nothing in the picture."""
    seen = {shown, *WEAK_KINDS, *HEEDED_BESIDE}
    wasted = {*notes.wasted, *(phrase for kind, phrase in notes.kind_phrases if kind not in seen)}
    used = {word for phrase in notes.understood if phrase not in wasted for word in phrase.split()}
    return left_over(words, used.union(NOT_WORDS), ASKING_WORDS)[:UNKNOWN_MAX]


def _by_default(notes: _Notes, letters: tuple[str, ...], fingerprint: str) -> str:
    lights = [thing.name for thing in notes.things]
    if letters and not lights:
        return "lettering"
    if "planet" in lights or "comet" in lights:
        return "space"
    if notes.facts.get("season") == "winter":
        return "snow"
    if notes.facts.keys() & {"time", "weather", "season"} or lights:
        return "hills"
    return FALLBACK_KINDS[int(chance("kind", fingerprint).integers(len(FALLBACK_KINDS)))]


def _main(kinds: list[str]) -> str:
    """The kind that the whole picture is built as."""
    for kind in STRONG_KINDS:
        if kind in kinds:
            return kind
    definite = [kind for kind in kinds if kind not in WEAK_KINDS]
    if definite:
        return definite[0]
    return "sea" if "sea" in kinds else next((kind for kind in reversed(WEAK_KINDS) if kind in kinds), kinds[0])
