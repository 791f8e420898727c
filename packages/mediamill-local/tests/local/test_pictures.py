"""The table of pictures: every field that callers send has its place in it; no library is needed to read it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from mediamill.catalogue import load
from mediamill.engines.sdk import WeightsFolders
from mediamill.plugins import plugins
from mediamill.weights import PLUGIN_GROUP, read_rows
from mediamill_local.kit import VisualOptions, scaled
from mediamill_local.pictures.engine import PictureEngine, models
from mediamill_local.pictures.flux2 import Flux2Engine
from mediamill_local.pictures.qwenimage import QwenImageEngine
from mediamill_local.pictures.zimage import ZImageEngine

ENGINES = (Flux2Engine, ZImageEngine, QwenImageEngine)
READ = {"prompt", "aspect_ratio", "seed"}  # fields that the engine reads
OFF_RATIO_MAX = 0.03  # sides are multiples: no caller sees so little


def shapes() -> Iterator[object]:
    for row, model in models().items():
        for ratio, size in model.sizes.items():
            yield pytest.param(row, ratio, size, id=f"{row} {ratio}")


@pytest.mark.parametrize(("row", "ratio", "size"), list(shapes()))
def test_sizes_have_their_aspect_ratio_and_fit_the_model(row: str, ratio: str, size: tuple[int, int]) -> None:
    across, down = map(int, ratio.split(":"))

    assert size[0] / size[1] == pytest.approx(across / down, rel=OFF_RATIO_MAX)
    assert all(side % models()[row].multiple == 0 for side in size)
    assert scaled(size, 1.0, models()[row].multiple) == size


@pytest.mark.parametrize("slug", ["nano-banana", "flux-2-flex"])
def test_every_value_of_every_field_has_its_place(slug: str) -> None:
    fields = {field.name: field for field in load().tools["create-image"].models[slug].fields}

    assert set(fields) == READ
    assert all(set(fields["aspect_ratio"].allowed or ()) == set(model.sizes) for model in models().values())


@pytest.mark.parametrize("kind", ENGINES)
def test_an_engine_is_a_row_of_the_table_and_of_the_weights(kind: type[PictureEngine]) -> None:
    engine = kind(VisualOptions(), WeightsFolders(Path("/nowhere")))
    known = read_rows(None, plugins(PLUGIN_GROUP)).rows

    assert engine.rows() == (engine.row,)
    assert known[engine.row].engine == engine.name
    assert {one.row for one in ENGINES} == set(models())


def test_an_operator_makes_pictures_smaller() -> None:
    engine = Flux2Engine(VisualOptions(scale=0.5), WeightsFolders(Path("/nowhere")))

    assert engine.size_of("1:1") == (512, 512)
    assert engine.size_of("16:9") == (672, 384)


@pytest.mark.parametrize("scale", [0.0, 3.0, float("nan")])
def test_a_scale_has_bounds(scale: float) -> None:
    with pytest.raises(ValueError, match=r"from 0\.05 to 2"):
        VisualOptions(scale=scale)


def test_without_the_libraries_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = Flux2Engine(VisualOptions(), WeightsFolders(Path("/nowhere")))
    monkeypatch.setattr(
        "mediamill.engines.environments.importlib.util.find_spec", lambda name: None if name == "torch" else object()
    )

    assert engine.ready() == "torch is not installed: pip install 'mediamill-local[diffusion]'"

    monkeypatch.setattr("mediamill.engines.environments.importlib.util.find_spec", lambda _: object())

    assert engine.ready() is None
