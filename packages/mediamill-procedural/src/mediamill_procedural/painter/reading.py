"""Words become a scene: what a prompt asks for, read with the painter's dictionary."""

import hashlib
import re
import unicodedata
from dataclasses import replace

from anyascii import anyascii

from mediamill_procedural.kit.wording import STOP_WORDS, left_over
from mediamill_procedural.painter.canvas import Colour, chance
from mediamill_procedural.painter.inventory import ALL_THINGS, AS_FURNITURE, INVENTORY
from mediamill_procedural.painter.noting import ADJECTIVES, OF_ONE_KIND_MAX, PAIRED, THINGS_MAX, Notes
from mediamill_procedural.painter.scene import Scene, Thing
from mediamill_procedural.painter.vocabulary import (
    ASKING_WORDS,
    IRREGULAR_PLURALS,
    NOT_WORDS,
    PASSED_OVER,
    RELATIONS,
    UNLIKE,
    Meaning,
    dictionary,
    han,
)

__all__ = ["LETTERS_MAX", "OF_ONE_KIND_MAX", "THINGS_MAX", "UNKNOWN_MAX", "read"]

PHRASE_WORDS_MAX = 5
LETTERS_MAX = 60  # characters of one quotation
QUOTATIONS_MAX = 3
UNKNOWN_MAX = 40  # words remembered as not understood: a file's metadata has to stay small
QUOTED = re.compile(
    r'"([^"\n]{1,200})"|“([^”\n]{1,200})”|„([^“”\n]{1,200})[“”]|«([^»\n]{1,200})»|(?<!\w)\'([^\'\n]{2,60})\'(?!\w)'
)
WORD = re.compile(r"[a-z]+|\d+|[,.;:!?]")
STANDING = ("on", "under", "behind", "front")  # relations that say where somebody is
MARKS = ",.;:!?"
VERB_ENDINGS = ("ing", "ed", "ly")  # no nouns, unless an article stands before them
COUNTED = ("a", "an", "another", "one")
FALLBACK_KINDS = ("hills", "sea", "mountains", "abstract", "lake", "desert", "abstract", "meadow")
# Kinds that fill a picture by themselves, strongest first; the others come in the order of the prompt.
STRONG_KINDS = (
    *("lettering", "pattern", "abstract", "portrait", "underwater", "cave", "planet", "space", "waterfall", "harbour"),
    *("volcano", "castle", "tropics", "island", "beach", "coast", "arctic", "river", "lake", "canyon"),
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
    hearing = _Hearing(_words(rest))
    hearing.run()
    fingerprint = hashlib.sha256(prompt.encode("utf-8", "replace")).hexdigest()
    return _settled(hearing.notes, letters, fingerprint, hearing.words)


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
        if phrase in UNLIKE or any(
            f"{phrase[: -len(words[at + length - 1])]}{one}" in UNLIKE for one in _singulars(words[at + length - 1])
        ):
            return length, Meaning("unlike", phrase), False
        if phrase in meanings:
            plural = phrase.endswith(("ches", "oaks")) or words[at + length - 1] in IRREGULAR_PLURALS
            paired = meanings[phrase].value in PAIRED and phrase.endswith("s")  # "boots" are a word of their own
            return length, meanings[phrase], plural or paired
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


class _Hearing:
    """Goes through the words once; adjectives wait for the noun that they belong to."""

    def __init__(self, words: list[str]) -> None:
        self.words = words
        self.notes = Notes()
        self.at = 0
        self.thing_ended = -1  # behind the last word of the last thing, if that was one
        self.tail = ""  # its last word
        self.articled = False  # whether an article or "one" stands before the noun that is to come
        self.holder = False  # whether what follows lies in it: "a basket of"

    def run(self) -> None:
        """Hear all words."""
        while self.at < len(self.words):
            word = self.words[self.at]
            found, relation = _looked_up(self.words, self.at), self._relation()
            if word in NOT_WORDS:
                self.notes.denied = True
                self.at += 1
            elif relation is not None and (found is None or found[0] < relation[0]):
                self.notes.link = (RELATIONS[relation[1]], relation[1])
                self.notes.phrase.clear()
                self.articled = self.articled and not self.notes.things  # a reading nook
                self.at += relation[0]
            elif found is not None:
                self._known(*found)
            elif word in MARKS:
                self.notes.end_of_clause()
                self.articled = False
                self.at += 1
            elif len(word) > 1 and word not in PASSED_OVER and word not in STOP_WORDS:
                self._unknown()
            else:
                self.articled = self.articled or word in COUNTED
                if word in STOP_WORDS and word != "and":
                    self.notes.phrase.clear()
                    self.holder = word == "of" and self.thing_ended == self.at
                if word == "and":
                    self.notes.link = None
                self.notes.phrase += [word] * (word not in STOP_WORDS or word == "and")
                self.at += 1
        self.notes.end_of_clause()

    def _relation(self) -> tuple[int, str] | None:
        for length in (3, 2, 1):
            phrase = " ".join(self.words[self.at : self.at + length])
            if phrase in RELATIONS:
                return length, phrase
        return None

    def _known(self, length: int, meaning: Meaning, plural: bool) -> None:
        notes, at, words = self.notes, self.at, self.words
        phrase = " ".join(words[at : at + length])
        piece = AS_FURNITURE.get(phrase) or AS_FURNITURE.get(next(iter(_singulars(phrase)), ""))
        if piece and meaning.sort == "kind" and (notes.colours or notes.link is None or notes.link[0] != "on"):
            meaning = Meaning("thing", piece)  # a table that is meant, not one on which something lies
        ends = not self._noun_at(at + length) and not self._strange(at + length)
        if meaning.sort == "colour" and phrase in ALL_THINGS and self.articled and ends:
            meaning = Meaning("thing", phrase)  # an orange and a lemon
        elif meaning.sort == "size" and self.articled and ends:
            meaning = Meaning("unlike", phrase)  # a baby, a giant
        if meaning.sort == "unlike":
            notes.stranger(phrase, named=True)
            self.at += length
            return
        if meaning.sort == "thing" and self.thing_ended == at and notes.things and words[at - 1] == self.tail:
            self._only_says_what_kind()
        if meaning.sort in ("thing", "kind") and self.holder and self._says_more("of", words[at : at + length]):
            self.at += length
            return
        things, kinds = len(notes.things), len(notes.kinds)
        after = words[at - 1] if at else ""
        closes = not self._noun_at(at + length)
        adjacent = self.thing_ended == at and closes
        notes.note(meaning, phrase, plural, after="of" if adjacent else after, last=closes)
        notes.understood.append(phrase)
        if meaning.sort == "thing" and len(notes.things) == things >= THINGS_MAX:
            notes.wasted.append(phrase)
        if len(notes.kinds) > kinds:
            notes.kind_phrases.append((notes.kinds[-1], phrase))
        adjective = meaning.sort in ADJECTIVES and (meaning.sort != "colour" or bool(notes.colours))
        notes.waiting = [*notes.waiting, phrase] if adjective else []
        if meaning.sort not in ("thing", "kind", "light"):
            notes.phrase += words[at : at + length]
        elif len(notes.things) > things and notes.things[-1].words:
            said = notes.things[-1].words
            notes.understood += [word for word in said.split() if word not in _unheeded(said)]
        self.at += length
        self.holder = self.holder and meaning.sort in ADJECTIVES
        self.articled = self.articled and meaning.sort not in ("thing", "kind", "light")
        if meaning.sort == "thing":
            self.thing_ended, self.tail = (-1 if plural else self.at), words[self.at - 1]

    def _only_says_what_kind(self) -> None:
        """The thing before is no thing of its own: a dog house, a flower vase."""
        last = self.notes.things.pop()
        if last.relation in ("held", "worn"):
            self.notes.link = (last.relation, "holding")
        self.notes.phrase.append(self.tail)

    def _unknown(self) -> None:
        """Words that nobody knows: adjectives of the noun behind them, or a noun of their own."""
        notes, start = self.notes, self.at
        while self._strange(self.at) or (self._word(self.at) == "of" and self._strange(self.at + 1)):
            self.at += 1
        run, after = self.words[start : self.at], self._word(self.at)
        named = self.articled or bool(notes.waiting)
        pictured = after in ASKING_WORDS and not after.endswith(("s", *VERB_ENDINGS))  # an aerial view
        if pictured or self._noun_at(self.at) or (after == "of" and self._noun_at(self.at + 1, 2)):
            notes.phrase += run
            return
        self.articled = False
        compound = self.thing_ended == start and notes.things and not run[-1].endswith(("s", *VERB_ENDINGS))
        if compound and after not in ASKING_WORDS:
            notes.wasted.append(self.tail)
            notes.unmake(" ".join([self.tail, *run]))
            return
        while run and run[-1].endswith(VERB_ENDINGS) and (len(run) > 1 or not named):
            run.pop()
        if not run:
            return
        link = "with" if notes.link is not None and notes.link[0] == "held" else "of" * self.holder
        if link and self._says_more(link, run):
            return
        found = _looked_up(self.words, self.at)
        if found is not None and found[1].sort == "colour":  # une moto verte
            self._known(*found)
            named = True
        notes.stranger(" ".join(run), named)

    def _says_more(self, link: str, words: list[str]) -> bool:
        """Whether these words belong to the last thing, which the modeller makes: "with yellow cushions"."""
        notes = self.notes
        last = notes.things[-1] if notes.things else None
        if last is None or not (last.words or (link == "of" and last.name in INVENTORY and INVENTORY[last.name].holds)):
            return False
        said = " ".join([last.words or last.name, link, *notes.phrase, *words])
        if words[-1] in _unheeded(said):
            return False
        notes.part_of_last(said, " ".join([*notes.phrase, *words]))
        return True

    def _word(self, at: int) -> str:
        return self.words[at] if at < len(self.words) else ""

    def _strange(self, at: int) -> bool:
        word = self._word(at)
        known = _looked_up(self.words, at) is not None or word in RELATIONS or word in NOT_WORDS or word in MARKS
        return len(word) > 1 and not known and word not in PASSED_OVER and word not in STOP_WORDS

    def _noun_at(self, at: int, reach: int = 1) -> bool:
        """Whether a known noun, adjectives before it or not, begins there or a little farther on."""
        for place in range(at, min(at + reach, len(self.words))):
            found = _looked_up(self.words, place)
            if found is not None and found[1].sort in ("thing", "kind", "light", "part", "unlike"):
                return True
            if found is not None and found[1].sort in ADJECTIVES:
                return self._noun_at(place + found[0])
        return False


def _unheeded(words: str) -> frozenset[str]:
    """The words of a noun phrase that the modeller makes nothing of."""
    from mediamill_procedural.painter.models import unheeded  # noqa: PLC0415 (it loads the modeller)

    return unheeded(words)


def _settled(notes: Notes, letters: tuple[str, ...], fingerprint: str, words: list[str]) -> Scene:
    alone = {at for at, thing in enumerate(notes.things) if (thing.anchor or 0) >= len(notes.things)}
    notes.things = [
        replace(each, relation=None, anchor=None) if at in alone else each for at, each in enumerate(notes.things)
    ]
    kinds = list(notes.kinds)
    painted = bool(kinds or notes.things or letters)
    letters, ink = _lettered(notes, letters, words)
    for thing in sorted(notes.things_seen(), key=lambda each: each.relation not in STANDING):
        if not kinds:
            kinds.append(_home_of(thing, notes.things))
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
        tint=notes.tint or (ink if kind == "lettering" else None),
        ink=ink,
        sky_tint=notes.sky_tint,
        understood=tuple(notes.understood),
        not_understood=_not_made(words, notes, kind),
        fallback=fallback,
        fingerprint=fingerprint,
    )


def _lettered(notes: Notes, letters: tuple[str, ...], words: list[str]) -> tuple[tuple[str, ...], Colour | None]:
    """What is written in the picture: what is quoted, or else what was asked for and cannot be shown, in its colour."""
    things = notes.things_seen()
    first = [each for each in notes.strangers if not each.after_things][: 1 if things else QUOTATIONS_MAX]
    missed = [each for each in first if each.named or not (things or each.after_kinds)]
    if letters or missed:
        shown = tuple(each.words.upper()[:LETTERS_MAX] for each in missed)
        return letters or shown, None if letters else missed[0].colour
    if notes.things or notes.kinds or notes.facts.keys() & {"time", "weather", "season"}:
        return (), None
    said = " ".join(word for word in words if word not in MARKS).upper()[:LETTERS_MAX].strip()
    return ((said,) if said else ()), None


def _home_of(thing: Thing, things: list[Thing]) -> str:
    """The scene of a thing without a place: that of what it sits on or stands behind."""
    if thing.relation in STANDING and thing.anchor is not None:
        thing = things[thing.anchor]
    return ALL_THINGS[thing.name].home


def _not_made(words: list[str], notes: Notes, shown: str) -> tuple[str, ...]:
    """The words that changed nothing in the picture."""
    seen = {shown, *WEAK_KINDS, *HEEDED_BESIDE}
    wasted = {*notes.wasted, *(phrase for kind, phrase in notes.kind_phrases if kind not in seen)}
    used = {word for phrase in notes.understood if phrase not in wasted for word in phrase.split()}
    return left_over(words, used.union(NOT_WORDS), ASKING_WORDS)[:UNKNOWN_MAX]


def _by_default(notes: Notes, letters: tuple[str, ...], fingerprint: str) -> str:
    lights = [thing.name for thing in notes.things]
    if letters and not lights and notes.facts.get("season") != "winter":
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
