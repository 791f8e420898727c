"""Stand-ins for weights: the real classes of the libraries, tiny and with random numbers, as files in a folder."""

from pathlib import Path
from typing import Any

CHAT = (
    "{% for m in messages %}{{ m['role'] }}: "
    "{% if m['content'] is string %}{{ m['content'] }}{% else %}{{ m['content'][0]['text'] }}{% endif %}\n{% endfor %}"
)
SPECIALS = ("<pad>", "<eos>", "<bos>", "<unk>")
AWAKE = 0.05  # deviation of the numbers that were zero


def wake(module: Any) -> None:
    """Some classes begin with layers of zeros, whose output does not depend on the seed: a test would see nothing."""
    import torch

    with torch.no_grad():
        for weight in module.parameters():
            if weight.numel() > 1 and not weight.any():
                weight.normal_(std=AWAKE)


def save(pipeline: Any, folder: Path) -> None:
    """The parts of a pipeline of diffusers, awake, as a repository holds them."""
    import torch

    for part in pipeline.components.values():
        if isinstance(part, torch.nn.Module):
            wake(part)
    pipeline.save_pretrained(folder)


def byte_tokenizer() -> Any:
    """A tokenizer of 256 bytes and a few specials: it takes any text, and weighs 10 kB."""
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers
    from transformers import PreTrainedTokenizerFast

    letters = sorted(pre_tokenizers.ByteLevel.alphabet())
    vocabulary = {token: number for number, token in enumerate((*SPECIALS, *letters))}
    raw = Tokenizer(models.BPE(vocab=vocabulary, merges=[], unk_token="<unk>"))
    raw.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    raw.decoder = decoders.ByteLevel()
    return PreTrainedTokenizerFast(
        tokenizer_object=raw,
        pad_token="<pad>",
        eos_token="<eos>",
        bos_token="<bos>",
        unk_token="<unk>",
        chat_template=CHAT,
    )
