"""The truth of who was contacted, read off the loopback wire: it sees every address and port, and nobody's opinion."""

import asyncio
import socket
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Self

ALL_PROTOCOLS = 0x0003
OUTGOING = 4  # loopback shows each packet twice: as it leaves and as it arrives
SOL_PACKET, PACKET_STATISTICS = 263, 6
TCP, UDP = 6, 17
SYN, ACK = 0x02, 0x10
HEADERS_BYTES = 128
BUFFER_BYTES = 8 * 1024 * 1024


@dataclass(frozen=True)
class Contact:
    """Somebody began to speak with this address: a TCP connection was asked for, or a datagram sent."""

    protocol: str
    address: str
    port: int


class Wiretap:
    """Use as `async with`; needs a network namespace of its own, or root."""

    def __init__(self, *, ignored: frozenset[tuple[str, int]] = frozenset()) -> None:
        self._ignored = ignored  # datagrams from and to these places
        self._contacts: list[Contact] = []

    async def __aenter__(self) -> Self:
        self._socket = socket.socket(socket.AF_PACKET, socket.SOCK_DGRAM, socket.htons(ALL_PROTOCOLS))
        self._socket.bind(("lo", 0))
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, BUFFER_BYTES)
        self._socket.setblocking(False)
        asyncio.get_running_loop().add_reader(self._socket, self._listen)
        return self

    async def __aexit__(self, *_: object) -> None:
        asyncio.get_running_loop().remove_reader(self._socket)
        self._socket.close()

    def take(self) -> list[Contact]:
        """All contacts since the last time; fails when the tap was too slow to hear them all."""
        self._listen()
        statistics = self._socket.getsockopt(SOL_PACKET, PACKET_STATISTICS, 8)
        dropped = int.from_bytes(statistics[4:8], "little")
        assert dropped == 0, f"{dropped} packets were not seen"
        taken, self._contacts = self._contacts, []
        return taken

    def _listen(self) -> None:
        while True:
            try:
                packet, source = self._socket.recvfrom(HEADERS_BYTES)
            except BlockingIOError:
                return
            if source[2] != OUTGOING and (contact := self._read(packet)):
                self._contacts.append(contact)

    def _read(self, packet: bytes) -> Contact | None:
        if packet[0] >> 4 == 4:
            protocol, rest = packet[9], packet[(packet[0] & 15) * 4 :]
            source, target = packet[12:16], packet[16:20]
        else:
            protocol, rest = packet[6], packet[40:]
            source, target = packet[8:24], packet[24:40]
        port_from, port_to = int.from_bytes(rest[:2], "big"), int.from_bytes(rest[2:4], "big")
        address = str(ip_address(target))
        if protocol == TCP:
            return Contact("tcp", address, port_to) if rest[13] & (SYN | ACK) == SYN else None
        if protocol == UDP:
            known = {(address, port_to), (str(ip_address(source)), port_from)} & self._ignored
            return None if known else Contact("udp", address, port_to)
        return None
