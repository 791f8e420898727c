"""The table of films: every field that callers send has its place in it, or is refused in a sentence."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from mediamill.catalogue import load
from mediamill.engines import EngineEntry
from mediamill.engines.installed import find_installed
from mediamill.engines.sdk import WeightsFolders
from mediamill.plugins import plugins
from mediamill.weights import PLUGIN_GROUP, read_rows
from mediamill_local.films.engine import FilmEngine
from mediamill_local.films.ltx2 import Ltx2Engine, LtxOptions, LtxWeights
from mediamill_local.films.model import FilmModel, models
from mediamill_local.films.wan import WanEngine, WanOptions, WanWeights

NOWHERE = WeightsFolders(Path("/nowhere"))
READ = {"prompt", "duration", "aspect_ratio", "seed"}  # fields that the engines read
GROUPS = {"LTX2Pipeline": 8, "WanPipeline": 4}  # frames that a decoder makes at once, after the first one
OFF_RATIO_MAX = 0.03
FIELDS = {field.name: field for field in load().tools["create-video"].models["ltx-video"].fields}


def engines() -> Iterator[FilmEngine]:
    for ltx in LtxWeights:
        yield Ltx2Engine(LtxOptions(weights=ltx), NOWHERE)
    for wan in WanWeights:
        yield WanEngine(WanOptions(weights=wan), NOWHERE)


@pytest.mark.parametrize("model", models().values(), ids=models())
def test_sizes_and_lengths_fit_the_model(model: FilmModel) -> None:
    for ratio, (width, height) in model.sizes.items():
        across, down = map(int, ratio.split(":"))
        assert width / height == pytest.approx(across / down, rel=OFF_RATIO_MAX)
        assert width % model.multiple == height % model.multiple == 0
    for seconds in model.seconds:
        assert (model.frames_in(seconds) - 1) % GROUPS[model.checkpoint.pipeline] == 0


@pytest.mark.parametrize("model", models().values(), ids=models())
def test_a_schedule_of_its_own_goes_down_and_has_its_steps(model: FilmModel) -> None:
    assert list(model.sigmas) == sorted(model.sigmas, reverse=True)
    assert len(model.sigmas) in (0, model.steps)


@pytest.mark.parametrize("engine", list(engines()), ids=lambda engine: engine.row)
def test_every_field_has_its_place(engine: FilmEngine) -> None:
    known = read_rows(None, plugins(PLUGIN_GROUP)).rows

    assert set(FIELDS) == READ
    assert set(FIELDS["aspect_ratio"].allowed or ()) == set(engine.model.sizes)
    assert known[engine.row].engine == engine.name
    assert engine.rows() == (engine.row,)


@pytest.mark.parametrize("weights", LtxWeights)
def test_the_one_with_sound_makes_every_length(weights: LtxWeights) -> None:
    assert models()[weights].seconds == set(FIELDS["duration"].allowed or ())


def test_the_other_leaves_eight_seconds_to_whoever_comes_next() -> None:
    described = find_installed("local.wan")
    offer = WanEngine(WanOptions(), NOWHERE).offers("create-video", "ltx-video")["duration"]

    assert isinstance(described, EngineEntry)
    assert described.is_partial
    assert set(FIELDS["duration"].allowed or ()) - offer.values == {8}
    assert offer.sentence == "Clips of up to 5 seconds are made here."


def test_another_number_of_steps_is_spread_evenly() -> None:
    engine = Ltx2Engine(LtxOptions(), NOWHERE)

    assert len(engine.schedule_of(8)["sigmas"]) == 8
    assert engine.schedule_of(12) == {}


def test_no_film_is_smaller_than_the_encoder_does_alike_each_time() -> None:
    small = WanEngine(WanOptions(scale=0.05), NOWHERE)

    assert {small.size_of(ratio) for ratio in small.model.sizes} == {(128, 128)}
    assert WanEngine(WanOptions(scale=0.15), NOWHERE).size_of("16:9") == (192, 128)
