"""What a prompt is taken to ask for."""

import pytest

from mediamill_procedural.kit.chance import Chance, seed_of
from mediamill_procedural.music.genres import GENRES
from mediamill_procedural.music.instruments import PLAYERS, Role
from mediamill_procedural.music.plan import Plan, plan_of
from mediamill_procedural.music.reading import read
from mediamill_procedural.music.reading.words import DRUMS, GENRE_WORDS, INSTRUMENT_WORDS, MOOD_WORDS


def plan(prompt: str, seconds: float = 30.0) -> Plan:
    return plan_of(read(prompt), seconds, Chance(seed_of(prompt)))


def test_every_word_leads_to_something_that_exists() -> None:
    assert set(GENRE_WORDS.values()) == set(GENRES)
    assert set(INSTRUMENT_WORDS.values()) - {DRUMS} <= set(PLAYERS)
    assert {mood.genre for mood in MOOD_WORDS.values()} <= set(GENRES)
    assert len(GENRES) >= 16


def test_a_genre_is_understood_by_its_own_name() -> None:
    assert [name for name in GENRES if plan(name).genre.name != name] == []


@pytest.mark.parametrize(
    ("prompt", "tonic", "minor"),
    [
        ("a waltz in D minor", 2, True),
        ("jazz in B flat major", 10, False),
        ("house, F# minor", 6, True),
        ("Bb major hymn", 10, False),
        ("piano in a minor, slow", 9, True),
        ("piano in A minor key of some sort", None, True),
        ("calm piano in a minor key", None, True),
        ("in a major key", None, False),
        ("rock in the key of E", 4, None),
        ("Walzer in g moll", 7, True),
        ("folk", None, None),
    ],
)
def test_keys_are_read_and_articles_are_no_keys(prompt: str, tonic: int | None, minor: bool | None) -> None:
    reading = read(prompt)

    assert (reading.tonic, reading.minor) == (tonic, minor)


@pytest.mark.parametrize(
    ("prompt", "bpm"),
    [("techno at 132 bpm", 132.0), ("tempo 90", 90.0), ("128BPM house", 128.0), ("allegro", 134.0), ("999 bpm", 220.0)],
)
def test_tempi_are_read_as_numbers_and_as_words(prompt: str, bpm: float) -> None:
    assert read(prompt).bpm == bpm


def test_slow_is_slower_and_fast_is_faster_than_neither() -> None:
    plain, slow, fast = (
        sum(plan(f"{word} {genre}", 60.0).form.bpm for genre in ("rock", "folk", "jazz", "house"))
        for word in ("", "slow", "fast")
    )

    assert slow < 0.9 * plain
    assert fast > 1.1 * plain


@pytest.mark.parametrize(
    ("prompt", "metre"),
    [("rock in 3/4", "3/4"), ("folk 6/8", "6/8"), ("5/4 jazz", "5/4"), ("techno in 7/8", "7/8"), ("sad waltz", "3/4"),
     ("blues in 12/8", "12/8"), ("pop", "4/4")],
)  # fmt: skip
def test_metres_are_played_in_any_genre(prompt: str, metre: str) -> None:
    assert plan(prompt).form.metre.name == metre


@pytest.mark.parametrize(
    ("prompt", "name"),
    [("flute", "flute"), ("violin melody", "violin"), ("church organ", "church organ"), ("mit Klavier", "piano"),
     ("con guitarra", "guitar"), ("synth bass", "synth bass"), ("choir", "choir"), ("Blockflöte", "recorder")],
)  # fmt: skip
def test_an_instrument_that_is_named_plays(prompt: str, name: str) -> None:
    assert name in plan(f"pop with {prompt}").band.values()


def test_a_soloist_is_alone() -> None:
    assert set(plan("solo piano").band.values()) == {"piano"}
    assert plan("solo piano").drums is None
    assert set(plan("solo flute, jazz").band.values()) == {"flute"}
    assert plan("just guitar and harmonica").band[Role.LEAD] == "harmonica"


def test_who_is_not_wanted_does_not_play() -> None:
    quiet = plan("rock without drums or bass, no organ")

    assert quiet.drums is None
    assert Role.BASS not in quiet.band
    assert "organ" not in quiet.band.values()
    assert plan("house").drums is not None
    assert plan("ambient with drums").drums is not None


def test_moods_choose_the_mode_and_a_genre_where_none_is_named() -> None:
    assert plan("something sad").key.minor
    assert not plan("happy birthday music").key.minor
    assert plan("happy music").genre.name == "pop"
    assert plan("scary music").genre.name == "suspense"
    assert plan("sad disco").genre.name == "disco"
    assert not plan("happy metal in C major").key.minor


def test_a_clear_genre_counts_more_than_a_scene() -> None:
    assert plan("epic jazz").genre.name == "jazz"
    assert plan("cinematic tango").genre.name == "tango"


def test_what_is_not_understood_is_kept() -> None:
    assert read("gloopy techno for Ünterwasser-Ballett").not_understood == ("gloopy", "unterwasser-ballett")
    assert not read("xyzzy").understood
    assert read("xyzzy tango").understood


def test_prompts_without_a_known_word_do_not_all_get_the_same() -> None:
    plans = [plan(f"zzz{number}") for number in range(40)]

    assert len({found.genre.name for found in plans}) >= 6
    assert len({found.key for found in plans}) >= 8
