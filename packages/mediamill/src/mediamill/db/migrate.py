"""Numbered migrations, each in one transaction under the database's write lock, so that two starts cannot race."""

import sqlite3
from pathlib import Path

from mediamill.db.database import NewerSchema
from mediamill.db.query import for_dialect

MIGRATIONS = Path(__file__).with_name("migrations")  # 0001_name.sql, 0002_…: never edited once released


def migrate(connection: sqlite3.Connection) -> None:
    """Bring the schema up to date. Raises NewerSchema when a later version made it."""
    known = numbered()
    while (version := schema_version(connection)) < len(known):
        connection.execute("BEGIN EXCLUSIVE")
        try:
            if schema_version(connection) == version:
                for statement in known[version].split(";\n"):
                    if statement.strip():
                        connection.execute(statement)
                connection.execute(f"PRAGMA user_version = {version + 1}")
            connection.execute("COMMIT")
        except BaseException:
            connection.execute("ROLLBACK")
            raise
    refuse_newer(version)


def refuse_newer(version: int) -> None:
    """Raises NewerSchema when this version of mediamill does not know the schema."""
    if version > (known := len(numbered())):
        raise NewerSchema(found=version, known=known)


def schema_version(connection: sqlite3.Connection) -> int:
    """How many migrations this database has seen."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return int(version)


def numbered() -> list[str]:
    """The migrations in order, as SQLite reads them."""
    files = sorted(MIGRATIONS.glob("[0-9]*.sql"))
    for number, file in enumerate(files, 1):
        assert file.name.startswith(f"{number:04d}_"), f"{file.name} is out of order"
    return [for_dialect(file.read_text(), "sqlite") for file in files]
