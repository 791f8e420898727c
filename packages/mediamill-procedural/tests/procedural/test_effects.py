"""The effects engine as a worker meets it: files, lengths, tags, the same bytes everywhere, nothing it cannot take."""

import json
import time
from pathlib import Path

import pytest

from mediamill.codecs import probe, true_peak_dbtp
from mediamill.engines.engine import Artifact, InputValue, Request
from mediamill_procedural.effects.engine import EffectsEngine
from tests.codecs.samples import decoded, metadata
from tests.engines.apart import run_apart
from tests.procedural.effects_listening import lufs
from tests.sampling import one_in

STAGE_CHARACTERS_MAX = 60
HOSTILE = {
    "nothing": " ",
    "100 kB of one word": "a" * 100_000,
    "256 KiB of words": "rain and thunder then " * 11_900,
    "emoji": "🐶🔥🌊🚂👏" * 2_000,
    "control characters": "\x01\x02\x1b[2J rain \x7f\u202e\u200d",
    "a tag": "rain\ntitle=evil\x00;[FFMETADATA]",
    "markup": "<script>alert('rain')</script>",
    "another language": "дождь на крыше и гром",
    "one sign": "?",
    "lone surrogate": "rain \ud83d",
    "long words": "x" * 500 + " " + "y" * 500,
    "decomposing": "\ufdfa" * 20_000,
}


class Listener:
    """Keeps what the engine reports."""

    def __init__(self) -> None:
        self.told: list[tuple[float, str]] = []

    def progress(self, fraction: float, stage: str = "") -> None:
        self.told.append((fraction, stage))

    def checkpoint(self, text: str) -> None:
        raise AssertionError("this engine has nothing to keep")


def made(folder: Path, **input: InputValue) -> Artifact:
    model = "voicevendor-sound-effects" if "duration" in input else "audiogen"
    folder.mkdir(exist_ok=True)
    return EffectsEngine().generate(Request("gen_ada", "sound-effects", model, input, folder), Listener())


def vendor(prompt: str, duration: str = "1", prompt_influence: float = 0.3) -> dict[str, InputValue]:
    return {"prompt": prompt, "duration": duration, "prompt_influence": prompt_influence}


def told(artifact: Artifact) -> dict[str, object]:
    comment: dict[str, object] = json.loads(metadata(artifact.path)["comment"])
    return comment


@pytest.mark.slow
@pytest.mark.parametrize(
    ("prompt", "duration"),
    one_in(3, [("rain", "1"), ("a door slams", "1"), ("rain", "2"), ("a door slams", "3"), ("click", "5")]),
)
def test_an_effect_is_exactly_as_long_as_asked(tmp_path: Path, prompt: str, duration: str) -> None:
    artifact = made(tmp_path, **vendor(prompt, duration))

    assert artifact.seconds == float(duration)
    assert probe(artifact.path).seconds == pytest.approx(float(duration), abs=0.02)


@pytest.mark.parametrize("duration", [pytest.param(long, marks=pytest.mark.slow) for long in ("10", "15", "20", "30")])
def test_a_long_effect_is_exactly_as_long_as_asked(tmp_path: Path, duration: str) -> None:
    artifact = made(tmp_path, **vendor("city street with a siren", duration))

    assert probe(artifact.path).seconds == pytest.approx(float(duration), abs=0.02)


@pytest.mark.parametrize(
    ("prompt", "shortest", "longest"),
    one_in(2, [("click", 0.05, 0.15), ("footsteps", 5.5, 6.5), ("three knocks", 0.8, 1.3), ("explosion", 1.8, 3.5)]),
)
def test_auto_fits_the_length_to_the_sound(tmp_path: Path, prompt: str, shortest: float, longest: float) -> None:
    by_vendor, by_audiogen = made(tmp_path / "a", **vendor(prompt, "auto")), made(tmp_path / "b", prompt=prompt)

    assert by_vendor.seconds is not None
    assert shortest <= by_vendor.seconds <= longest
    assert by_vendor.seconds == pytest.approx(by_audiogen.seconds, rel=0.3)  # another take rings a little otherwise


@pytest.mark.slow
def test_the_file_is_what_every_player_takes(tmp_path: Path) -> None:
    artifact = made(tmp_path, **vendor("heavy rain with thunder", "2"))
    audio = probe(artifact.path).audio
    samples, rate = decoded(artifact.path)

    assert audio is not None
    assert ("mp3float", 44_100, 2) == (audio.codec, audio.rate, audio.channels)
    assert artifact.path.stat().st_size == pytest.approx(2 * 192_000 / 8, rel=0.05)
    assert rate == 44_100
    assert true_peak_dbtp(samples) <= -0.9
    assert -18.5 < lufs(samples) < -14.0


def test_the_file_tells_where_it_comes_from(tmp_path: Path) -> None:
    artifact = made(tmp_path, **vendor("a loud explosoin over the zorblax", "2", 0.9))
    facts = told(artifact)

    assert metadata(artifact.path)["title"] == "a loud explosoin over the zorblax"
    assert facts["engine"] == "procedural.effects"
    assert facts["model"] == "voicevendor-sound-effects"
    assert isinstance(facts["seed"], int)
    assert facts["sounds"] == ["explosion"]
    assert facts["modifiers"] == ["loud"]
    assert facts["understood"] == ["loud", "explosoin"]
    assert facts["not_understood"] == ["zorblax"]
    assert facts["guessed"] == {"explosoin": "explosion"}
    assert facts["fallback"] == "nearest spelling"


def test_a_prompt_that_names_nothing_gives_a_texture_and_says_so(tmp_path: Path) -> None:
    artifact = made(tmp_path, **vendor("zorblax quibble"))
    samples, _ = decoded(artifact.path)

    assert told(artifact)["fallback"] == "texture"
    assert told(artifact)["sounds"] == ["texture"]
    assert -19.0 < lufs(samples) < -15.0


@pytest.mark.slow
def test_other_words_give_other_textures(tmp_path: Path) -> None:
    files = {made(tmp_path / word, **vendor(word)).path.read_bytes() for word in ("zorblax", "quibble", "fnord")}

    assert len(files) == 3


def test_progress_is_told_in_order(tmp_path: Path) -> None:
    listener = Listener()
    request = Request("gen_ada", "sound-effects", "audiogen", {"prompt": "a click"}, tmp_path)
    EffectsEngine().generate(request, listener)
    fractions = [fraction for fraction, _ in listener.told]

    assert len(fractions) > 4
    assert fractions == sorted(fractions)
    assert all(0 <= fraction <= 1 for fraction in fractions)
    assert all(len(stage) <= STAGE_CHARACTERS_MAX for _, stage in listener.told)


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What another process makes of the same inputs, with hashes seeded otherwise and another working folder."""
    folder = tmp_path_factory.mktemp("elsewhere")
    program = (
        "import sys; from pathlib import Path;"
        "from tests.procedural.test_effects import made, SAME, vendor;"
        "[made(Path(sys.argv[1]) / str(n), **vendor(*input)) for n, input in enumerate(SAME)]"
    )
    run_apart(program, folder, folder=folder, PYTHONHASHSEED="77")
    return folder


SAME = [
    ("Heavy rain on a tin roof with distant thunder", "2", 0.1),
    ("two dogs bark, then a car passes by in a tunnel", "3", 0.5),
    ("zorblax", "1", 0.9),
    ("crowd cheering underwater, reversed", "1", 0.3),
]


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(SAME)))
def test_two_processes_make_the_same_bytes(tmp_path: Path, elsewhere: Path, number: int) -> None:
    here = made(tmp_path, **vendor(*SAME[number])).path.read_bytes()

    assert here == (elsewhere / str(number) / "effect.mp3").read_bytes()


@pytest.mark.slow
def test_another_prompt_duration_or_influence_is_another_take(tmp_path: Path) -> None:
    inputs = [("rain", "1", 0.5), ("rain ", "1", 0.5), ("rain", "1", 0.7), ("rain", "2", 0.5)]
    files = {made(tmp_path / str(number), **vendor(*input)).path.read_bytes() for number, input in enumerate(inputs)}

    assert len(files) == len(inputs)


@pytest.mark.parametrize("kind", one_in(4, HOSTILE))
def test_no_prompt_is_too_much(tmp_path: Path, kind: str) -> None:
    artifact = made(tmp_path, **vendor(HOSTILE[kind]))

    assert artifact.seconds == 1.0
    assert len(json.dumps(told(artifact))) < 6_000
    assert len(metadata(artifact.path).get("title", "")) <= 80


@pytest.mark.slow
def test_a_long_scene_is_made_faster_than_it_plays(tmp_path: Path) -> None:
    started = time.process_time()
    artifact = made(tmp_path, **vendor("storm over the sea with a bell, seagulls and a ship's horn", "10"))
    spent = time.process_time() - started

    assert artifact.seconds is not None
    assert artifact.seconds / spent > 1.0  # ten and more on a quiet machine, of which docs/benchmarks.md speaks
