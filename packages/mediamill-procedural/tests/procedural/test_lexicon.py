"""Tables of words: what one may not hold, and that a shared meaning stands once for the engines that share it."""

import re

import pytest

import mediamill_procedural.modeller.objects  # noqa: F401 registers what can be built
from mediamill_procedural.kit.data import DataError
from mediamill_procedural.lexicon import Table, called, meanings, shared, table, word_lists
from mediamill_procedural.modeller.model import MODELS, Entry
from mediamill_procedural.painter.vocabulary import UNLIKE, dictionary
from tests.places import REPOSITORY

SOURCE = REPOSITORY / "packages/mediamill-procedural/src/mediamill_procedural"
SHARING = ("modeller", "painter")
# Words that mean one thing to the painter and another to the modeller, so that each has its own entry: a wood of trees
# and a thing of wood, spring as a season and as a part.
HOMONYMS = frozenset(
    """4k 8k abandoned antique baby back bar baroque birch blossom bottom bright bust can cape cartoon
    charcoal clear coral drawing face figure flame flat frozen full glowing golden happy high ice icy inside
    interior lava lavender leaning light lit maple neon oak old painted pale pencil photo photograph rainbow
    realistic resting riding sail saucer side simple sketch smoke snow snow-covered snowy spring star
    tangerine textile texture top track vintage water wearing wheat wide wood""".split()
)

# Tables that name no things: other languages, plurals, what belongs to a thing or lies between two, places, paints,
# measures.
OWN_USE = re.compile(
    r"foreign|plurals|nameless|unlike|relations|coats|painter.*part|anchors|modelled|rooms"
    r"|birds|drinks|fruits|tiles|body|horizons"
)


def data_of(engine: str) -> list[Table]:
    """All tables of an engine, sections apart."""
    files = sorted(path.stem for path in (SOURCE / engine / "data").glob("*.toml"))
    assert files
    return [part for name in files for part in leaves(table(engine, name))]


def leaves(source: Table) -> list[Table]:
    inner = [leaf for _, section in source.sections() for leaf in leaves(section)]
    own = {key: value for key, value in source.entries.items() if not isinstance(value, dict)}
    return [*inner, Table(source.where, own)] if own else inner


def own_words(engine: str) -> set[str]:
    """The words that an engine's data spell out themselves, in lists and before facts."""
    lines = [
        line.partition(";")[0]
        for part in data_of(engine)
        if not OWN_USE.search(".".join(part.where))
        for line in part.texts().values()
    ]
    words = {" ".join(word.split()) for line in lines for word in line.split(",")}
    return {word for word in words if not word.startswith("@")}


@pytest.mark.parametrize("engine", SHARING)
def test_shared_words_are_not_repeated_in_an_engines_own_data(engine: str) -> None:
    everywhere = {word for words in shared().values() for word in words}

    assert own_words(engine) & everywhere == set()


def test_words_that_two_engines_have_each_for_itself_are_homonyms() -> None:
    both = set.intersection(*(own_words(engine) for engine in SHARING))

    assert {word.replace(" ", "-") for word in both} == HOMONYMS


def test_every_shared_entry_is_used_by_two_engines_and_bears_one_of_its_words() -> None:
    used = {
        engine: {
            name
            for part in data_of(engine)
            for line in part.texts().values()
            for name in re.findall(r"@([^,;]+)", " ".join(line.split()))
        }
        for engine in SHARING
    }
    things = {word for word, meaning in dictionary().items() if meaning.sort == "thing"} | UNLIKE
    used["painter"] |= {name for name in used["modeller"] if shared()[name][0] in things}  # it shows the modeller's

    assert set.intersection(*used.values()) == set(shared())


def test_a_word_has_one_meaning_in_the_painters_dictionary() -> None:
    assert dictionary()["kitten"].value == "cat"
    assert dictionary()["katze"] == dictionary()["cat"]
    assert dictionary()["mare"].value == "horse"  # not the Italian sea


def test_everything_that_can_be_modelled_has_an_entry_and_everything_with_an_entry_is_built() -> None:
    told = {name for _, family in table("modeller", "objects").sections() for name in family.entries}

    assert set(MODELS) == told | set(table("modeller", "beasts").entries)


def told(**entries: object) -> Table:
    return Table(("things.toml",), entries)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("kettle, , pot", "a word is empty"),
        ("kettle, pot, kettle", "a word stands there twice"),
        ("@cat, kitten", "a word stands there twice"),
        ("@unheard of", "the lexicon has no entry 'unheard of'"),
        ("  ", "is missing, empty or not a text"),
        (7, "is missing, empty or not a text"),
    ],
)
def test_a_wrong_list_is_refused_by_file_and_key(line: object, why: str) -> None:
    with pytest.raises(DataError, match=re.escape(f"things.toml: teapot: {why}")):
        word_lists(told(teapot=line))


def test_a_word_that_means_two_things_is_refused() -> None:
    source = told(bank="bank, shore", house="bank")

    with pytest.raises(DataError, match=r"things\.toml: house: 'bank' already means 'bank'"):
        meanings(word_lists(source), source)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("pot; reach 0.2; colour red", "'colour' is unknown, or there twice"),
        ("pot; reach 0.2; reach 0.3", "'reach' is unknown, or there twice"),
        ("pot; reach far", "'reach' cannot be 'far'"),
        ("pot; reach 0.2; seats 4", "'seats' cannot be '4'"),
        ("pot; reach 0.2; takes", "'takes' cannot be ''"),
        ("pot; reach 0.2;", "a fact is empty"),
        ("pot; host", "'reach' is missing"),
    ],
)
def test_a_wrong_fact_is_refused_by_file_and_key(line: str, why: str) -> None:
    with pytest.raises(DataError, match=re.escape(f"things.toml: teapot: {why}")):
        told(teapot=line).records(Entry, worded=True, family="vessels")


def test_an_entry_is_its_words_and_its_facts() -> None:
    source = told(teapot="@fox, teapot; reach 0.2; holds; takes flower, spoon")

    assert called(source) == {"teapot": ("fox", "teapot")}
    assert source.records(Entry, worded=True, family="vessels") == {
        "teapot": Entry("vessels", 0.2, takes="flower, spoon", holds=True)
    }


def test_a_section_that_is_missing_is_named() -> None:
    with pytest.raises(DataError, match=r"painter/data/words\.toml: smell: there is no such section"):
        table("painter", "words").section("smell")
