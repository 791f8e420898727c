"""What Tripo's answers to a submit mean where it took nothing. The code of an answer counts more than its status."""

import re
from collections.abc import Mapping

from mediamill.engines.sdk import EngineRefused, EngineUnavailable, Scope, VendorAnswer
from mediamill_remote.answers import FILE_TOO_LARGE, REFUSED, SAFETY, retry_after, short

BUSY_SECONDS, BUSY_SECONDS_MAX = 5.0, 60.0  # before a next try; a longer wait would close the key
KEY_SECONDS, MONEY_SECONDS, MODEL_SECONDS = 300.0, 900.0, 600.0
BAD_PICTURE = "The picture cannot be read; please use another one, as PNG, JPEG or WebP."
NO_TASK = 2001
OUR_FIELDS = re.compile(r"\b(model|model_version|texture|pbr|model_seed|file_token|input)\b")


def submit_failure(answer: VendorAnswer, endpoint: str) -> Exception | None:
    """The error to raise for an answer that proves that nothing was accepted; None where it proves nothing."""
    if answer.status >= 500:
        return None
    code, words = code_of(answer.json()), words_in(answer.json())
    told = f": {words}" if words else ""
    # Codes as the pages of the second version had them; whether the third keeps all of them was not seen.
    match code, answer.status:
        case (2000, _) | (_, 429):
            seconds = min(retry_after(answer) or BUSY_SECONDS, BUSY_SECONDS_MAX)
            return EngineUnavailable(f"Tripo has no room now{told}", seconds, Scope.KEY)
        case (2010, _) | (_, 402):
            return EngineUnavailable(f"Tripo wants money{told}", MONEY_SECONDS, Scope.KEY)
        case (2008, _):
            return EngineRefused(sentence=SAFETY)
        case (2003 | 2004, _):
            return EngineRefused(sentence=BAD_PICTURE)
        case (1002 | 1005, _) | (_, 401 | 403):
            return EngineUnavailable(f"Tripo does not take the key{told}", KEY_SECONDS, Scope.KEY)
        case (2002 | 2015, _) | (_, 404 | 405 | 410):
            return EngineUnavailable(f"Tripo has no {endpoint} for this key{told}", MODEL_SECONDS, Scope.MODEL)
        case (_, 413):
            return EngineRefused(sentence=FILE_TOO_LARGE)
        case (_, 400 | 422) if words:
            return refusal(words, endpoint)
    return None


def refusal(words: str, endpoint: str) -> Exception:
    """The error for a body that was not accepted."""
    if OUR_FIELDS.search(words.lower()):
        sentence = f"Tripo does not take the request to {endpoint}: {words}; check its table of the model"
        return EngineUnavailable(sentence, MODEL_SECONDS, Scope.MODEL)
    return EngineRefused(sentence=REFUSED)


def code_of(told: object) -> int | None:
    """Of an answer; None where it says none."""
    code = told.get("code") if isinstance(told, Mapping) else None
    return code if isinstance(code, int) and not isinstance(code, bool) else None


def words_in(told: object) -> str:
    """What an error says, on one line; empty where the answer is none."""
    message = told.get("message") if isinstance(told, Mapping) else None
    return short(message) if isinstance(message, str) else ""
