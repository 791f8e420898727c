"""What belongs to what, and who stands, sits, holds and wears: measured on the solids."""

import numpy as np
import pytest
from numpy.typing import NDArray

from mediamill_procedural.modeller.reading import read
from tests.codecs.gltf_judge import Part, bounds
from tests.procedural.modelling import Make, make
from tests.procedural.test_modeller_words import as_manifold, color_of, grouped

__all__ = ["make"]

TOUCHING = 0.012  # metres

Box = NDArray[np.float64]  # (2, 3): the lowest and the highest corner


def gap(one: list[Part], other: list[Part]) -> float:
    return min(float(a.min_gap(b, 1.0)) for a in map(as_manifold, one) for b in map(as_manifold, other))


def middle(box: Box) -> NDArray[np.float64]:
    return np.asarray((box[0] + box[1]) / 2)


def named(parts: list[Part], name: str) -> Box:
    return bounds([part for part in parts if part.node == name])


def test_a_part_has_its_own_colour_and_the_whole_keeps_its(make: Make) -> None:
    chair = make("a red chair with a blue cushion")

    assert {part.material["name"] for part in chair.named("cushion")} == {"blue fabric"}
    assert {part.material["name"] for part in chair.named("seat")} == {"red oak"}
    assert "notUnderstood" not in chair.told


def test_white_paws_are_at_the_lower_end_of_a_black_cat(make: Make) -> None:
    body = make("a black cat with white paws").named("body")
    white = [part for part in body if part.material["name"].startswith("white")]
    black = [part for part in body if part.material["name"].startswith("black")]

    assert bounds(white)[0][1] == pytest.approx(0.0, abs=0.01)
    assert bounds(white)[1][1] < 0.2 * bounds(black)[1][1]


def test_spots_are_of_the_colour_that_was_named(make: Make) -> None:
    made = make("a yellow cow with brown spots")

    assert made.area_of("brown") > 0.04
    assert made.area_of("yellow") > 0.3


@pytest.mark.parametrize(
    ("prompt", "words", "color"),
    [
        ("a chair and a green wombat", "wombat", "green"),
        ("a red car beside a blue zorblax", "zorblax", "blue"),
        ("two cups on a wooden tray", "tray", ""),
    ],
)
def test_an_unknown_noun_takes_its_colour_with_it(prompt: str, words: str, color: str) -> None:
    known, unknown = read(prompt).items

    assert (unknown.model, unknown.words, unknown.asked.wish.color) == (None, words, color)
    assert known.model is not None
    assert known.asked.wish.color in ("", "red")
    assert known.asked.wish.material == ""


@pytest.mark.parametrize(
    "prompt",
    ["a glass aquarium", "a fire hydrant", "a chicken leg", "a pane of glass", "a guinea pig", "an electric guitar",
     "a lynx", "a hedgehog", "a samurai", "an eagle", "a lobster", "a trombone", "a grandfather clock"],
)  # fmt: skip
def test_what_cannot_be_built_is_not_built_as_something_else(make: Make, prompt: str) -> None:
    told = make(prompt).told

    assert told["objects"] == []
    assert set(" ".join(told["notUnderstood"]).split()) >= set(prompt.split()[1:]) - {"of"}
    assert told["letters"] == [" ".join(prompt.upper().split()[1:])]


def test_a_golden_retriever_is_a_dog_and_not_of_gold(make: Make) -> None:
    made = make("a golden retriever")

    assert made.told["objects"] == ["dog"]
    assert all(part.material["pbrMetallicRoughness"]["metallicFactor"] < 0.5 for part in made.named("body"))


@pytest.mark.parametrize("prompt", ["the neighbours' dog barks", "a cat sleeping", "a horse jumps", "two cats play"])
def test_a_verb_makes_no_other_thing_of_its_noun(prompt: str) -> None:
    (animal,) = read(prompt).items

    assert animal.model is not None


@pytest.mark.parametrize(
    ("prompt", "relation"),
    [("a cat on a chair", "on"), ("a man riding a horse", "riding"), ("a ball beneath a table", "under"),
     ("a boy behind a tree", "behind"), ("a dog in front of a house", "front"),
     ("a king sitting on a throne", "sitting")],
)  # fmt: skip
def test_relations_of_places_are_heard(prompt: str, relation: str) -> None:
    first, second = read(prompt).items

    assert (first.relation, first.anchor, second.anchor) == (relation, 1, None)


def test_a_cat_stands_on_the_seat_and_not_on_the_back(make: Make) -> None:
    made = grouped(make("a cat on a chair"))
    seat, cat = named(made["chair"], "seat"), bounds(made["cat"])

    assert cat[0][1] == pytest.approx(seat[1][1], abs=TOUCHING)
    assert cat[1][1] - cat[0][1] > 0.15
    assert bounds(made["chair"])[0][1] == pytest.approx(0.0, abs=1e-3)


@pytest.mark.slow
def test_a_rider_sits_astride_above_the_back(make: Make) -> None:
    made = grouped(make("a man riding a horse"))
    man, horse = made["person"], made["horse"]
    shoes = named(man, "shoes")

    assert gap(man, horse) < TOUCHING
    assert middle(named(man, "shirt"))[1] > named(horse, "body")[1][1] * 0.75
    assert bounds(horse)[0][1] == pytest.approx(0.0, abs=1e-3)
    assert shoes[1][0] - shoes[0][0] > 0.8  # one foot at either side
    assert shoes[0][1] > 0.3


@pytest.mark.slow
def test_two_on_a_bench_sit_side_by_side(make: Make) -> None:
    made = grouped(make("two dogs sitting on a bench"))
    one, other, seat = bounds(made["dog 1"]), bounds(made["dog 2"]), named(made["bench"], "seat")

    assert one[1][0] <= other[0][0]
    assert one[0][1] == pytest.approx(seat[1][1], abs=TOUCHING)
    assert other[0][1] == pytest.approx(seat[1][1], abs=TOUCHING)


def test_a_kitten_in_a_basket_is_in_it_and_not_on_its_handle(make: Make) -> None:
    made = grouped(make("a kitten in a basket"))
    kitten, rim = bounds(made["cat"]), named(made["basket"], "rim")

    assert kitten[0][1] < rim[0][1]
    assert (rim[0][[0, 2]] < kitten[0][[0, 2]]).all()
    assert (kitten[1][[0, 2]] < rim[1][[0, 2]]).all()


@pytest.mark.slow
def test_somebody_with_an_umbrella_has_it_in_the_hand(make: Make) -> None:
    made = grouped(make("a man with an umbrella"))

    assert gap(made["person"], made["umbrella"]) < 0.03
    assert bounds(made["umbrella"])[0][1] > 0.5


def test_glasses_that_are_worn_are_none_to_drink_from() -> None:
    owl, glasses = read("an owl wearing glasses").items

    assert owl.model is not None
    assert (glasses.model, glasses.words) == (None, "glasses")


@pytest.mark.slow
def test_who_sits_has_the_legs_before_the_seat(make: Make) -> None:
    made = grouped(make("a man sitting on a chair"))
    shoes, hips = named(made["person"], "shoes"), named(made["person"], "belt")

    assert middle(shoes)[2] > middle(hips)[2] + 0.4
    assert named(made["person"], "trousers")[0][1] == pytest.approx(named(made["chair"], "seat")[1][1], abs=0.06)


@pytest.mark.parametrize("wearer", ["robot", "penguin", "cat"])
def test_a_hat_is_on_the_head(make: Make, wearer: str) -> None:
    made = grouped(make(f"a {wearer} wearing a green hat"))
    hat, eyes = bounds(made["hat"]), named(made[wearer], "eyes")

    assert hat[0][1] > middle(eyes)[1]
    assert abs(middle(hat)[0] - middle(eyes)[0]) < 0.3 * (hat[1][0] - hat[0][0])
    assert gap(made["hat"], made[wearer]) < TOUCHING
    assert any(color_of(part)[1] > 1.5 * color_of(part)[0] for part in made["hat"])


@pytest.mark.slow
@pytest.mark.parametrize(
    "prompt", ["a teddy bear holding a balloon", "a girl holding an umbrella", "a dog holding a ball"]
)
def test_what_is_held_touches_who_holds_it(make: Make, prompt: str) -> None:
    made = grouped(make(prompt))
    holder, held = made.values()

    assert gap(holder, held) < 0.03
    assert bounds(held)[0][1] > 0.05 * bounds(holder)[1][1]


def test_who_stands_behind_a_tree_is_seen_beside_its_trunk(make: Make) -> None:
    made = grouped(make("a boy behind a tree"))
    boy, tree = bounds(made["person"]), bounds(made["tree"])

    assert boy[1][2] < middle(tree)[2]
    assert boy[0][1] == pytest.approx(0.0, abs=1e-3)


def test_a_house_is_small_enough_for_the_dog_before_it_to_be_seen(make: Make) -> None:
    made = grouped(make("a dog in front of a house"))
    dog, house = bounds(made["dog"]), bounds(made["house"])

    assert dog[0][2] > house[1][2]
    assert max(house[1] - house[0]) <= 8.1 * max(dog[1] - dog[0])


def test_a_held_thing_that_nobody_knows_is_its_word_and_told(make: Make) -> None:
    told = make("a man holding a yellow zorblax").told

    assert (told["objects"], told["letters"], told["notUnderstood"]) == (["person"], ["ZORBLAX"], ["zorblax"])
