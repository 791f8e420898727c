"""A prompt in, a scene out, and what was understood of it."""

from dataclasses import dataclass
from enum import StrEnum

from mediamill_procedural.effects.reading.clauses import Clause, Saying, clauses, sayings
from mediamill_procedural.effects.reading.counting import Counts, counts
from mediamill_procedural.effects.reading.matching import SPELLING_TRIES_MAX, Lexis, lexis, respelt, says_where
from mediamill_procedural.effects.reading.mentions import Mention, mentions_of
from mediamill_procedural.effects.reading.modifiers import PLACES, THROUGH
from mediamill_procedural.effects.reading.order import BACKGROUND, steps_of
from mediamill_procedural.effects.reading.small_words import COUNTABLE, IRREGULAR, Link
from mediamill_procedural.effects.reading.words import Token, tokens
from mediamill_procedural.effects.scene import Scene
from mediamill_procedural.effects.sound import Kind, Space
from mediamill_procedural.kit.wording import is_slip, left_over

SEVERAL = 3  # what a plural without a number means


class Fallback(StrEnum):
    """What was done for words that name nothing known."""

    NONE = "none"
    SPELLING = "nearest spelling"
    TEXTURE = "texture"


@dataclass(frozen=True, slots=True)
class Reading:
    """What a prompt was taken to mean."""

    scene: Scene
    modifiers: tuple[str, ...]
    understood: tuple[str, ...]  # words, as they stand in the prompt
    not_understood: tuple[str, ...]
    guessed: tuple[tuple[str, str], ...]  # misspelt words and what they were taken for
    fallback: Fallback


def read(prompt: str) -> Reading:
    """What a prompt means: any text has a meaning, if only a texture."""
    known, words = lexis(), tokens(prompt)
    reading = _read(words, known, {})
    guesses = _guesses(words, known, loose=False)
    if guesses:
        reading = _read(words, known, guesses)
    if not reading.scene.steps:
        guesses = _guesses(words, known, loose=True)
        reading = _read(words, known, guesses) if guesses else reading
    return reading


def _guesses(words: tuple[Token, ...], known: Lexis, *, loose: bool) -> dict[str, str]:
    unknown = dict.fromkeys(word.text for word in words if not word.divides and word.text not in known.known)
    tried = [(word, respelt(word, loose)) for word in list(unknown)[:SPELLING_TRIES_MAX]]
    return {word: guess for word, guess in tried if guess is not None}


def _read(words: tuple[Token, ...], known: Lexis, guesses: dict[str, str]) -> Reading:
    bases = [() if word.divides else known.bases_of(guesses.get(word.text, word.text)) for word in words]
    said = sayings(words, bases, known)
    cut = clauses(words, {at for saying in said for at in saying.at if len(saying.at) > 1})
    counted = counts(words, {at for saying in said for at in saying.at})
    mentions = mentions_of(words, bases, said, cut, known)
    said = [saying for saying in said if not _swallowed(saying, mentions)]
    for mention in mentions:
        _count(mention, counted, words, bases, cut)
    space = _spread(said, mentions, cut, words)
    scene = Scene(steps_of(mentions, cut), space, counted.seconds)
    heard = {at for mention in mentions for at in mention.at} | {at for saying in said for at in saying.at} | counted.at
    heard = {at for at in heard if not says_where(bases[at])}
    texts = {at: word.text for at, word in enumerate(words) if not word.divides}
    used = {texts[at] for at in heard}
    sure = {word for word in used if word not in guesses or is_slip(word, guesses[word])}
    fallback = Fallback.SPELLING if used & set(guesses) else Fallback.NONE
    return Reading(
        scene=scene,
        modifiers=tuple(dict.fromkeys(saying.modifier.name for saying in said)),
        understood=tuple(dict.fromkeys(texts[at] for at in sorted(heard))),
        not_understood=left_over(texts.values(), sure, known.small),
        guessed=tuple((word, guess) for word, guess in guesses.items() if word in used),
        fallback=fallback if scene.steps else Fallback.TEXTURE,
    )


def _swallowed(saying: Saying, mentions: list[Mention]) -> bool:
    """Whether the one word of a modifier belongs to the name of a sound, as in "high heels"."""
    return len(saying.at) == 1 and any(saying.at[0] in mention.at for mention in mentions if len(mention.at) > 1)


def _count(
    mention: Mention, counted: Counts, words: tuple[Token, ...], bases: list[tuple[str, ...]], cut: list[Clause]
) -> None:
    """How many, by a number before its words, or "three times" anywhere in its clause."""
    clause = cut[mention.clause]
    sources = mention.sound.sources
    for count in counted.found:
        if not clause.start <= count.at < clause.stop:
            continue
        following = [at for at in mention.at if at >= count.at]
        if not count.times and not following:
            continue
        noun = _counted(following, words, bases)
        if count.times or count.number == 1 or not set(noun) & sources:
            # One dog that barks is one bark, as one shot is.
            mention.events = count.number
        else:
            mention.individuals = count.number
    if mention.events is None and mention.individuals is None:
        mention.events = _repeated(mention, words)
    if mention.events is None and mention.individuals is None:
        mention.events, mention.individuals = _several(mention, words, bases)


def _counted(at: list[int], words: tuple[Token, ...], bases: list[tuple[str, ...]]) -> tuple[str, ...]:
    """The noun that a number counts: of "two dog barks" the barks, of "two dogs bark" the dogs."""
    nouns = [place for place in at if _plural(words[place].text, bases[place])] or at[:1]
    return bases[nouns[0]] if nouns else ()


def _plural(text: str, bases: tuple[str, ...]) -> bool:
    base = bases[0] if bases else ""
    return text in (f"{base}s", f"{base}es") or IRREGULAR.get(text) == base


def _repeated(mention: Mention, words: tuple[Token, ...]) -> int | None:
    """ "Knock knock" is two."""
    at, run = mention.at[0], 1
    while at + run < len(words) and words[at + run].text == words[at].text:
        run += 1
    return run if run > 1 and mention.sound.kind is not Kind.SUSTAINED else None


def _several(mention: Mention, words: tuple[Token, ...], bases: list[tuple[str, ...]]) -> tuple[int | None, int | None]:
    """Events and individuals where no number stands: "explosions" are three, "dogs" three dogs, "a shot" is one."""
    sources = mention.sound.sources
    article = mention.at[0] > 0 and words[mention.at[0] - 1].text in ("a", "an")
    for at in mention.at:
        base = bases[at][0] if bases[at] else ""
        if _plural(words[at].text, bases[at]):
            if base in sources:
                return None, SEVERAL
            if base in COUNTABLE and mention.sound.kind is Kind.ONCE:
                return SEVERAL, None
        elif base in COUNTABLE and mention.sound.kind is Kind.REPEATED and at == mention.at[-1] and article:
            return 1, None
    return None, None


def _spread(said: list[Saying], mentions: list[Mention], cut: list[Clause], words: tuple[Token, ...]) -> Space | None:
    """Give every modifier to the sounds it belongs to; returns the place that all of them are in."""
    space = None
    for saying in said:
        manner = saying.modifier.manner
        if saying.modifier in PLACES:
            space = manner.space
            continue
        for mention in _belonging(saying, mentions, cut):
            mention.manner = mention.manner + manner
    _put_behind(words, mentions, cut)
    return space


def _belonging(saying: Saying, mentions: list[Mention], cut: list[Clause]) -> list[Mention]:
    """An adjective belongs to the next sound, what a sound passes through to all of its clause."""
    at = saying.at[0]
    number = next((number for number, clause in enumerate(cut) if clause.start <= at < clause.stop), 0)
    own = [mention for mention in mentions if mention.clause == number]
    if not own:
        after = [mention for mention in mentions if mention.clause > number]
        before = [mention for mention in mentions if mention.clause < number]
        listed = number + 1 < len(cut) and cut[number + 1].link is Link.LISTED
        return after[:1] if after and (listed or not before) else before[-1:]
    if saying.modifier in THROUGH:
        return own
    following = [mention for mention in own if mention.at[-1] > at]
    return following[:1] or own[-1:]


def _put_behind(words: tuple[Token, ...], mentions: list[Mention], cut: list[Clause]) -> None:
    """What is said to be in the background goes there."""
    for number, clause in enumerate(cut):
        texts = [words[at].text for at in range(clause.start, clause.stop)]
        if "background" in texts and len(mentions) > 1:
            for mention in mentions:
                if mention.clause == number:
                    mention.manner = mention.manner + BACKGROUND
