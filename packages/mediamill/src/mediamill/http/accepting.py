"""New generations are accepted together: those of all callers of a moment, in one transaction."""

from collections.abc import Callable, Iterable, Sequence

from mediamill import generations
from mediamill.db import Database, Gathering, Transaction
from mediamill.generations import Accepted, Intent, NotAccepted, Submission

Accepts = Gathering[Submission, Accepted | NotAccepted]


def gather_accepts(database: Database, enqueue: Callable[[Transaction, Iterable[Intent]], None]) -> Accepts:
    """Accepts what is submitted; `enqueue` hands on what is to be done now, inside the transaction."""

    def accept(tx: Transaction, submissions: Sequence[Submission]) -> list[Accepted | NotAccepted]:
        decisions = generations.accept_all(tx, submissions)
        enqueue(tx, [intent for one in decisions if isinstance(one, Accepted) for intent in one.intents])
        return decisions

    return Gathering(database, accept)
