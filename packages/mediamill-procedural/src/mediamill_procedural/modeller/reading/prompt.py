"""A prompt as a list of things to make: how many, of what, in which paint, and where they stand."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from mediamill_procedural.kit.wording import STOP_WORDS
from mediamill_procedural.modeller.bench import Asked, Wish
from mediamill_procedural.modeller.model import MODELS, Model
from mediamill_procedural.modeller.reading.small_words import SIDES, SIZES, UNITS, Scale
from mediamill_procedural.modeller.reading.tokens import Token, tokens_of

COUNT_MAX = 30  # of one thing: more would hide each other and fill the file
THINGS_MAX = 48  # in a scene, however many kinds
ITEMS_MAX = 12  # different things of one scene
MANY = 3  # what a plural without a number means
SCALE_MIN, SCALE_MAX = 0.05, 8.0
METRES_MIN, METRES_MAX = 0.005, 500.0
KINDS_OF = {"robot": "steel", "teddy bear": "fur"}  # a robot dog is made of steel
HELD = ("with", "holding", "wearing")  # join what a thing has about it to the thing
PLACES = ("on", "riding", "sitting", "in", "under", "beside", "behind", "front")  # join it to where it is
HANDY = ("arms", "belongings", "tools")
DOING = {"ing": 6, "ed": 5, "ly": 5}  # endings of what follows a noun and is none, and how long such a word is at least
PLAIN_WISH, NOTHING = Wish(), Asked()

Said = tuple[str, tuple[str, ...]]  # a word beside the noun, and the traits or parts that it asks for


@dataclass(frozen=True, slots=True)
class Item:
    """One kind of thing; without a model its words become a sculpture. `anchor` is the item it is related to."""

    model: Model | None
    words: str
    count: int = 1
    asked: Asked = NOTHING
    scale: Scale = (1.0, 1.0, 1.0)
    metres: tuple[tuple[int, float], ...] = ()  # (side, length): 0 wide, 1 high, 2 deep, -1 the longest
    relation: str = ""
    anchor: int | None = None
    said: tuple[Said, ...] = ()
    feature: str = ""  # the part or trait that its anchor may have instead: then this is not made


@dataclass(frozen=True, slots=True)
class Brief:
    """What a prompt asks for, and the words that nothing was made of."""

    items: tuple[Item, ...]
    ignored: tuple[str, ...] = ()


def read(prompt: str) -> Brief:
    """Never fails: what is not known becomes an item without a model."""
    reading = _Reading(tokens_of(prompt))
    reading.run()
    drafts = [*reading.drafts, *reading.features]
    return Brief(tuple(draft.item() for draft in drafts), tuple(dict.fromkeys(reading.ignored)))


@dataclass(slots=True)
class _Words:
    """Modifiers that wait for their noun."""

    colors: list[str] = field(default_factory=list)
    material: str = ""
    traits: list[str] = field(default_factory=list)
    scale: Scale = (1.0, 1.0, 1.0)
    metres: list[tuple[int, float]] = field(default_factory=list)
    count: int = 0
    number: float = 0.0
    parts: dict[str, Wish] = field(default_factory=dict)
    unknown: list[str] = field(default_factory=list)
    indefinite: bool = False
    titled: bool = False  # "a pane of …": all that follows belongs to the name of a thing nobody knows
    no_thing: bool = False
    said: list[Said] = field(default_factory=list)

    def wish(self) -> Wish:
        return Wish(self.colors[0] if self.colors else "", self.material, self.count)

    def misses(self, word: str) -> None:
        """Keep a word that means nothing here."""
        self.unknown.append(word)
        self.said.append((word, (word,)))


@dataclass(slots=True)
class _Draft:
    """An item while it is read."""

    model: Model | None
    words: str
    count: int
    modifiers: _Words
    second: Wish = PLAIN_WISH
    relation: str = ""
    anchor: int | None = None
    feature: str = ""

    def item(self) -> Item:
        modifiers = self.modifiers
        second = Wish(modifiers.colors[1]) if len(modifiers.colors) > 1 else self.second
        wish = Wish(modifiers.colors[0] if modifiers.colors else "", modifiers.material)
        asked = Asked(wish, second, modifiers.parts, frozenset(modifiers.traits))
        low, high = SCALE_MIN, SCALE_MAX
        scale = modifiers.scale
        return Item(
            self.model,
            self.words,
            self.count,
            asked,
            (min(max(scale[0], low), high), min(max(scale[1], low), high), min(max(scale[2], low), high)),
            tuple(modifiers.metres),
            self.relation,
            self.anchor,
            tuple(modifiers.said),
            self.feature,
        )


class _Reading:
    """Goes through the words once; modifiers wait for the noun that follows them."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self.tokens = tokens
        self.drafts: list[_Draft] = []
        self.features: list[_Draft] = []  # what their anchors have about them, unless those are built with it
        self.ignored: list[str] = []
        self.waiting = _Words()
        self.link = ""  # what joins the next thing to the last: "with", "and", "on" …
        self.at = 0

    def run(self) -> None:
        for at, token in enumerate(self.tokens):
            self.at = at
            self._take(token)
        self._end()
        if not self.drafts:
            named = [token.text for token in self.tokens if not token.means("a", "the", "relation")]
            words = [word for word in named if word.isalnum()] or ["?"]
            self.waiting.said += [(word, (word,)) for word in words]
            self._sculpture(words)

    def _take(self, token: Token) -> None:
        if self.waiting.titled and not token.means("and", "with", "relation"):
            self._title_word(token)
        elif token.means("model", "part") and not token.means("picture", "statue"):
            self._noun(token)
        elif token.means("picture"):
            self.waiting = _Words()
        elif token.means("statue"):
            self.waiting.traits.append("statue")
        elif token.means("atop"):
            self._end()
            if self.features or len(self.drafts) > 1:
                above = (self.features or self.drafts)[-1]
                above.relation, above.anchor = "on", above.anchor or 0
        elif token.means("and"):
            if not (self._modifies(self.at + 1) and self._has_color()):
                self._end()
                self.link = "and"
        elif token.means("with"):
            self._end()
            self.link = "with"
        elif token.means("relation"):
            if self._noun_follows() or not self._modifies(self.at + 1):
                self._end()
                self.link = token.kinds["relation"]
        elif token.text == "of" and self.waiting.unknown and not self.waiting.no_thing:
            self.waiting.unknown.append(token.text)
            self.waiting.titled = True
        elif token.text == "of" and self.drafts and not self._has_color():
            self.link = "of"
        else:
            self._modifier(token)

    def _modifier(self, token: Token) -> None:
        waiting = self.waiting
        if token.means("number"):
            waiting.number = float(token.kinds["number"])
            waiting.count = max(1, min(COUNT_MAX, int(waiting.number)))
        elif token.means("unit") and waiting.number:
            waiting.metres.append(self._measure(UNITS[token.kinds["unit"]] * waiting.number))
            waiting.number, waiting.count = 0.0, 0
        elif token.means("side") and waiting.metres and self.tokens[self.at - 1].means("unit"):
            pass  # was read with its unit
        elif token.means("drink") and not (token.means("material") and self.link != "of"):
            owner = self.drafts[-1].modifiers if self.link == "of" else waiting
            owner.traits.append(token.kinds["drink"])
            owner.said.append((token.text, (token.kinds["drink"],)))
        elif token.means("color"):
            waiting.colors.append(token.kinds["color"])
        elif token.means("material"):
            waiting.material = token.kinds["material"]
        elif token.means("size"):
            x, y, z = SIZES[token.kinds["size"]]
            waiting.scale = (waiting.scale[0] * x, waiting.scale[1] * y, waiting.scale[2] * z)
            waiting.traits.append(token.text)
        elif token.means("trait"):
            waiting.traits += [token.kinds["trait"], token.text]
            waiting.said.append((token.text, (token.kinds["trait"], token.text)))
        elif token.means("a"):
            waiting.indefinite = True
        elif not token.means("the", "of", "skipped", "unit", "side"):
            waiting.misses(token.text)
            waiting.no_thing |= token.means("abstract")

    def _title_word(self, token: Token) -> None:
        """A word of the name of a thing nobody knows; what it is made of still counts."""
        if token.means("a", "the", "skipped"):
            return
        self.waiting.misses(token.text)
        self.waiting.material = token.kinds.get("material", self.waiting.material)
        self.waiting.colors += [token.kinds["color"]] if token.means("color") else []

    def _measure(self, metres: float) -> tuple[int, float]:
        ahead = self.tokens[self.at + 1] if self.at + 1 < len(self.tokens) else None
        side = SIDES[ahead.kinds["side"]] if ahead is not None and ahead.means("side") else 1
        return side, min(max(metres, METRES_MIN), METRES_MAX)

    def _noun(self, token: Token) -> None:
        current = self.drafts[-1] if self.drafts else None
        is_part = token.means("part") and current is not None and current.model is not None
        if self._describes_unknown(token) or (self.link == "wearing" and not self._can_be_worn(token)):
            self._title_word(token)
        elif token.means("part") and not token.means("model") and self.link in PLACES:
            if self.waiting.indefinite or self.waiting.count:
                self.waiting.misses(token.text)  # on a branch
            else:
                self.waiting = _Words()  # on its roof
                if self.drafts and self.drafts[-1].relation == "with":
                    self.drafts[-1].relation, self.drafts[-1].anchor = self.link, self._owner()
        elif is_part and current is not None and (not token.means("model") or self.link in HELD):
            self._part(current, token)
        elif token.means("part") and not token.means("model"):
            if self._ahead(self.at + 1, "model") and self.waiting.count:  # a three-legged stool
                self.waiting.parts[token.kinds["part"]] = Wish(count=self.waiting.count)
                self.waiting.said.append((token.text, (token.kinds["part"],)))
                self.waiting.count = 0
            else:
                self.waiting.misses(token.text)
        elif self._ahead(self.at + 1, "model", "statue"):
            self._as_modifier(token)
        elif current is not None and current.model is not None and self._is_feature(current.model, token):
            current.modifiers.traits += [token.kinds["model"], token.text]
            current.modifiers.parts[token.kinds["model"]] = self.waiting.wish()
            current.modifiers.said += [*self.waiting.said, (token.text, (token.kinds["model"], token.text))]
            self.waiting = _Words()
        else:
            self._thing(token)

    def _describes_unknown(self, token: Token) -> bool:
        """Whether the next word is a noun that nobody knows: a fire hydrant is no fire, a chicken leg no chicken."""
        ahead = self.tokens[self.at + 1] if self.at + 1 < len(self.tokens) else Token("", {"nothing": ""})
        if set(ahead.kinds) == {"part"}:
            return token.means("model") and not self._ahead(self.at + 2, "model")
        word = ahead.text
        does = any(word.endswith(ending) and len(word) >= least for ending, least in DOING.items())
        if does or ahead.kinds or token.plural or word in STOP_WORDS or not word.isalpha():
            return False
        acts = word.endswith("s") and not word.endswith("ss")  # a dog barks; glass marbles do not
        return not acts or token.means("color", "material") or bool(self.waiting.count)

    def _can_be_worn(self, token: Token) -> bool:
        """Whether it is a part or goes on a body: glasses that are worn are none to drink from."""
        fits = token.means("part") or MODELS[token.kinds["model"]].family in ("regalia", "arms")
        return fits or self._ahead(self.at + 1, "model")

    def _is_feature(self, model: Model, token: Token) -> bool:
        return token.kinds["model"] in model.takes and self.link in ("with", "and", "of", "in", "on")

    def _as_modifier(self, token: Token) -> None:
        """A noun before a noun says what kind: a glass vase, a robot dog."""
        if token.means("color"):
            self.waiting.colors.append(token.kinds["color"])
        elif token.means("material"):
            self.waiting.material = token.kinds["material"]
        elif token.kinds.get("model") in KINDS_OF:
            self.waiting.material = KINDS_OF[token.kinds["model"]]
        if token.means("size"):
            self.waiting.scale = SIZES[token.kinds["size"]]
        self.waiting.traits += [token.text, token.kinds["model"]]
        if not token.means("color", "material", "size") and token.kinds.get("model") not in KINDS_OF:
            self.waiting.said.append((token.text, (token.text, token.kinds["model"])))

    def _part(self, current: _Draft, token: Token) -> None:
        wish, part = self.waiting.wish(), token.kinds["part"]
        current.modifiers.said += [*self.waiting.said, (token.text, (part,))]
        current.modifiers.parts[part] = wish
        current.modifiers.traits += [part, *self.waiting.traits]
        self.ignored += self.waiting.unknown
        built = current.model is not None and token.kinds.get("model") in current.model.takes
        if not built and (token.means("model") or self.link in HELD[1:]):
            model, words = MODELS.get(token.kinds.get("model", "")), replace(self.waiting, parts={})
            owner = self.drafts.index(current)
            words.traits = [*words.traits, *token.text.split()]
            self.features.append(_Draft(model, token.text, 1, words, PLAIN_WISH, self.link, owner, part))
        self.waiting = _Words()

    def _thing(self, token: Token) -> None:
        if len(self.drafts) >= ITEMS_MAX:
            self.ignored.append(token.text)
            self.waiting = _Words()
            return
        waiting = self.waiting
        model = MODELS[token.kinds["model"]]
        free = THINGS_MAX - sum(draft.count for draft in self.drafts) - ITEMS_MAX + len(self.drafts)
        count = max(1, min(free, waiting.count or (MANY if token.plural else 1)))
        waiting.traits += [*token.text.split(), *waiting.unknown]
        self.ignored += waiting.unknown
        self._append(_Draft(model, token.text, count, waiting))

    def _append(self, draft: _Draft) -> None:
        if self.drafts:
            owner = self._owner()
            if self.link in PLACES:
                self.drafts[owner].relation, self.drafts[owner].anchor = self.link, len(self.drafts)
            else:
                draft.relation = "holding" if self._is_handy(self.drafts[owner], draft) else self.link
                draft.anchor = owner if draft.relation in HELD[1:] else None
        self.drafts.append(draft)
        self.waiting = _Words()
        self.link = ""

    def _is_handy(self, owner: _Draft, draft: _Draft) -> bool:
        """Whether somebody has it in the hand: a girl with an umbrella."""
        body, thing = (each.model.family if each.model else "" for each in (owner, draft))
        return self.link == "with" and body == "characters" and thing in HANDY

    def _owner(self) -> int:
        """The last thing that nothing else has about it: a bowl of apples is on the table for its apples, too."""
        at = len(self.drafts) - 1
        while at > 0 and self.drafts[at].relation in (*HELD, "of"):
            at -= 1
        return at

    def _end(self) -> None:
        """A phrase is over: what still waits belongs to the last thing, or is a thing nobody knows."""
        waiting = self.waiting
        if self.drafts and self._names_a_thing():
            self._sculpture(waiting.unknown)
        elif self.drafts:
            last = self.drafts[-1]
            if waiting.unknown and self.link:  # the colours are those of what nobody knows
                self.ignored += waiting.unknown
                self.waiting = _Words()
                return
            if self.link == "with" and waiting.colors:
                last.second = waiting.wish()
            else:
                last.modifiers.colors += waiting.colors
                last.modifiers.material = last.modifiers.material or waiting.material
            last.modifiers.traits += [*waiting.traits, *waiting.unknown]
            last.modifiers.metres += waiting.metres
            last.modifiers.said += waiting.said
            self.ignored += waiting.unknown
        elif waiting.unknown and (waiting.indefinite or waiting.count or not self._ahead(self.at, "model", far=True)):
            self._sculpture(waiting.unknown)
        else:
            self.ignored += waiting.unknown
            self.waiting = _Words(waiting.colors, waiting.material, waiting.traits, waiting.scale, count=waiting.count)
            return
        self.waiting = _Words()

    def _names_a_thing(self) -> bool:
        """Whether what waits is something to be shown, and not where it is or what it is like."""
        waiting = self.waiting
        asked = self.link not in ("", "of") and (waiting.indefinite or waiting.count or self.link in HELD[1:])
        return bool(waiting.unknown and asked and not waiting.no_thing)

    def _sculpture(self, words: list[str]) -> None:
        self._append(_Draft(None, " ".join(words), 1, self.waiting))

    def _has_color(self) -> bool:
        return bool(self.waiting.colors or self.waiting.material or self.waiting.traits)

    def _noun_follows(self) -> bool:
        """Whether a thing is named before the next joining word, if only with an article."""
        counted = self.tokens[self.at].kinds["relation"] in HELD
        for token in self.tokens[self.at + 1 :]:
            if token.means("model"):
                return True
            if token.means("and", "with", "relation"):
                return False
            counted |= token.means("a", "number")
            if counted and set(token.kinds) <= {"part"}:
                return True
        return False

    def _modifies(self, at: int) -> bool:
        """Whether the word there is an adjective of the same noun."""
        return at < len(self.tokens) and self.tokens[at].means("color", "material", "trait", "size")

    def _ahead(self, at: int, *kinds: str, far: bool = False) -> bool:
        """Whether the word there, or with `far` any after it, can be one of those."""
        rest = self.tokens[at:] if far else self.tokens[at : at + 1]
        return any(token.means(*kinds) for token in rest)
