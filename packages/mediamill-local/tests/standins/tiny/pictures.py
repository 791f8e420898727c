"""Stand-ins for the models of pictures: the smallest that their classes take."""

from pathlib import Path
from typing import Any

from tests.standins.tiny import byte_tokenizer, save

FOUR = 4  # levels of a decoder, each but the last of half the size
LETTERS = 300  # of the byte tokenizer, rounded up


def flux2_klein(folder: Path) -> None:
    """FLUX.2-klein, whose pipeline joins what layers 9, 18 and 27 of its encoder say."""
    import torch
    from diffusers import (
        AutoencoderKLFlux2,
        FlowMatchEulerDiscreteScheduler,
        Flux2KleinPipeline,
        Flux2Transformer2DModel,
    )
    from transformers import Qwen3ForCausalLM

    torch.manual_seed(0)
    vae = AutoencoderKLFlux2(latent_channels=4, **small_decoder())
    transformer = Flux2Transformer2DModel(
        patch_size=1,
        in_channels=16,
        num_layers=1,
        num_single_layers=2,
        attention_head_dim=16,
        num_attention_heads=2,
        joint_attention_dim=3 * 32,
        axes_dims_rope=(4, 4, 4, 4),
        guidance_embeds=False,
    )
    encoder = Qwen3ForCausalLM(qwen3(layers=28))
    scheduler = FlowMatchEulerDiscreteScheduler(use_dynamic_shifting=True)
    save(Flux2KleinPipeline(scheduler, vae, encoder, byte_tokenizer(), transformer, is_distilled=True), folder)


def z_image(folder: Path) -> None:
    """Z-Image-Turbo, whose transformer begins with pads of whatever was in memory."""
    import torch
    from diffusers import AutoencoderKL, FlowMatchEulerDiscreteScheduler, ZImagePipeline, ZImageTransformer2DModel
    from transformers import Qwen3Model

    torch.manual_seed(0)
    vae = AutoencoderKL(
        latent_channels=16,
        scaling_factor=0.36,
        shift_factor=0.12,
        use_quant_conv=False,
        use_post_quant_conv=False,
        **small_decoder(),
    )
    transformer = ZImageTransformer2DModel(
        in_channels=16,
        dim=64,
        n_layers=2,
        n_refiner_layers=1,
        n_heads=2,
        n_kv_heads=2,
        cap_feat_dim=32,
        axes_dims=[16, 8, 8],
        axes_lens=[2048, 256, 256],
    )
    with torch.no_grad():
        transformer.x_pad_token.zero_()
        transformer.cap_pad_token.zero_()
    encoder = Qwen3Model(qwen3(layers=2))
    save(
        ZImagePipeline(FlowMatchEulerDiscreteScheduler(shift=3.0), vae, encoder, byte_tokenizer(), transformer), folder
    )


def qwen_image(folder: Path) -> None:
    """Qwen-Image, whose encoder could also see."""
    import torch
    from diffusers import (
        AutoencoderKLQwenImage,
        FlowMatchEulerDiscreteScheduler,
        QwenImagePipeline,
        QwenImageTransformer2DModel,
    )
    from transformers import Qwen2_5_VLForConditionalGeneration

    torch.manual_seed(0)
    vae = AutoencoderKLQwenImage(
        base_dim=4, z_dim=16, dim_mult=[1, 1, 1, 1], num_res_blocks=1, temperal_downsample=[False, True, True]
    )
    transformer = QwenImageTransformer2DModel(
        in_channels=64,
        out_channels=16,
        num_layers=2,
        attention_head_dim=16,
        num_attention_heads=2,
        joint_attention_dim=32,
        axes_dims_rope=(4, 6, 6),
    )
    encoder = Qwen2_5_VLForConditionalGeneration(qwen25_vl())
    scheduler = FlowMatchEulerDiscreteScheduler(use_dynamic_shifting=True)
    save(QwenImagePipeline(scheduler, vae, encoder, byte_tokenizer(), transformer), folder)


def small_decoder() -> dict[str, Any]:
    """Sizes of an autoencoder of pictures: an eighth of each side is its latent."""
    return {
        "sample_size": 64,
        "block_out_channels": (8,) * FOUR,
        "layers_per_block": 1,
        "norm_num_groups": 4,
        "down_block_types": ("DownEncoderBlock2D",) * FOUR,
        "up_block_types": ("UpDecoderBlock2D",) * FOUR,
    }


def qwen3(layers: int) -> Any:
    """An encoder of width 32."""
    from transformers import Qwen3Config

    return Qwen3Config(
        vocab_size=LETTERS,
        hidden_size=32,
        intermediate_size=64,
        num_hidden_layers=layers,
        num_attention_heads=2,
        num_key_value_heads=1,
        head_dim=16,
        max_position_embeddings=2048,
        tie_word_embeddings=True,
    )


def qwen25_vl() -> Any:
    """Likewise, with eyes."""
    from transformers import Qwen2_5_VLConfig

    text = {
        "vocab_size": LETTERS,
        "hidden_size": 32,
        "intermediate_size": 64,
        "num_hidden_layers": 2,
        "num_attention_heads": 2,
        "num_key_value_heads": 1,
        "max_position_embeddings": 2048,
        "rope_parameters": {"rope_type": "default", "rope_theta": 10_000.0, "mrope_section": [2, 3, 3]},
        "bos_token_id": 2,
        "eos_token_id": 1,
    }
    sight = {
        "depth": 1,
        "hidden_size": 16,
        "intermediate_size": 16,
        "num_heads": 2,
        "out_hidden_size": 32,
        "fullatt_block_indexes": [0],
    }
    return Qwen2_5_VLConfig(text_config=text, vision_config=sight)
