"""Films by the real classes with random numbers: pictures and sound together, seeds, and what the files say."""

from collections.abc import Callable

import av
import numpy as np
import pytest

from mediamill.codecs import AudioStream, decode_audio, probe
from mediamill_local.films.engine import FilmEngine
from tests.standins.tiny.films import SOUND_RATE
from tests.standins.visual.studio import FILMS, Cancelled, Ear, Studio

pytestmark = [pytest.mark.xdist_group("visual"), pytest.mark.parametrize("row", FILMS)]
Studios = Callable[[str], Studio]
SILENCE = 1e-4  # of the largest sample


def test_films_have_the_size_and_the_frames_that_were_asked_for(row: str, studio_of: Studios) -> None:
    studio = studio_of(row)
    engine = studio.engine
    assert isinstance(engine, FilmEngine)
    made = studio.make(aspect_ratio="16:9")

    with av.open(str(made.path)) as film:
        frames = list(film.decode(video=0))
    assert (frames[0].width, frames[0].height) == engine.size_of("16:9")
    assert len(frames) == 3 * engine.model.fps
    assert made.seconds == 3.0
    assert (frames[0].to_ndarray() != frames[-1].to_ndarray()).any()


def test_the_one_with_sound_has_it_from_the_first_to_the_last_second(row: str, studio_of: Studios) -> None:
    made = studio_of(row).make()
    sounds = [stream for stream in probe(made.path).streams if isinstance(stream, AudioStream)]

    assert bool(sounds) == made.provenance["sound"] == (row == "ltx-2.3-distilled")
    if sounds:
        assert (sounds[0].rate, sounds[0].channels) == (SOUND_RATE, 2)
        sound = decode_audio(made.path, rate=SOUND_RATE, seconds_max=10.0)
        assert len(sound) / SOUND_RATE == pytest.approx(3.0, abs=0.1)
        assert all(np.abs(second).max() > SILENCE for second in np.array_split(sound, 3))


def test_seed_and_prompt_decide(row: str, studio_of: Studios) -> None:
    studio = studio_of(row)
    first = studio.make().path.read_bytes()

    assert studio.make().path.read_bytes() == first
    assert studio.make(seed=8).path.read_bytes() != first
    assert studio.make(prompt="a grey wolf").path.read_bytes() != first


def test_a_prompt_that_is_too_long_is_cut_and_what_was_left_out_is_told(row: str, studio_of: Studios) -> None:
    made = studio_of(row).make(prompt=" ".join(f"fox{number}" for number in range(330)))

    assert made.not_understood[-1] == "fox329"
    assert made.provenance["weights"] == studio_of(row).engine.folders.origin_of(row)


def test_a_cancelled_run_ends_at_its_step_and_the_next_is_as_ever(row: str, studio_of: Studios) -> None:
    studio = studio_of(row)
    before, ear = studio.make().path.read_bytes(), Ear(words_max=1)

    with pytest.raises(Cancelled):
        studio.make(ear)
    assert [stage for _, stage in ear.heard] == ["reading the prompt", "denoising"]
    assert studio.make().path.read_bytes() == before
