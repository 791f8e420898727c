"""What a folder holds, read from the heads of its files: no tensor is read, no library imported."""

import json
import struct
from pathlib import Path

import pytest

from mediamill.engines.sdk import EngineFailed
from mediamill_local.kit import Checkpoint, DiffusionOptions, Memory, Precision, stored_in
from mediamill_local.kit.opening import bytes_on_device, refuse_strange

CHECKPOINT = Checkpoint("flux2-klein", "Flux2KleinPipeline", run_bytes=0, exact=("vae",))


def put(folder: Path, name: str, **tensors: tuple[str, int]) -> None:
    """A file of safetensors: of each tensor its kind of numbers and how many."""
    width = {"BF16": 2, "F32": 4, "I64": 8}
    head, at = {}, 0
    for tensor, (kind, count) in tensors.items():
        head[tensor] = {"dtype": kind, "shape": [count], "data_offsets": [at, at := at + count * width[kind]]}
    written = json.dumps(head).encode()
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(struct.pack("<Q", len(written)) + written + bytes(at))


def test_parts_are_counted_and_the_most_common_numbers_are_known(tmp_path: Path) -> None:
    put(tmp_path, "transformer/model-00001-of-00002.safetensors", a=("BF16", 600), b=("BF16", 400))
    put(tmp_path, "transformer/model-00002-of-00002.safetensors", c=("BF16", 1_000))
    put(tmp_path, "vae/model.safetensors", d=("F32", 100))
    stored = stored_in(tmp_path)

    assert dict(stored.floats) == {"transformer": 2_000, "vae": 100}
    assert stored.numbers == "bfloat16"
    assert bytes_on_device(CHECKPOINT, stored, Memory.AUTO, Precision.BFLOAT16) == 4_000 + 400
    assert bytes_on_device(CHECKPOINT, stored, Memory.FP8, Precision.BFLOAT16) == 2_000 + 400
    assert bytes_on_device(CHECKPOINT, stored, Memory.OFFLOAD, Precision.BFLOAT16) == 4_000
    assert bytes_on_device(CHECKPOINT, stored, Memory.RESIDENT, Precision.FLOAT32) == 8_000 + 400


def test_a_processor_computes_with_what_is_stored_and_the_operator_decides_otherwise(tmp_path: Path) -> None:
    put(tmp_path, "transformer/model.safetensors", a=("F32", 10))
    stored = stored_in(tmp_path)

    assert DiffusionOptions().precision_of(stored, "cpu") is Precision.FLOAT32
    assert DiffusionOptions(dtype=Precision.BFLOAT16).precision_of(stored, "cpu") is Precision.BFLOAT16


@pytest.mark.parametrize(
    ("index", "told"),
    [
        ({"_class_name": "Flux2KleinPipeline", "vae": ["evil", "Model"]}, "name the library evil"),
        (
            {"_class_name": "WanPipeline", "vae": ["diffusers", "AutoencoderKLWan"]},
            "are of WanPipeline, not of Flux2Kl",
        ),
    ],
)
def test_a_folder_of_something_else_is_not_opened(index: object, told: str, tmp_path: Path) -> None:
    (tmp_path / "model_index.json").write_text(json.dumps(index))

    with pytest.raises(EngineFailed, match=told):
        refuse_strange(tmp_path, CHECKPOINT)


def test_parts_of_the_two_libraries_and_parts_left_out_are_taken(tmp_path: Path) -> None:
    index = {
        "_class_name": "Flux2KleinPipeline",
        "_diffusers_version": "0.42.1",
        "vae": ["diffusers", "AutoencoderKLFlux2"],
        "tokenizer": ["transformers", "Qwen2TokenizerFast"],
        "feature_extractor": [None, None],
    }
    (tmp_path / "model_index.json").write_text(json.dumps(index))

    refuse_strange(tmp_path, CHECKPOINT)


def test_steps_have_bounds() -> None:
    with pytest.raises(ValueError, match="from 1 to 200"):
        DiffusionOptions(steps=0)
