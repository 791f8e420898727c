"""What vendors' errors have in common that no caller can help: how the operator is told, and when the next try is.

A wait that an answer asks for is cut: a longer one would close the key, and all that it lacks is a free place.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from mediamill.engines.sdk import EngineUnavailable, Scope

BUSY_SECONDS, CROWDED_SECONDS = 5.0, 15.0  # before a next try, where the answer says none
BUSY_SECONDS_MAX = 60.0
KEY_SECONDS, MONEY_SECONDS, TABLE_SECONDS = 300.0, 900.0, 600.0


class Meaning(Enum):
    """Whom an error is about."""

    REFUSED = "the caller's input"
    TOO_LONG = "the caller's text"
    SAFETY = "the caller's input, by the safety check"
    BUSY = "as much under way as the account may have"
    CROWDED = "the vendor's own trouble"
    KEY = "the key"
    MONEY = "the account's money"
    TABLE = "a table of ours"


# Of an answer whose words say nothing; what 400 and 422 mean is each vendor's own.
USUAL_STATUSES: Mapping[int, Meaning] = {
    401: Meaning.KEY,
    402: Meaning.MONEY,
    403: Meaning.KEY,
    404: Meaning.TABLE,
    405: Meaning.TABLE,
    410: Meaning.TABLE,
    413: Meaning.REFUSED,
    429: Meaning.BUSY,
}


@dataclass(frozen=True, slots=True)
class Outages:
    """Those of one vendor. `words` are its own, short; `wait` is in seconds, None where the answer says none."""

    vendor: str  # as the operator knows it
    busy_seconds: float = BUSY_SECONDS
    to_check: str = "the table of the model"  # where it does not take a request

    def of(
        self, meaning: Meaning, words: str, *, endpoint: str, field: str = "", wait: float | None = None
    ) -> EngineUnavailable:
        """The error for what is not about the caller."""
        match meaning:
            case Meaning.BUSY:
                return self.no_room(words, wait)
            case Meaning.CROWDED:
                return self.crowded(words, wait)
            case Meaning.KEY:
                return self.wrong_key(words)
            case Meaning.MONEY:
                return self.wants_money(words)
            case Meaning.TABLE:
                return self.not_taken(endpoint, words, field)
        raise ValueError(f"{meaning} is about the caller")

    def no_room(self, words: str, wait: float | None = None) -> EngineUnavailable:
        """The account has as much under way as it may have."""
        seconds = min(wait or self.busy_seconds, BUSY_SECONDS_MAX)
        return EngineUnavailable(f"{self.vendor} has no room now{after(words)}", seconds, Scope.KEY)

    def crowded(self, words: str, wait: float | None = None) -> EngineUnavailable:
        """The vendor is not up, or has too much to do for everybody."""
        seconds = min(wait or CROWDED_SECONDS, BUSY_SECONDS_MAX)
        return EngineUnavailable(f"{self.vendor} is not up, or busy{after(words)}", seconds, Scope.ENGINE)

    def wrong_key(self, words: str) -> EngineUnavailable:
        """The key is none, or may not do this."""
        return EngineUnavailable(f"{self.vendor} does not take the key{after(words)}", KEY_SECONDS, Scope.KEY)

    def wants_money(self, words: str) -> EngineUnavailable:
        """The account is empty."""
        return EngineUnavailable(f"{self.vendor} wants money{after(words)}", MONEY_SECONDS, Scope.KEY)

    def not_taken(self, endpoint: str, words: str, field: str = "") -> EngineUnavailable:
        """The request was not what the endpoint takes: a table of ours is wrong, not the caller's input."""
        where = f" ({field})" if field else ""
        told = f"{self.vendor} does not take the request to {endpoint}{where}{after(words)}"
        return EngineUnavailable(f"{told}; check {self.to_check}", TABLE_SECONDS, Scope.MODEL)

    def nothing_at(self, endpoint: str, words: str) -> EngineUnavailable:
        """There is no such endpoint, or not for this key."""
        told = f"{self.vendor} has no {endpoint} for this key{after(words)}"
        return EngineUnavailable(told, TABLE_SECONDS, Scope.MODEL)

    def file_not_taken(self, why: str) -> EngineUnavailable:
        """A file that the request needs could not be handed in."""
        return EngineUnavailable(f"{self.vendor}'s storage took no file: {why}", self.busy_seconds, Scope.ENGINE)


def after(words: str) -> str:
    """Behind our own words, where there are any."""
    return f": {words}" if words else ""
