"""A pipeline from the folder of a row: safetensors alone, nothing fetched, no code but the libraries' own."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mediamill.engines.sdk import EngineFailed
from mediamill_local.kit.memory import Memory, bytes_of, chosen_memory
from mediamill_local.kit.options import DiffusionOptions, Precision
from mediamill_local.kit.stored import Stored, stored_in

INDEX = "model_index.json"
# What parts may come from: the last three are modules of diffusers' own pipelines.
LIBRARIES = frozenset({"diffusers", "transformers", "ace_step", "ltx2", "stable_audio_3"})
# Parts that are kept in 8 bits: the large ones; decoders would show it.
EIGHT_BIT_PARTS = frozenset({"transformer", "transformer_2", "text_encoder"})
# Layers of encoders that stay as they are, as their embeddings do: pipelines compute in the numbers of the first one.
# Besides: what shares its numbers with an embedding, T5's `wo`, to whose numbers T5 converts, and eyes, which may come
# first. The models of diffusers know their own.
NOT_IN_EIGHT_BITS = ("norm", "lm_head", r"\.wo$", "vision", "visual")
BYTES = {Precision.FLOAT32: 4}  # of a number; 2 of the others


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """Weights and how they are opened."""

    row: str  # of weights.toml
    pipeline: str  # class of diffusers
    run_bytes: int  # what a run takes of the device's memory beside the weights
    exact: tuple[str, ...] = ()  # parts that are kept in 32 bits
    tiling: bool = False  # whether the decoder works on one tile after another
    without: tuple[str, ...] = ()  # parts of the pipeline that are not used and not read


@dataclass(frozen=True, slots=True)
class Opened:
    """A pipeline on a device."""

    pipeline: Any
    checkpoint: Checkpoint
    device: str
    dtype: Precision
    memory: Memory
    bytes: int  # on the device


def open_pipeline(checkpoint: Checkpoint, folder: Path, device: str, options: DiffusionOptions) -> Opened:
    """The pipeline, ready to run. Raises EngineFailed where the folder is not one of the checkpoint."""
    refuse_strange(folder, checkpoint)
    be_deterministic()
    stored = stored_in(folder)
    dtype = options.precision_of(stored, device)
    parts, eight_bit = part_bytes(checkpoint, stored, dtype, False), part_bytes(checkpoint, stored, dtype, True)
    memory = chosen_memory(options.memory, parts, eight_bit, checkpoint.run_bytes, card_bytes(device))
    pipeline = read(checkpoint, folder, dtype)
    if memory.is_eight_bit:
        keep_in_eight_bits(pipeline, dtype)
    if checkpoint.tiling:
        pipeline.vae.enable_tiling()
    if memory.comes_and_goes:
        pipeline.enable_model_cpu_offload(device=device)
    else:
        pipeline.to(device)
    held = bytes_of(memory, parts, eight_bit) if memory.comes_and_goes else bytes_in(pipeline)
    return Opened(pipeline, checkpoint, device, dtype, memory, held)


def bytes_on_device(checkpoint: Checkpoint, stored: Stored, asked: Memory, dtype: Precision) -> int:
    """How many bytes a checkpoint will take; where `auto` decides, as if all of it stayed there."""
    mode = Memory.RESIDENT if asked is Memory.AUTO else asked
    return bytes_of(mode, part_bytes(checkpoint, stored, dtype, False), part_bytes(checkpoint, stored, dtype, True))


def refuse_strange(folder: Path, checkpoint: Checkpoint) -> None:
    """Raises EngineFailed for a folder of another pipeline, or whose parts are not from the two libraries."""
    index: Any = json.loads((folder / INDEX).read_text())
    strange = [
        named[0]
        for named in index.values()
        if isinstance(named, list) and named and named[0] is not None and named[0] not in LIBRARIES
    ]
    if strange:
        raise EngineFailed(
            sentence=f"The weights {checkpoint.row} name the library {str(strange[0])[:80]}: not opened."
        )
    if index.get("_class_name") != checkpoint.pipeline:
        found = str(index.get("_class_name"))[:80]
        raise EngineFailed(sentence=f"The weights {checkpoint.row} are of {found}, not of {checkpoint.pipeline}.")


def be_deterministic() -> None:
    """The same bytes from the same numbers, as far as the device's libraries can. The host sets what they read before
    they start.
    """
    import torch

    torch.use_deterministic_algorithms(True, warn_only=True)
    torch.utils.deterministic.fill_uninitialized_memory = False  # nothing reads what it has not written
    torch.backends.cudnn.benchmark = False
    torch.backends.cudnn.deterministic = True
    torch.backends.cudnn.allow_tf32 = False
    torch.backends.cuda.matmul.allow_tf32 = False


def read(checkpoint: Checkpoint, folder: Path, dtype: Precision) -> Any:
    """The pipeline in the machine's memory."""
    import diffusers
    import torch
    import transformers

    diffusers.utils.logging.disable_progress_bar()
    transformers.utils.logging.disable_progress_bar()
    numbers = {"default": getattr(torch, dtype)} | dict.fromkeys(checkpoint.exact, torch.float32)
    pipeline = getattr(diffusers, checkpoint.pipeline).from_pretrained(
        folder, local_files_only=True, use_safetensors=True, dtype=numbers, **dict.fromkeys(checkpoint.without)
    )
    pipeline.set_progress_bar_config(disable=True)
    return pipeline


def keep_in_eight_bits(pipeline: Any, dtype: Precision) -> None:
    """Large parts are stored in 8 bits, and each layer computes in `dtype`."""
    import diffusers
    import torch
    from diffusers.hooks import apply_layerwise_casting

    kinds = {"storage_dtype": torch.float8_e4m3fn, "compute_dtype": getattr(torch, dtype)}
    for name, part in pipeline.components.items():
        if name not in EIGHT_BIT_PARTS or part is None:
            continue
        if isinstance(part, diffusers.ModelMixin):
            part.enable_layerwise_casting(**kinds)
        else:
            apply_layerwise_casting(
                part,
                **kinds,
                skip_modules_pattern=NOT_IN_EIGHT_BITS,
                skip_modules_classes=(torch.nn.Embedding,),
            )


def part_bytes(checkpoint: Checkpoint, stored: Stored, dtype: Precision, in_eight_bits: bool) -> Mapping[str, int]:
    """Of each part as it is kept."""

    def width(part: str) -> int:
        if part in checkpoint.exact:
            return 4
        return 1 if in_eight_bits and part in EIGHT_BIT_PARTS else BYTES.get(dtype, 2)

    return {part: count * width(part) for part, count in stored.floats.items() if part not in checkpoint.without}


def bytes_in(pipeline: Any) -> int:
    """Of every parameter and buffer; those that parts share count once."""
    import torch

    tensors = {
        id(tensor): tensor.numel() * tensor.element_size()
        for part in pipeline.components.values()
        if isinstance(part, torch.nn.Module)
        for tensor in (*part.parameters(), *part.buffers())
    }
    return sum(tensors.values())


def card_bytes(device: str) -> int | None:
    """Of the memory of a CUDA card; None for other devices."""
    if not device.startswith("cuda"):
        return None
    import torch

    return int(torch.cuda.mem_get_info(device)[1])
