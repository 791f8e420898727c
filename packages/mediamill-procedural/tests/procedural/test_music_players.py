"""Who plays: as many as were asked for, nobody who was left out, and what could not be had is told."""

import numpy as np
import pytest

from mediamill_procedural.kit.chance import Chance, seed_of
from mediamill_procedural.music.instruments import PLAYERS
from mediamill_procedural.music.piece import Piece, make_piece
from mediamill_procedural.music.plan import plan_of
from mediamill_procedural.music.reading import read
from scripts.sounds.ears import brightness

WITHOUT = {
    "rock without drums": {"drums"},
    "no drums, ambient music with piano": {"drums"},
    "drum-free techno": {"drums"},
    "lofi with no beat": {"drums"},
    "rock, no drums or bass": {"drums", "electric bass"},
    "pop without vocals": {"voice", "choir"},
    "gospel without vocals": {"voice", "choir"},
    "instrumental ballad": {"voice", "choir"},
    "rock without guitars": {name for name in PLAYERS if "guitar" in name},
    "jazz without drums, piano or bass": {"drums", "piano", "upright bass"},
}


def planned(prompt: str) -> Piece:
    """What would be played, unheard."""
    reading = read(prompt)
    plan = plan_of(reading, 20.0, Chance(seed_of(prompt)))
    return Piece(0, reading, plan, np.zeros((1, 2), np.float32), 44_100)


@pytest.mark.parametrize(
    ("prompt", "players"),
    {
        "solo piano": {"piano"},
        "solo cello": {"cello"},
        "string quartet": {"violin", "viola", "cello"},
        "a lively string trio": {"violin", "viola", "cello"},
        "piano trio": {"violin", "piano", "cello"},
        "jazz trio": {"piano", "upright bass", "drums"},
        "duet for violin and piano": {"violin", "piano"},
        "flute and harp duo": {"flute", "harp"},
        "just drums": {"drums"},
        "string quartet with a harp": {"violin", "viola", "cello", "harp"},
    }.items(),
)
def test_an_ensemble_is_who_it_is_called(prompt: str, players: set[str]) -> None:
    assert players == set(planned(prompt).instruments)


@pytest.mark.parametrize(
    ("prompt", "size"),
    [("folk duo", 2), ("rock trio", 3), ("swing jazz quartet", 4), ("salsa quintet", 5), ("trio", 3)],
)
def test_as_many_play_as_were_asked_for(prompt: str, size: int) -> None:
    piece = planned(prompt)

    assert size == len(piece.instruments)
    assert piece.not_understood == ()


def test_a_number_of_players_that_cannot_be_had_is_told() -> None:
    assert {"cello", "harp"} == set(planned("duo for flute, harp, cello and drums").not_understood)
    assert "quintet" in planned("ragtime quintet").not_understood


def test_how_many_of_one_instrument_is_told() -> None:
    assert [read(text).not_understood for text in ("two guitars", "a waltz for 4 violins")] == [("two",), ("4",)]
    assert [read(text).not_understood for text in ("two minutes of piano", "in 4/4 with piano")] == [(), ()]


@pytest.mark.parametrize(("prompt", "nobody"), WITHOUT.items(), ids=WITHOUT)
def test_who_is_left_out_does_not_play(prompt: str, nobody: set[str]) -> None:
    piece = planned(prompt)

    assert nobody.isdisjoint(piece.instruments)
    assert "lead" in piece.plan.band


def test_leaving_somebody_out_does_not_swallow_the_genre() -> None:
    assert planned("no percussion samba").plan.genre.name == "samba"
    assert planned("no vocals, piano and strings").reading.instruments == ("piano", "strings")


@pytest.mark.parametrize("prompt", ["just drums", pytest.param("brass quintet", marks=pytest.mark.slow)])
def test_the_smallest_bands_are_heard(prompt: str) -> None:
    piece = make_piece(prompt, 5.0, lambda fraction, stage: None)

    assert float(np.abs(piece.samples).max()) > 0.2


@pytest.mark.parametrize(
    ("prompt", "centre", "edge"),
    [
        ("metal", (1_500.0, 3_000.0), (4_000.0, 8_000.0)),
        pytest.param("rock song", (1_200.0, 3_000.0), (2_000.0, 8_000.0), marks=pytest.mark.slow),
        pytest.param("fast punk song", (1_500.0, 3_000.0), (4_000.0, 8_000.0), marks=pytest.mark.slow),
    ],
)
def test_guitars_are_not_dull(prompt: str, centre: tuple[float, float], edge: tuple[float, float]) -> None:
    """The centre of the power and its 85 % roll-off lie where those of recordings do."""
    power, roll_off = brightness(make_piece(prompt, 8.0, lambda fraction, stage: None).samples)

    assert centre[0] < power < centre[1]
    assert edge[0] < roll_off < edge[1]
