"""The clients of vendors: one for each engine, key and address, kept while the process lives."""

import asyncio

from mediamill.engines import RemoteSetup, VendorClient, VendorKey
from mediamill.outbound import Guard


class Vendors:
    """Hands out the client of an engine's key."""

    def __init__(self, guard: Guard) -> None:
        self.guard = guard
        self._clients: dict[tuple[str, str, str | None, str, tuple[str, ...]], VendorClient] = {}

    def client(self, setup: RemoteSetup, key: VendorKey, base_url: str | None = None) -> VendorClient:
        """The client for new submits, or for a job that was bought at another address."""
        address = base_url or setup.base_url
        hosts = tuple(setup.engine.file_hosts())
        place = (setup.name, key.id, key.secret, address, hosts)
        if place not in self._clients:
            self._clients[place] = VendorClient(
                self.guard,
                base_url=address,
                key=key.secret,
                key_header=setup.engine.key_header,
                hosts=hosts,
                key_hosts=setup.engine.key_hosts,
            )
        return self._clients[place]

    async def aclose(self) -> None:
        """Close every connection."""
        await asyncio.gather(*(client.aclose() for client in self._clients.values()))
        self._clients.clear()
