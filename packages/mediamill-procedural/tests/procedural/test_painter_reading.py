"""What a prompt asks for is read out of it: kinds, things, colours, counts, times, styles; whatever else it holds."""

import pytest

from mediamill_procedural.painter.gallery import FIGURES
from mediamill_procedural.painter.inventory import AS_FURNITURE, INVENTORY
from mediamill_procedural.painter.kinds import BUILDERS
from mediamill_procedural.painter.reading import LETTERS_MAX, OF_ONE_KIND_MAX, THINGS_MAX, UNKNOWN_MAX, read
from mediamill_procedural.painter.styles import STYLES
from mediamill_procedural.painter.trees import WIDTH
from mediamill_procedural.painter.vocabulary import UNLIKE, vocabulary

WORDS = vocabulary()
HOSTILE = (
    "",
    " ",
    "?!",
    "😀" * 2_000,
    "%s %d %n {} {0}",
    "'; DROP TABLE generations; --",
    "\x00\x01\x1b[31m\u202e\ufeff",
    "a" * 2_000,
    '"' * 1_999,
    "“”„«»''\"\"",
    "../../etc/passwd",
    "𝕱𝖔𝖝 ﷽ Z̷͑a̸l̶g̴o",
    "\ud800 half a pair",
)


def test_it_knows_many_kinds_and_things() -> None:
    assert len(BUILDERS) >= 35
    assert len(INVENTORY) >= 100
    assert set(WORDS["kind"]) == set(BUILDERS)
    assert set(WORDS["thing"]) == set(INVENTORY)
    assert set(WORDS["style"]) == set(STYLES)
    assert {entry.home for entry in INVENTORY.values()} <= set(BUILDERS)


def test_everything_in_the_inventory_is_a_figure_a_tree_or_modelled() -> None:
    drawn = {name for name, entry in INVENTORY.items() if not entry.modelled}

    assert drawn - set(FIGURES) == {"birch", "cherry tree", "palm", "pine", "tree", "willow"}
    assert set(FIGURES) <= drawn
    assert "palm" in WIDTH


def test_every_thing_is_recognised_by_each_of_its_words() -> None:
    for name in INVENTORY:
        for word in set(WORDS["thing"][name]) - UNLIKE:
            scene = read(f"a {word} on a stage")

            assert name in [thing.name for thing in scene.things], (name, word)
            assert scene.not_understood == (), (name, word)


def test_every_kind_is_recognised_by_each_of_its_words() -> None:
    words = {kind: [word for word in words if word not in AS_FURNITURE] for kind, words in WORDS["kind"].items()}

    assert [(kind, word) for kind, some in words.items() for word in some if not read(word).has(kind)] == []


@pytest.mark.parametrize("fact", ["time", "weather", "season", "style"])
def test_times_weathers_seasons_and_styles_are_recognised(fact: str) -> None:
    for value, words in WORDS[fact].items():
        assert getattr(read(f"hills, {words[0]}"), fact) == value


def test_moods_are_recognised() -> None:
    for mood, words in WORDS["mood"].items():
        assert mood in read(f"hills, {words[0]}").moods


def test_lights_in_the_sky_are_recognised() -> None:
    for light in WORDS["light"]:
        assert read(f"hills with a {light}").shows(light)


def test_a_colour_belongs_to_the_noun_behind_it() -> None:
    scene = read("a red car and two small blue birds under a pink sky")

    assert [(t.name, t.count, t.colour_name, t.size) for t in scene.things] == [
        ("car", 1, "d02a24", 1.0),
        ("bird", 2, "2763c8", 0.68),
    ]
    assert scene.sky_tint is not None


def test_a_colour_without_a_noun_belongs_to_the_picture() -> None:
    assert read("abstract in blue").tint is not None
    assert read("a cat in red").things[0].colour is not None


@pytest.mark.parametrize(
    ("prompt", "count"),
    [
        ("a fox", 1),
        ("three foxes", 3),
        ("3 foxes", 3),
        ("foxes", 3),
        ("a pair of foxes", 2),
        ("a hundred foxes", OF_ONE_KIND_MAX),
    ],
)
def test_counts_are_heard(prompt: str, count: int) -> None:
    assert read(prompt).things[0].count == count


def test_what_is_denied_is_left_out() -> None:
    scene = read("a street without cars, no rain, a dog")

    assert [thing.name for thing in scene.things] == ["dog"]
    assert scene.weather == "fair"


def test_snow_falls_in_winter_and_northern_lights_at_night() -> None:
    assert read("a snowman in a garden").season == "winter"
    assert read("a village, snowfall").season == "winter"
    assert read("northern lights over a lake").time == "night"


def test_places_combine() -> None:
    scene = read("a castle by a lake in the mountains at dawn, mist, autumn, watercolour")

    assert scene.kind == "lake"
    assert scene.has("mountains")
    assert (scene.time, scene.weather, scene.season, scene.style) == ("dawn", "mist", "autumn", "watercolour")
    assert scene.shows("castle")


def test_a_thing_brings_its_own_place() -> None:
    assert read("an astronaut").kind == "space"
    assert read("a cup of coffee").kind == "table"
    assert read("a whale").kind == "underwater"


def test_a_balloon_is_of_the_size_that_fits() -> None:
    assert read("a balloon over the hills").things[0].name == "balloon"
    assert read("a child with a red balloon").things[1].name == "party balloon"


def test_only_quoted_words_are_lettered() -> None:
    scene = read('a shop sign that says "OPEN 24 h" and “Grüße”')

    assert scene.letters == ("OPEN 24 h", "Grüße")
    assert "OPEN" not in read("a street where a sign says OPEN").letters
    assert len(read('"' + "x" * 150 + '"').letters[0]) == LETTERS_MAX


@pytest.mark.parametrize(
    ("prompt", "names"),
    [
        ("猫と月", ["cat", "moon"]),
        ("ein roter Fuchs im Wald", ["fox"]),
        ("un château près du lac", ["castle"]),
        ("una casa en la montaña", ["house"]),
        ("🦊 🏠", ["fox", "house"]),
    ],
)
def test_a_few_words_of_other_languages_are_known(prompt: str, names: list[str]) -> None:
    assert [thing.name for thing in read(prompt).things] == names


def test_it_says_what_it_did_not_understand() -> None:
    scene = read("a flumph riding a zorkmid in the forest")

    assert set(scene.not_understood) == {"flumph", "riding", "zorkmid"}
    assert not scene.fallback
    assert read("qwertz flumph").fallback
    assert (
        len(read(" ".join(f"w{chr(97 + i % 26)}{chr(97 + i // 26)}q" for i in range(300))).not_understood)
        <= UNKNOWN_MAX
    )


@pytest.mark.parametrize("prompt", HOSTILE, ids=range(len(HOSTILE)))
def test_nothing_makes_it_fail(prompt: str) -> None:
    scene = read(prompt)

    assert scene.kind in BUILDERS
    assert len(scene.things) <= THINGS_MAX
    assert scene == read(prompt)
