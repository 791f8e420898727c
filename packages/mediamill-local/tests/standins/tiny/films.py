"""Stand-ins for the models of films: the smallest that their classes take."""

from pathlib import Path
from typing import Any

from tests.standins.tiny import byte_tokenizer, save
from tests.standins.tiny.pictures import LETTERS

SOUND_RATE = 16_000  # of the stand-in's vocoder


def ltx2(folder: Path) -> None:
    """LTX-2 with its sound."""
    import torch
    from diffusers import FlowMatchEulerDiscreteScheduler, LTX2Pipeline, LTX2VideoTransformer3DModel

    torch.manual_seed(0)
    transformer = LTX2VideoTransformer3DModel(
        in_channels=8,
        out_channels=8,
        num_attention_heads=2,
        attention_head_dim=16,
        cross_attention_dim=32,
        audio_in_channels=16,
        audio_out_channels=16,
        audio_num_attention_heads=2,
        audio_attention_head_dim=8,
        audio_cross_attention_dim=16,
        num_layers=2,
        caption_channels=32,
        rope_type="split",
    )
    scheduler = FlowMatchEulerDiscreteScheduler(use_dynamic_shifting=True, shift_terminal=0.1)
    save(
        LTX2Pipeline(
            scheduler=scheduler,
            vae=film_decoder(),
            audio_vae=sound_decoder(),
            text_encoder=gemma3(),
            tokenizer=byte_tokenizer(),
            connectors=connectors(),
            transformer=transformer,
            vocoder=vocoder(),
        ),
        folder,
    )


def wan21(folder: Path) -> None:
    """Wan 2.1."""
    wan(folder, channels=16, expand_timesteps=False)


def wan22(folder: Path) -> None:
    """Wan 2.2, whose decoder makes pixels in pairs and whose steps have a time for every place."""
    pairs = {
        "decoder_base_dim": 4,
        "is_residual": True,
        "in_channels": 12,
        "out_channels": 12,
        "patch_size": 2,
        "scale_factor_spatial": 16,
        "latents_mean": [0.0] * 48,
        "latents_std": [1.0] * 48,
    }
    wan(folder, channels=48, expand_timesteps=True, **pairs)


def wan(folder: Path, channels: int, expand_timesteps: bool, **decoder: Any) -> None:
    """Wan with a decoder of so many channels."""
    import torch
    from diffusers import AutoencoderKLWan, UniPCMultistepScheduler, WanPipeline, WanTransformer3DModel
    from transformers import UMT5Config, UMT5EncoderModel

    torch.manual_seed(0)
    vae = AutoencoderKLWan(
        base_dim=4,
        z_dim=channels,
        dim_mult=[1, 1, 1, 1],
        num_res_blocks=1,
        temperal_downsample=[False, True, True],
        **decoder,
    )
    transformer = WanTransformer3DModel(
        patch_size=(1, 2, 2),
        num_attention_heads=2,
        attention_head_dim=12,
        in_channels=channels,
        out_channels=channels,
        text_dim=32,
        freq_dim=64,
        ffn_dim=32,
        num_layers=2,
        cross_attn_norm=True,
        qk_norm="rms_norm_across_heads",
        rope_max_seq_len=256,
    )
    encoder = UMT5EncoderModel(UMT5Config(vocab_size=LETTERS, d_model=32, d_kv=16, d_ff=64, num_layers=1, num_heads=2))
    scheduler = UniPCMultistepScheduler(prediction_type="flow_prediction", use_flow_sigmas=True, flow_shift=3.0)
    save(
        WanPipeline(
            byte_tokenizer(), encoder, vae, scheduler, transformer=transformer, expand_timesteps=expand_timesteps
        ),
        folder,
    )


def gemma3() -> Any:
    """An encoder of width 32, with eyes that are not used."""
    from transformers import Gemma3Config, Gemma3ForConditionalGeneration, Gemma3TextConfig, SiglipVisionConfig

    text = Gemma3TextConfig(
        vocab_size=LETTERS,
        hidden_size=32,
        intermediate_size=64,
        num_hidden_layers=2,
        num_attention_heads=2,
        num_key_value_heads=1,
        head_dim=16,
        layer_types=["full_attention", "full_attention"],
    )
    sight = SiglipVisionConfig(
        hidden_size=16, intermediate_size=16, num_hidden_layers=1, num_attention_heads=2, image_size=28, patch_size=14
    )
    return Gemma3ForConditionalGeneration(
        Gemma3Config(text_config=text, vision_config=sight, mm_tokens_per_image=4, image_token_index=LETTERS - 1)
    )


def connectors() -> Any:
    """Between the encoder and the transformer."""
    from diffusers.pipelines.ltx2 import LTX2TextConnectors

    return LTX2TextConnectors(
        caption_channels=32,
        text_proj_in_factor=3,
        video_connector_num_attention_heads=2,
        video_connector_attention_head_dim=16,
        video_connector_num_layers=1,
        video_connector_num_learnable_registers=None,
        audio_connector_num_attention_heads=2,
        audio_connector_attention_head_dim=16,
        audio_connector_num_layers=1,
        audio_connector_num_learnable_registers=None,
        connector_rope_base_seq_len=32,
        rope_type="split",
    )


def film_decoder() -> Any:
    """Of pictures: an eighth of the frames, a thirty-second of each side. Its widths have to double."""
    from diffusers import AutoencoderKLLTX2Video

    return AutoencoderKLLTX2Video(
        latent_channels=8,
        block_out_channels=(8, 16, 32, 64),
        decoder_block_out_channels=(8, 16, 32),
        layers_per_block=(1, 1, 1, 1, 1),
        decoder_layers_per_block=(1, 1, 1, 1),
        decoder_inject_noise=(False,) * 4,
        spatial_compression_ratio=32,
        temporal_compression_ratio=8,
        patch_size=4,
        patch_size_t=1,
    )


def sound_decoder() -> Any:
    """Of sound; `base_channels` are its latent channels times a quarter of the mel bins."""
    from diffusers import AutoencoderKLLTX2Audio

    return AutoencoderKLLTX2Audio(
        base_channels=16,
        output_channels=2,
        ch_mult=(1, 1, 1),
        num_res_blocks=1,
        attn_resolutions=None,
        in_channels=2,
        resolution=32,
        latent_channels=8,
        norm_type="pixel",
        causality_axis="height",
        mid_block_add_attention=False,
        sample_rate=SOUND_RATE,
        mel_hop_length=160,
        is_causal=True,
        mel_bins=8,
    )


def vocoder() -> Any:
    """From a mel spectrogram to samples."""
    from diffusers.pipelines.ltx2 import LTX2Vocoder

    return LTX2Vocoder(
        in_channels=16,
        hidden_channels=32,
        out_channels=2,
        upsample_kernel_sizes=[16, 15],
        upsample_factors=[16, 10],
        resnet_kernel_sizes=[3],
        resnet_dilations=[[1, 3]],
        output_sampling_rate=SOUND_RATE,
    )
