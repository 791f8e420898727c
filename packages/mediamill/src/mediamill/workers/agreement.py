"""What all processes that share a database have to agree on: the service's secret."""

from mediamill.db import Transaction, named_queries
from mediamill.errors import MediamillError

SQL = named_queries(__file__)

SECRET = "secret"


class OtherSecret(MediamillError):
    """The keys in this database were made with another secret than this process has.

    Give every process the same MEDIAMILL_SECRET_KEY (or MEDIAMILL_SECRET_KEY_FILE; without one it is the file
    secret.key in its data folder). If the old secret is lost, `mediamill secrets adopt` goes on with this one: every
    API key and webhook secret made so far becomes invalid.
    """

    code = "other_secret"


def agree_on_secret(tx: Transaction, mark: str) -> None:
    """The first process leaves the mark of its secret, all others need the same. Raises OtherSecret."""
    tx.run(SQL.note_mark, subject=SECRET, mark=mark)
    check_secret(tx, mark)


def check_secret(tx: Transaction, mark: str) -> bool:
    """Whether the database knows this secret; False when it knows none yet. Raises OtherSecret."""
    row = tx.one(SQL.mark_of, subject=SECRET)
    if row is not None and row["mark"] != mark:
        raise OtherSecret
    return row is not None


def adopt_secret(tx: Transaction, mark: str) -> None:
    """From now on this secret is the one that all need."""
    tx.run(SQL.change_mark, subject=SECRET, mark=mark)
