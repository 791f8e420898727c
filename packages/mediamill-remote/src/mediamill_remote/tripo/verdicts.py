"""What Tripo's answers to a submit mean where it took nothing. The code of an answer counts more than its status."""

import re
from collections.abc import Mapping

from mediamill.engines.sdk import EngineRefused, VendorAnswer
from mediamill_remote.answers import FILE_TOO_LARGE, REFUSED, SAFETY, retry_after, words_at
from mediamill_remote.outages import Outages

TRIPO = Outages("Tripo")
BAD_PICTURE = "The picture cannot be read; please use another one, as PNG, JPEG or WebP."
NO_TASK = 2001
OUR_FIELDS = re.compile(r"\b(model|model_version|texture|pbr|model_seed|file_token|input)\b")


def submit_failure(answer: VendorAnswer, endpoint: str) -> Exception | None:
    """The error to raise for an answer that proves that nothing was accepted; None where it proves nothing."""
    if answer.status >= 500:
        return None
    code, words = code_of(answer.json()), words_at(answer.json(), "message")
    # Codes as the pages of the second version had them; whether the third keeps all of them was not seen.
    match code, answer.status:
        case (2000, _) | (_, 429):
            return TRIPO.no_room(words, retry_after(answer))
        case (2010, _) | (_, 402):
            return TRIPO.wants_money(words)
        case (2008, _):
            return EngineRefused(sentence=SAFETY)
        case (2003 | 2004, _):
            return EngineRefused(sentence=BAD_PICTURE)
        case (1002 | 1005, _) | (_, 401 | 403):
            return TRIPO.wrong_key(words)
        case (2002 | 2015, _) | (_, 404 | 405 | 410):
            return TRIPO.nothing_at(endpoint, words)
        case (_, 413):
            return EngineRefused(sentence=FILE_TOO_LARGE)
        case (_, 400 | 422) if words:
            return refusal(words, endpoint)
    return None


def refusal(words: str, endpoint: str) -> Exception:
    """The error for a body that was not accepted."""
    if OUR_FIELDS.search(words.lower()):
        return TRIPO.not_taken(endpoint, words)
    return EngineRefused(sentence=REFUSED)


def code_of(told: object) -> int | None:
    """Of an answer; None where it says none."""
    code = told.get("code") if isinstance(told, Mapping) else None
    return code if isinstance(code, int) and not isinstance(code, bool) else None
