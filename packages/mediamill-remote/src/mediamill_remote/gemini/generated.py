"""An answer of generateContent: the picture in it, or why there is none, and the tokens that were counted."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from mediamill_remote.mapping import at
from mediamill_remote.prices import Tokens

TOKENS_MAX = 10_000_000  # of one call: more is no number of tokens
WORD_CHARACTERS_MAX = 80
ID_CHARACTERS_MAX = 120


@dataclass(frozen=True, slots=True)
class Generated:
    """What became of a description."""

    picture: str | None  # as a data URL
    block: str  # why the description was not worked on; empty where it was
    finish: str  # why the model stopped
    tokens: Tokens | None  # None where they are not told
    id: str
    model: str  # with its version


def read_generated(told: object) -> Generated | None:
    """None where it is no such answer."""
    if not isinstance(told, Mapping) or not any(name in told for name in ("candidates", "promptFeedback")):
        return None
    picture = next(pictures_in(at(told, "candidates.0.content.parts")), None)
    return Generated(
        picture=picture,
        block=word(at(told, "promptFeedback.blockReason")),
        finish=word(at(told, "candidates.0.finishReason")),
        tokens=tokens_in(told.get("usageMetadata"), has_picture=picture is not None),
        id=text(told.get("responseId")),
        model=text(told.get("modelVersion")),
    )


def pictures_in(parts: object) -> Iterator[str]:
    """The pictures of a message; drafts that belong to the model's thoughts are none."""
    for part in parts if isinstance(parts, list) else ():
        kind, data = at(part, "inlineData.mimeType"), at(part, "inlineData.data")
        is_picture = isinstance(kind, str) and kind.lower().startswith("image/")
        if is_picture and isinstance(data, str) and data and at(part, "thought") is not True:
            yield f"data:{kind};base64,{data}"


def tokens_in(usage: object, *, has_picture: bool) -> Tokens | None:
    """What is billed; without details all of an answer with a picture is the picture."""
    sent, made, thoughts = (
        count(at(usage, name), 0) for name in ("promptTokenCount", "candidatesTokenCount", "thoughtsTokenCount")
    )
    if not isinstance(usage, Mapping) or sent is None or made is None or thoughts is None:
        return None
    details = usage.get("candidatesTokensDetails")
    image = made if has_picture else 0
    if isinstance(details, list) and details:
        counts = [count(at(one, "tokenCount"), 0) for one in details if at(one, "modality") == "IMAGE"]
        image = min(made, sum(one or 0 for one in counts))
    return Tokens(input=sent, text=made - image + thoughts, image=image)


def count(said: object, otherwise: int) -> int | None:
    """A number of tokens, `otherwise` where none is said; None for what is no such number."""
    if said is None:
        return otherwise
    is_number = isinstance(said, int) and not isinstance(said, bool)
    return said if is_number and isinstance(said, int) and 0 <= said <= TOKENS_MAX else None


def word(said: object) -> str:
    """A word of Google's, as its types write it; nothing for what is none."""
    return said[:WORD_CHARACTERS_MAX].upper() if isinstance(said, str) else ""


def text(said: object) -> str:
    """A short text; nothing for what is none."""
    return said[:ID_CHARACTERS_MAX] if isinstance(said, str) and said.isprintable() else ""
