"""Pipelines of the real classes in their real sizes, with random numbers: as slow and as large as trained ones.

Nothing is read from a disk, nothing fetched; what they make is noise. `small` ones show on a processor that this works.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from scripts.gpu import small_ltx2

SPREAD = 0.02  # of random numbers; larger ones end beyond what 16 bits hold
# Of a tokenizer for any text: the 256 bytes, and before them its four specials.
SPECIALS = {"pad_token": "<pad>", "eos_token": "<eos>", "bos_token": "<bos>", "unk_token": "<unk>"}
CHAT = "{% for one in messages %}{{ one['content'] }}\n{% endfor %}"


@dataclass(frozen=True, slots=True)
class Size:
    """What one run makes."""

    width: int
    height: int
    steps: int
    frames: int | None = None  # of a film
    tokens: int = 512  # of the prompt, with what fills it up

    def arguments(self) -> Mapping[str, int]:
        """As pipelines take them."""
        of_film = {} if self.frames is None else {"num_frames": self.frames}
        return {"width": self.width, "height": self.height, "max_sequence_length": self.tokens, **of_film}


@dataclass(frozen=True, slots=True)
class RandomModel:
    """A pipeline that can be made; its parts are made by the functions that `parts` returns, by name."""

    parts: Callable[[bool], Mapping[str, Callable[[], Any]]]
    pipeline: Callable[[Mapping[str, Any]], Any]
    full: Size
    small: Size

    def size(self, small: bool) -> Size:
        """What a run makes."""
        return self.small if small else self.full


def make(model: RandomModel, device: str, *, small: bool, kept_on: str) -> Any:
    """The pipeline, filled on the device part by part, each kept where it is wanted then."""
    import torch

    torch.manual_seed(0)  # made anew, it is the same
    return model.pipeline({name: filled(part, device).to(kept_on) for name, part in model.parts(small).items()})


def bytes_of(model: RandomModel) -> dict[str, int]:
    """Of each part in 16 bits; nothing is made."""
    import torch

    with torch.device("meta"):
        return {name: sum(2 * one.numel() for one in part().parameters()) for name, part in model.parts(False).items()}


def filled(build: Callable[[], Any], device: str) -> Any:
    """A module that was never on the disk, and in the memory of this device alone."""
    import torch

    usual = torch.get_default_dtype()
    torch.set_default_dtype(torch.bfloat16)
    try:
        with torch.device("meta"):
            module = build()
    finally:
        torch.set_default_dtype(usual)
    module = module.to_empty(device=device).eval()
    with torch.no_grad():
        for weight in module.parameters():
            weight.normal_(std=SPREAD)
        for buffer in module.buffers():  # frequencies, variances, indices: what `__init__` had calculated is lost
            buffer.fill_(1)
    return module


def flux2_klein_parts(small: bool) -> Mapping[str, Callable[[], Any]]:
    """3.88 + 4.02 + 0.08 billion numbers."""
    from diffusers import AutoencoderKLFlux2, Flux2Transformer2DModel
    from transformers import Qwen3Config, Qwen3ForCausalLM

    width = 32 if small else 2_560
    text = Qwen3Config(
        vocab_size=300 if small else 151_936,
        hidden_size=width,
        intermediate_size=2 * width if small else 9_728,
        num_hidden_layers=28 if small else 36,  # its layers 9, 18 and 27 are read
        num_attention_heads=2 if small else 32,
        num_key_value_heads=1 if small else 8,
        head_dim=16 if small else 128,
        tie_word_embeddings=True,
    )
    head = 16 if small else 128
    transformer: dict[str, Any] = {
        "patch_size": 1,
        "in_channels": 16 if small else 128,
        "num_layers": 1 if small else 5,
        "num_single_layers": 1 if small else 20,
        "attention_head_dim": head,
        "num_attention_heads": 2 if small else 24,
        "joint_attention_dim": 3 * width,
        "axes_dims_rope": (head // 4,) * 4,
        "guidance_embeds": False,
    }
    tiny_vae: dict[str, Any] = {
        "block_out_channels": (8, 8, 8, 8),
        "layers_per_block": 1,
        "norm_num_groups": 4,
        "latent_channels": 4,
    }
    return {
        "text_encoder": lambda: Qwen3ForCausalLM(text),
        "transformer": lambda: Flux2Transformer2DModel(**transformer),
        "vae": lambda: AutoencoderKLFlux2(**(tiny_vae if small else {})),
    }


def flux2_klein(parts: Mapping[str, Any]) -> Any:
    """As FLUX.2-klein-4B is put together."""
    from diffusers import FlowMatchEulerDiscreteScheduler, Flux2KleinPipeline

    scheduler = FlowMatchEulerDiscreteScheduler(use_dynamic_shifting=True)
    return Flux2KleinPipeline(scheduler=scheduler, tokenizer=byte_tokenizer(), is_distilled=True, **parts)


def ltx2_parts(small: bool) -> Mapping[str, Callable[[], Any]]:
    """18.9 + 11.9 + 1.2 billion numbers, and those of sound."""
    from diffusers import AutoencoderKLLTX2Audio, AutoencoderKLLTX2Video, LTX2VideoTransformer3DModel
    from diffusers.pipelines.ltx2 import LTX2TextConnectors, LTX2Vocoder
    from transformers import Gemma3Config, Gemma3ForConditionalGeneration

    text = Gemma3Config(
        **(small_ltx2.TEXT if small else {"text_config": GEMMA_12B, "vision_config": {"vision_use_head": False}})
    )
    given: Mapping[str, Any] = small_ltx2.PARTS if small else {}
    kinds: Mapping[str, Any] = {
        "connectors": LTX2TextConnectors,
        "transformer": LTX2VideoTransformer3DModel,
        "vae": AutoencoderKLLTX2Video,
        "audio_vae": AutoencoderKLLTX2Audio,
        "vocoder": LTX2Vocoder,
    }
    made = {name: (lambda kind=kind, name=name: kind(**given.get(name, {}))) for name, kind in kinds.items()}
    return {"text_encoder": lambda: Gemma3ForConditionalGeneration(text), **made}


GEMMA_12B: Mapping[str, Any] = {
    "vocab_size": 262_208,
    "hidden_size": 3_840,
    "intermediate_size": 15_360,
    "num_hidden_layers": 48,
    "num_attention_heads": 16,
    "num_key_value_heads": 8,
    "head_dim": 256,
}


def ltx2(parts: Mapping[str, Any]) -> Any:
    """As LTX-2 is put together."""
    from diffusers import FlowMatchEulerDiscreteScheduler, LTX2Pipeline

    pipeline = LTX2Pipeline(scheduler=FlowMatchEulerDiscreteScheduler(), tokenizer=byte_tokenizer(), **parts)
    pipeline.vae.enable_tiling()
    return pipeline


def byte_tokenizer() -> Any:
    """Takes any text, one token a byte."""
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers
    from transformers import PreTrainedTokenizerFast

    letters = sorted(pre_tokenizers.ByteLevel.alphabet())
    vocabulary = {token: number for number, token in enumerate((*SPECIALS.values(), *letters))}
    raw = Tokenizer(models.BPE(vocab=vocabulary, merges=[], unk_token=SPECIALS["unk_token"]))
    raw.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    raw.decoder = decoders.ByteLevel()
    return PreTrainedTokenizerFast(tokenizer_object=raw, chat_template=CHAT, **SPECIALS)


MODELS = {
    "flux2-klein": RandomModel(
        flux2_klein_parts, flux2_klein, Size(1_024, 1_024, steps=4), Size(64, 64, steps=3, tokens=32)
    ),
    "ltx-2": RandomModel(
        ltx2_parts,
        ltx2,
        Size(1_280, 704, steps=8, frames=121, tokens=1_024),
        Size(64, 64, steps=3, frames=9, tokens=32),
    ),
}
