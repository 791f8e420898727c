"""The same numbered migrations as on SQLite, one process at a time, each in one transaction."""

from psycopg import errors

from mediamill.db.migrate import FLOOR, numbered, raises_floor, refuse_newer, statements_of
from mediamill.db.postgres.connecting import LOCK_MS
from mediamill.db.postgres.statements import ServerConnection
from mediamill.db.query import Dialect, query_of

# Any number that nobody else uses for a lock of the whole database.
MIGRATION_LOCK = 0x6D65_6469_616D
VERSION_TABLE = "CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)"


def migrate(connection: ServerConnection) -> None:
    """Bring the schema up to date; afterwards this connection has no time limits. Raises NewerSchema."""
    known = numbered(Dialect.POSTGRES)
    # However long another process takes for the same, and a table of millions for a new index.
    connection.execute("SET statement_timeout = 0; SET lock_timeout = 0")
    connection.execute("SELECT pg_advisory_lock(%(lock)s)", {"lock": MIGRATION_LOCK})
    try:
        connection.execute(VERSION_TABLE)
        for number in range(schema_version(connection), len(known)):
            with connection.transaction():
                # Whoever waits to change a table keeps all others from it.
                connection.execute(f"SET LOCAL lock_timeout = {LOCK_MS}".encode())
                for statement in statements_of(known[number]):
                    connection.execute(statement.encode())
                connection.execute("DELETE FROM schema_version")
                connection.execute("INSERT INTO schema_version (version) VALUES (%(version)s)", {"version": number + 1})
                if raises_floor(known, number):
                    for statement in FLOOR:
                        text = query_of("floor", statement).postgres
                        connection.execute(text.encode(), {"version": number + 1})
        if (version := schema_version(connection)) > len(known):
            refuse_newer(version, schema_floor(connection))
    finally:
        connection.execute("SELECT pg_advisory_unlock(%(lock)s)", {"lock": MIGRATION_LOCK})


def schema_version(connection: ServerConnection) -> int:
    """How many migrations this database has seen."""
    row = connection.execute("SELECT MAX(version) AS version FROM schema_version").fetchone()
    return int(row["version"] or 0) if row else 0


def schema_floor(connection: ServerConnection) -> int | None:
    """The schema that a version has to know at least; None where nothing is said of it."""
    try:
        row = connection.execute("SELECT version FROM schema_floor").fetchone()
    except errors.UndefinedTable:
        return None
    return int(row["version"]) if row else None
