"""What the painter cannot draw comes from the modeller; what neither knows is lettered; things stand as they relate."""

from itertools import combinations

import numpy as np
import pytest

from mediamill_procedural.painter.canvas import rgb
from mediamill_procedural.painter.inventory import MODELLED_WORDS
from mediamill_procedural.painter.layer import Layer, Stage, on_canvas
from mediamill_procedural.painter.reading import read
from mediamill_procedural.painter.vocabulary import Meaning, dictionary
from tests.procedural.painting import SIDE, difference, named, painted, region, staged
from tests.sampling import one_in

pytestmark = pytest.mark.xdist_group("painter")  # one worker paints for all

# What is modelled, and the first word for it that has no other meaning.
KNOWN = {
    name: next(word for word in words if dictionary().get(word) == Meaning("thing", name))
    for name, words in MODELLED_WORDS.items()
    if any(dictionary().get(word) == Meaning("thing", name) for word in words)
}


def hue(prompt: str, name: str) -> float:
    """The median hue, in degrees, of what a layer shows."""
    pixels = painted(prompt)[region(staged(prompt), name)].astype(np.float64) / 255
    red, green, blue = pixels[pixels.max(axis=1) - pixels.min(axis=1) > 0.1].T
    return float(np.median(np.degrees(np.arctan2(np.sqrt(3) * (green - blue), 2 * red - green - blue)) % 360))


def only(stage: Stage, name: str) -> Layer:
    (layer,) = named(stage, name)
    return layer


def extent(stage: Stage, name: str) -> tuple[int, int, int, int]:
    """Left, top, right and bottom of what is opaque, on the canvas."""
    solid = on_canvas(only(stage, name), stage.frame).pixels[..., 3] > 0.5
    rows, columns = np.flatnonzero(solid.any(axis=1)), np.flatnonzero(solid.any(axis=0))
    return int(columns[0]), int(rows[0]), int(columns[-1]), int(rows[-1])


def test_every_noun_that_only_the_modeller_knows_is_a_thing() -> None:
    assert len(KNOWN) > 90
    assert [
        word for name, word in KNOWN.items() if name not in [thing.name for thing in read(f"a {word}").things]
    ] == []


@pytest.mark.parametrize("word", one_in(24, sorted(KNOWN.values())))
def test_a_modelled_thing_is_large_and_clear(word: str) -> None:
    stage = staged(f"a {word}")

    sizes = [layer.pixels.shape[:2] for layer in stage.layers if layer.thing and layer.name != "letters"]

    assert max(max(size) for size in sizes) > 0.2 * SIDE


def test_a_colour_stays_with_its_noun() -> None:
    assert abs(hue("a green sofa", "sofa") - 130) < 35
    assert read("a green sofa").tint is None
    assert abs(hue("a blue table", "table") - 220) < 25
    assert read("a blue table").tint is None
    woman = read("a woman with red hair")
    assert (woman.tint, woman.things[0].colour, woman.things[0].parts[0][0]) == (None, None, "hair")
    assert read("a purple stapler on a street").tint is None


def test_materials_and_other_adjectives_reach_the_modeller() -> None:
    assert read("a small wooden spoon on a table").things[0].words == "small wooden spoon"
    assert read("a small wooden spoon on a table").not_understood == ()
    assert read("a flumphy spoon on a table").not_understood == ("flumphy",)


def test_what_lies_in_something_is_made_with_it() -> None:
    assert [thing.words for thing in read("a basket of red apples").things] == ["basket of red apples"]
    assert [thing.words for thing in read("a glass of milk").things] == ["glass of milk"]
    full, empty = (staged(f"a {prompt}") for prompt in ("plate of cookies", "plate"))
    assert extent(full, "plate") != extent(empty, "plate")


def test_a_name_may_bring_a_colour() -> None:
    assert read("a polar bear").things[0].colour == rgb("f4f3ee")
    assert read("two parrots").things[0].colour == rgb("3f9a3c")
    assert read("a brown bear").things[0].colour is None
    assert read("a red crow").things[0].colour_name == "d02a24"


def test_a_fruit_is_no_colour() -> None:
    assert [thing.name for thing in read("an orange and a lemon").things] == ["orange", "lemon"]
    assert [thing.colour_name for thing in read("an orange car").things] == ["f08a1d"]


@pytest.mark.parametrize(
    ("prompt", "letters", "missed"),
    [
        ("a stapler", ("STAPLER",), ("stapler",)),
        ("quantum entanglement", ("QUANTUM ENTANGLEMENT",), ("quantum", "entanglement")),
        ("a dog collar", ("DOG COLLAR",), ("dog", "collar")),
        ("an electric guitar", ("ELECTRIC GUITAR",), ("electric", "guitar")),
        ("a samurai", ("SAMURAI",), ("samurai",)),
        ("a hedgehog", ("HEDGEHOG",), ("hedgehog",)),
        ("鳥居", ("TORII",), ("torii",)),
    ],
)
def test_what_nobody_knows_is_lettered_and_reported(
    prompt: str, letters: tuple[str, ...], missed: tuple[str, ...]
) -> None:
    scene = read(prompt)

    assert (scene.kind, scene.letters, scene.not_understood) == ("lettering", letters, missed)
    assert not scene.things


def test_an_unknown_subject_is_lettered_over_the_place_that_is_known() -> None:
    scene = read("a stapler in a forest")

    assert (scene.kind, scene.letters) == ("forest", ("STAPLER",))
    assert named(staged("a stapler in a forest"), "letters")
    assert read("mountains with heather").letters == ()


def test_the_lettering_of_a_red_thing_is_red() -> None:
    red, green, blue = painted("a red stapler").reshape(-1, 3).astype(float).mean(axis=0)

    assert red > 1.5 * max(green, blue)


@pytest.mark.parametrize(
    ("prompt", "colour", "season"),
    [
        ("ein grünes Haus im Frühling", "3f9a3c", "spring"),
        ("une maison jaune en été", "f2c21b", "summer"),
        ("una casa negra en otoño", "1d1d21", "autumn"),
        ("una casa bianca in inverno", "f4f3ee", "winter"),
        ("uma casa roxa na primavera", "7c3aa8", "spring"),
        ("een bruin haus, herfst", "7a4a28", "autumn"),
        ("夏の白い家", "f4f3ee", "summer"),
        ("秋天, 蓝色的家", "2763c8", "autumn"),
    ],
)
def test_colours_and_seasons_of_other_languages(prompt: str, colour: str, season: str) -> None:
    scene = read(prompt)

    assert (scene.things[0].name, scene.things[0].colour_name, scene.season) == ("house", colour, season)


@pytest.mark.parametrize(
    ("prompt", "relation"),
    [
        ("a girl riding a horse", "on"),
        ("a cat on a chair", "on"),
        ("a dog under a table", "under"),
        ("a bear behind a barn", "behind"),
        ("a dog in front of a church", "front"),
    ],
)
def test_relations_are_read(prompt: str, relation: str) -> None:
    scene = read(prompt)

    assert [(thing.relation, thing.anchor) for thing in scene.things] == [(relation, 1), (None, None)]
    assert scene.not_understood == ()


def test_who_rides_sits_higher_than_what_is_ridden_and_goes_with_it() -> None:
    alone, together = (extent(staged(f"a {more}bicycle on a road"), "bicycle") for more in ("", "man riding a "))

    assert not named(staged("a man riding a bicycle on a road"), "man")  # one layer: they move together
    assert together[3] - together[1] > 1.4 * (alone[3] - alone[1])


def test_what_is_held_or_worn_goes_with_its_holder() -> None:
    plain, hatted = (extent(staged(f"a man {more}in a meadow"), "man") for more in ("", "wearing a top hat "))

    assert hatted[3] - hatted[1] > plain[3] - plain[1]
    assert not named(staged("a boy holding a red balloon in a meadow"), "party balloon")


def test_under_behind_and_in_front() -> None:
    under = staged("a dog under a table")
    dog, table = extent(under, "dog"), extent(under, "table")
    assert table[0] <= dog[0] and dog[2] <= table[2]  # noqa: PT018
    assert dog[1] > table[1] + 0.2 * (table[3] - table[1])
    assert dog[3] <= table[3] + 2
    order = [layer.name for layer in staged("a bear behind a barn").layers if layer.thing]
    assert order.index("bear") < order.index("barn")
    order = [layer.name for layer in staged("a dog in front of a church").layers if layer.thing]
    assert order.index("church") < order.index("dog")


@pytest.mark.slow
def test_rooms_differ_by_their_furniture() -> None:
    rooms = {room: staged(f"a {room}") for room in ("kitchen", "bedroom", "living room", "office", "bathroom")}
    furniture = {
        room: {layer.name for layer in stage.layers if layer.motion == "still"} for room, stage in rooms.items()
    }

    assert {"bed"} <= furniture["bedroom"]
    assert {"sofa"} <= furniture["living room"]
    assert {"desk", "shelves"} <= furniture["office"]
    assert {"bathtub", "mirror"} <= furniture["bathroom"]
    assert {"cupboard", "table"} <= furniture["kitchen"]
    small = {room: painted(f"a {room}")[::8, ::8] for room in rooms}
    assert all(difference(small[one], small[other]) > 15 for one, other in combinations(rooms, 2))


def test_furniture_gives_way_to_what_was_asked_for() -> None:
    stage = staged("a piano in a living room")

    assert not named(stage, "sofa")
    assert only(stage, "piano").thing


@pytest.mark.parametrize(
    "prompt", ["a sofa in a meadow", "a horse on a road", "a camel in a desert", "a girl riding a horse"]
)
def test_feet_stand_on_the_ground(prompt: str) -> None:
    stage = staged(prompt)
    things = [at for at, layer in enumerate(stage.layers) if layer.thing]
    thing, shadow = stage.layers[things[0]], stage.layers[things[0] - 1]
    foot = thing.top + int(np.flatnonzero((thing.pixels[..., 3] > 0.5).any(axis=1))[-1])
    dark = shadow.pixels[..., 3].max(axis=1)

    assert shadow.name == "shadow"
    assert 0.5 * SIDE < foot < SIDE  # below the horizon
    assert dark[foot - shadow.top] > 0.5 * dark.max()  # it is darkest where the feet are
