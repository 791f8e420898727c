"""Whisper and M2M100 in small: their own classes with random numbers, laid out as the repositories of their rows."""

import itertools
import json
import string
from pathlib import Path
from typing import Any

from tests.standins.tiny import wake

WIDTH = 32
LANGUAGES = tuple("en zh de es ru ko fr ja pt tr pl ca nl ar sv it id hi fi vi".split())  # Whisper has a hundred
SPACE = "Ġ"  # what stands for it
WORDS = 50_257  # before the specials
TIMES = 1_501  # of 20 ms, as Whisper's
SENTENCES = ("the mill by the river turns", "die Mühle am Fluss dreht sich", "le moulin tourne", "el molino gira", "ok")


def build_whisper(folder: Path) -> None:
    """Converted to CTranslate2 by its own converter."""
    import torch
    from ctranslate2.converters import transformers as converters
    from transformers import PreTrainedTokenizerFast, WhisperConfig, WhisperForConditionalGeneration

    raw = whisper_tokenizer()
    size = raw.get_vocab_size()
    start, end = raw.token_to_id("<|startoftranscript|>"), raw.token_to_id("<|endoftext|>")
    torch.manual_seed(0)
    config = WhisperConfig(
        vocab_size=size, d_model=WIDTH, encoder_attention_heads=2, decoder_attention_heads=2, encoder_ffn_dim=64,
        decoder_ffn_dim=64, decoder_start_token_id=start, bos_token_id=end, eos_token_id=end, pad_token_id=end,
        encoder_layers=1, decoder_layers=1,
    )  # fmt: skip
    model = WhisperForConditionalGeneration(config)
    wake(model)
    model.generation_config.lang_to_id = {f"<|{one}|>": raw.token_to_id(f"<|{one}|>") for one in LANGUAGES}
    model.generation_config.alignment_heads = [[0, 0]]
    model.generation_config.suppress_tokens, model.generation_config.begin_suppress_tokens = [], [end]
    loader = converters._MODEL_LOADERS["WhisperConfig"]
    spec = loader(model, PreTrainedTokenizerFast(tokenizer_object=raw))
    spec.validate()
    spec.optimize(quantization="int8")
    folder.mkdir(parents=True)
    spec.save(str(folder))
    raw.save(str(folder / "tokenizer.json"))
    (folder / "preprocessor_config.json").write_text(json.dumps({"feature_size": 80, "sampling_rate": 16_000}))


def whisper_tokenizer() -> Any:
    """What can be printed and words of three letters, as many as tell CTranslate2 that it knows several languages, and
    Whisper's specials in Whisper's order.
    """
    from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers

    letters = [SPACE, *(one for one in sorted(pre_tokenizers.ByteLevel.alphabet()) if one.isascii())]
    threes = map("".join, itertools.product(string.ascii_lowercase, repeat=3))
    fours = map("".join, itertools.product(string.ascii_lowercase, repeat=4))
    words = itertools.chain((f"{SPACE}{three}" for three in threes), (f"{SPACE}{four}" for four in fours))
    vocabulary = {
        text: number for number, text in enumerate([*letters, *itertools.islice(words, WORDS - len(letters))])
    }
    tokenizer = Tokenizer(models.BPE(vocab=vocabulary, merges=[], unk_token="?"))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    tasks = ("translate", "transcribe", "startoflm", "startofprev", "nospeech", "notimestamps")
    specials = ("endoftext", "startoftranscript", *LANGUAGES, *tasks, *(f"{time * 0.02:.2f}" for time in range(TIMES)))
    tokenizer.add_special_tokens([AddedToken(f"<|{one}|>", special=True) for one in specials])
    return tokenizer


def build_m2m100(folder: Path) -> None:
    """With sixty pieces of its own."""
    import sentencepiece
    import torch
    from transformers import M2M100Config, M2M100ForConditionalGeneration, M2M100Tokenizer

    folder.mkdir(parents=True)
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(SENTENCES * 20), model_prefix=str(folder / "sentencepiece.bpe"), vocab_size=60,
        model_type="bpe", minloglevel=2,
    )  # fmt: skip
    (folder / "sentencepiece.bpe.vocab").unlink()
    pieces = sentencepiece.SentencePieceProcessor(str(folder / "sentencepiece.bpe.model"))
    names = ["<s>", "<pad>", "</s>", "<unk>", *(pieces.id_to_piece(number) for number in range(3, pieces.vocab_size()))]
    (folder / "vocab.json").write_text(json.dumps({name: number for number, name in enumerate(names)}))
    tokenizer = M2M100Tokenizer(str(folder / "vocab.json"), str(folder / "sentencepiece.bpe.model"))
    tokenizer.save_pretrained(folder)
    torch.manual_seed(0)
    config = M2M100Config(
        vocab_size=max(tokenizer.lang_code_to_id.values()) + 9, d_model=WIDTH, encoder_layers=1, decoder_layers=1,
        encoder_attention_heads=2, decoder_attention_heads=2, encoder_ffn_dim=64, decoder_ffn_dim=64,
        max_position_embeddings=256,
    )  # fmt: skip
    model = M2M100ForConditionalGeneration(config)
    wake(model)
    model.save_pretrained(folder, safe_serialization=True)
