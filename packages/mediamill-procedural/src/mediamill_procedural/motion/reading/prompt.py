"""From a prompt to a script: what it says is done; where nothing in it can be, the figure stands and says so."""

import difflib
from dataclasses import dataclass, field, replace

from mediamill_procedural.kit.wording import is_slip, left_over
from mediamill_procedural.motion.manners import MANNERS, PLAIN, Manner
from mediamill_procedural.motion.reading import words
from mediamill_procedural.motion.reading.english import is_english
from mediamill_procedural.motion.reading.grammar import OWNERS, PREPOSITIONS, Sentence, is_light
from mediamill_procedural.motion.reading.script import Beat, Script
from mediamill_procedural.motion.reading.stems import Word, stem, words_of
from mediamill_procedural.motion.repertoire import ACTIONS

BEATS_MAX = 12  # more could not be told apart in twelve seconds
COUNT_MAX = 30
UNKNOWN_MAX = 12  # words told back
PHRASE_WORDS_MAX = 6
SWAPS_MAX = 16  # letters
NEAR_ENOUGH = 0.8  # of spelling (Ratcliff and Obershelp)
MARKS = frozenset(",.;:!?\n→>&+/")
SKIPPED = frozenset({"a", "an", "the"})  # within phrases


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a phrase stands for: its kind (action, manner, …) and which."""

    kind: str
    name: str


@dataclass(slots=True)
class Clause:
    """What was found between two separators."""

    joint: str = ""  # how it hangs on the clause before: "", "then", "and", "while", "after"
    actions: list[str] = field(default_factory=list)
    nouns: list[tuple[str, Word]] = field(default_factory=list)  # that name an action: "a zombie", "a quick bow"
    light: list[str] = field(default_factory=list)  # verbs that do nothing without another
    bare: list[tuple[str, Word]] = field(default_factory=list)  # actions that may turn out to be nouns: "robot walks"
    manners: list[str] = field(default_factory=list)
    direction: str = ""
    count: int | None = None
    seconds: float | None = None
    side: str = ""
    on_the_spot: bool = False
    treadmill: bool = False


def _lexicon() -> dict[tuple[str, ...], Meaning]:
    told = [
        (_without_articles(phrase.replace("-", " ").split()), Meaning(kind, name))
        for kind, lists in words.WORDS.items()
        for name, phrases in lists.items()
        for phrase in phrases
    ]
    known = {word for phrase, _ in told for word in phrase} | words.PLAIN_WORDS
    found: dict[tuple[str, ...], Meaning] = {}
    for phrase, meaning in told:
        stems = (stem(word, known) for word in phrase)
        found.setdefault(tuple(word for word in stems if word), meaning)
    return found


def _without_articles(phrase: list[str]) -> list[str]:
    return [word for word in phrase if word not in SKIPPED]


LEXICON = _lexicon()
KNOWN = frozenset(word for phrase in LEXICON for word in phrase) | words.PLAIN_WORDS | frozenset(words.NUMBERS)
_NEARBY = sorted(word for phrase, meaning in LEXICON.items() if len(phrase) == 1 for word in phrase if len(word) > 3)


def read(prompt: str) -> Script:
    """What to do; nothing understood means standing about."""
    said = [Word(word, stem(word, KNOWN)) for word in words_of(prompt)]
    unknown: list[str] = []
    taken: list[tuple[str, str]] = []
    clauses = _clauses(said, unknown, taken)
    _name_doers(clauses, unknown)
    beats = _beats(clauses) if not unknown or any(clause.actions for clause in clauses) else []
    guessed = tuple(dict.fromkeys(taken))[:UNKNOWN_MAX]
    missed = {*unknown, *(slip for slip, meant in guessed if not is_slip(slip, meant))}
    told = left_over([word.said for word in said if word.said in missed], ())
    return Script(tuple(beats[:BEATS_MAX]) or (Beat("idle"),), told[:UNKNOWN_MAX], guessed)


def _clauses(said: list[Word], unknown: list[str], taken: list[tuple[str, str]]) -> list[Clause]:
    clauses, sentence = [Clause()], Sentence()
    place = 0
    while place < len(said):
        word, clause = said[place], clauses[-1]
        after = said[place + 1].said if place + 1 < len(said) else ""
        length, meaning = _longest(said, place)
        number = _number(word.stem)
        if word.said in MARKS:
            clauses.append(Clause(joint="mark"))
            sentence = Sentence()
        elif meaning is not None and meaning.kind == "joint":
            clauses.append(Clause(joint=meaning.name))
            sentence = Sentence("preposition" if word.said in PREPOSITIONS else "")
        elif number is not None and length < 2:
            length = _counted(clause, number, said, place)
            sentence.hear_number()
        elif word.stem == "go" and length == 1 and (after == "for" or after.endswith("ing")):
            sentence.hear_small(word, after)  # "goes for a run", "goes swimming"
        elif meaning is not None:
            _hear(clause, sentence, word, meaning, length, unknown)
        elif word.stem in words.PLAIN_THINGS:
            unknown.append(word.said)
            sentence.hear_noun(word)
        elif word.said in OWNERS or word.stem in words.PLAIN_WORDS:
            clause.light += [word.said] if is_light(word) else []
            sentence.hear_small(word, after)
        else:
            _guess(clause, sentence, word, unknown, taken)
        place += max(length, 1)
    return clauses


def _hear(clause: Clause, sentence: Sentence, word: Word, meaning: Meaning, length: int, unknown: list[str]) -> None:
    """A phrase that means something; one word that means an action does so only where it is a verb."""
    if meaning.kind not in ("action", "going"):
        if word.said in PREPOSITIONS and length == 1:
            sentence.hear_small(word, "")
        _note(clause, meaning)
    elif length > 1 or sentence.acts(word):
        if word.form == "s" and sentence.verb == "bare":
            _demote(clause)
        if not word.form and length == 1:
            clause.bare.append((meaning.name, word))
        sentence.hear_verb(word)
        _note(clause, meaning)
    else:
        if sentence.begins:
            clause.nouns.append((meaning.name, word))
        else:
            unknown.append(word.said)
        sentence.hear_noun(word)


def _demote(clause: Clause) -> None:
    """Bare words before a verb with an ending name who does it."""
    for name, word in clause.bare:
        if name in clause.actions:
            clause.actions.remove(name)
            clause.nouns.append((name, word))
    clause.bare.clear()


def _guess(clause: Clause, sentence: Sentence, word: Word, unknown: list[str], taken: list[tuple[str, str]]) -> None:
    """What is no English word was perhaps meant for one that is known."""
    near = "" if is_english(word.said) else _nearest(word.stem)
    if near:
        taken.append((word.said, near))
        _hear(clause, sentence, Word(word.said, near), LEXICON[(near,)], 1, unknown)
    else:
        unknown.append(word.said)
        if sentence.is_verb(word):
            unknown += [noun.said for _, noun in clause.nouns]  # they are who does it
            clause.nouns.clear()
            sentence.hear_verb(word)
        else:
            sentence.hear_noun(word)


def _name_doers(clauses: list[Clause], unknown: list[str]) -> None:
    """Nouns that name an action: who walks as a zombie does so; without any verb, the last one is what to do."""
    idle = not any(clause.actions for clause in clauses)
    for clause in clauses:
        walking = clause.actions == ["walk"]
        for name, word in clause.nouns:
            if walking and ACTIONS[name].gait:
                clause.actions = [name]
            elif idle and (name, word) == clause.nouns[-1]:
                clause.actions.append(name)
            else:
                unknown.append(word.said)
        if not clause.actions:
            unknown += clause.light


def _nearest(token: str) -> str:
    """The known word that was probably meant: two letters swapped, or one or two wrong; nothing for short ones."""
    if len(token) < 4:
        return ""
    swapped = (token[:at] + token[at + 1] + token[at] + token[at + 2 :] for at in range(min(len(token), SWAPS_MAX) - 1))
    for guess in swapped:
        word = stem(guess, KNOWN)
        if (word,) in LEXICON:
            return word
    alike = [word for word in _NEARBY if word[0] == token[0]]
    return next(iter(difflib.get_close_matches(token, alike, 1, NEAR_ENOUGH)), "")


def _longest(said: list[Word], place: int) -> tuple[int, Meaning | None]:
    """The longest known phrase that begins here, and how many words it takes; articles within it do not count."""
    found: tuple[int, Meaning | None] = (1, None)
    stems: list[str] = []
    for length, word in enumerate(said[place:], 1):
        if stems and (not word.stem or word.said in SKIPPED):
            continue
        stems.append(word.stem)
        meaning = LEXICON.get(tuple(stems))
        if meaning is not None:
            found = length, meaning
        if len(stems) >= PHRASE_WORDS_MAX:
            break
    return found


def _number(token: str) -> int | None:
    if token in words.NUMBERS:
        return words.NUMBERS[token]
    digits = token.strip("x")
    return min(int(digits), COUNT_MAX) if digits.isascii() and digits.isdigit() and len(digits) < 4 else None


def _counted(clause: Clause, number: int, said: list[Word], place: int) -> int:
    """ "three times", "5 push-ups", "for 2 seconds": a number and what it counts; how many words that were."""
    after = said[place + 1].stem if place + 1 < len(said) else ""
    if after in ("second", "seconds", "sec", "s"):
        clause.seconds = max(float(number), 0.5)
        return 2
    if after == "step" and not clause.actions:
        clause.actions.append("walk")
    if after in ("meter", "metre", "meters", "metres", "m", "degree", "foot", "step", "leg", "hand", "arm", "knee"):
        return 2 if after != "leg" else 1
    if said[place].stem in ("one", "some", "again") and after not in ("time", "times"):
        return 1
    counted = _longest(said, place + 1)[1] is not None or after in ("", "time", "times", "x", "of", *MARKS)
    if counted or said[place].said in words.COUNTS:
        clause.count = max(1, min(number, COUNT_MAX))
    return 2 if after in ("time", "times", "x", "of") else 1


def _note(clause: Clause, meaning: Meaning) -> None:
    if meaning.kind == "action":
        clause.actions.append(meaning.name)
    elif meaning.kind == "going":
        clause.actions.append("walk")
        clause.direction = meaning.name
    elif meaning.kind == "manner":
        clause.manners.append(meaning.name)
    elif meaning.kind == "direction":
        # "sideways" and then "right": both together say where.
        both = f"{clause.direction.split()[0]} {meaning.name}" if clause.direction else ""
        clause.direction = both if both in words.WORDS["direction"] else meaning.name
    elif meaning.kind == "side":
        clause.side = meaning.name
    elif meaning.name == "spot":
        clause.on_the_spot = True
    else:
        clause.treadmill = True


def _beats(clauses: list[Clause]) -> list[Beat]:
    beats: list[Beat] = []
    bearing, waiting = PLAIN, Clause()
    joint = ""
    for clause in clauses:
        joint = clause.joint if clause.joint != "mark" else joint
        if not clause.actions:
            bearing = _lasting(clause, bearing)
            if beats and joint in ("mark", "", "and", "while", "then"):
                beats[-1] = _changed(beats[-1], clause)
            else:
                _keep(waiting, clause)
            continue
        bearing = _lasting(clause, bearing)
        _keep(clause, waiting)
        waiting = Clause()
        _add(beats, _still_up(beats, _of_clause(clause, bearing)), joint)
        joint = ""
    if not beats and (
        waiting.direction or waiting.on_the_spot or waiting.treadmill or waiting.manners or bearing != PLAIN
    ):
        waiting.actions = ["walk" if waiting.direction or waiting.on_the_spot or waiting.treadmill else "idle"]
        beats = _of_clause(waiting, bearing)
    return beats


def _still_up(beats: list[Beat], new: list[Beat]) -> list[Beat]:
    """Who has come down does not fall again: "trips and falls" is one fall."""
    down = bool(beats) and ACTIONS[beats[-1].action].ends in ("front", "back")
    return new[1:] if down and new[0].action == "fall" else new


def _lasting(clause: Clause, bearing: Manner) -> Manner:
    for name in clause.manners:
        if name in words.LASTING_MANNERS:
            bearing = bearing.with_(MANNERS[name])
    clause.manners = [name for name in clause.manners if name not in words.LASTING_MANNERS]
    return bearing


def _keep(into: Clause, other: Clause) -> None:
    """What was said before there was anything to do."""
    into.manners += other.manners
    into.direction = into.direction or other.direction
    into.count = into.count or other.count
    into.seconds = into.seconds or other.seconds
    into.side = into.side or other.side
    into.on_the_spot |= other.on_the_spot
    into.treadmill |= other.treadmill


def _changed(beat: Beat, clause: Clause) -> Beat:
    """ "…, slowly": a clause that only says how."""
    manner = beat.manner
    for name in clause.manners:
        manner = manner.with_(MANNERS[name])
    return replace(
        beat,
        manner=manner,
        direction=beat.direction or clause.direction,
        count=beat.count or clause.count,
        seconds=beat.seconds or clause.seconds,
        side=beat.side or clause.side,
        on_the_spot=beat.on_the_spot or clause.on_the_spot,
        treadmill=beat.treadmill or clause.treadmill,
    )


def _of_clause(clause: Clause, bearing: Manner) -> list[Beat]:
    manner = bearing
    for name in clause.manners:
        manner = manner.with_(MANNERS[name])
    told = Beat(
        clause.actions[0],
        manner,
        direction=clause.direction,
        count=clause.count,
        seconds=clause.seconds,
        side=clause.side,
        on_the_spot=clause.on_the_spot,
        treadmill=clause.treadmill,
    )
    beats = [told]
    for name in clause.actions[1:]:
        last = beats[-1]
        if ACTIONS[name].gait and ACTIONS[last.action].gait:
            if last.action == "walk":
                beats[-1] = replace(last, action=name)
        elif name != last.action:
            _add(beats, [replace(told, action=name, count=None, seconds=None)], "while" if ACTIONS[name].upper else "")
    return beats


def _add(beats: list[Beat], new: list[Beat], joint: str) -> None:
    """The next beats after, before, or upon the last one."""
    if joint == "after" and beats:
        beats[-1:-1] = new
        return
    if joint == "while" and beats and new:
        last, first = beats[-1], new[0]
        if ACTIONS[first.action].upper and first.action != last.action:
            beats[-1] = replace(
                last,
                overlay=first.action,
                overlay_count=first.count,
                side=last.side or first.side,
                manner=last.manner if last.manner != PLAIN else first.manner,
            )
            new = new[1:]
        elif ACTIONS[last.action].upper:
            beats[-1] = replace(first, overlay=last.action, overlay_count=last.count, side=first.side or last.side)
            new = new[1:]
    beats += new
