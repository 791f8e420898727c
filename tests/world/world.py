"""Name server, web servers and wiretap together: the furniture of the namespaces that `tests.world.enter` makes."""

import os
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Self

import trustme

from tests.world.enter import NAME_SERVER
from tests.world.name_server import NameServer, Reply
from tests.world.servers import Servers
from tests.world.wiretap import Contact, Wiretap


class World:
    """Use as `async with World(folder)` in a program that runs inside. SSL_CERT_FILE is set to its authority."""

    def __init__(self, folder: Path) -> None:
        self.authority = trustme.CA()
        self.authority_file = folder / "authority.pem"
        self.names = NameServer(NAME_SERVER)
        self.servers = Servers(self.authority)
        self._tap = Wiretap(ignored=frozenset({(NAME_SERVER, 53)}))

    async def __aenter__(self) -> Self:
        self.authority.cert_pem.write_to_path(str(self.authority_file))
        os.environ["SSL_CERT_FILE"] = str(self.authority_file)
        async with AsyncExitStack() as stack:
            for part in (self._tap, self.names, self.servers):
                await stack.enter_async_context(part)
            self._stack = stack.pop_all()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._stack.aclose()

    def host(self, name: str, *replies: Reply) -> None:
        """A name that servers may prove to be theirs."""
        self.names.tell(name, *replies)
        self.servers.certify(name)

    def contacts(self, *, besides: frozenset[tuple[str, int]] = frozenset()) -> list[Contact]:
        """Whom anybody in this world contacted since the last time, besides those (the test's own service, say)."""
        return [contact for contact in self._tap.take() if (contact.address, contact.port) not in besides]
