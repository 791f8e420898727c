"""Prompts that are longer than what a model reads: as much as fits, and which words were left out."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import Any


class Wording(StrEnum):
    """How a pipeline puts a prompt before its tokenizer."""

    PLAIN = "plain"
    CHAT = "chat"  # as a message of a conversation
    THINKING = "thinking"  # likewise, with room for thoughts
    TEMPLATE = "template"  # within a text of the pipeline's own


@dataclass(frozen=True, slots=True)
class Fitted:
    """A prompt of which a model reads every word."""

    text: str
    left_out: tuple[str, ...] = ()


def fitted(prompt: str, tokens_max: int, count: Callable[[str], int]) -> Fitted:
    """The longest beginning of a prompt that has no more tokens, cut between two words where it has some."""
    if count(prompt) <= tokens_max:
        return Fitted(prompt)
    short, long = 0, len(prompt)  # characters: the first fits, the second does not
    while long - short > 1:
        middle = (short + long) // 2
        short, long = (middle, long) if count(prompt[:middle]) <= tokens_max else (short, middle)
    cut = next(
        (at for at, (a, b) in reversed(list(enumerate(pairwise(prompt[: short + 1]), 1))) if is_gap(a, b)), short
    )
    return Fitted(prompt[:cut].rstrip(), tuple(prompt[cut:].split()))


def is_gap(before: str, after: str) -> bool:
    """Whether a word ends or begins between two characters."""
    return before.isspace() != after.isspace()


def tokens_in(pipeline: Any, wording: Wording) -> Callable[[str], int]:
    """What counts the tokens of a prompt as the pipeline will see them."""
    tokenizer = pipeline.tokenizer

    def count(prompt: str) -> int:
        text = prompt
        if wording is Wording.TEMPLATE:
            text = pipeline.prompt_template_encode.format(prompt)
        elif wording is not Wording.PLAIN:
            text = tokenizer.apply_chat_template(
                [{"role": "user", "content": prompt}],
                tokenize=False,
                add_generation_prompt=True,
                enable_thinking=wording is Wording.THINKING,
            )
        return len(tokenizer(text).input_ids)

    return count
