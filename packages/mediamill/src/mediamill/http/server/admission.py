"""Which connections may stay open: limits in all and per address, and which one is closed for a new one."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from typing import Protocol

from mediamill.http.addresses import Network, client_network, is_trusted, parsed

CONNECTIONS_MAX = 2_000  # in all
CONNECTIONS_PER_ADDRESS_MAX = 256  # a browser opens 6, an office behind one address many times that
KNOWN_SECONDS = 600.0  # an address is preferred for so long after a request with a valid key
KNOWN_ADDRESSES_MAX = 10_000  # remembered at once; the one without a request for longest is forgotten first
STALLED_SECONDS = 5.0  # a reader that read nothing for so long may be closed for a new connection


class Connection(Protocol):
    """What admission knows of a connection."""

    address: str  # of the peer, as the socket says it

    def displace(self) -> None:
        """Close it now, in favour of a new connection."""


class Admission(Enum):
    """The decision on a new connection."""

    ADMITTED = "admitted"
    FULL = "full"  # every connection is being answered
    ADDRESS_FULL = "address full"  # its own address has too many


@dataclass(slots=True)
class Peer:
    """All connections from one address (IPv6: one /64)."""

    count: int = 0
    waiting: dict[Connection, None] = field(default_factory=dict)  # those we are waiting for, the oldest first


class Connections:
    """The open connections of this process. Every operation takes constant time."""

    def __init__(
        self,
        *,
        total_max: int = CONNECTIONS_MAX,
        per_address_max: int = CONNECTIONS_PER_ADDRESS_MAX,
        trusted: tuple[Network, ...] = (),
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self.total_max = total_max
        self.per_address_max = per_address_max
        self.trusted = trusted
        self.monotonic = monotonic
        self.peers: dict[str, Peer] = {}
        self.network_of: dict[Connection, str] = {}  # of every connection that was admitted
        self.known: dict[str, float] = {}  # network -> when a key was last valid there
        # Connections that wait for the rest of a head or for the next one, the oldest first: what is displaced first.
        self.strangers_waiting: dict[Connection, None] = {}
        self.known_waiting: dict[Connection, None] = {}
        self.stalled: dict[
            Connection, float
        ] = {}  # of unknown peers: those that read nothing of their answer, since when

    def admit(self, connection: Connection) -> Admission:
        """Admit a new connection, if need be by closing one that only waits."""
        network = client_network(connection.address)
        peer = self.peers.setdefault(network, Peer())
        if peer.count >= self.per_address_max and not self.is_exempt(connection):
            if not peer.waiting:
                return Admission.ADDRESS_FULL
            self.drop(next(iter(peer.waiting)))
        elif len(self.network_of) >= self.total_max:
            loser = self.least_deserving()
            if loser is None:
                self.forget_if_empty(network)
                return Admission.FULL
            self.drop(loser)
        peer = self.peers.setdefault(network, peer)  # the one that was dropped may have been its last
        peer.count += 1
        self.network_of[connection] = network
        self.wait_for(connection)
        return Admission.ADMITTED

    def wait_for(self, connection: Connection) -> None:
        """The connection is idle: the peer has to send a head."""
        if (network := self.network_of.get(connection)) is None:
            return
        self.peers[network].waiting[connection] = None
        waiting = self.known_waiting if self.is_known(network) else self.strangers_waiting
        waiting[connection] = None

    def answer(self, connection: Connection) -> None:
        """Its head is complete: it is not closed for others until it has been answered."""
        self.strangers_waiting.pop(connection, None)
        self.known_waiting.pop(connection, None)
        if (network := self.network_of.get(connection)) is not None:
            self.peers[network].waiting.pop(connection, None)

    def stall(self, connection: Connection) -> None:
        """The peer has stopped reading."""
        network = self.network_of.get(connection)
        if network is not None and not self.is_known(network):
            self.stalled[connection] = self.monotonic()

    def unstall(self, connection: Connection) -> None:
        """The peer reads again."""
        self.stalled.pop(connection, None)

    def know(self, connection: Connection) -> None:
        """A request on this connection came with a valid key."""
        if (network := self.network_of.get(connection)) is None:
            return
        self.known.pop(network, None)
        if len(self.known) >= KNOWN_ADDRESSES_MAX:
            del self.known[next(iter(self.known))]
        self.known[network] = self.monotonic()

    def remove(self, connection: Connection) -> None:
        """Forget a closed connection."""
        self.answer(connection)
        self.unstall(connection)
        if (network := self.network_of.pop(connection, None)) is not None:
            self.peers[network].count -= 1
            self.forget_if_empty(network)

    def drop(self, connection: Connection) -> None:
        """Close a connection and forget it."""
        self.remove(connection)
        connection.displace()

    def least_deserving(self) -> Connection | None:
        """The connection to close: those without a valid key first, idle ones before those that do not read."""
        for waiting in (self.strangers_waiting, self.known_waiting):
            if waiting:
                return next(iter(waiting))
        for connection, since in self.stalled.items():  # the longest first, so one look is enough
            return connection if self.monotonic() - since >= STALLED_SECONDS else None
        return None

    def is_exempt(self, connection: Connection) -> bool:
        """Whether it comes from a trusted proxy, which serves many clients."""
        address = parsed(connection.address)
        return address is not None and is_trusted(address, self.trusted)

    def is_known(self, network: str) -> bool:
        """Whether a request from there had a valid key within KNOWN_SECONDS."""
        return self.monotonic() - self.known.get(network, float("-inf")) < KNOWN_SECONDS

    def forget_if_empty(self, network: str) -> None:
        """Free what is kept for an address without connections."""
        if network in self.peers and not self.peers[network].count:
            del self.peers[network]
