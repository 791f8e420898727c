"""The balance of an account."""

from dataclasses import dataclass

from mediamill.errors import MediamillError

GRANT_MAX = 10**12  # credits in one grant; sums stay far below 2^53, the largest integer that JSON readers keep exact


@dataclass(frozen=True, slots=True)
class Balance:
    """Credits that can be spent, and credits held for generations in progress."""

    available: int
    held: int


class InvalidAmount(MediamillError):
    """{credits} is not a valid amount: write a whole number of credits, at most 1000000000000."""

    code = "invalid_amount"
