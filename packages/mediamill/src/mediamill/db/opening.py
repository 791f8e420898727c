"""Which database it is."""

from collections.abc import Callable
from typing import Any

from mediamill.config import Settings
from mediamill.db.database import Database
from mediamill.db.driver import require_driver
from mediamill.db.sqlite import SqliteDatabase


def open_database(
    settings: Settings, observe_group: Callable[[int], object] = lambda _: None, name: str = "mediamill"
) -> Database:
    """The database that the settings name, not yet started. Raises DriverMissing.

    `observe_group` hears how many writes shared a commit; `name` is how a server's own tables show this process.
    """
    if settings.database_file is not None:
        return SqliteDatabase(settings.database_file, observe_group=observe_group)
    require_driver()
    from mediamill.db.postgres import PostgresDatabase  # noqa: PLC0415 (most installations have no driver)

    return PostgresDatabase(
        settings.database_url, name=name, connections=settings.database_connections, observe_group=observe_group
    )


def server_options(settings: Settings, name: str) -> dict[str, Any]:
    """How to connect to the server that the settings name, for a library with connections of its own."""
    from mediamill.db.postgres.connecting import options_of  # noqa: PLC0415 (most installations have no driver)

    return options_of(settings.database_url, name)
