"""What counts as a sentence for people."""

from collections.abc import Iterator

CHARACTERS_MAX = 500  # of a sentence, as the service shows it
ENDS = (".", "!", "?", ".”", '."', ".)")


def sentence_faults(text: object, who: str) -> Iterator[str]:
    """What keeps a text from being one plain sentence; `who` says whose it is."""
    if not isinstance(text, str) or not text.strip():
        yield f"{who} is no sentence but {text!r}."
        return
    if "\n" in text or not text.isprintable():
        yield f"{who} has to stand on one line: {text!r}."
    if len(text) > CHARACTERS_MAX:
        yield f"{who} is {len(text)} characters long; {CHARACTERS_MAX} are shown."
    if " " not in text.strip() or not text.rstrip().endswith(ENDS) or not (text[0].isupper() or not text[0].isalpha()):
        yield f"{who} has to be a sentence that begins with a capital and ends with a full stop: {text!r}."
