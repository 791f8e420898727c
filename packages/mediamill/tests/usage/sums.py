"""Every sum that is kept, as the tests compare it."""

from mediamill.db import Transaction
from mediamill.db.query import query_of
from mediamill.usage import Amounts, Use

EVERYTHING = "SELECT * FROM usage_daily"


def sums(tx: Transaction) -> dict[tuple[str, Use], Amounts]:
    """By day and use; what counts nothing is left out."""
    found = {
        (row["day"], Use(*(row[name] for name in Use.__slots__))): Amounts(*(row[name] for name in Amounts.__slots__))
        for row in tx.all(query_of("everything", EVERYTHING))
    }
    return {key: amounts for key, amounts in found.items() if amounts != Amounts()}
