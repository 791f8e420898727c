"""Sentences from one language into another: M2M100, through transformers."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

BEAMS = 5
TOKENS_MAX = 200  # of a sentence; of its translation twice as many and some
FEW_TOKENS = 10


@dataclass(frozen=True, slots=True)
class Translator:
    """The loaded model."""

    model: Any
    tokenizer: Any
    device: str

    def knows(self, language: str) -> bool:
        """Whether it is one of its languages."""
        return language in self.tokenizer.lang_code_to_id

    def translated(self, text: str, source: str, target: str) -> str:
        """A sentence; languages as it calls them."""
        import torch

        self.tokenizer.src_lang = source
        given = self.tokenizer(text, return_tensors="pt", truncation=True, max_length=TOKENS_MAX).to(self.device)
        with torch.inference_mode():
            made = self.model.generate(
                **given,
                forced_bos_token_id=self.tokenizer.get_lang_id(target),
                num_beams=BEAMS,
                do_sample=False,
                max_new_tokens=2 * given["input_ids"].shape[1] + FEW_TOKENS,
            )
        # Names of languages are no special tokens to every version of the tokenizer.
        named = set(self.tokenizer.lang_code_to_id.values())
        written = [token for token in made[0].tolist() if token not in named]
        return str(self.tokenizer.decode(written, skip_special_tokens=True)).strip()


def load(folder: Path, device: str) -> Translator:
    """From safetensors, as they are stored."""
    from transformers import M2M100ForConditionalGeneration, M2M100Tokenizer

    tokenizer = M2M100Tokenizer.from_pretrained(folder, local_files_only=True)
    model = M2M100ForConditionalGeneration.from_pretrained(folder, local_files_only=True, use_safetensors=True)
    return Translator(model.to(device).eval(), tokenizer, device)
