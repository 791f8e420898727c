"""How many engine processes a process of mediamill may have, and how many of them wait for work."""

from collections.abc import Mapping

from mediamill.assembly import devices_of, private_paths
from mediamill.config import Settings
from mediamill.dispatch import GUESTS
from mediamill.engines import REMOTE_POOL, EngineHost, Registry, read_shelf_name
from mediamill.units import MEGABYTE


def open_host(settings: Settings, pools: Mapping[str, int]) -> EngineHost:
    """The host for attempts of these pools, not yet started."""
    places = {pool: slots + GUESTS.get(pool, 0) for pool, slots in pools.items()}
    return EngineHost(
        slots=max(1, sum(places.values())),
        # Vendors do their work elsewhere: what they made is finished by any process that is free.
        warm=max(1, sum(count for pool, count in places.items() if pool != REMOTE_POOL)),
        folder=settings.data_dir / "work",
        private=private_paths(settings),
        devices={"gpu": devices_of(settings), "cpu": ("cpu",)},
        device_bytes=settings.device_megabytes and settings.device_megabytes * MEGABYTE,
    )


def loaded_in(host: EngineHost, registry: Registry) -> list[str]:
    """The engines in the memory of the host's processes; those on devices with their weights."""
    targets = host.loaded
    held = [read_shelf_name(name) for device in host.devices for name in device.loaded]
    return [
        *(entry.name for entry in registry.entries if entry.target in targets),
        *(
            f"{entry.name} {weights}"
            for target, weights in held
            for entry in registry.entries
            if entry.target == target
        ),
    ]
