"""Numbered migrations, each in one transaction under the write lock, so that two starts cannot race."""

import sqlite3
from collections.abc import Sequence
from pathlib import Path

from mediamill.db.database import NewerSchema
from mediamill.db.query import Dialect, for_dialect

# The first line of a migration with which versions before it go on working, beside the newer one and after it.
SURVIVED = "-- survives: older versions"
FLOOR_SINCE = 25  # the migration that made the table of the floor
FLOOR = ("DELETE FROM schema_floor", "INSERT INTO schema_floor (version) VALUES (:version)")
MIGRATIONS = Path(__file__).with_name("migrations")  # 0001_name.sql, 0002_…: never edited once released


def migrate(connection: sqlite3.Connection) -> None:
    """Bring the schema up to date. Raises NewerSchema when a later version made it that this one does not survive."""
    known = numbered(Dialect.SQLITE)
    while (version := schema_version(connection)) < len(known):
        connection.execute("BEGIN EXCLUSIVE")
        try:
            if schema_version(connection) == version:
                for statement in statements_of(known[version]):
                    connection.execute(statement)
                connection.execute(f"PRAGMA user_version = {version + 1}")
                if raises_floor(known, version):
                    for statement in FLOOR:
                        connection.execute(statement, {"version": version + 1})
            connection.execute("COMMIT")
        except BaseException:
            connection.execute("ROLLBACK")
            raise
    if version > len(known):
        refuse_newer(version, schema_floor(connection))


def raises_floor(known: Sequence[str], index: int) -> bool:
    """Whether versions that do not know this migration cannot work with the database any more."""
    return index + 1 >= FLOOR_SINCE and not known[index].startswith(SURVIVED)


def refuse_newer(version: int, floor: int | None = None) -> None:
    """Raises NewerSchema when this version of mediamill does not know the schema, and was not said to survive it."""
    known = len(migration_files())
    if version > known and (floor is None or floor > known):
        raise NewerSchema(found=version, known=known)


def schema_floor(connection: sqlite3.Connection) -> int | None:
    """The schema that a version has to know at least; None where nothing is said of it."""
    try:
        row = connection.execute("SELECT version FROM schema_floor").fetchone()
    except sqlite3.OperationalError:
        return None
    return int(row[0]) if row else None


def schema_version(connection: sqlite3.Connection) -> int:
    """How many migrations this database has seen."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return int(version)


def numbered(dialect: Dialect) -> list[str]:
    """The migrations in order, as one database reads them."""
    return [for_dialect(file.read_text(), dialect) for file in migration_files()]


def statements_of(migration: str) -> list[str]:
    """Its statements, one by one."""
    return [statement for statement in migration.split(";\n") if statement.strip()]


def migration_files() -> list[Path]:
    """The files in order."""
    files = sorted(MIGRATIONS.glob("[0-9]*.sql"))
    for number, file in enumerate(files, 1):
        assert file.name.startswith(f"{number:04d}_"), f"{file.name} is out of order"
    return files
