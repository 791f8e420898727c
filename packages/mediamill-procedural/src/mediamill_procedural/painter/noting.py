"""What is heard in a prompt, word by word: things, kinds of scenes, light, and adjectives that wait for their noun."""

from dataclasses import dataclass, field, replace

from mediamill_procedural.painter.canvas import Colour, rgb
from mediamill_procedural.painter.inventory import ALL_THINGS, ON_HEADS, TABLE
from mediamill_procedural.painter.layer import Motion
from mediamill_procedural.painter.scene import PEOPLE, Thing
from mediamill_procedural.painter.vocabulary import COATS, Meaning

THINGS_MAX = 6  # kinds of things in one picture: more would be a heap
OF_ONE_KIND_MAX = 9
PLURAL_COUNT = 3  # "foxes"
SMALL_PLURAL_COUNT = 5  # "birds", "butterflies", "fishes"
PAIRED = ("shoe",)
SWARMING = ("bird", "butterfly", "fish", "flower", "tulip", "party balloon")
HAND_METRES = 2.1  # what is taller is not held
HELD = ("balloon", "flower", "kite", "party balloon", "rose", "sunflower", "tulip")  # besides what lies on tables
ADJECTIVES = ("colour", "count", "size")
SCENERY = ("kind", "light", "weather", "season", "time", "mood")


@dataclass(frozen=True, slots=True)
class Stranger:
    """Something that was asked for and that nothing can be made of."""

    words: str
    colour: Colour | None
    named: bool  # with an article, a number or an adjective: surely a noun
    after_things: bool
    after_kinds: bool


@dataclass(slots=True)
class Notes:
    """What has been heard so far."""

    kinds: list[str] = field(default_factory=list)
    things: list[Thing] = field(default_factory=list)
    strangers: list[Stranger] = field(default_factory=list)
    facts: dict[str, str] = field(default_factory=dict)  # time, weather, season, style: the first word wins
    moods: list[str] = field(default_factory=list)
    understood: list[str] = field(default_factory=list)
    kind_phrases: list[tuple[str, str]] = field(default_factory=list)
    waiting: list[str] = field(default_factory=list)  # phrases of adjectives before their noun
    wasted: list[str] = field(default_factory=list)  # phrases that nothing came of
    colours: list[tuple[str, Colour]] = field(default_factory=list)  # not yet given to anything
    phrase: list[str] = field(default_factory=list)  # the words of the noun phrase so far
    link: tuple[str, str] | None = None  # the relation to the thing before, and the word that said so
    tint: Colour | None = None
    sky_tint: Colour | None = None
    count: int | None = None
    size: float = 1.0
    place: str | None = None
    pose: str | None = None
    denied: bool = False

    def note(self, meaning: Meaning, phrase: str, plural: bool, *, after: str, last: bool) -> None:
        """One known phrase; `after` is the word before it, `last` whether nothing follows."""
        sort, value = meaning.sort, meaning.value
        if self.denied and sort in ("thing", *SCENERY):
            self.denied = False
        elif sort == "thing":
            self._thing(value, phrase, plural)
        elif sort == "light":
            self.things.append(Thing(value, colour=self.colour, size=self.size))
            self.forget_adjectives()
        elif sort == "kind":
            self._kind(value)
        elif sort == "colour":
            if after in ("in", "is", "of") and self.things and last and self.things[-1].colour is None:
                self.things[-1] = replace(self.things[-1], colour=rgb(value), colour_name=value)
            else:
                self.colours.append((value, rgb(value)))
        elif sort == "mood":
            self.moods.append(value)
        elif sort == "count":
            self.count = int(value)
        elif sort == "size":
            self.size = float(value)
        elif sort == "pose" and self.things:
            self.things[-1] = replace(self.things[-1], pose=value)
        elif sort == "place" and self.things and value in ("left", "right", "centre", "far", "near"):
            self.things[-1] = replace(self.things[-1], place=value)
        elif sort == "pose":
            self.pose = value
        elif sort == "place":
            self.place = value
        elif sort == "part":
            self._part(value, phrase)
        else:
            self.facts.setdefault(sort, value)

    def stranger(self, words: str, named: bool) -> None:
        """A noun that nobody knows takes its adjectives with it."""
        known = self.things_seen()
        self.strangers.append(Stranger(words, self.colour, named, bool(known), bool(self.kinds)))
        self.wasted += self.waiting
        self.waiting, self.link = [], None
        self.forget_adjectives()

    def unmake(self, words: str) -> None:
        """The last thing was only the beginning of something that nobody knows: a dog collar."""
        last = self.things.pop()
        at = len(self.things)
        self.things = [replace(each, relation=None, anchor=None) if each.anchor == at else each for each in self.things]
        self.stranger(words, named=True)
        self.strangers[-1] = replace(self.strangers[-1], colour=last.colour)

    def part_of_last(self, words: str, phrase: str) -> None:
        """Words that say more of the last thing, which the modeller makes: "with yellow cushions"."""
        self.things[-1] = replace(self.things[-1], words=words)
        self.understood.append(phrase)
        self.waiting, self.link = [], None
        self.forget_adjectives()

    def things_seen(self) -> list[Thing]:
        """The things so far that are no lights in the sky."""
        return [thing for thing in self.things if thing.name in ALL_THINGS]

    def end_of_clause(self) -> None:
        """Colours that no noun took belong to the whole picture."""
        self.denied = False
        if self.colours:
            self.tint = self.colours[0][1]
        self.colours.clear()
        self.count, self.waiting, self.phrase, self.link = None, [], [], None

    def forget_adjectives(self) -> None:
        """They belong to one noun only."""
        self.colours.clear()
        self.phrase.clear()
        self.count, self.size, self.place, self.pose = None, 1.0, None, None

    @property
    def colour(self) -> Colour | None:
        """The last colour that waits for its noun."""
        return self.colours[-1][1] if self.colours else None

    def _thing(self, name: str, phrase: str, plural: bool) -> None:
        grove = ALL_THINGS[name].grove
        if plural and grove and self.count is None:
            self._kind(grove, keep=True)
            if grove != "flowers":
                self.forget_adjectives()
                return
        crowd = SMALL_PLURAL_COUNT if name in SWARMING else 2 if name in PAIRED else PLURAL_COUNT
        coat = COATS.get(phrase) or COATS.get(phrase.removesuffix("s"))
        thing = Thing(
            name,
            count=min(OF_ONE_KIND_MAX, self.count or (crowd if plural else 1)),
            colour=self.colour or (rgb(coat) if coat else None),
            colour_name=self.colours[-1][0] if self.colours else None,
            size=self.size,
            place=self.place,
            pose=self.pose,
            words=" ".join([*self.phrase, phrase]) if ALL_THINGS[name].modelled else "",
        )
        same = any(known.name == name and known.colour == thing.colour for known in self.things)
        if len(self.things) < THINGS_MAX and (not same or self.link is not None):
            self.things.append(self._related(thing))
        self.link = None
        self.forget_adjectives()

    def _related(self, thing: Thing) -> Thing:
        """The thing, tied to the one before as the words between them say; or that one tied to it."""
        at = len(self.things) - 1
        if self.things and self.things[at].relation in ("held", "worn"):
            at = self.things[at].anchor or 0  # who holds it is meant
        before = self.things[at] if self.things and self.things[at].name in ALL_THINGS else None
        if before is None or self.link is None:
            return thing
        relation, word = self.link
        if thing.name == "umbrella" and before.name in PEOPLE and relation == "under":
            relation = "held"
        if relation in ("held", "worn"):
            worn = thing.name in ON_HEADS and ALL_THINGS[before.name].motion == Motion.BREATHE
            entry = ALL_THINGS[thing.name]
            handy = (entry.habitat == TABLE and entry.metres * thing.size <= HAND_METRES) or thing.name in HELD
            if not worn and not (handy and relation == "held" and (word != "with" or before.name in PEOPLE)):
                return thing
            self.understood.append(word)
            return replace(thing, relation="worn" if worn else "held", anchor=at)
        if before.relation is None:
            self.understood.append(word)
            self.things[at] = replace(before, relation=relation, anchor=len(self.things))
        return thing

    def _kind(self, kind: str, *, keep: bool = False) -> None:
        if self.colours and not keep:
            if kind == "sky":
                self.sky_tint = self.colours[-1][1]
            elif kind not in ("flowers",):
                self.tint = self.colours[-1][1]
        if kind not in self.kinds:
            self.kinds.append(kind)
        self.link = None
        if not keep and kind != "flowers":
            self.forget_adjectives()

    def _part(self, role: str, phrase: str) -> None:
        """Hair and clothes of the last person, in the colour that was named for them."""
        if self.things and self.things[-1].name in PEOPLE:
            if self.colour is not None:
                last = self.things[-1]
                self.things[-1] = replace(last, parts=(*last.parts, (role, self.colour)))
            self.link = None
            self.forget_adjectives()
        else:
            self.stranger(phrase, named=True)
            self.wasted.append(phrase)
