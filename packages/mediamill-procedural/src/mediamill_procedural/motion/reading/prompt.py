"""From a prompt to a script; whatever it says, something is done."""

import difflib
from dataclasses import dataclass, field, replace

from mediamill_procedural.kit.wording import is_slip, left_over
from mediamill_procedural.motion.manners import MANNERS, PLAIN, Manner
from mediamill_procedural.motion.reading import words
from mediamill_procedural.motion.reading.script import Beat, Script
from mediamill_procedural.motion.reading.stems import stem, words_of
from mediamill_procedural.motion.repertoire import ACTIONS

BEATS_MAX = 12  # more could not be told apart in twelve seconds
COUNT_MAX = 30
UNKNOWN_MAX = 12  # words told back
PHRASE_WORDS_MAX = 6
SWAPS_MAX = 16  # letters
NEAR_ENOUGH = 0.8  # of spelling (Ratcliff and Obershelp)
MARKS = frozenset(",.;:!?\n→>&+/")


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
    manners: list[str] = field(default_factory=list)
    direction: str = ""
    count: int | None = None
    seconds: float | None = None
    side: str = ""
    on_the_spot: bool = False
    treadmill: bool = False


def _lexicon() -> dict[tuple[str, ...], Meaning]:
    told = [
        (phrase.replace("-", " ").split(), Meaning(kind, name))
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


LEXICON = _lexicon()
KNOWN = frozenset(word for phrase in LEXICON for word in phrase) | words.PLAIN_WORDS | frozenset(words.NUMBERS)
_NEARBY = sorted(word for phrase, meaning in LEXICON.items() if len(phrase) == 1 for word in phrase if len(word) > 3)


def read(prompt: str) -> Script:
    """What to do; nothing understood means standing about."""
    tokens = [stem(word, KNOWN) for word in words_of(prompt)]
    tokens = [token for token in tokens if token]
    unknown: list[str] = []
    taken: list[tuple[str, str]] = []
    clauses = _clauses(tokens, unknown, taken)
    beats = _beats(clauses)
    guessed = tuple(dict.fromkeys(taken))[:UNKNOWN_MAX]
    wrong = [said for said, meant in guessed if not is_slip(said, meant)]
    missed = {*unknown, *wrong}
    said = left_over([token for token in tokens if token in missed], ())
    return Script(tuple(beats[:BEATS_MAX]) or (Beat("idle"),), said[:UNKNOWN_MAX], guessed)


def _clauses(tokens: list[str], unknown: list[str], taken: list[tuple[str, str]]) -> list[Clause]:
    clauses = [Clause()]
    place = 0
    while place < len(tokens):
        token, clause = tokens[place], clauses[-1]
        length, meaning = _longest(tokens, place)
        number = _number(token)
        if token in MARKS:
            clauses.append(Clause(joint="mark"))
        elif meaning is not None and meaning.kind == "joint":
            clauses.append(Clause(joint=meaning.name))
        elif number is not None and length < 2:
            length = _counted(clause, number, tokens, place)
        elif meaning is not None:
            _note(clause, meaning)
        elif token in words.PLAIN_THINGS:
            unknown.append(token)
        elif token not in words.PLAIN_WORDS:
            near = _nearest(token)
            if near:
                taken.append((token, near))
                _note(clause, LEXICON[(near,)])
            else:
                unknown.append(token)
        place += max(length, 1)
    return clauses


def _nearest(token: str) -> str:
    """The known word that was probably meant: two letters swapped, or one or two wrong; nothing for short ones."""
    if len(token) < 4:
        return ""
    swapped = (token[:at] + token[at + 1] + token[at] + token[at + 2 :] for at in range(min(len(token), SWAPS_MAX) - 1))
    for guess in swapped:
        word = stem(guess, KNOWN)
        if (word,) in LEXICON:
            return word
    return next(iter(difflib.get_close_matches(token, _NEARBY, 1, NEAR_ENOUGH)), "")


def _longest(tokens: list[str], place: int) -> tuple[int, Meaning | None]:
    for length in range(min(PHRASE_WORDS_MAX, len(tokens) - place), 0, -1):
        meaning = LEXICON.get(tuple(tokens[place : place + length]))
        if meaning is not None:
            return length, meaning
    return 1, None


def _number(token: str) -> int | None:
    if token in words.NUMBERS:
        return words.NUMBERS[token]
    digits = token.strip("x")
    return min(int(digits), COUNT_MAX) if digits.isascii() and digits.isdigit() and len(digits) < 4 else None


def _counted(clause: Clause, number: int, tokens: list[str], place: int) -> int:
    """ "three times", "5 push-ups", "for 2 seconds": a number and what it counts; how many words that were."""
    after = tokens[place + 1] if place + 1 < len(tokens) else ""
    if after in ("second", "seconds", "sec", "s"):
        clause.seconds = max(float(number), 0.5)
        return 2
    if after in ("meter", "metre", "meters", "metres", "m", "degree", "foot", "step", "leg", "hand", "arm", "knee"):
        return 2 if after != "leg" else 1
    if tokens[place] in ("one", "some", "again") and after not in ("time", "times"):
        return 1
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
        _add(beats, _of_clause(clause, bearing), joint)
        joint = ""
    if not beats and (
        waiting.direction or waiting.on_the_spot or waiting.treadmill or waiting.manners or bearing != PLAIN
    ):
        waiting.actions = ["walk" if waiting.direction or waiting.on_the_spot or waiting.treadmill else "idle"]
        beats = _of_clause(waiting, bearing)
    return beats


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
