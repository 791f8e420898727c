"""The outline of a generation's sound, kept once it is known."""

from mediamill.db import Transaction, named_queries

SQL = named_queries(__file__)


def peaks_of(tx: Transaction, generation_id: str) -> str | None:
    """What is kept, as JSON; None when nothing is."""
    row = tx.one(SQL.peaks_of, generation_id=generation_id)
    return row["peaks"] if row else None


def keep_peaks(tx: Transaction, generation_id: str, peaks: str) -> None:
    """Keep this from now on, unless the generation is gone or something is kept already."""
    tx.run(SQL.keep_peaks, generation_id=generation_id, peaks=peaks)
