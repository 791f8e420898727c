"""A name server that says what it is told to: other things each time, several at once, late, or nothing (RFC 1035)."""

import asyncio
import struct
from collections import Counter
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Self

TYPE_A, TYPE_CNAME, TYPE_AAAA = 1, 5, 28
CLASS_IN = 1
AUTHORITATIVE_ANSWER = 0x8580  # QR, AA, RD, RA
NO_ERROR, SERVER_FAILURE, NAME_ERROR = 0, 2, 3
ALIASES_MAX = 8


@dataclass(frozen=True)
class Reply:
    """What one lookup of a name is told."""

    addresses: tuple[str, ...] = ()
    alias: str | None = None  # CNAME, followed within our own names
    code: int = NO_ERROR
    delay_seconds: float = 0.0
    is_silent: bool = False


@dataclass(frozen=True)
class Question:
    """One question of a query."""

    name: str
    type: int


def says(*addresses: str, alias: str | None = None, delay_seconds: float = 0.0) -> Reply:
    return Reply(addresses, alias, delay_seconds=delay_seconds)


SILENCE = Reply(is_silent=True)
FAILURE = Reply(code=SERVER_FAILURE)
UNKNOWN = Reply(code=NAME_ERROR)


class NameServer(asyncio.DatagramProtocol):
    """Use as `async with NameServer(address) as names`."""

    def __init__(self, address: str, port: int = 53) -> None:
        self._place = (address, port)
        self._replies: dict[str, tuple[Reply, ...]] = {}
        self._asked: Counter[Question] = Counter()
        self._late: set[asyncio.TimerHandle] = set()
        self.questions: list[Question] = []

    def tell(self, name: str, *replies: Reply) -> None:
        """The n-th lookup of this name gets the n-th reply; the last one is for all that follow."""
        self._replies[name] = replies
        for kind in (TYPE_A, TYPE_AAAA):
            del self._asked[Question(name, kind)]

    async def __aenter__(self) -> Self:
        loop = asyncio.get_running_loop()
        self._transport, _ = await loop.create_datagram_endpoint(lambda: self, local_addr=self._place)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._transport.close()
        for handle in self._late:
            handle.cancel()

    def datagram_received(self, data: bytes, addr: tuple[str, int]) -> None:
        """Answer, or not."""
        query_id, question, raw_question = read_query(data)
        self.questions.append(question)
        reply = self._next_reply(question)
        if reply.is_silent:
            return
        records = self._records(question, reply)
        header = struct.pack("!6H", query_id, AUTHORITATIVE_ANSWER | reply.code, 1, len(records), 0, 0)
        message = header + raw_question + b"".join(records)
        loop = asyncio.get_running_loop()
        self._late.add(loop.call_later(reply.delay_seconds, lambda: self._transport.sendto(message, addr)))

    def _next_reply(self, question: Question) -> Reply:
        replies = self._replies.get(question.name, (UNKNOWN,))
        turn = self._asked[question]
        self._asked[question] += 1
        return replies[min(turn, len(replies) - 1)]

    def _records(self, question: Question, reply: Reply) -> list[bytes]:
        """The aliases on the way, and the addresses of the kind that was asked for at its end."""
        records, name = [], question.name
        for _ in range(ALIASES_MAX):
            if reply.alias is None:
                break
            records.append(record(name, TYPE_CNAME, encoded(reply.alias)))
            name = reply.alias
            reply = self._next_reply(Question(name, question.type))
        addresses = [ip_address(address) for address in reply.addresses]
        version = {TYPE_A: 4, TYPE_AAAA: 6}.get(question.type)
        return records + [
            record(name, question.type, address.packed) for address in addresses if address.version == version
        ]


def read_query(data: bytes) -> tuple[int, Question, bytes]:
    """The id of a query, its one question, and that as it was written."""
    labels, place = [], 12
    while length := data[place]:
        labels.append(data[place + 1 : place + 1 + length].decode("ascii").lower())
        place += 1 + length
    (kind,) = struct.unpack_from("!H", data, place + 1)
    return struct.unpack_from("!H", data)[0], Question(".".join(labels), kind), data[12 : place + 5]


def record(name: str, kind: int, value: bytes) -> bytes:
    """A resource record that nobody may keep."""
    return encoded(name) + struct.pack("!HHIH", kind, CLASS_IN, 0, len(value)) + value


def encoded(name: str) -> bytes:
    """A name as labels."""
    return b"".join(bytes([len(label)]) + label.encode("ascii") for label in name.split(".")) + b"\0"
