"""The tables of speech and dub: every file is read, nothing has two meanings, nothing is missing."""

from importlib import resources

import pytest

from mediamill_procedural.dub.courtesies import SET_PHRASES
from mediamill_procedural.dub.languages import ENGLISH, NAMES, ROUTES
from mediamill_procedural.kit.data import DataError, Readers, load
from mediamill_procedural.speech import english_words as words
from mediamill_procedural.speech.european import GERMAN_MONTHS, GERMAN_ORDINALS, WORDINGS
from mediamill_procedural.speech.small_words import SHARED_SCRIPTS
from mediamill_procedural.speech.voices import BALANCE_DB, TIMBRES, VOICES, Timbre, timbre_of


@pytest.mark.parametrize(
    ("package", "files"),
    [
        (words.PACKAGE, {"english", "european", "marks", "scripts", "small_words", "timbres", "voices"}),
        ("mediamill_procedural.dub", {"courtesies", "languages"}),
    ],
)
def test_every_file_is_read(package: str, files: set[str]) -> None:
    assert {file.name for file in resources.files(package).joinpath("data").iterdir()} == {
        f"{one}.toml" for one in files
    }


def test_no_english_sign_has_two_meanings() -> None:
    table = load(words.PACKAGE, "english.toml", words.Table)

    assert set(table.units) & set(table.irregular_units) == set()
    assert set(words.TITLES) & set(words.ABBREVIATIONS) == set()
    assert set(words.CURRENCIES) & set(words.UNITS) == set()
    assert {len(names) for names in words.CURRENCIES.values()} == {2, 4}
    assert set(table.month_spellings.values()) <= set(words.MONTHS)
    assert set(words.IRREGULAR_ORDINALS) <= set(words.ONES)


def test_years_and_numbers_are_complete() -> None:
    assert len(words.MONTHS) == len(GERMAN_MONTHS) == 12
    assert (len(words.ONES), len(words.TENS)) == (20, 10)
    assert len(GERMAN_ORDINALS) == 31


def test_small_words_tell_languages_apart() -> None:
    for languages in SHARED_SCRIPTS.values():
        for name, evidence in languages.items():
            others = [other.words for language, other in languages.items() if language != name]
            assert evidence.words - frozenset().union(*others), f"{name} has no word of its own"
            assert {word.lower() for word in evidence.words} == set(evidence.words)
            assert {len(letter) for letter in evidence.letters} <= {1}
    assert set(WORDINGS) <= {language for languages in SHARED_SCRIPTS.values() for language in languages}


def test_every_voice_has_somebody_to_speak_it() -> None:
    assert len(VOICES) == 20
    assert {"heart", *(voice.flite.speaker for voice in VOICES.values())} == set(BALANCE_DB)
    assert set(TIMBRES) == {"male", "female"}


def test_a_timbre_is_like_another_but_for_what_it_says() -> None:
    assert timbre_of({"like": "male", "breath": 3}) == Timbre(tract=98, breath=3)

    with pytest.raises(DataError, match="like: 'robot' is not one of male, female"):
        Readers({Timbre: timbre_of}).of(Timbre)({"like": "robot"})


def test_every_set_phrase_is_said_in_every_language_that_can_be_reached() -> None:
    reached = set(ROUTES) - {ENGLISH}

    assert set(ROUTES) <= set(NAMES)
    assert [phrase for phrase, said in SET_PHRASES.items() if set(said) != reached or not all(said.values())] == []
    assert [phrase for phrase in SET_PHRASES if phrase != phrase.lower().strip()] == []
