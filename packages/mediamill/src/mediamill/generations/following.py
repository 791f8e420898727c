"""Following the successes of an account, whichever process makes them: rows are read again and again."""

from dataclasses import dataclass, field

from mediamill.db import Transaction, named_queries
from mediamill.generations.generation import Generation, from_row

SQL = named_queries(__file__)

# Transactions become visible in another order than they began: what ended so long ago is looked at once more.
OVERLAP_MS = 10_000
READ_MAX = 500  # in one look


@dataclass(slots=True)
class SuccessFollower:
    """Where somebody is who follows an account: each look gives what came since the last one, the first nothing."""

    account_id: str
    since: int | None = None
    seen: dict[str, int] = field(default_factory=dict)  # ids, each with when it ended

    def look(self, tx: Transaction) -> list[Generation]:
        """New successes, in the order in which they ended. One that fails has seen nothing."""
        is_first = self.since is None
        floor = max(0, tx.now() - OVERLAP_MS)
        since = floor if self.since is None else self.since
        seen, new = dict(self.seen), []
        while True:
            rows = tx.all(SQL.successes_since, account_id=self.account_id, since=since, limit=READ_MAX)
            for row in rows:
                if row["id"] not in seen:
                    seen[row["id"]] = row["finished_at"]
                    new.append(from_row(row))
            if len(rows) < READ_MAX or rows[-1]["finished_at"] == since:
                break
            since = rows[-1]["finished_at"]
        self.since = floor
        self.seen = {id: ended for id, ended in seen.items() if ended >= floor}
        return [] if is_first else new


def end_of(tx: Transaction, account_id: str, generation_id: str) -> int | None:
    """From when on somebody has to look who saw this success last; None where the account has none of that id."""
    row = tx.one(SQL.end_of, id=generation_id, account_id=account_id)
    return None if row is None or row["finished_at"] is None else max(0, row["finished_at"] - OVERLAP_MS)
