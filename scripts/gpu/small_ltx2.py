"""The configuration of a film model that is small enough for a processor; it has every part of the real one."""

from typing import Any

LAYERS = 2
WIDTH = 32
TEXT: dict[str, Any] = {
    "text_config": {
        "vocab_size": 300,
        "hidden_size": WIDTH,
        "intermediate_size": 2 * WIDTH,
        "num_hidden_layers": LAYERS,
        "num_attention_heads": 2,
        "num_key_value_heads": 1,
        "head_dim": 16,
    },
    "vision_config": {
        "hidden_size": 16,
        "intermediate_size": 16,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "image_size": 28,
        "patch_size": 14,
    },
    "mm_tokens_per_image": 4,
    "image_token_index": 299,
}
PARTS: dict[str, dict[str, Any]] = {
    "connectors": {
        "caption_channels": WIDTH,
        "text_proj_in_factor": LAYERS + 1,
        "video_connector_num_attention_heads": 2,
        "video_connector_attention_head_dim": 16,
        "video_connector_num_layers": 1,
        "video_connector_num_learnable_registers": None,
        "audio_connector_num_attention_heads": 2,
        "audio_connector_attention_head_dim": 16,
        "audio_connector_num_layers": 1,
        "audio_connector_num_learnable_registers": None,
        "connector_rope_base_seq_len": 32,
    },
    "transformer": {
        "in_channels": 8,
        "out_channels": 8,
        "num_attention_heads": 2,
        "attention_head_dim": 16,
        "cross_attention_dim": WIDTH,
        "audio_in_channels": 16,
        "audio_out_channels": 16,
        "audio_num_attention_heads": 2,
        "audio_attention_head_dim": 8,
        "audio_cross_attention_dim": 16,
        "num_layers": 2,
        "caption_channels": WIDTH,
    },
    "vae": {
        "latent_channels": 8,
        "block_out_channels": (8, 16, 32, 64),
        "decoder_block_out_channels": (8, 16, 32),
        "layers_per_block": (1, 1, 1, 1, 1),
        "decoder_layers_per_block": (1, 1, 1, 1),
        "decoder_inject_noise": (False,) * 4,
        "spatial_compression_ratio": 32,
        "temporal_compression_ratio": 8,
        "patch_size": 4,
        "patch_size_t": 1,
    },
    "audio_vae": {
        "base_channels": 16,
        "ch_mult": (1, 1, 1),
        "num_res_blocks": 1,
        "resolution": 32,
        "latent_channels": 8,
        "mel_bins": 8,
    },
    "vocoder": {
        "in_channels": 16,
        "hidden_channels": 32,
        "upsample_kernel_sizes": [16, 15],
        "upsample_factors": [16, 10],
        "resnet_kernel_sizes": [3],
        "resnet_dilations": [[1, 3]],
        "output_sampling_rate": 16_000,
    },
}
