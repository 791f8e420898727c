"""What Tencent's error codes mean: they come with HTTP 200 in the place of a result, or with a job that has failed."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache

from mediamill.engines.sdk import EngineFailed, EngineRefused, EngineUnavailable, Scope, VendorAnswer
from mediamill_remote.answers import FAILED, FILE_TOO_LARGE, REFUSED, SAFETY, TEXT_TOO_LONG, retry_after, short
from mediamill_remote.mapping import at
from mediamill_remote.tables import read_packaged

PACKAGE, ERRORS = "mediamill_remote.tencent", "errors.toml"
BUSY_SECONDS, KEY_SECONDS, MONEY_SECONDS, INACTIVE_SECONDS = 10.0, 300.0, 900.0, 600.0  # before a next try
CODE_CHARACTERS_MAX = 100


class Meaning(Enum):
    """What an error is about; each but the last is a key of errors.toml."""

    KEY = "key"
    CLOCK = "clock"
    MONEY = "money"
    INACTIVE = "inactive"
    BUSY = "busy"
    INPUT = "input"
    TOO_LARGE = "too_large"
    TOO_LONG = "too_long"
    SAFETY = "safety"
    MISSING = "missing"
    UNKNOWN = "unknown"  # whatever else; it proves nothing


REFUSALS: Mapping[Meaning, str] = {
    Meaning.INPUT: REFUSED,
    Meaning.TOO_LARGE: FILE_TOO_LARGE,
    Meaning.TOO_LONG: TEXT_TOO_LONG,
    Meaning.SAFETY: SAFETY,
}
# Whose turn it is, how long nobody tries again, and how far that reaches.
WAITS: Mapping[Meaning, tuple[str, float, Scope]] = {
    Meaning.KEY: ("Tencent does not take the key", KEY_SECONDS, Scope.KEY),
    Meaning.CLOCK: ("Tencent says that this machine's clock is wrong", KEY_SECONDS, Scope.ENGINE),
    Meaning.MONEY: ("Tencent wants money", MONEY_SECONDS, Scope.KEY),
    Meaning.INACTIVE: ("Tencent does not have this for the account", INACTIVE_SECONDS, Scope.MODEL),
    Meaning.BUSY: ("Tencent has no room now", BUSY_SECONDS, Scope.KEY),
}


@dataclass(frozen=True, slots=True)
class TencentError:
    """An error as Tencent writes it."""

    code: str
    words: str

    @property
    def meaning(self) -> Meaning:
        """By its code, else by what stands before the last dot of it."""
        code, known = self.code, meanings()
        while code:
            if code in known:
                return known[code]
            code = code.rpartition(".")[0]
        return Meaning.UNKNOWN

    def __str__(self) -> str:
        """For the operator."""
        return f"{self.code}: {self.words}" if self.words else self.code


def error_in(answer: object) -> TencentError | None:
    """The error of an answer; None where it has none."""
    code = at(answer, "Response.Error.Code")
    if not isinstance(code, str) or not code:
        return None
    return TencentError(short(code)[:CODE_CHARACTERS_MAX], short(at(answer, "Response.Error.Message")).rstrip("."))


def submit_failure(answer: VendorAnswer) -> Exception | None:
    """The error to raise for an answer that proves that nothing was accepted; None where it proves nothing."""
    if answer.status == 429:
        return unavailable(Meaning.BUSY, "HTTP 429", retry_after(answer))
    if answer.status >= 500:
        return None
    error = error_in(answer.json())
    if error is None:
        is_refused = 400 <= answer.status  # by whoever stands at that address: Tencent says it with HTTP 200
        return unavailable(Meaning.INACTIVE, f"HTTP {answer.status}") if is_refused else None
    if error.meaning in REFUSALS:
        return EngineRefused(sentence=REFUSALS[error.meaning])
    return unavailable(error.meaning, str(error), retry_after(answer)) if error.meaning in WAITS else None


def unavailable(meaning: Meaning, words: str, seconds: float | None = None) -> EngineUnavailable:
    """The error for what waits."""
    sentence, usual, scope = WAITS[meaning]
    return EngineUnavailable(f"{sentence}: {words}", seconds or usual, scope)


def final_failure(code: object, cost: int | None) -> Exception:
    """The error for a job that has failed, by its `ErrorCode`."""
    facts: dict[str, object] = {} if cost is None else {"cost": cost}
    meaning = TencentError(short(code or "")[:CODE_CHARACTERS_MAX], "").meaning
    if meaning in REFUSALS:
        return EngineRefused(sentence=REFUSALS[meaning], **facts)
    return EngineFailed(sentence=FAILED, **facts)


@cache
def meanings() -> Mapping[str, Meaning]:
    """The table. Raises TableFault, ValueError for one that cannot be read: it comes with the package."""
    found: dict[str, Meaning] = {}
    for name, codes in read_packaged(PACKAGE, ERRORS).items():
        if not isinstance(codes, list):
            raise ValueError(f"{PACKAGE}/{ERRORS}: {name} is no list")
        found |= {str(code): Meaning(name) for code in codes}
    return found
