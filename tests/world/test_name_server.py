"""The name server of the tests, asked as a resolver asks."""

import asyncio
import struct
from collections.abc import AsyncIterator

import pytest

from tests.world.name_server import (
    FAILURE,
    NAME_ERROR,
    SERVER_FAILURE,
    SILENCE,
    TYPE_A,
    TYPE_AAAA,
    TYPE_CNAME,
    NameServer,
    encoded,
    says,
)

ADDRESS = "127.0.0.1"


class Asker(asyncio.DatagramProtocol):
    """Sends queries and keeps what comes back."""

    def __init__(self) -> None:
        self.answers: asyncio.Queue[bytes] = asyncio.Queue()

    def datagram_received(self, data: bytes, addr: tuple[str, int]) -> None:
        self.answers.put_nowait(data)


class Resolving:
    """One resolver's view of the name server."""

    def __init__(self, names: NameServer, asker: Asker, transport: asyncio.DatagramTransport) -> None:
        self.names, self._asker, self._transport = names, asker, transport

    async def ask(self, name: str, kind: int = TYPE_A) -> bytes:
        self._transport.sendto(struct.pack("!6H", 7, 0x0100, 1, 0, 0, 0) + encoded(name) + struct.pack("!HH", kind, 1))
        return await asyncio.wait_for(self._asker.answers.get(), 5)

    async def addresses(self, name: str, kind: int = TYPE_A) -> list[bytes]:
        answer = await self.ask(name, kind)
        size = 4 if kind == TYPE_A else 16
        return [part[:size] for part in answer.split(struct.pack("!HHIH", kind, 1, 0, size))[1:]]


@pytest.fixture
async def resolving() -> AsyncIterator[Resolving]:
    async with NameServer(ADDRESS, port=0) as names:
        place = names._transport.get_extra_info("sockname")
        loop = asyncio.get_running_loop()
        transport, asker = await loop.create_datagram_endpoint(Asker, remote_addr=place)
        yield Resolving(names, asker, transport)
        transport.close()


async def test_both_families_are_told_when_asked_for(resolving: Resolving) -> None:
    resolving.names.tell("a.example", says("10.0.0.1", "10.0.0.2", "::1"))

    assert [bytes([10, 0, 0, 1]), bytes([10, 0, 0, 2])] == await resolving.addresses("A.example")
    assert [bytes(15) + b"\1"] == await resolving.addresses("a.example", TYPE_AAAA)


async def test_each_lookup_gets_the_next_reply_and_the_last_one_stays(resolving: Resolving) -> None:
    resolving.names.tell("a.example", says("1.1.1.1"), says("127.0.0.1"))

    told = [await resolving.addresses("a.example") for _ in range(3)]

    assert [[bytes([1, 1, 1, 1])], [bytes([127, 0, 0, 1])], [bytes([127, 0, 0, 1])]] == told


async def test_an_alias_is_followed_in_one_answer(resolving: Resolving) -> None:
    resolving.names.tell("a.example", says(alias="b.example"))
    resolving.names.tell("b.example", says("10.0.0.9"))

    answer = await resolving.ask("a.example")

    assert encoded("a.example") + struct.pack("!HH", TYPE_CNAME, 1) in answer
    assert answer.endswith(bytes([10, 0, 0, 9]))


async def test_failures_are_told(resolving: Resolving) -> None:
    resolving.names.tell("broken.example", FAILURE)

    assert SERVER_FAILURE == (await resolving.ask("broken.example"))[3] & 15
    assert NAME_ERROR == (await resolving.ask("unknown.example"))[3] & 15


async def test_silence_says_nothing_and_lateness_a_little_later(resolving: Resolving) -> None:
    resolving.names.tell("silent.example", SILENCE, says("10.0.0.1"))
    resolving.names.tell("late.example", says("10.0.0.2", delay_seconds=0.1))
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.1):
            await resolving.ask("silent.example")
    loop = asyncio.get_running_loop()
    started = loop.time()

    assert [bytes([10, 0, 0, 2])] == await resolving.addresses("late.example")
    assert loop.time() - started >= 0.09
