"""Which database it is."""

from collections.abc import Callable

from mediamill.config import Settings
from mediamill.db.sqlite import SqliteDatabase


def open_database(settings: Settings, observe_group: Callable[[int], object] = lambda _: None) -> SqliteDatabase:
    """The database that the settings name, not yet started; `observe_group` hears how many writes shared a commit."""
    return SqliteDatabase(settings.database_file, observe_group=observe_group)
