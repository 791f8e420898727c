"""What all vendors' answers have in common: words made short, waits and progress read, our sentences for callers."""

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from email.utils import parsedate_to_datetime

from mediamill.engines.sdk import VendorAnswer

TEXT_CHARACTERS_MAX = 200  # of a vendor's own words in a sentence for the operator
WORD_CHARACTERS_MAX = 80  # of the name of an error
LOG_CHARACTERS_MAX = 400  # from the end of a log
PER_CENT = re.compile(r"(?<!\d)(\d{1,3})(?:\.\d+)?\s?%")
PROGRESS_MAX = 0.95  # before the file is here
PLACE_MAX = 1_000_000  # in a queue: more is no place
BILLED_TIMES_MAX = 10  # more than so many times the estimate is a number in another unit

FAILED = "This could not be made; please try again."
REFUSED = "The input was not accepted; please change it and try again."
SAFETY = "The request was declined by the safety check; please describe something else."
TEXT_TOO_LONG = "The text is too long; please shorten it."
FILE_TOO_LARGE = "The file is too large; please use a smaller one."
BAD_RECORDING = "This kind of recording cannot be read; please use WAV or MP3."
RECORDING_TOO_LONG = "The recording is too long; please use a shorter one."
TOO_LONG = "This took longer than one generation may take. Please try again."
RECORDING_TOO_SHORT = "The recording is too short; please use a longer one."


def short(text: object) -> str:
    """Somebody else's words, on one line."""
    printable = "".join(one if one.isprintable() else " " for one in str(text)[: 4 * TEXT_CHARACTERS_MAX])
    return " ".join(printable.split())[:TEXT_CHARACTERS_MAX] if text is not None else ""


def word(said: object) -> str:
    """The name of an error, in small letters; nothing for what is no text."""
    return said[:WORD_CHARACTERS_MAX].lower() if isinstance(said, str) else ""


def words_at(answer: object, *names: str) -> str:
    """The first of these fields that says anything, on one line; nothing where that is no text."""
    told = answer if isinstance(answer, Mapping) else {}
    found = next((told[name] for name in names if told.get(name)), None)
    return short(found) if isinstance(found, str) else ""


def says(words: str, any_of: Iterable[str]) -> bool:
    """Whether one of these, in small letters, is in it."""
    return any(one in words.lower() for one in any_of)


@dataclass(frozen=True, slots=True)
class FieldError:
    """What is wrong with one field of a request."""

    type: str  # a word
    text: str  # the vendor's words, short
    field: str  # "image.url"; nothing where none is named


def field_error_in(errors: object) -> FieldError | None:
    """The first of a list of errors as FastAPI writes it (`type`, `msg`, `loc`); None for anything else."""
    if not isinstance(errors, list) or not errors or not isinstance(errors[0], Mapping):
        return None
    first, where = errors[0], errors[0].get("loc")
    field = ".".join(map(short, where[1:4])) if isinstance(where, list) else ""
    return FieldError(word(first.get("type")), short(first.get("msg")), field)


def per_cent_in(log: object) -> float | None:
    """The last percentage that a log names, as a fraction; None where it names none."""
    found = PER_CENT.findall(log[-LOG_CHARACTERS_MAX:]) if isinstance(log, str) else []
    return min(int(found[-1]) / 100, PROGRESS_MAX) if found and int(found[-1]) <= 100 else None


def queued(position: object) -> str:
    """ "queued 3rd"; "queued" where the vendor does not say the place."""
    if not isinstance(position, int) or isinstance(position, bool) or not 0 < position <= PLACE_MAX:
        return "queued"
    ending = "th" if position % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(position % 10, "th")
    return f"queued {position}{ending}"


def retry_after(answer: VendorAnswer) -> float | None:
    """The seconds of `Retry-After`; None where it says none."""
    try:
        seconds = float(answer.headers.get("retry-after", ""))
    except ValueError:
        return None
    return seconds if math.isfinite(seconds) and seconds > 0 else None


def number_in(told: object) -> Decimal | None:
    """A number of JSON, exact as it was written; None for anything else."""
    if not isinstance(told, int | float) or isinstance(told, bool) or not math.isfinite(told):
        return None
    return Decimal(str(told))


def date_of(answer: VendorAnswer) -> float | None:
    """The vendor's clock (seconds since 1970); None where it does not say it."""
    try:
        return parsedate_to_datetime(answer.headers.get("date", "")).timestamp()
    except (TypeError, ValueError):
        return None


def plausible(cost: int, estimate: int) -> bool:
    """Whether a vendor's bill and an estimate, both in millionths, are in the same unit."""
    return cost <= BILLED_TIMES_MAX * max(estimate, 1)
