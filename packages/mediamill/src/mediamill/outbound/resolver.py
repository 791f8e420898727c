"""Names to addresses, in threads of our own: a slow name server stalls only those who asked for its names.

The system's resolver cannot be interrupted and is patient; asyncio would let it wait in the small pool of threads that
everybody shares. Here each question has a thread of its own, the threads are counted, by account too, and who waits has
a deadline.
"""

import asyncio
import contextlib
import socket
import threading
from dataclasses import dataclass
from pathlib import Path

from mediamill.outbound.address import Address, literal
from mediamill.outbound.keyed_semaphore import KeyedSemaphore

LOOKUPS_MAX = 64  # threads at once; a thread costs some 20 KB while it waits
# Of one account. A thread is held for as long as a name server keeps the system's resolver waiting, 10 s and more: long
# after who asked gave up. So it is threads that are counted for an account, not those who wait.
LOOKUPS_EACH_MAX = 8
HOSTS_FILE = Path("/etc/hosts")

Found = tuple[Address, ...]


@dataclass(slots=True, eq=False)
class Lookup:
    """One question, asked or waiting for its turn, and how many want its answer."""

    task: asyncio.Task[Found]
    wanted_by: int = 0
    is_asked: bool = False


class Resolver:
    """Asks the hosts file and the name servers of this machine. For one event loop."""

    def __init__(
        self,
        *,
        lookups_max: int = LOOKUPS_MAX,
        lookups_each_max: int = LOOKUPS_EACH_MAX,
        hosts_file: Path = HOSTS_FILE,
    ) -> None:
        self._places = asyncio.Semaphore(lookups_max)
        self._accounts = KeyedSemaphore(lookups_each_max)
        self._hosts_file = hosts_file
        self._lookups: dict[str, Lookup] = {}

    async def resolve(self, name: str, seconds: float, *, account_id: str) -> Found:
        """Every address of a lower-case ASCII name without the root's dot; none when there is no answer in time."""
        # Many who wait for one dead name server hold one thread.
        lookup = self._lookups.get(name) or self._begin(name, account_id)
        lookup.wanted_by += 1
        try:
            async with asyncio.timeout(seconds):
                return await asyncio.shield(lookup.task)
        except TimeoutError:
            return ()
        finally:
            lookup.wanted_by -= 1
            if not (lookup.wanted_by or lookup.is_asked):  # it waits for its turn, and for nobody
                lookup.task.cancel()
                self._forget(name, lookup)

    def _begin(self, name: str, account_id: str) -> Lookup:
        lookup = Lookup(asyncio.create_task(self._look_up(name, account_id)))
        lookup.task.add_done_callback(lambda _: self._forget(name, lookup))
        self._lookups[name] = lookup
        return lookup

    def _forget(self, name: str, lookup: Lookup) -> None:
        if self._lookups.get(name) is lookup:
            del self._lookups[name]

    async def _look_up(self, name: str, account_id: str) -> Found:
        async with self._accounts.enter(account_id), self._places:
            self._lookups[name].is_asked = True
            return await self._ask(name)

    def _ask(self, name: str) -> asyncio.Future[Found]:
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Found] = loop.create_future()

        def finish(addresses: Found) -> None:
            if not answer.done():  # cancelled with everything else, at the end of the program
                answer.set_result(addresses)

        def ask() -> None:
            addresses: Found = ()
            try:
                addresses = from_hosts_file(self._hosts_file, name) or from_name_servers(name)
            finally:
                with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
                    loop.call_soon_threadsafe(finish, addresses)

        # A daemon: the end of the program does not wait for a name server.
        threading.Thread(target=ask, name=f"resolve {name}", daemon=True).start()
        return answer


def from_hosts_file(file: Path, name: str) -> Found:
    """What the operator wrote down for this name; asked here, for the name servers are asked another way."""
    try:
        lines = file.read_text(errors="replace").splitlines()
    except OSError:
        return ()
    entries = [line.partition("#")[0].lower().split() for line in lines]
    found = [literal(entry[0]) for entry in entries if name in entry[1:]]
    return tuple(address for address in found if address is not None)


def from_name_servers(name: str) -> Found:
    """Every A and AAAA record. Blocks for as long as the system's resolver likes to."""
    # The root's dot keeps the search list out: no caller may ask for names below our own domain by accident or intent.
    try:
        found = socket.getaddrinfo(f"{name}.".encode("ascii"), None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return ()
    addresses = [literal(str(sockaddr[0])) for *_, sockaddr in found]
    return tuple(dict.fromkeys(address for address in addresses if address is not None))
