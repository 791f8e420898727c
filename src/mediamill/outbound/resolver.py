"""Names to addresses, in threads of our own: a slow name server stalls only those who asked for its names.

The system's resolver cannot be interrupted and is patient; asyncio would let it wait in the small pool of threads that
everybody shares. Here each question has a thread of its own, the threads are counted, and who waits has a deadline.
"""

import asyncio
import contextlib
import socket
import threading
from pathlib import Path

from mediamill.outbound.address import Address, literal

LOOKUPS_MAX = 64  # threads at once; a thread costs some 20 KB while it waits
HOSTS_FILE = Path("/etc/hosts")


class Resolver:
    """Asks the hosts file and the name servers of this machine. For one event loop."""

    def __init__(self, *, lookups_max: int = LOOKUPS_MAX, hosts_file: Path = HOSTS_FILE) -> None:
        self._places = asyncio.Semaphore(lookups_max)
        self._hosts_file = hosts_file
        self._under_way: dict[str, asyncio.Future[tuple[Address, ...]]] = {}

    async def resolve(self, name: str, seconds: float) -> tuple[Address, ...]:
        """Every address of a lower-case ASCII name without the root's dot; none when there is no answer in time."""
        try:
            async with asyncio.timeout(seconds):
                return await asyncio.shield(await self._lookup(name))
        except TimeoutError:
            return ()

    async def _lookup(self, name: str) -> asyncio.Future[tuple[Address, ...]]:
        """The one question about this name that is under way: many who wait for a dead name server hold one thread."""
        if name not in self._under_way:
            await self._places.acquire()
            if name in self._under_way:  # somebody else was quicker
                self._places.release()
            else:
                self._under_way[name] = self._start(name)
        return self._under_way[name]

    def _start(self, name: str) -> asyncio.Future[tuple[Address, ...]]:
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[tuple[Address, ...]] = loop.create_future()

        def finish(addresses: tuple[Address, ...]) -> None:
            del self._under_way[name]
            self._places.release()
            answer.set_result(addresses)

        def ask() -> None:
            addresses: tuple[Address, ...] = ()
            try:
                addresses = from_hosts_file(self._hosts_file, name) or from_name_servers(name)
            finally:
                with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
                    loop.call_soon_threadsafe(finish, addresses)

        try:
            # A daemon: the end of the program does not wait for a name server.
            threading.Thread(target=ask, name=f"resolve {name}", daemon=True).start()
        except RuntimeError:  # the machine has no thread left
            self._places.release()
            raise
        return answer


def from_hosts_file(file: Path, name: str) -> tuple[Address, ...]:
    """What the operator wrote down for this name; asked here, for the name servers are asked another way."""
    try:
        lines = file.read_text(errors="replace").splitlines()
    except OSError:
        return ()
    entries = [line.partition("#")[0].lower().split() for line in lines]
    found = [literal(entry[0]) for entry in entries if name in entry[1:]]
    return tuple(address for address in found if address is not None)


def from_name_servers(name: str) -> tuple[Address, ...]:
    """Every A and AAAA record. Blocks for as long as the system's resolver likes to."""
    # The root's dot keeps the search list out: no caller may ask for names below our own domain by accident or intent.
    try:
        found = socket.getaddrinfo(f"{name}.".encode("ascii"), None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return ()
    addresses = [literal(str(sockaddr[0])) for *_, sockaddr in found]
    return tuple(dict.fromkeys(address for address in addresses if address is not None))
