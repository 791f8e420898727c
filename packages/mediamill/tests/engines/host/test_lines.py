"""Lines over a socket: whole, bounded, and an end for whoever waits."""

import asyncio
import socket
from collections.abc import Iterator

import pytest

from mediamill.engines.host.lines import LineSocket, LineTooLong

Pair = tuple[LineSocket, socket.socket]


@pytest.fixture
def sockets() -> Iterator[tuple[socket.socket, socket.socket]]:
    ours, theirs = socket.socketpair()
    yield ours, theirs
    ours.close()
    theirs.close()


@pytest.fixture
async def pair(sockets: tuple[socket.socket, socket.socket]) -> Pair:
    return LineSocket(sockets[0], line_bytes_max=100), sockets[1]


async def test_lines_come_whole_however_they_were_cut(pair: Pair) -> None:
    lines, other = pair
    first = asyncio.create_task(lines.line())
    for piece in (b"a he", b"ron\nin the", b" reeds\n\n"):
        other.sendall(piece)
        await asyncio.sleep(0)

    assert [await first, await lines.line(), await lines.line()] == [b"a heron", b"in the reeds", b""]


async def test_a_line_without_an_end_is_refused_in_time(pair: Pair) -> None:
    lines, other = pair
    other.sendall(b"x" * 101)

    with pytest.raises(LineTooLong):
        await lines.line()


async def test_hanging_up_ends_the_wait_on_the_other_side_only(pair: Pair) -> None:
    lines, other = pair
    lines.hang_up()

    assert other.recv(10) == b""
    other.sendall(b"last words\n")
    other.close()
    assert await lines.line() == b"last words"
    with pytest.raises(EOFError):
        await lines.line()
    with pytest.raises(EOFError):
        await lines.send(b"too late\n")


async def test_closing_wakes_whoever_waits(pair: Pair, sockets: tuple[socket.socket, socket.socket]) -> None:
    lines, _ = pair
    waiting = asyncio.create_task(lines.line())
    await asyncio.sleep(0)
    lines.close()

    assert sockets[0].fileno() >= 0  # the event loop still watches it
    with pytest.raises(EOFError):
        await waiting
    assert sockets[0].fileno() == -1
    with pytest.raises(EOFError):
        await lines.line()
