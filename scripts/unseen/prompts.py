"""Prompts that nobody tuned to: words drawn from WordNet, in the sentences that people write.

`python -m scripts.unseen.prompts` writes prompts.toml: always the same, for the seed is fixed.
"""

import random
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from scripts.unseen.wordnet import WordNet

FILE = Path(__file__).with_name("prompts.toml")
SEED = 20_261_123
THINGS = (
    *("vehicle", "furniture", "clothing", "musical_instrument", "edible_fruit", "vegetable", "flower", "tool"),
    *("weapon", "container", "baked_goods", "home_appliance", "toy"),
)
PLACES = ("geological_formation", "body_of_water", "room", "building")
LEFT_OUT = {"bawdyhouse", "brothel", "whorehouse", "man", "woman"}
# Berlin and Kay's basic colour terms, and what else people say of things.
COLOURS = ("red", "green", "blue", "yellow", "black", "white", "brown", "orange", "pink", "purple", "grey")
QUALITIES = ("old", "small", "huge", "wooden", "golden", "broken", "shiny", "wet", "striped", "round")
STYLES = ("oil painting", "watercolour", "pencil drawing", "photograph", "poster")
RELATIONS = ("on", "under", "behind", "in front of", "beside")
TIMES = ("at night", "at sunset", "in the rain", "in winter", "in fog", "in summer")
MANNERS = ("slowly", "quickly", "twice", "backwards", "happily", "tiredly")


def main() -> None:
    FILE.write_text(written(prompts()))


def prompts() -> dict[str, list[str]]:
    """What is asked for, by the kind of result: 200 pictures, 100 objects, 60 motions, 40 films."""
    author = Author(random.Random(SEED))
    seen = (author.thing, author.thing, author.relation, author.scene, author.creature, author.art)
    return {
        "picture": author.some(200, seen),
        "object": author.some(100, (author.thing, author.thing, author.creature_alone)),
        "motion": author.some(60, (author.motion, author.motion, author.sequence)),
        "film": author.some(40, (author.moving, author.moving, author.scene)),
    }


class Author:
    """Makes sentences of drawn words; none says the same twice."""

    def __init__(self, rng: random.Random) -> None:
        nouns, verbs = WordNet("noun"), WordNet("verb")
        self.rng = rng
        self.things = words_of(nouns, THINGS)
        self.places = words_of(nouns, PLACES)
        self.animals = words_of(nouns, ("animal",))
        self.people = words_of(nouns, ("worker", "performer", "child"))
        self.verbs = words_of(verbs, ("travel", "touch", "jump", "gesticulate"))

    def some(self, count: int, shapes: Sequence[Callable[[], str]]) -> list[str]:
        """So many different sentences, of each shape as many."""
        found: dict[str, None] = {}
        while len(found) < count:
            found[shapes[len(found) % len(shapes)]()] = None
        return list(found)

    def thing(self) -> str:
        quality = self.rng.choice(COLOURS if self.rng.random() < 0.5 else QUALITIES)
        return article(f"{quality} {self.rng.choice(self.things)}")

    def relation(self) -> str:
        one, other = self.rng.sample([*self.things, *self.animals], 2)
        return f"{article(one)} {self.rng.choice(RELATIONS)} {article(other)}"

    def scene(self) -> str:
        return f"{article(self.rng.choice(self.places))} {self.rng.choice(TIMES)}"

    def creature(self) -> str:
        return f"{article(self.rng.choice([*self.animals, *self.people]))} in {article(self.rng.choice(self.places))}"

    def creature_alone(self) -> str:
        return article(self.rng.choice(self.animals))

    def art(self) -> str:
        return f"{self.rng.choice(STYLES)} of {article(self.rng.choice([*self.things, *self.animals]))}"

    def motion(self) -> str:
        return f"a person {third_person(self.rng.choice(self.verbs))} {self.rng.choice(MANNERS)}"

    def sequence(self) -> str:
        one, other = self.rng.sample(self.verbs, 2)
        return f"{article(self.rng.choice(self.people))} {third_person(one)}, then {third_person(other)}"

    def moving(self) -> str:
        who = self.rng.choice([*self.animals, *self.people])
        return f"{article(who)} {third_person(self.rng.choice(self.verbs))} in {article(self.rng.choice(self.places))}"


def words_of(wordnet: WordNet, roots: Iterable[str]) -> list[str]:
    """All kinds of these, each once."""
    return sorted({word for root in roots for word in wordnet.kinds_of(root)} - LEFT_OUT)


def article(phrase: str) -> str:
    """With its article."""
    return f"{'an' if phrase[0] in 'aeiou' else 'a'} {phrase}"


def third_person(verb: str) -> str:
    """As in "she walks"."""
    if verb.endswith(("s", "sh", "ch", "x", "z", "o")):
        return f"{verb}es"
    return f"{verb[:-1]}ies" if verb.endswith("y") and verb[-2] not in "aeiou" else f"{verb}s"


def written(found: dict[str, list[str]]) -> str:
    """As the file holds them."""
    lines = ["# Written by scripts/unseen/prompts.py from WordNet's lists; nobody chose them."]
    for kind, texts in found.items():
        lines += ["", f"{kind} = [", *(f'    "{text}",' for text in texts), "]"]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
