"""How workers of other processes are woken, by the settings."""

from collections.abc import Iterable
from importlib.util import find_spec

from mediamill import webhooks
from mediamill.config import InvalidSettings, Settings
from mediamill.db import Database, server_options
from mediamill.dispatch import EmbeddedWaker, Waker


def open_waker(settings: Settings, database: Database, pools: Iterable[str]) -> Waker:
    """The waker of a process that may work in these pools. Raises InvalidSettings."""
    if settings.dispatch == "embedded" or settings.database_file is not None:
        return EmbeddedWaker()
    if find_spec("procrastinate") is None:
        if settings.dispatch == "procrastinate":
            raise InvalidSettings(fault="dispatch: Procrastinate is not installed: pip install 'mediamill[fleet]'")
        return EmbeddedWaker()
    from mediamill.dispatch.procrastinate import ProcrastinateWaker  # noqa: PLC0415 (an extra)

    heard = [*pools, webhooks.POOL] if pools else []
    return ProcrastinateWaker(database=database, server=server_options(settings, "mediamill waker"), pools=heard)
