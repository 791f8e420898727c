"""Which sounds a prompt names, and where: the longest names first, weak ones only where there is no other."""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from mediamill_procedural.effects.reading.clauses import Clause, Saying
from mediamill_procedural.effects.reading.matching import Lexis, Phrase, places, says_where
from mediamill_procedural.effects.reading.modifiers import PLACES, THROUGH
from mediamill_procedural.effects.reading.small_words import DENYING, ENCLOSING, SILENT
from mediamill_procedural.effects.reading.words import Token
from mediamill_procedural.effects.scene import Manner
from mediamill_procedural.effects.sound import Kind, Sound

SAME_SOUND_WORDS = 2  # how near a word stands that only says the same sound again


@dataclass(slots=True)
class Mention:
    """One sound in one clause, while the prompt is read."""

    sound: Sound
    at: tuple[int, ...]
    clause: int
    placed: bool  # behind a word of place: "… in a forest"
    manner: Manner = field(default_factory=Manner)
    events: int | None = None
    individuals: int | None = None


def mentions_of(
    words: tuple[Token, ...],
    bases: list[tuple[str, ...]],
    said: list[Saying],
    cut: list[Clause],
    known: Lexis,
) -> list[Mention]:
    """Every sound that is named, in the order of its words; weak names only where there is no other."""
    many = {at for saying in said for at in saying.at if saying.modifier in THROUGH and len(saying.at) > 1}
    single = {saying.at[0] for saying in said if len(saying.at) == 1}
    shared = {at for saying in said for at in saying.at if saying.modifier in PLACES}
    for weak in (False, True):
        found: list[Mention] = []
        for number, clause in enumerate(cut):
            # Where nothing clearer is said, "metal" alone is a sound and no manner.
            consumed = many if weak else many | single
            found += _of_clause(number, clause, words, bases, consumed, shared, known, weak=weak)
        if found:
            return _plainest(found) if weak else found
    return []


def _plainest(found: list[Mention]) -> list[Mention]:
    """Of weak names one for each clause, the last of those that are no place: of "a book drops" what it does."""
    acting = [mention for mention in found if not mention.placed] or found
    return list({mention.clause: mention for mention in acting}.values())


def _of_clause(
    number: int,
    clause: Clause,
    words: tuple[Token, ...],
    bases: list[tuple[str, ...]],
    consumed: set[int],
    shared: set[int],
    known: Lexis,
    *,
    weak: bool,
) -> list[Mention]:
    span = range(clause.start, clause.stop)
    here = [bases[at] for at in span]
    free = [True] * len(here)
    found: list[Mention] = []
    meaning = [words[at].text not in SILENT and not says_where(bases[at]) for at in span]
    steps = list(itertools.accumulate(meaning))
    for phrase, at in _named(clause, here, free, steps, consumed, shared, known, weak=weak):
        positions = tuple(clause.start + place for place in at)
        if not _denied(words, clause, positions[0]):
            found.append(Mention(phrase.sound, positions, number, _placed(bases, clause, positions[0])))
    merged = _merged(sorted(found, key=lambda mention: mention.at))
    return _without_mere_sources(merged, bases)


def _named(
    clause: Clause,
    here: list[tuple[str, ...]],
    free: list[bool],
    steps: Sequence[int],
    consumed: set[int],
    shared: set[int],
    known: Lexis,
    *,
    weak: bool,
) -> Iterator[tuple[Phrase, tuple[int, ...]]]:
    """The phrases that stand in a clause: of several the longest, the closest together, the last one first."""
    waiting = {
        phrase: None
        for group in here
        for base in group
        for phrase in known.by_word.get(base, ())
        if weak or not phrase.weak
    }
    while True:
        best: tuple[tuple[int, int, int], Phrase, tuple[int, ...]] | None = None
        for phrase in list(waiting):
            single = len(phrase.words) == 1
            open_here = free if not single else [f and clause.start + p not in consumed for p, f in enumerate(free)]
            at = places(phrase.words, here, open_here, steps)
            if (
                at is None
                or (single and _only_a_place(phrase, clause.start + at[0], shared))
                or (not single and _each_for_itself(phrase, at, clause.start, here, shared, known))
            ):
                del waiting[phrase]
                continue
            rank = (-len(phrase.words), steps[at[-1]] - steps[at[0]], -at[-1])
            best = (rank, phrase, at) if best is None or rank < best[0] else best
        if best is None:
            return
        yield best[1], _absorbed(best[1], best[2], here, free)


def _only_a_place(phrase: Phrase, at: int, shared: set[int]) -> bool:
    """Whether a word only says where: "in a garage" is no garage door, "in a forest" is a forest."""
    return at in shared and phrase.sound.kind is not Kind.SUSTAINED


def _each_for_itself(
    phrase: Phrase, at: tuple[int, ...], start: int, here: list[tuple[str, ...]], shared: set[int], known: Lexis
) -> bool:
    """ "Rain in a forest" and "forest rain" are rain, and a forest, and no rainforest."""
    order = [next(place for place in at if word in here[place]) for word in phrase.words]
    within = any(here[place][:1] == ("in",) and set(here[place]) & ENCLOSING for place in range(at[0], at[-1]))
    turned = order != sorted(order) and at[-1] - at[0] == len(at) - 1
    return (within or turned) and all(
        (within and place > at[0] and start + place in shared)
        or any(
            other.words == (base,) and not other.weak and other.sound is not phrase.sound
            for base in here[place]
            for other in known.by_word.get(base, ())
        )
        for place in at
    )


def _absorbed(phrase: Phrase, at: tuple[int, ...], here: list[tuple[str, ...]], free: list[bool]) -> tuple[int, ...]:
    """The places that a phrase uses up: its words, and others nearby that only say the same sound again."""
    taken = set(at)
    own = set(" ".join(phrase.sound.phrases).replace("?", " ").split()) - {"in", "through"}
    for place, group in enumerate(here):
        near = min(abs(place - one) for one in at) <= SAME_SOUND_WORDS
        if near and free[place] and any(base in own for base in group):
            taken.add(place)
    for place in taken:
        free[place] = False
    return tuple(sorted(taken))


def _merged(mentions: list[Mention]) -> list[Mention]:
    """One mention for each sound of a clause."""
    result: dict[str, Mention] = {}
    for mention in mentions:
        known = result.get(mention.sound.name)
        if known is None:
            result[mention.sound.name] = mention
        else:
            known.at = tuple(sorted(known.at + mention.at))
    return list(result.values())


def _without_mere_sources(mentions: list[Mention], bases: list[tuple[str, ...]]) -> list[Mention]:
    """ "A dog pants" is breathing and no bark: who only makes another sound of the clause is not heard itself."""
    acting = [mention for mention in mentions if not mention.placed]

    def mere(mention: Mention) -> bool:
        sources = mention.sound.sources
        named = {base for at in mention.at for base in bases[at]}
        return bool(sources) and named <= sources and len(acting) > 1 and mention in acting

    kept = [mention for mention in mentions if not mere(mention)]
    return kept if any(mention in kept for mention in acting) else mentions


def _denied(words: tuple[Token, ...], clause: Clause, at: int) -> bool:
    return any(words[before].text in DENYING for before in range(max(clause.start, at - 3), at))


def _placed(bases: list[tuple[str, ...]], clause: Clause, at: int) -> bool:
    return any(says_where(bases[before]) for before in range(max(clause.start, at - 3), at))
