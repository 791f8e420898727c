"""How pipelines are opened and kept: eight bits, parts that come and go, and what is refused."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from mediamill.engines.sdk import EngineFailed
from mediamill_local.films.ltx2 import LtxOptions
from mediamill_local.kit import Memory, Precision, VisualOptions
from tests.standins.visual.studio import ENGINES, Cancelled, Ear, Studio, loaded

pytestmark = pytest.mark.xdist_group("visual")
Studios = Callable[[str], Studio]
Weights = Callable[[str], Path]
ROW = "z-image-turbo"
PLENTY = 10**12  # bytes


def options_of(row: str, **changed: object) -> VisualOptions:
    """Those of the studio, with others."""
    import dataclasses

    return dataclasses.replace(ENGINES[row][1], **changed)  # type: ignore[arg-type]


@pytest.mark.parametrize("row", ENGINES)
def test_eight_bits_take_less_and_make_something_else(
    row: str, studio_of: Studios, weights_of_row: Weights, tmp_path: Path
) -> None:
    usual = studio_of(row)
    small = loaded(row, weights_of_row(row), tmp_path / "made", options_of(row, memory=Memory.FP8))

    assert small.engine.bytes_held(small.opened) < 0.9 * usual.engine.bytes_held(usual.opened)
    assert small.make().path.read_bytes() != usual.make().path.read_bytes()
    assert small.make().provenance["memory"] == "fp8"


def test_parts_that_come_and_go_make_the_same(
    studio_of: Studios, weights_of_row: Weights, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mediamill_local.kit.opening.card_bytes", lambda _: PLENTY)
    lent = loaded(ROW, weights_of_row(ROW), tmp_path / "made", options_of(ROW, memory=Memory.OFFLOAD))
    pixels = studio_of(ROW).make().path.read_bytes()

    assert lent.opened.memory is Memory.OFFLOAD
    assert told_apart(lent.make().path) == told_apart(studio_of(ROW).make().path)
    with pytest.raises(Cancelled):
        lent.make(Ear(words_max=1))
    assert told_apart(lent.make().path) == told_apart(studio_of(ROW).make().path)
    assert pixels


def told_apart(path: Path) -> bytes:
    """The pixels alone: the file also says which memory was used."""
    from PIL import Image

    with Image.open(path) as picture:
        return picture.tobytes()


def test_half_as_many_bits_where_the_operator_says_so(weights_of_row: Weights, tmp_path: Path) -> None:
    studio = loaded(ROW, weights_of_row(ROW), tmp_path / "made", options_of(ROW, dtype=Precision.BFLOAT16))

    assert studio.make().provenance["dtype"] == "bfloat16"
    assert studio.engine.bytes_held(studio.opened) == pytest.approx(studio.engine.bytes_wanted(ROW), rel=0.05)


def test_a_pickle_is_never_opened(weights_of_row: Weights, tmp_path: Path) -> None:
    import torch
    from safetensors.torch import load_file

    home = tmp_path / "weights"
    shutil.copytree(weights_of_row(ROW) / ROW, home / ROW)
    (weights,) = (home / ROW / "vae").glob("*.safetensors")
    torch.save(load_file(weights), weights.with_suffix(".bin"))
    weights.unlink()

    with pytest.raises(OSError, match="safetensors"):
        loaded(ROW, home, tmp_path / "made")


def test_weights_of_something_else_are_refused_in_a_sentence(weights_of_row: Weights, tmp_path: Path) -> None:
    home = tmp_path / "weights"
    shutil.copytree(weights_of_row("qwen-image") / "qwen-image", home / ROW)

    with pytest.raises(EngineFailed, match="are of QwenImagePipeline, not of ZImagePipeline"):
        loaded(ROW, home, tmp_path / "made")


def test_parts_that_are_not_used_are_not_read(weights_of_row: Weights, tmp_path: Path) -> None:
    row, home = "ltx-2.3-distilled", tmp_path / "weights"
    shutil.copytree(weights_of_row(row) / row, home / row)
    index = home / row / "model_index.json"
    index.write_text(json.dumps(json.loads(index.read_text()) | {"processor": ["transformers", "Gemma3Processor"]}))

    assert loaded(row, home, tmp_path / "made").opened.pipeline.processor is None


def test_a_schedule_of_its_own_is_not_shifted(weights_of_row: Weights, tmp_path: Path) -> None:
    row = "ltx-2.3-distilled"
    studio = loaded(row, weights_of_row(row), tmp_path / "made", LtxOptions(scale=0.07))
    studio.make()
    scheduler = studio.opened.pipeline.scheduler

    assert len(scheduler.timesteps) == 8
    assert scheduler.sigmas[:-1].tolist() == pytest.approx(
        [1.0, 0.99375, 0.9875, 0.98125, 0.975, 0.909375, 0.725, 0.421875]
    )
