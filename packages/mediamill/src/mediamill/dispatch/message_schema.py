"""The tables of Procrastinate: made, and brought up to the installed version, by whichever process starts first.

A process that still runs an older version may find a function of its own gone after that. Its messages are lost then,
which costs the workers a poll: see `procrastinate.py`.
"""

from pathlib import Path

import procrastinate
from procrastinate.schema import SchemaManager

from mediamill.db import Transaction, lock_name, named_queries

SQL = named_queries(__file__)

LOCK = "the tables of Procrastinate"  # one process at a time makes or changes them


def bring_up(tx: Transaction) -> None:
    """Apply what the database has not seen of the installed version's migrations, together or not at all."""
    files = {file.name: file for file in sorted(Path(SchemaManager.get_migrations_path()).glob("*.sql"))}
    if not unseen(tx, files):
        return
    lock_name(tx, LOCK)
    missing = unseen(tx, files)
    if len(missing) == len(files):
        tx.connection.execute(SchemaManager.get_schema().encode())  # all of them at once, as the library has it
    else:
        for name in missing:
            tx.connection.execute(files[name].read_bytes())
    for name in missing:
        tx.run(SQL.note_message_migration, name=name, library=procrastinate.__version__, now=tx.now())


def unseen(tx: Transaction, files: dict[str, Path]) -> list[str]:
    """Of these migrations those that are still to be applied, in order."""
    seen = {row["name"] for row in tx.all(SQL.message_migrations)}
    return [name for name in files if name not in seen]
