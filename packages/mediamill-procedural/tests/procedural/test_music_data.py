"""The tables of drums and music: every file is read, no word has two meanings, what is named is there."""

from collections import Counter
from collections.abc import Iterable, Mapping
from importlib import resources
from typing import Any

import pytest

from mediamill_procedural.drums import kits, styles
from mediamill_procedural.drums.kits import KITS, kit_of
from mediamill_procedural.drums.rhythm import STROKES, Fill, Layer, Pattern, Style, Voice
from mediamill_procedural.drums.styles import STYLES, styles_of
from mediamill_procedural.kit.data import DataError
from mediamill_procedural.music import genres, instruments
from mediamill_procedural.music.genres import GENRES, NOBODY, genres_in
from mediamill_procedural.music.genres.beats import DRUMMERS
from mediamill_procedural.music.instruments import PLAYERS, players_in
from mediamill_procedural.music.reading.words import (
    DRUMS,
    FILLERS,
    GENRE_WORDS,
    INSTRUMENT_WORDS,
    LINKS,
    LONELY,
    METRES,
    MOODS,
    NEGATIONS,
    PACKAGE,
    TEMPO_FACTORS,
    TEMPO_MARKS,
    VAGUE,
)


def said_twice(said: Iterable[str]) -> list[str]:
    return [one for one, times in Counter(said).items() if times > 1]


@pytest.mark.parametrize(
    ("package", "folder", "files"),
    [
        (PACKAGE, "genres", tuple(genres.CALLED)),
        (PACKAGE, "instruments", tuple(instruments.CALLED)),
        (kits.PACKAGE, "styles", styles.FILES),
    ],
)
def test_every_file_is_read(package: str, folder: str, files: tuple[str, ...]) -> None:
    there = resources.files(package).joinpath("data", folder)

    assert {file.name for file in there.iterdir()} == {f"{name}.toml" for name in files}


def test_every_file_has_what_is_called_so() -> None:
    assert {file: set(genres_in(file)) for file in genres.CALLED} == {
        file: set(names) for file, names in genres.CALLED.items()
    }
    assert {file: set(players_in(file)) for file in instruments.CALLED} == {
        file: set(names) for file, names in instruments.CALLED.items()
    }


def phrases_of(called: Mapping[str, Mapping[str, tuple[str, ...]]]) -> list[str]:
    return [phrase for names in called.values() for phrases in names.values() for phrase in phrases]


def test_no_word_means_two_genres_instruments_moods_or_tempos() -> None:
    assert said_twice(phrases_of(genres.CALLED)) == []
    assert said_twice(phrases_of(instruments.CALLED)) == []
    assert said_twice(name for names in genres.CALLED.values() for name in names) == []
    assert said_twice(name for names in instruments.CALLED.values() for name in names) == []
    assert said_twice(phrase for mood in MOODS.values() for phrase in mood.called) == []
    assert set(TEMPO_FACTORS) & set(TEMPO_MARKS) == set()
    assert {name for word, name in INSTRUMENT_WORDS.items() if word in ("drums", "piano")} == {DRUMS, "piano"}


def test_small_words_name_nothing() -> None:
    named = set(GENRE_WORDS) | set(phrases_of(instruments.CALLED)) | set(METRES)

    assert (NEGATIONS | LINKS) & named == set()
    assert LONELY & NEGATIONS == LONELY & LINKS == NEGATIONS & LINKS == set()
    assert FILLERS & NEGATIONS == set()
    assert set(GENRES) >= VAGUE


def test_whoever_is_named_can_play() -> None:
    band = {name for genre in GENRES.values() for names in genre.band.values() for name in names}

    assert band - {NOBODY} <= set(PLAYERS)
    assert {mood.genre for mood in MOODS.values()} <= set(GENRES)
    assert len(DRUMMERS) == len(STYLES) + len(styles_of(PACKAGE, "beats.toml"))


def patterns(style: Style) -> list[tuple[Pattern, bool]]:
    """Every pattern of a style, and whether it fills whole bars."""
    beside: list[Fill] = [*style.fills, *style.turns]
    layers: list[Layer] = [*style.layers]
    return [
        *((groove, True) for groove in style.grooves),
        *((layer.pattern, True) for layer in layers),
        *((fill.pattern, False) for fill in beside),
    ]


@pytest.mark.parametrize("style", DRUMMERS.values(), ids=lambda style: style.name)
def test_every_pattern_fits_its_style_and_is_played_on_something(style: Style) -> None:
    for pattern, whole in patterns(style):
        lines = [bar for text in pattern.values() for bar in text.split("|")]
        assert set("".join(lines)) <= {*STROKES, "."}
        assert set(pattern) <= set(style.kit)
        assert len(set(map(len, lines))) == 1
        assert {len(bar) for bar in lines} == {style.steps} or not whole


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ({"like": "marching band"}, "like: 'marching band' is not one of hands, studio"),
        ({"gong": {"drum": "bell", "level_db": 0}}, "gong: 'gong' is not one of kick, snare"),
        ({"kick": {"drum": "barrel", "level_db": 0}}, "kick: 'barrel' is not one of bell"),
        ({"kick": {"drum": "kick", "level_db": 0, "wires": 1}}, "kick: wires: unknown key"),
        ({"kick": {"drum": "kick"}}, "kick: lacks level_db"),
        ({"kick": {"drum": "kick", "level_db": "loud"}}, "kick: level_db: has to be a number"),
        ({"sweep": "tight"}, "sweep: 'tight' is not one of jazz"),
        ({}, "has to be a table with entries"),
    ],
)
def test_a_faulty_kit_is_refused(written: dict[str, Any], told: str) -> None:
    with pytest.raises(DataError) as refused:
        kit_of(written, KITS)

    assert str(refused.value).startswith(told)


def test_a_kit_has_the_drums_of_another_and_its_own() -> None:
    kit = kit_of({"like": "jazz", "kick": "909", "hat": {"drum": "hat", "level_db": -3, "decay": 0.2}}, KITS)

    assert kit[Voice.RIDE] == KITS["jazz"][Voice.RIDE]
    assert kit[Voice.KICK] == KITS["909"][Voice.KICK]
    assert kit[Voice.HAT].level_db == -3.0
