"""The tables of the effects: every file is read, nothing is said twice, nothing leads nowhere."""

import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from importlib import resources

import pytest

from mediamill_procedural.effects.handbook import handbook
from mediamill_procedural.effects.reading.matching import lexis, phrases_of
from mediamill_procedural.effects.reading.modifiers import GROUPS, MODIFIERS
from mediamill_procedural.effects.reading.small_words import DENYING, MEASURES, PLACING, SYNONYMS, THROUGH, TIMES
from mediamill_procedural.effects.sounds import FAMILIES, PACKAGE, SOUNDS
from mediamill_procedural.kit.data import load
from tests.places import REPOSITORY

DATA = resources.files(PACKAGE).joinpath("data")


def said_twice(said: Iterable[str]) -> list[str]:
    return [one for one, times in Counter(said).items() if times > 1]


def test_every_file_is_read() -> None:
    sounds = {file.name for file in DATA.joinpath("sounds").iterdir()}
    modifiers = {file.name for file in DATA.joinpath("modifiers").iterdir()}

    assert sounds == {f"{name}.toml" for name in load(PACKAGE, "families.toml", dict[str, str])}
    assert len(modifiers) == len(GROUPS)


def test_no_phrase_names_two_sounds_or_two_modifiers() -> None:
    assert len(SOUNDS) == sum(map(len, FAMILIES.values()))
    assert said_twice(" ".join(sorted(one.words)) for sound in SOUNDS.values() for one in phrases_of(sound)) == []
    assert said_twice(modifier.name for modifier in MODIFIERS) == []
    assert said_twice(phrase for modifier in MODIFIERS for phrase in modifier.phrases) == []


def test_what_joins_sounds_to_others_leads_somewhere() -> None:
    companions = {name for sound in SOUNDS.values() for name in sound.companions}
    meant = {word for words in SYNONYMS.values() for word in words}

    assert companions <= set(SOUNDS)
    assert meant <= set(lexis().bases.values())


def test_no_word_has_two_meanings() -> None:
    table = load(PACKAGE, "synonyms.toml", dict[str, str])

    assert said_twice(word for words in table.values() for word in words.split()) == []
    assert said_twice([*PLACING, *THROUGH, *TIMES, *DENYING, *MEASURES]) == []


@pytest.mark.slow
def test_the_handbook_has_every_sound_and_modifier() -> None:
    program = [sys.executable, "-m", "mediamill_procedural.effects.handbook"]
    printed = subprocess.run(program, capture_output=True, text=True, check=True).stdout

    assert printed == handbook() + "\n"
    assert all(f"| {name} |" in printed for name in SOUNDS)
    assert all(f"| {modifier.name} |" in printed for modifier in MODIFIERS)


def test_the_documentation_names_every_family_of_sounds() -> None:
    page = " ".join((REPOSITORY / "docs/effects.md").read_text().lower().split())

    assert [family for family in FAMILIES if family.lower() not in page] == []
    assert f"{len(SOUNDS)} sounds" in page
