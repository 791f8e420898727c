"""The one way out for everything that callers name: resolve once, judge every address, connect to the judged one."""

import copy
import time

import httpcore2

from mediamill.outbound.address import Address, Network, is_allowed, is_private, literal
from mediamill.outbound.answer_stream import AnswerStream
from mediamill.outbound.connect import Connector, Direct, OwnNetwork, Proxy, dial
from mediamill.outbound.destination import Destination, destination_of
from mediamill.outbound.failure import FailureReason, RequestFailed
from mediamill.outbound.resolver import Resolver
from mediamill.outbound.tls import outgoing_trust
from mediamill.outbound.url import UrlFault, UrlRules, host_is_allowed, plain_host, well_formed

ACCEPT_LOOKUP_SECONDS = 1.0  # a caller waits for the answer
LOOKUP_SECONDS = 6.0  # the system's resolver asks again after 5 s


class Guard:
    """What may be contacted, and how. One for the process; made at start, where wrong settings show."""

    def __init__(
        self, *, allowed_networks: tuple[Network, ...] = (), proxy: str | None = None, resolver: Resolver | None = None
    ) -> None:
        """Raises InvalidSettings for a proxy or an SSL_CERT_FILE that cannot be used."""
        self.trust = outgoing_trust()
        self._allowed_networks = allowed_networks
        self._resolver = resolver or Resolver()
        self._route: Connector = Proxy(proxy, self._resolver, self.trust) if proxy else Direct()
        self._operators: tuple[str, int] | None = None

    def exempting(self, host: str, port: int) -> "Guard":
        """The same guard for a server that the operator names: just this host and port may be private, or on loopback.

        The addresses at which clouds hand out credentials stay forbidden there.
        """
        guard = copy.copy(self)
        guard._operators = (host, port)
        return guard

    async def judge_name(self, url: str, *, account_id: str, seconds: float = ACCEPT_LOOKUP_SECONDS) -> UrlFault | None:
        """FORBIDDEN when the name in a URL of good form has a forbidden address now; no answer in time is no fault."""
        parts = well_formed(url)
        host = plain_host(parts.hostname or "") if parts else None
        if host is None:
            return UrlFault.INVALID
        found = await self.find(host, seconds, account_id=account_id)
        return UrlFault.FORBIDDEN if found is FailureReason.REFUSED_ADDRESS else None

    def destination(self, url: str, rules: UrlRules) -> Destination:
        """The place a URL names. Raises RequestFailed when its text alone forbids it."""
        return destination_of(url, rules, self._allowed_networks)

    async def find(
        self, host: str, seconds: float, *, account_id: str, port: int | None = None
    ) -> tuple[Address, ...] | FailureReason:
        """The addresses of a host when all of them may be contacted; else what is the matter."""
        is_operators = (host, port) == self._operators
        if not (is_operators or host_is_allowed(host, self._allowed_networks)):
            return FailureReason.REFUSED_ADDRESS
        address = literal(host)
        addresses = (address,) if address else await self._resolver.resolve(host, seconds, account_id=account_id)
        if not addresses:
            return FailureReason.DNS_FAILED
        allowed = all(
            is_allowed(address, self._allowed_networks) or (is_operators and is_private(address))
            for address in addresses
        )
        return addresses if allowed else FailureReason.REFUSED_ADDRESS

    async def reach(
        self, host: str, port: int, deadline: float, *, account_id: str
    ) -> tuple[httpcore2.AsyncNetworkStream, Address]:
        """A connection to a judged address of a host. Raises RequestFailed; the caller ends it at the deadline."""
        seconds = min(LOOKUP_SECONDS, (deadline - time.monotonic()) / 2)
        found = await self.find(host, seconds, account_id=account_id, port=port)
        if isinstance(found, FailureReason):
            raise RequestFailed(found, host)
        return await dial(self._route, found, port, deadline)


class GuardedNetwork(OwnNetwork):
    """The network of one request: whatever host is asked for, the guard finds and judges its address."""

    def __init__(self, guard: Guard, deadline: float, account_id: str) -> None:
        super().__init__()
        self._guard = guard
        self._deadline = deadline
        self._account_id = account_id
        self.address: Address | None = None  # contacted
        self.answer: AnswerStream | None = None

    @property
    def sent(self) -> bool:
        """Whether something of the request left, after DNS, connection and TLS."""
        return self.answer is not None and self.answer.sent

    async def open(self, host: str, port: int) -> AnswerStream:
        """A connection whose answer is measured. Raises RequestFailed."""
        stream, self.address = await self._guard.reach(host, port, self._deadline, account_id=self._account_id)
        self.answer = AnswerStream(stream)
        return self.answer
