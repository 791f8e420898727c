"""The body of an answer, as it is handed on."""

import asyncio
from collections.abc import AsyncIterator
from ipaddress import ip_address

import httpcore2

from mediamill.outbound.answer_stream import AnswerStream
from mediamill.outbound.exchange import Answering


async def test_others_get_their_turn_while_thousands_of_pieces_come_at_once() -> None:
    async def pieces() -> AsyncIterator[bytes]:
        for _ in range(10_000):
            yield b"x"

    turns = 0

    async def take_turns() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    stream = AnswerStream(httpcore2.AsyncNetworkStream())
    response = httpcore2.Response(200, content=pieces())
    others = asyncio.create_task(take_turns())
    size = 0
    async for piece in Answering(200, ip_address("127.0.0.1"), stream, None, response).body():
        size += len(piece)
    others.cancel()

    assert 10_000 == size
    assert turns > 30


async def test_a_head_that_comes_in_single_bytes_is_handed_on_alone() -> None:
    head, body = b"HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\nX: y\n\n", b"body\r\n\r\nmore"

    class Bytewise(httpcore2.AsyncNetworkStream):
        rest = head + body

        async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
            self.rest, byte = self.rest[1:], self.rest[:1]
            return byte

    stream = AnswerStream(Bytewise())
    read = b""
    while not read.endswith(b"y\n\n"):
        read += await stream.read(65_536)
    stream.begin_body(len(body))
    while len(read) < len(head + body):
        read += await stream.read(65_536)

    assert head + body == read
    assert (len(head), len(body)) == (stream.head_bytes, stream.body_bytes)
    assert not await stream.has_surplus()
