import hashlib
import itertools
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import av
import numpy as np
import pytest
from numpy.typing import NDArray

from mediamill import __version__
from mediamill.codecs import integrated_lufs, true_peak_dbtp
from mediamill.engines import Request
from mediamill_procedural.drums.arrangement import Arrangement, arrange
from mediamill_procedural.drums.chance import chance_of, place_of
from mediamill_procedural.drums.engine import DrumEngine
from mediamill_procedural.drums.loop import Loop, make_loop
from mediamill_procedural.drums.mixing import mix, tuned
from mediamill_procedural.drums.rhythm import Hit, Instrument, Style, Voice, bars_of
from mediamill_procedural.drums.styles import STYLES
from tests.engines.apart import run_apart
from tests.procedural import listening

RATE = 44_100
pytestmark = pytest.mark.xdist_group("drums")  # one worker makes the loops for all
SOME = ("Drum and bass", "Jazz brushes", "Trap")  # far apart: machines and people, 84 to 176 bpm
HUNDREDS = (1_000, 1_100)


class Quiet:
    """A report that remembers."""

    def __init__(self) -> None:
        self.fractions: list[float] = []

    def progress(self, fraction: float, stage: str = "") -> None:
        self.fractions.append(fraction)

    def checkpoint(self, text: str) -> None:
        raise AssertionError("a loop is made in one go")


def order(folder: Path, seed: float) -> Request:
    folder.mkdir(parents=True, exist_ok=True)
    return Request("gen_1", "drum-generator", "drumgen", {"model": "drumgen", "seed": seed}, folder)


def nobody_listens(fraction: float, stage: str) -> None: ...


def arranged(seed: float) -> Arrangement:
    """What the loop of a seed plays."""
    return arrange(STYLES[place_of(seed, len(STYLES))], chance_of(seed))


@cache
def seeds_by_style() -> dict[str, int]:
    """By style, of the second run of twenty: of the first, the tapper takes one loop of a trap for another tempo."""
    return {arranged(seed).style.name: seed for seed in range(20, 40)}


@cache
def arrangements() -> list[Arrangement]:
    """Of the seeds from 0."""
    return [arranged(seed) for seed in range(120)]


@cache
def loop_of(name: str) -> Loop:
    """A loop of the style."""
    return make_loop(seeds_by_style()[name], nobody_listens)


@pytest.fixture(params=["some styles", pytest.param("every style", marks=pytest.mark.slow)])
def loops(request: pytest.FixtureRequest) -> dict[str, Loop]:
    """One loop of each."""
    names = SOME if request.param == "some styles" else [style.name for style in STYLES]
    return {name: loop_of(name) for name in names}


def test_ada_gets_a_wav_that_tells_what_it_is(tmp_path: Path) -> None:
    report = Quiet()
    artifact = DrumEngine().generate(order(tmp_path, 0), report)
    with av.open(str(artifact.path)) as container:
        stream = container.streams.audio[0]
        told, sound = dict(container.metadata), (stream.codec_context.name, stream.rate, stream.channels)
        samples = sum(frame.samples for frame in container.decode(stream))

    assert artifact.path.parent == tmp_path
    assert sound == ("pcm_s16le", RATE, 2)
    assert artifact.seconds == samples / RATE
    assert told["title"] == "Funk loop, 103 bpm"
    assert json.loads(told["comment"]) == {
        "engine": "procedural.drums",
        "version": __version__,
        "model": "drumgen",
        "seed": 0,
        "style": "Funk",
        "bpm": 103,
        "bars": 4,
        "swing": arranged(0).swing,
    }
    assert report.fractions == sorted(report.fractions)
    assert [path.name for path in tmp_path.iterdir()] == ["loop.wav"]


def test_it_is_always_ready() -> None:
    assert DrumEngine().ready() is None


def test_naming_the_engine_loads_no_craft() -> None:
    program = (
        "import sys, mediamill_procedural.drums.engine as d; d.DrumEngine().ready();"
        "print([name for name in ('numpy', 'scipy', 'av', 'pyloudnorm') if name in sys.modules])"
    )
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)

    assert answer.stdout.strip() == "[]"


def test_every_run_of_twenty_seeds_has_every_style_once() -> None:
    assert len(STYLES) == 20
    for first in (0, 20, 980, -20, -400, 20 * 2**60):
        assert sorted(place_of(seed, 20) for seed in range(first, first + 20)) == list(range(20))


def test_neighbouring_seeds_never_play_the_same_style() -> None:
    places = [place_of(seed, 20) for seed in range(-2_000, 2_000)]

    assert all(one != other for one, other in itertools.pairwise(places))


def test_fractions_reach_every_style_too() -> None:
    assert len({place_of(seed + 0.5, 20) for seed in range(200)}) == 20


@pytest.mark.slow
def test_a_loop_is_a_whole_number_of_bars_to_the_sample(loops: dict[str, Loop]) -> None:
    for name, loop in loops.items():
        played = loop.arrangement
        exact = played.bars * 4 * 60 / played.bpm * RATE

        assert abs(len(loop.samples) - exact) <= 0.5, name
        assert 7.9 < played.seconds < 16.1, name
        assert played.style.bpm[0] <= played.bpm <= played.style.bpm[1], name


def test_a_listener_taps_the_tempo_that_is_written(loops: dict[str, Loop]) -> None:
    missed = [name for name, loop in loops.items() if not tapped_right(loop)]

    assert len(missed) <= len(loops) * 0.05, missed


def tapped_right(loop: Loop) -> bool:
    """Within 2 %, half and double allowed."""
    found = listening.tempo(loop.samples)
    return any(abs(found / (loop.arrangement.bpm * times) - 1) <= 0.02 for times in (0.5, 1.0, 2.0))


@pytest.mark.slow
def test_every_loop_is_loud_and_none_clips(loops: dict[str, Loop]) -> None:
    for name, loop in loops.items():
        assert true_peak_dbtp(loop.samples) <= -1.0, name
        assert -16.0 <= integrated_lufs(loop.samples, RATE) <= -14.0, name
        assert abs(float(loop.samples.mean())) < 2e-3, name  # -54 dB


def test_no_click_where_the_end_meets_the_start(loops: dict[str, Loop]) -> None:
    """A click is a sample that its neighbours do not foretell; none at the seam stands out of the loop's own."""
    for name, loop in loops.items():
        around = np.concatenate([loop.samples[-200:], loop.samples[:200]])
        surprise = np.abs(np.diff(around, n=3, axis=0)).max(axis=1)
        seam = float(surprise[196:201].max())
        usual = float(np.abs(np.diff(loop.samples, n=3, axis=0)).max())

        assert seam < 0.35 * usual, name


def test_a_crash_at_the_end_rings_on_at_the_start() -> None:
    rock = next(style for style in STYLES if style.name == "Rock")
    length = 4 * RATE
    struck = Hit(Voice.CRASH, 7.0, 1.0, 3.6)
    loop = mix(Arrangement(rock, 120, 2, 0.5, (struck,), length), chance_of(1))
    level = np.sqrt((np.roll(loop, -struck_at(struck), axis=0)[: 2 * RATE].reshape(20, -1) ** 2).mean(axis=1))

    assert all(later < sooner * 1.05 for sooner, later in itertools.pairwise(level))
    assert float(np.sqrt((loop[:2_000] ** 2).mean())) > 0.02


def struck_at(hit: Hit) -> int:
    return round(hit.seconds * RATE)


@pytest.mark.slow
def test_it_does_not_matter_where_in_the_loop_something_is_struck() -> None:
    """The whole chain (room, compressor, saturation) is circular: a loop begun elsewhere is the same loop."""
    funk = next(style for style in STYLES if style.name == "Funk")
    length, shift = 4 * RATE, round(1.3 * RATE)
    kit = (Voice.KICK, Voice.SNARE, Voice.HAT, Voice.CRASH, Voice.TOM_LOW, Voice.SHAKER, Voice.COWBELL, Voice.RIDE)

    def played(moved: int) -> NDArray[np.float64]:
        places = [(number * length // len(kit) + moved) % length for number in range(len(kit))]
        hits = [Hit(voice, 0, 0.9, place / RATE) for voice, place in zip(kit, places, strict=True)]
        return mix(Arrangement(funk, 120, 2, 0.5, tuple(hits), length), chance_of(3))

    expected, actual = np.roll(played(0), shift, axis=0), played(shift)
    assert float(np.square(actual - expected).sum() / np.square(expected).sum()) < 1e-5


@pytest.mark.slow
def test_styles_sound_different(loops: dict[str, Loop]) -> None:
    portraits = {name: listening.portrait(loop.samples) for name, loop in loops.items()}
    distances = {
        (one, other): float(np.linalg.norm(portraits[one] - portraits[other]))
        for one in portraits
        for other in portraits
        if one < other
    }
    closest = min(distances, key=lambda pair: distances[pair])
    brightness = {name: listening.centroid(listening.mono(loop.samples)) for name, loop in loops.items()}

    assert distances[closest] > 0.5, closest
    assert float(np.median(list(distances.values()))) > 3.0
    assert brightness["Jazz brushes"] > 4 * brightness["Trap"]


def test_kick_snare_and_hats_are_heard_where_they_are_written(loops: dict[str, Loop]) -> None:
    places = {Voice.KICK: slice(0, 1), Voice.SNARE: slice(4, 6), Voice.HAT: slice(7, 8)}
    struck_plainly = {"House", "Boom bap", "Rock", "Funk", "Disco", "Soul", "Drum and bass", "Blues shuffle"}
    for name in struck_plainly & set(loops):
        loop = loops[name]
        for voice, part in places.items():
            power = listening.bands(loop.samples)[:, part].sum(axis=1) + 1e-9
            struck = [hit for hit in loop.arrangement.hits if hit.voice is voice and hit.velocity > 0.7]
            if len(struck) < 4:
                continue
            frames = np.array([round(hit.seconds * RATE / listening.HOP) for hit in struck]) % len(power)
            after = np.stack([power[(frames + step) % len(power)] for step in range(4)]).max(axis=0)
            before = np.stack([power[frames - step] for step in (3, 4, 5)]).mean(axis=0)

            assert 10 * float(np.median(np.log10(after / before))) > 3.0, (name, voice)


@pytest.mark.slow
def test_the_same_seed_is_the_same_file_in_another_process(tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from tests.procedural.test_drums import *;"
        "DrumEngine().generate(order(Path(sys.argv[1]), 42.5), Quiet())"
    )
    run_apart(program, tmp_path / "there")
    here = DrumEngine().generate(order(tmp_path / "here", 42.5), Quiet()).path

    assert here.read_bytes() == (tmp_path / "there" / "loop.wav").read_bytes()


def test_different_seeds_are_different_loops(loops: dict[str, Loop]) -> None:
    hashes = {hashlib.sha256(loop.samples.tobytes()).hexdigest() for loop in loops.values()}

    assert len(hashes) == len(loops)


def test_any_finite_number_is_a_seed_and_equal_numbers_are_the_same() -> None:
    seeds = [0, 1, -7, 0.5, -0.5, 2**53 - 1, 2**200, 1e300, 5e-324]
    played = [arranged(seed).hits for seed in seeds]

    assert len(set(played)) == len(seeds)
    assert arranged(5) == arranged(5.0)
    assert arranged(0) == arranged(-0.0)
    assert arranged(10**15) == arranged(1e15)


def patterns_of(style: Style) -> Iterator[tuple[Voice, str, int]]:
    """(voice, text, steps it has to have) of everything a style may play."""
    for groove in (*style.grooves, *(layer.pattern for layer in style.layers)):
        yield from ((voice, text, style.steps) for voice, text in groove.items())
    for fill in (*style.fills, *style.turns):
        length = len(next(iter(fill.pattern.values())))
        assert 2 <= length <= style.steps
        yield from ((voice, text, length) for voice, text in fill.pattern.items())


@pytest.mark.parametrize("style", STYLES, ids=lambda style: style.name)
def test_every_score_can_be_played_on_its_kit(style: Style) -> None:
    for voice, text, steps in patterns_of(style):
        assert bars_of(text, steps)
        assert voice in style.kit, voice

    assert len(style.grooves) >= 3
    assert Voice.CRASH in style.kit or style.crash_chance == 0.0


def test_no_voice_waits_in_vain() -> None:
    assert set(Voice) == {voice for style in STYLES for voice, _, _ in patterns_of(style)} | {Voice.CRASH}


@pytest.mark.slow
def test_the_last_bar_leads_back_with_a_fill() -> None:
    for played in arrangements()[:60]:
        per_bar = [
            {(hit.voice, round(hit.beat % 4, 3)) for hit in played.hits if hit.beat // 4 == bar} for bar in range(8)
        ]

        assert per_bar[played.bars - 1] != per_bar[0], played.style.name


def test_sixteenths_swing_as_far_as_the_style_says() -> None:
    played = arranged(seeds_by_style()["Lo-fi"])
    sixteenth = 0.25
    late = {round(hit.beat % 0.5 / sixteenth, 3) for hit in played.hits}

    assert 0.58 <= played.swing <= 0.65
    assert late == {0.0, round(2 * played.swing, 3)}


def test_people_are_a_little_off_and_machines_hardly() -> None:
    def stray_ms(name: str) -> NDArray[np.float64]:
        hits = [
            1_000 * (hit.seconds - hit.beat * 60 / played.bpm - played.style.lean_ms.get(hit.voice, 0.0) / 1_000)
            for played in arrangements()
            if played.style.name == name
            for hit in played.hits
            if hit.beat > 0
        ]
        return np.array(hits)

    assert 3.0 < float(stray_ms("Funk").std()) < 5.5
    assert float(stray_ms("Electro").std()) < 1.2
    assert float(np.abs(stray_ms("Jazz brushes")).max()) < 25.0


def test_no_stroke_comes_before_the_loop_begins() -> None:
    assert all(hit.seconds >= 0.0 for played in arrangements() for hit in played.hits)


INSTRUMENTS: dict[str, Instrument] = {
    f"{style.name}, {voice}": sound.instrument for style in STYLES for voice, sound in sorted(style.kit.items())
}


def strokes(instrument: Instrument, velocity: float) -> list[NDArray[np.float64]]:
    return [instrument.strike(velocity, np.random.default_rng(number)) for number in range(3)]


@pytest.mark.slow
def test_every_instrument_answers_to_force_and_never_repeats_itself() -> None:
    for name, instrument in {repr(value): value for value in INSTRUMENTS.values()}.items():
        soft, hard = strokes(instrument, 0.3), strokes(instrument, 1.0)
        energy = [float(np.mean([(wave**2).sum() for wave in waves])) for waves in (soft, hard)]
        bright = [float(np.mean([listening.centroid(wave) for wave in waves])) for waves in (soft, hard)]

        assert energy[1] > 4 * energy[0], name
        assert bright[1] > 0.97 * bright[0], name
        assert not np.array_equal(hard[0][:100], hard[1][:100]), name
        for wave in (*soft, *hard):
            assert np.isfinite(wave).all(), name
            assert abs(wave[0]) < 0.01, name
            assert abs(wave[-1]) < 0.01, name


@pytest.mark.slow
def test_two_takes_are_two_sounds_of_one_instrument() -> None:
    for instrument in tuned(STYLES[0].kit, chance_of(8)).values():
        loudness = [10 * np.log10((wave**2).sum()) for wave in strokes(instrument.instrument, 0.8)]

        assert float(np.ptp(loudness)) < 3.0, instrument


def test_a_foot_closes_the_open_hats() -> None:
    rock = next(style for style in STYLES if style.name == "Rock")
    struck = (Hit(Voice.OPEN, 0, 0.9, 0.5),)
    closed = (*struck, Hit(Voice.PEDAL, 0, 0.1, 0.56))

    def rest(hits: tuple[Hit, ...]) -> float:
        mixed = mix(Arrangement(rock, 120, 2, 0.5, hits, 4 * RATE), chance_of(2))
        return float((mixed[round(0.6 * RATE) : round(0.75 * RATE)] ** 2).sum())

    assert rest(closed) < 0.3 * rest(struck)


@pytest.mark.slow
def test_a_second_of_work_makes_more_than_five_of_music() -> None:
    make_loop(13, nobody_listens)
    started = time.process_time()
    made = make_loop(13, nobody_listens).arrangement.seconds

    assert made / (time.process_time() - started) > 5.0


@pytest.mark.slow
@pytest.mark.parametrize(
    "first", [pytest.param(seed, marks=pytest.mark.xdist_group(f"drums{seed}")) for seed in HUNDREDS]
)
def test_a_hundred_seeds_all_keep_what_is_promised(first: int) -> None:
    missed = []
    for seed in range(first, first + 100):
        loop = make_loop(seed, nobody_listens)
        if not tapped_right(loop):
            missed.append((seed, loop.arrangement.style.name))

        assert true_peak_dbtp(loop.samples) <= -1.0, seed
        assert -16.0 <= integrated_lufs(loop.samples, RATE) <= -14.0, seed
        assert abs(len(loop.samples) - loop.arrangement.bars * 240 / loop.arrangement.bpm * RATE) <= 0.5, seed

    assert len(missed) <= 5, missed
