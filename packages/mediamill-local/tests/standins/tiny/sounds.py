"""Stand-ins of HTDemucs, ACE-Step and Stable Audio 3."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch

from tests.standins.tiny import byte_tokenizer, save, wake

# Of HTDemucs: as the published one, with 8 instead of 48 channels, one layer across and pieces of a second.
HTDEMUCS = {
    "sources": ["drums", "bass", "other", "vocals"],
    "channels": 8,
    "dconv_mode": 3,
    "t_layers": 1,
    "t_heads": 2,
    "segment": {"_type": "fraction", "numerator": 1, "denominator": 1},
}


def build_htdemucs(folder: Path, said: Mapping[str, str] | None = None) -> Path:
    """One file, with half as many bits a number as it is computed with, and `said` over what it says of itself."""
    from demucs.htdemucs import HTDemucs
    from safetensors.torch import save_file

    torch.manual_seed(0)
    model = HTDemucs(**{**HTDEMUCS, "segment": 1})
    wake(model)
    folder.mkdir(parents=True)
    numbers = {name: number.half() for name, number in model.state_dict().items()}
    save_file(numbers, folder / "955717e8.safetensors", metadata={**metadata_of(HTDEMUCS), **(said or {})})
    return folder


def metadata_of(arguments: Mapping[str, Any]) -> dict[str, str]:
    """What the authors' file says of itself."""
    return {"klass": "demucs.htdemucs.HTDemucs", "args": "[]", "kwargs": json.dumps(arguments)}


def build_acestep(folder: Path) -> Path:
    """The pipeline with all its parts."""
    from diffusers import (
        AceStepPipeline,
        AceStepTransformer1DModel,
        AutoencoderOobleck,
        FlowMatchEulerDiscreteScheduler,
    )
    from diffusers.pipelines.ace_step import AceStepConditionEncoder
    from transformers import Qwen3Config, Qwen3Model

    torch.manual_seed(0)
    heads: dict[str, Any] = {"num_attention_heads": 2, "num_key_value_heads": 1, "head_dim": 16, "sliding_window": 16}
    transformer = AceStepTransformer1DModel(
        hidden_size=32,
        intermediate_size=64,
        num_hidden_layers=2,
        in_channels=24,
        audio_acoustic_hidden_dim=8,
        patch_size=2,
        is_turbo=True,
        **heads,
    )
    condition = AceStepConditionEncoder(
        hidden_size=32,
        intermediate_size=64,
        text_hidden_dim=32,
        timbre_hidden_dim=8,
        num_lyric_encoder_hidden_layers=1,
        num_timbre_encoder_hidden_layers=1,
        **heads,
    )
    vae = AutoencoderOobleck(  # 25 frames a second: the ratios have to multiply to that share of the rate
        encoder_hidden_size=8,
        downsampling_ratios=[4, 6, 8, 10],
        decoder_channels=8,
        decoder_input_channels=8,
        audio_channels=2,
        channel_multiples=[1, 1, 1, 1],
        sampling_rate=48_000,
    )
    with torch.no_grad():  # else its sound is a constant, and hardly any of it comes from the seed
        for name, weight in vae.decoder.named_parameters():
            if name.endswith("bias"):
                weight.mul_(0.01)
    encoder = Qwen3Model(
        Qwen3Config(
            vocab_size=300,
            hidden_size=32,
            intermediate_size=64,
            num_hidden_layers=2,
            num_attention_heads=2,
            num_key_value_heads=1,
            head_dim=16,
            max_position_embeddings=2_048,
        )
    )
    scheduler = FlowMatchEulerDiscreteScheduler(num_train_timesteps=1, shift=1.0)
    save(
        AceStepPipeline(
            vae=vae,
            text_encoder=encoder,
            tokenizer=byte_tokenizer(),
            transformer=transformer,
            condition_encoder=condition,
            scheduler=scheduler,
        ),
        folder,
    )
    return folder


def build_stableaudio(folder: Path) -> Path:
    """The pipeline with all its parts; its scheduler is that of the distilled checkpoints, which draw noise anew."""
    from diffusers import AutoencoderSAME, FlowMatchEulerDiscreteScheduler, StableAudio3DiTModel, StableAudio3Pipeline
    from diffusers.pipelines.stable_audio_3.modeling_stable_audio_3 import StableAudio3DurationEmbedder
    from transformers import T5GemmaConfig, T5GemmaEncoderModel, T5GemmaModuleConfig

    torch.manual_seed(0)
    transformer = StableAudio3DiTModel(
        io_channels=8,
        embed_dim=32,
        depth=2,
        num_heads=2,
        cond_token_dim=32,
        global_cond_dim=32,
        local_add_cond_dim=9,
        timestep_features_dim=16,
        ff_mult=2,
        num_memory_tokens=2,
        use_differential_attention=False,
    )
    vae = AutoencoderSAME(
        audio_channels=2,
        patch_size=256,
        encoder_channels=8,
        encoder_c_mults=(2,),
        encoder_strides=(4,),
        encoder_transformer_depths=(1,),
        latent_dim=8,
        dim_heads=4,
        ff_mult=2,
        sampling_rate=44_100,
        use_differential_attention=False,
    )
    module = T5GemmaModuleConfig(
        vocab_size=300,
        hidden_size=32,
        intermediate_size=32,
        num_hidden_layers=2,
        num_attention_heads=2,
        num_key_value_heads=1,
        head_dim=16,
        max_position_embeddings=512,
        sliding_window=512,
        layer_types=["full_attention"] * 2,
    ).to_dict()
    encoder = T5GemmaEncoderModel(T5GemmaConfig(encoder=module, decoder=module, is_encoder_decoder=False))
    scheduler = FlowMatchEulerDiscreteScheduler(num_train_timesteps=1, shift=1.0, stochastic_sampling=True)
    save(
        StableAudio3Pipeline(
            transformer=transformer,
            vae=vae,
            text_encoder=encoder,
            tokenizer=byte_tokenizer(),
            scheduler=scheduler,
            duration_embedder=StableAudio3DurationEmbedder(output_dim=32, fourier_dim=16),
        ),
        folder,
    )
    return folder
