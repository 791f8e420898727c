"""How many engine processes a process of mediamill may have, and how many of them wait for work."""

from collections.abc import Mapping

from mediamill.assembly import private_paths
from mediamill.config import Settings
from mediamill.dispatch import GUESTS
from mediamill.engines import REMOTE_POOL, EngineHost


def open_host(settings: Settings, pools: Mapping[str, int]) -> EngineHost:
    """The host for attempts of these pools, not yet started."""
    places = {pool: slots + GUESTS.get(pool, 0) for pool, slots in pools.items()}
    return EngineHost(
        slots=max(1, sum(places.values())),
        # Vendors do their work elsewhere: what they made is finished by any process that is free.
        warm=max(1, sum(count for pool, count in places.items() if pool != REMOTE_POOL)),
        folder=settings.data_dir / "work",
        private=private_paths(settings),
    )
