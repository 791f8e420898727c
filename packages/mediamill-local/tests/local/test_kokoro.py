"""Kokoro before it is loaded: what it says is missing, and which weights it takes for its own."""

import json
from pathlib import Path

import pytest

from mediamill.engines.sdk import EngineFailed, WeightsFolders
from mediamill_local.speech.kokoro import KokoroEngine, KokoroOptions, model_file, phonemes_of
from mediamill_local.speech.voices import voices_of


def kokoro(home: Path, **voices: str) -> KokoroEngine:
    return KokoroEngine(KokoroOptions(voices=voices), WeightsFolders(home))


def put_voices(home: Path, *names: str) -> None:
    folder = home / "kokoro" / "voices"
    folder.mkdir(parents=True)
    for name in names:
        (folder / f"{name}.bin").write_bytes(b"")


def test_it_says_which_library_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(KokoroEngine, "finds", lambda _self, _library: False)

    assert "pip install 'mediamill-local[speech]'" in str(kokoro(tmp_path).ready())


def test_it_is_ready_when_every_name_has_its_voice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(KokoroEngine, "finds", lambda _self, _library: True)
    put_voices(tmp_path, *voices_of("kokoro").values())

    assert kokoro(tmp_path).ready() is None
    assert "no voice af_heart" in str(kokoro(tmp_path, Aria="af_heart").ready())


def test_an_operator_gives_a_name_another_voice(tmp_path: Path) -> None:
    assert kokoro(tmp_path, Aria="af_heart").voices["Aria"] == "af_heart"
    assert kokoro(tmp_path).voices["Aria"] == "af_aoede"


def test_one_model_is_taken_and_its_size_counted(tmp_path: Path) -> None:
    (tmp_path / "kokoro" / "onnx").mkdir(parents=True)
    with pytest.raises(EngineFailed, match="models pull kokoro"):
        model_file(tmp_path / "kokoro")

    (tmp_path / "kokoro" / "onnx" / "model_quantized.onnx").write_bytes(bytes(1_000))

    assert kokoro(tmp_path).bytes_wanted("kokoro") > 1_000


def test_phonemes_are_those_of_its_tokenizer(tmp_path: Path) -> None:
    file = tmp_path / "tokenizer.json"
    file.write_text(json.dumps({"model": {"vocab": {"$": 0, ";": 1, "a": 43}}}))

    assert phonemes_of(file) == {";": 1, "a": 43}

    file.write_text("[]")
    with pytest.raises(EngineFailed, match="not those of Kokoro"):
        phonemes_of(file)
