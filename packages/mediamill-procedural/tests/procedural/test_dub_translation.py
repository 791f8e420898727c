"""English becomes another language where Apertium is; everywhere else a sentence says what to set up."""

import shutil
from pathlib import Path

import pytest

from mediamill.catalogue import load
from mediamill.engines.engine import EngineFailed
from mediamill_procedural.dub.courtesies import with_courtesies
from mediamill_procedural.dub.english import as_written
from mediamill_procedural.dub.languages import NAMES, ROUTES, why_not, works
from mediamill_procedural.dub.translation import Translation, installed_directions, translate
from tests.sampling import one_in

PACKAGES = "apt-get install " + " ".join(dict.fromkeys(p for route in ROUTES.values() for p in route.packages))
needs_apertium = pytest.mark.skipif(
    not all(works(language, installed_directions()) for language in ROUTES),
    reason=f"Apertium is not installed ({PACKAGES})",
)


def test_every_language_of_the_catalogue_has_a_name() -> None:
    field = next(
        field
        for field in load().tools["translate-audio"].models["voicevendor-dubbing"].fields
        if field.name == "target_lang"
    )

    assert set(field.allowed or ()) == set(NAMES)


@pytest.mark.parametrize(
    ("words", "written"),
    [
        ("i think that i'm late", "I think that I'm late."),
        ("where do you live", "Where do you live?"),
        ("when it rains we stay at home", "When it rains we stay at home."),
        ("do you want to come with us", "Do you want to come with us?"),
        ("she was ill so we stayed", "She was ill, so we stayed."),
        ("we met mister brown on monday in london", "We met Mister Brown on Monday in London."),
    ],
)
def test_recognised_words_are_written_as_english_is(words: str, written: str) -> None:
    assert written == as_written(words)


def test_set_phrases_are_taken_out_at_both_ends() -> None:
    assert with_courtesies("good morning everyone thank you for coming", "es") == (
        "buenos días a todos, gracias por venir",
        "",
        "",
    )
    assert with_courtesies("the door is open thank you very much", "fr") == ("", "the door is open", "merci beaucoup")
    assert with_courtesies("thank you for the music", "it") == ("", "thank you for the music", "")
    assert with_courtesies("please open the window", "pt") == ("por favor", "you open the window", "")


@needs_apertium
@pytest.mark.parametrize(
    ("language", "said"),
    one_in(
        4,
        [
            ("es", "el museo está cerrado pero el parque es abierto todo el día"),
            ("fr", "le musée est fermé mais le parc est ouvert tout le jour"),
            ("it", "il museo è chiuso ma il parco è aperto tutto il giorno"),
            ("pt", "o museu está fechado mas o parque é aberto todo o dia"),
        ],
    ),
)
def test_a_sentence_arrives_in_every_language(language: str, said: str, tmp_path: Path) -> None:
    found = translate("The museum is closed but the park is open all day.", ROUTES[language], tmp_path)

    right = said.split()
    words = found.text.lower().strip(".").split()
    # Another release of the language data may choose a word or two differently.
    assert sum(word in words for word in right) >= len(right) - 2, found.text
    assert found.unknown == ()
    assert not {"*", "@", "#"} & set(found.text)


@pytest.mark.slow
@needs_apertium
def test_words_that_no_dictionary_has_are_named(tmp_path: Path) -> None:
    found = translate("My brother likes blorfing and the wugs.", ROUTES["fr"], tmp_path)

    assert {"blorfing", "wugs"} <= set(found.unknown)
    assert found.unknown_share == pytest.approx(len(found.unknown) / len(found.text.split()), abs=0.1)


def test_the_share_of_unknown_words_is_counted() -> None:
    assert Translation("hola blorf.", ("blorf",)).unknown_share == 0.5
    assert Translation("", ()).unknown_share == 0.0


def fake_apertium(folder: Path, script: str, monkeypatch: pytest.MonkeyPatch) -> None:
    program = folder / "apertium"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")
    assert shutil.which("apertium") == str(program)


def test_a_translator_that_breaks_off_fails_in_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake_apertium(tmp_path, "exit 1", monkeypatch)

    assert installed_directions() == frozenset()
    with pytest.raises(EngineFailed, match="The translator broke off; please try again"):
        translate("Hello.", ROUTES["es"], tmp_path)


def test_the_words_of_the_last_hop_are_marked_like_those_of_the_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake_apertium(
        tmp_path, 'if [ $1 = eng-spa ]; then cat; else echo "*Ada @#like *#x la #mar  mela."; fi', monkeypatch
    )
    found = translate("*Ada likes the sea.", ROUTES["it"], tmp_path)

    assert found == Translation("Ada like x la mar mela.", ("ada", "like", "x"))


@pytest.mark.parametrize("language", sorted(set(NAMES) - {"en"}))
def test_without_apertium_one_sentence_says_what_to_do(language: str) -> None:
    sentence = why_not(language, frozenset())

    assert NAMES[language] in sentence
    assert "English (en) works here" in sentence
    assert sentence.endswith(".")
    assert sentence.count(". ") == 0
    assert ("apt-get install apertium apertium-eng-spa" in sentence) == (language in ROUTES)


def test_the_sentence_names_the_languages_that_work() -> None:
    sentence = why_not("ja", frozenset({"eng-spa", "spa-ita", "es-pt"}))

    assert "English (en), Spanish (es) and Italian (it) work here" in sentence
    assert works("it", {"eng-spa", "spa-ita"})
    assert not works("fr", {"eng-spa", "fr-es"})
