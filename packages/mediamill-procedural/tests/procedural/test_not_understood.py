"""Whatever of a prompt nothing was made of is told: every noun and every other word that says what is wanted."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from mediamill_procedural.effects.reading.prompt import read as read_effect
from mediamill_procedural.kit.chance import Chance
from mediamill_procedural.kit.wording import left_over
from mediamill_procedural.modeller.modelling import model_prompt
from mediamill_procedural.motion.reading.prompt import read as read_motion
from mediamill_procedural.music.piece import Piece
from mediamill_procedural.music.plan import plan_of
from mediamill_procedural.music.reading import read as read_music
from mediamill_procedural.painter.reading import read as read_picture

SILENCE = np.zeros((1, 2), np.float32)
Told = Callable[[str], tuple[str, ...]]


def of_a_picture(prompt: str) -> tuple[str, ...]:
    return read_picture(prompt).not_understood


def of_music(prompt: str) -> tuple[str, ...]:
    reading = read_music(prompt)
    return Piece(0, reading, plan_of(reading, 10.0, Chance(0)), SILENCE, 44_100).not_understood


def of_an_effect(prompt: str) -> tuple[str, ...]:
    return read_effect(prompt).not_understood


def of_a_motion(prompt: str) -> tuple[str, ...]:
    return read_motion(prompt).unknown


@pytest.fixture(scope="module")
def of_an_object(tmp_path_factory: pytest.TempPathFactory) -> Told:
    folder: Path = tmp_path_factory.mktemp("objects")

    def told(prompt: str) -> tuple[str, ...]:
        made = model_prompt(prompt, folder / "it.glb", fine=False, provenance={}, progress=lambda *_: None)
        return made.not_understood

    return told


# A prompt, and all of it that nothing was made of.
PICTURES = {
    "a green sofa beside a lamp in a library": "",
    "a green stapler beside a lamp in a library": "green stapler",
    "a lighthouse on a cliff at dusk, soft fog over the sea, oil painting": "",
    "a steampunk submarine above a carnival": "steampunk carnival",
    "three red foxes and a purple accordion": "purple accordion",
    "dog, cat, horse, cow, sheep, bird and fox on a meadow": "fox",
    "a tiny gramophone on a table": "tiny gramophone",
    "a picture of nothing but a trebuchet": "trebuchet",
    "an old castle at night without people": "",
    "two white swans on a lake": "",
    "a dentist pulls the tooth of a crocodile": "dentist pulls tooth crocodile",
}
SONGS = {
    "calm piano and strings in a minor key, slow, for a rainy evening": "",
    "a song about my cat in the kitchen": "cat kitchen",
    "epic battle of dwarves against goblins": "dwarves goblins",
    "jazz trio with a kazoo": "kazoo",
    "lullaby with music box and whale sounds": "whale",
    "fast techno, 140 bpm, no drums": "",
    "the national anthem of a dishwasher": "national dishwasher",
    "sad cello and a vacuum cleaner": "vacuum cleaner",
}
EFFECTS = {
    "heavy rain on a tin roof with distant thunder": "",
    "a sofa drops into jelly": "sofa jelly",
    "a helicopter and a quantum toaster": "quantum",
    "a dragon roars while a librarian whispers": "librarian",
    "three gunshots far away": "",
    "the sound of an accountant": "accountant",
    "waves and a typewriter on a xylograph": "xylograph",
}
MOTIONS = {
    "walk forward slowly, then stop and wave": "",
    "a knight walks with a lantern": "knight lantern",
    "kick a ball against the wall": "wall",
    "dance with an umbrella": "umbrella",
    "jump over three sheep": "sheep",
    "wlak and then jmup": "",
    "a dragon sits down": "dragon",
}
OBJECTS = {
    "a small red rocket with white fins": "",
    "a laptop": "laptop",
    "a steampunk submarine": "steampunk",
    "a red car with a surfboard on the roof": "surfboard",
    "a wooden table with three legs and a bowl": "",
    "a quokka beside a tree": "quokka",
    "a dragon holding a zorblax": "zorblax",
    "a cat tree": "cat",
}


@pytest.mark.parametrize(("prompt", "missed"), PICTURES.items())
def test_a_picture_tells_what_is_not_in_it(prompt: str, missed: str) -> None:
    assert sorted(of_a_picture(prompt)) == sorted(missed.split())


@pytest.mark.parametrize(("prompt", "missed"), SONGS.items())
def test_a_song_tells_what_is_not_heard_in_it(prompt: str, missed: str) -> None:
    assert sorted(of_music(prompt)) == sorted(missed.split())


@pytest.mark.parametrize(("prompt", "missed"), EFFECTS.items())
def test_an_effect_tells_what_is_not_heard_in_it(prompt: str, missed: str) -> None:
    assert sorted(of_an_effect(prompt)) == sorted(missed.split())


@pytest.mark.parametrize(("prompt", "missed"), MOTIONS.items())
def test_a_motion_tells_what_is_not_done(prompt: str, missed: str) -> None:
    assert sorted(of_a_motion(prompt)) == sorted(missed.split())


@pytest.mark.parametrize(("prompt", "missed"), OBJECTS.items())
def test_an_object_tells_what_it_does_not_have(of_an_object: Told, prompt: str, missed: str) -> None:
    assert sorted(of_an_object(prompt)) == sorted(missed.split())


@pytest.mark.parametrize("noun", ["blorvix", "quandrozel", "yttrebulk"])
@pytest.mark.parametrize("frame", ["a {}", "the red {} of a king", "rain and a {}", "walk to the {}, then dance"])
def test_a_noun_that_does_not_exist_is_always_told(of_an_object: Told, frame: str, noun: str) -> None:
    prompt = frame.format(noun)

    for told in (of_a_picture, of_music, of_an_effect, of_a_motion, of_an_object):
        assert noun in told(prompt), told


def test_small_words_are_never_told() -> None:
    assert left_over("is there anything for me in the 12 of them , ?".split(), ()) == ()
    assert left_over("the sofa and the sofa".split(), ()) == ("sofa",)
