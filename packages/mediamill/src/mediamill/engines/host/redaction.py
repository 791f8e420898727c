"""Details for the log without what the caller wrote."""

import re

from mediamill.engines.engine import Request

WORD_CHARACTERS_MIN = 3  # shorter ones reveal nothing of a prompt, and a traceback is full of them
GAP = "[…]"
WORD = re.compile(r"[^\W_]+")
FOREIGN = re.compile(r"[^\x00-\x7f]+")


def without_input(detail: str, request: Request) -> str:
    """The detail without the words of the request's texts, and with nothing but ASCII if theirs is not only ASCII."""
    texts = [value for value in request.input.values() if isinstance(value, str)]
    if request.checkpoint is not None:
        texts.append(request.checkpoint)
    if any(not text.isascii() for text in texts):  # scripts without spaces have no words to find
        detail = FOREIGN.sub(GAP, detail)
        texts += [ascii(text) for text in texts]  # as `%a` and some programs show them
    words = {word.lower() for text in texts for word in WORD.findall(text) if len(word) >= WORD_CHARACTERS_MIN}
    return WORD.sub(lambda found: GAP if found[0].lower() in words else found[0], detail)
