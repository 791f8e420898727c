"""What a prompt's words do: how many, which colour, what material, how big, and where things stand."""

import itertools

import manifold3d
import numpy as np
import pytest

from mediamill_procedural.modeller.paints import COLORS, MATERIALS, linear
from mediamill_procedural.modeller.reading import read
from tests.codecs.gltf_judge import Part, bounds, solid
from tests.procedural.modelling import FINE_MODEL, Made, Make, make
from tests.sampling import one_in

__all__ = ["make"]


def color_of(part: Part) -> tuple[float, ...]:
    return tuple(part.material["pbrMetallicRoughness"]["baseColorFactor"][:3])


def grouped(made: Made) -> dict[str, list[Part]]:
    """The parts of each thing, by the name of its node."""
    import json

    from tests.codecs.gltf_judge import document_of

    document = document_of(made.path)
    parts = iter(made.parts)
    found: dict[str, list[Part]] = {}
    for root in document["scenes"][0]["nodes"]:
        node = document["nodes"][root]
        children = [document["nodes"][child] for child in node["children"]]
        count = sum(len(document["meshes"][child["mesh"]]["primitives"]) for child in children)
        found[node["name"]] = list(itertools.islice(parts, count))
    assert next(parts, None) is None, json.dumps(list(found))
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("prompt", "count"),
    [
        ("three apples", 3),
        ("an apple", 1),
        ("a pair of shoes", 2),
        ("a dozen eggs", 12),
        ("5 chairs", 5),
        ("apples", 3),
    ],
)
def test_there_are_as_many_as_asked_for(make: Make, prompt: str, count: int) -> None:
    assert len(make(prompt).roots) == count


def test_things_that_are_many_do_not_touch(make: Make) -> None:
    boxes = [bounds(parts) for parts in grouped(make("nine apples")).values()]

    for one, other in itertools.combinations(boxes, 2):
        assert (one[1] <= other[0] + 1e-6).any() or (other[1] <= one[0] + 1e-6).any()


@pytest.mark.parametrize("color", one_in(7, ["red", "blue", "green", "purple", "black", "dark green", "sky blue"]))
@pytest.mark.parametrize("thing", ["mug", "car", "chair", "rocket", "apple"])
def test_the_named_colour_is_most_of_it(make: Make, thing: str, color: str) -> None:
    made = make(f"a {color} {thing}")

    assert made.area_of(color) > 0.4
    red, green, blue = linear(COLORS[color])
    found = next(color_of(part) for part in made.parts if part.material["name"].startswith(color))
    ratios = np.array(found) / np.maximum((red, green, blue), 1e-3)
    assert ratios.max() / ratios.min() < 1.35 or max(found) == 1.0  # a texture is brighter, not of another hue


def test_parts_take_their_own_colours_and_numbers(make: Make) -> None:
    rocket = make("A small red rocket with white fins")
    table = make("A round wooden table with three legs")

    assert {part.material["name"] for part in rocket.named("body")} == {"red paint"}
    assert {part.material["name"] for part in rocket.named("fins")} == {"white paint"}
    assert sum(solid(part).body_count for part in table.named("legs")) == 3
    assert {part.material["name"] for part in table.named("top")} == {"wood"}
    assert table.size[0] == pytest.approx(table.size[2], rel=0.02)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "metallic", "roughness"),
    [("golden", 1.0, (0.1, 0.35)), ("steel", 1.0, (0.1, 0.4)), ("wooden", 0.0, (0.4, 0.8)), ("rubber", 0.0, (0.7, 1.0)),
     ("marble", 0.0, (0.05, 0.3)), ("leather", 0.0, (0.4, 0.7)), ("plastic", 0.0, (0.2, 0.5)),
     ("glass", 0.0, (0.0, 0.1)),
     ("stone", 0.0, (0.8, 1.0)), ("ceramic", 0.0, (0.1, 0.3))],
)  # fmt: skip
def test_materials_look_like_themselves(
    make: Make, words: str, metallic: float, roughness: tuple[float, float]
) -> None:
    (surface,) = {
        (entry["metallicFactor"], entry["roughnessFactor"], entry["baseColorFactor"][3])
        for part in make(f"a {words} vase").named("vase")
        for entry in [part.material["pbrMetallicRoughness"]]
    }

    assert surface[0] == metallic
    assert roughness[0] <= surface[1] <= roughness[1]
    assert (surface[2] < 1.0) == (words == "glass")


def test_paints_are_within_their_bounds() -> None:
    for paint in MATERIALS.values():
        assert all(0 <= value <= 1 for value in (*linear(paint.rgb), paint.metallic, paint.roughness, paint.alpha))


def test_size_words_and_measures_change_the_size(make: Make) -> None:
    usual = make("a chair").size
    tall, giant, measured = make("a tall chair").size, make("a giant chair").size, make("a 2 m tall chair").size

    assert tall == pytest.approx((usual[0], 1.4 * usual[1], usual[2]), rel=0.01)
    assert giant == pytest.approx(tuple(3 * side for side in usual), rel=0.01)
    assert measured[1] == pytest.approx(2.0, rel=1e-3)


@pytest.mark.parametrize("words", ["striped", "spotted", "rainbow"])
def test_patterns_bring_a_second_colour_to_the_body(make: Make, words: str) -> None:
    assert len({part.material["name"] for part in make(f"a {words} blue ball").named("ball")}) >= 2


def test_low_poly_has_few_flat_faces(make: Make) -> None:
    usual, rough = make("an apple"), make("a low-poly apple")

    assert rough.triangles < usual.triangles / 5
    for part in rough.parts:
        corners = part.normals[part.faces]
        assert np.abs(corners - corners[:, :1]).max() < 0.01


def test_what_is_broken_lost_a_piece(make: Make) -> None:
    whole, broken = make("a vase"), make("a broken vase")

    assert {part.node for part in broken.parts} >= {"vase", "broken vase"}
    assert sum(solid(part).volume for part in broken.parts) == pytest.approx(
        sum(solid(part).volume for part in whole.parts), rel=0.02
    )


def test_a_statue_is_of_one_material_on_a_plinth(make: Make) -> None:
    made = make("a bronze statue of a horse")

    assert {part.material["name"] for part in made.parts if part.node != "plinth"} == {"bronze"}
    assert bounds(made.named("plinth"))[1][1] <= bounds(made.named("body"))[0][1] + 0.1


SCENES = [
    "a table with four chairs and a mug",
    "a cat next to a house",
    "a vase on a desk",
    "a bowl of four apples",
    "a lamp, a book and a teapot on a table",
    "two trees, a bench and a fountain",
    "a cat under a table",
]


@pytest.mark.slow
@pytest.mark.parametrize("prompt", one_in(4, SCENES))
def test_things_of_a_scene_are_not_inside_each_other(make: Make, prompt: str) -> None:
    things = {name: [as_manifold(part) for part in parts] for name, parts in grouped(make(prompt)).items()}

    assert len(things) >= 2
    for (_, one), (_, other) in itertools.combinations(things.items(), 2):
        shared = sum((a ^ b).volume() for a in one for b in other)
        smaller = min(sum(part.volume() for part in parts) for parts in (one, other))
        assert shared <= 0.002 * smaller


def test_small_things_stand_on_the_table_and_chairs_look_at_it(make: Make) -> None:
    made = grouped(make("a table with four chairs and a mug"))
    table, mug = bounds(made["table"]), bounds(made["mug"])

    assert mug[0][1] == pytest.approx(table[1][1], abs=0.002)
    assert (table[0][[0, 2]] <= mug[0][[0, 2]]).all()
    assert (mug[1][[0, 2]] <= table[1][[0, 2]]).all()
    middle = table.mean(axis=0)
    for number in range(1, 5):
        chair = made[f"chair {number}"]
        seat = bounds([part for part in chair if part.node == "seat"]).mean(axis=0)
        back = bounds([part for part in chair if part.node == "back"]).mean(axis=0)
        assert bounds(chair)[0][1] == pytest.approx(0.0, abs=0.01)
        assert np.linalg.norm((seat - middle)[[0, 2]]) < np.linalg.norm((back - middle)[[0, 2]])


@pytest.mark.slow
def test_one_thing_stands_on_the_other_at_contact(make: Make) -> None:
    made = grouped(make("a cat on a car"))
    lowest = bounds(made["cat"])[0][1]

    assert 1.0 < lowest < 1.6
    gap = min(a.min_gap(b, 1.0) for a in map(as_manifold, made["cat"]) for b in map(as_manifold, made["car"]))
    assert gap < 0.03


@pytest.mark.slow
def test_a_crowded_scene_stays_within_the_file(make: Make) -> None:
    made = make("30 castles, 30 trees, 30 dragons and 30 trains", FINE_MODEL)

    assert 36 <= len(made.roots) <= 48
    assert made.path.stat().st_size <= 3_000_000


def test_the_file_tells_what_was_not_understood(make: Make) -> None:
    told = make("a flibbery chair in the mist").told

    assert told["objects"] == ["chair"]
    assert set(told["notUnderstood"]) == {"flibbery", "mist"}
    assert (told["engine"], told["model"]) == ("procedural.modeller", "alpha3d-v3")


@pytest.mark.parametrize(
    ("prompt", "objects"),
    [
        ("a glass vase", ["vase"]),
        ("a glass of water", ["glass"]),
        ("a robot dog", ["dog"]),
        ("an apple tree", ["tree"]),
        ("a 3D model of a pirate ship", ["sailboat"]),
        ("an orange orange", ["orange"]),
        ("a castle and a dragon", ["castle", "dragon"]),
        ("a tree with apples", ["tree"]),
        ("race car", ["sports car"]),
        ("ice cream", ["ice cream"]),
        ("mice and cheese", ["mouse", "cheese"]),
        ("a birthday cake with six candles", ["cake"]),
        ("a wooden treasure chest", ["chest"]),
        ("a stone bridge", ["bridge"]),
    ],
)
def test_nouns_are_told_from_what_describes_them(prompt: str, objects: list[str]) -> None:
    assert [item.model.name for item in read(prompt).items if item.model] == objects


def test_relations_are_read() -> None:
    cat, table = read("a cat under a table").items

    assert (cat.relation, cat.anchor, table.anchor) == ("under", 1, None)


def as_manifold(part: Part) -> manifold3d.Manifold:
    mesh = solid(part)
    return manifold3d.Manifold(
        manifold3d.Mesh(np.asarray(mesh.vertices, np.float32), np.asarray(mesh.faces, np.uint32))
    )


@pytest.mark.slow
def test_what_something_is_of_may_come_later_in_the_scene(make: Make) -> None:
    """A house of paper on a hill of glass: what a thing is laid on is not placed yet when it is looked for."""
    made = make("I had a dream last night in which my grandmother's house of paper stood on a hill of glass")

    assert any("house" in told for told in made.told["objects"])


def test_two_prompts_for_the_same_thing_are_not_the_same_thing(make: Make) -> None:
    one, other = make("dog"), make("The neighbours' dog barks")

    assert one.size != pytest.approx(other.size, rel=1e-7)
    assert one.size == pytest.approx(other.size, rel=0.002)
