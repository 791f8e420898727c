"""Pocket TTS in small: the class of its package with random numbers, and a voice for every name."""

from pathlib import Path
from typing import Any

from mediamill_local.speech.voices import voices_of
from tests.standins.tiny import byte_tokenizer, wake

WIDTH = 32
CONFIG = f"""
flow_lm:
  insert_bos_before_voice: true
  dtype: float32
  flow: {{depth: 1, dim: 16}}
  transformer: {{d_model: {WIDTH}, hidden_scale: 2, max_period: 10000, num_heads: 2, num_layers: 1}}
  lookup_table: {{dim: {WIDTH}, n_bins: 260, tokenizer: tokenizers, tokenizer_path: "{{tokenizer}}"}}
mimi:
  dtype: float32
  sample_rate: 24000
  inner_dim: 8
  outer_dim: {WIDTH}
  channels: 1
  frame_rate: 12.5
  seanet:
    {{dimension: {WIDTH}, channels: 1, n_filters: 4, n_residual_layers: 1, ratios: [6, 5, 4], kernel_size: 7,
      residual_kernel_size: 3, last_kernel_size: 3, dilation_base: 2, pad_mode: constant, compress: 2}}
  transformer:
    {{d_model: {WIDTH}, num_heads: 2, num_layers: 1, layer_scale: 0.5, context: 250, dim_feedforward: 64,
      input_dimension: {WIDTH}, output_dimensions: [{WIDTH}]}}
  quantizer: {{dimension: 8, output_dimension: {WIDTH}}}
"""


def build(folder: Path) -> Path:
    """Lay it out as the repository of the row `pocket-tts`; the returned YAML file says how it is made."""
    import safetensors.torch
    import torch
    from pocket_tts import TTSModel, export_model_state

    place = folder / "languages" / "english"
    (place / "embeddings").mkdir(parents=True)
    byte_tokenizer().backend_tokenizer.save(str(place / "tokenizer.json"))
    config = folder.parent / "pocket.yaml"
    config.write_text(CONFIG.replace("{tokenizer}", str(place / "tokenizer.json")))
    torch.manual_seed(0)
    model: Any = TTSModel.load_model(config=config)
    wake(model)
    for place_of_voice, name in enumerate(sorted(set(voices_of("pocket").values()))):
        torch.manual_seed(place_of_voice)
        state = model.get_state_for_audio_prompt(0.3 * torch.randn(1, 9_600))
        export_model_state(state, place / "embeddings" / f"{name}.safetensors")
    safetensors.torch.save_file(model.state_dict(), place / "model.safetensors")
    return config
