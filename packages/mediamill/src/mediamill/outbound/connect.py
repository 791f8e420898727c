"""From a judged address to an open connection: directly, or through the operator's proxy."""

import asyncio
import base64
import itertools
import ssl
import time
from collections.abc import Iterable
from typing import Protocol
from urllib.parse import unquote, urlsplit

import httpcore2

from mediamill.config import InvalidSettings
from mediamill.outbound.address import Address, literal
from mediamill.outbound.failure import FailureReason, RequestFailed
from mediamill.outbound.resolver import Resolver

ADDRESSES_TRIED_MAX = 3  # of one answer; more would only spend the deadline
PROXY_LOOKUP_SECONDS = 3.0
NOBODY = ""  # the account that the proxy's own name is looked up for
PROXY_PORTS = {"http": 80, "https": 443}


class Connector(Protocol):
    """A way to an address."""

    async def open(self, address: Address, port: int) -> httpcore2.AsyncNetworkStream:
        """A connection that reaches this address. Raises httpcore2.ConnectError."""
        ...


async def dial(
    route: Connector, addresses: tuple[Address, ...], port: int, deadline: float
) -> tuple[httpcore2.AsyncNetworkStream, Address]:
    """A connection to the first of a few addresses that takes it. Raises RequestFailed.

    Each address but the last has its share of the time left; the last one has what remains, which the caller limits.
    """
    tried = alternated(addresses)[:ADDRESSES_TRIED_MAX]
    refusals = []
    for position, address in enumerate(tried):
        left = len(tried) - position
        share = (deadline - time.monotonic()) / left if left > 1 else None
        try:
            async with asyncio.timeout(share) as limit:
                return await route.open(address, port), address
        except (httpcore2.ConnectError, httpcore2.ConnectTimeout) as error:
            refusals.append(f"{address}: {error}")
        except TimeoutError:
            if not limit.expired():
                raise
            refusals.append(f"{address}: silent")
    raise RequestFailed(FailureReason.CONNECT_FAILED, "; ".join(refusals))


def alternated(addresses: tuple[Address, ...]) -> list[Address]:
    """The two families in turn, beginning with the system's first choice: one that is broken here costs one try."""
    first = [address for address in addresses if address.version == addresses[0].version]
    others = [address for address in addresses if address.version != addresses[0].version]
    pairs = itertools.zip_longest(first, others)
    return [address for pair in pairs for address in pair if address is not None]


class Direct:
    """Straight to the address."""

    def __init__(self) -> None:
        self._sockets = httpcore2.AnyIOBackend()

    async def open(self, address: Address, port: int) -> httpcore2.AsyncNetworkStream:
        """A TCP connection."""
        return await self._sockets.connect_tcp(str(address), port)


class Proxy:
    """Through an HTTP proxy by CONNECT, always to the judged address: the proxy resolves nothing for us."""

    def __init__(self, url: str, resolver: Resolver, trust: ssl.SSLContext) -> None:
        try:
            parts = urlsplit(url)
            port = parts.port
        except ValueError:
            raise InvalidSettings(fault="egress_proxy: the port is none") from None
        if parts.scheme not in PROXY_PORTS or not parts.hostname or parts.path not in ("", "/") or parts.query:
            raise InvalidSettings(fault="egress_proxy: write an address such as http://proxy.example.com:3128")
        self._scheme, self._host = parts.scheme, parts.hostname
        self._port = port or PROXY_PORTS[parts.scheme]
        self._headers = proxy_authorization(parts.username, parts.password)
        self._resolver = resolver
        self._trust = trust

    async def open(self, address: Address, port: int) -> httpcore2.AsyncNetworkStream:
        """A tunnel to the address."""
        place = f"[{address}]:{port}" if address.version == 6 else f"{address}:{port}"
        request = httpcore2.Request(
            b"CONNECT",
            httpcore2.URL(scheme=self._scheme, host=self._host, port=self._port, target=place),
            headers=[(b"Host", place.encode("ascii")), *self._headers],
        )
        network = ProxyNetwork(self._resolver)
        connection = httpcore2.AsyncHTTPConnection(request.url.origin, self._trust, network_backend=network)
        try:
            response = await connection.handle_async_request(request)
            if not 200 <= response.status < 300:
                raise httpcore2.ConnectError(f"the proxy answered {response.status}")
        except BaseException as error:
            await network.aclose()
            if isinstance(error, httpcore2.NetworkError | httpcore2.ProtocolError | ssl.SSLError):
                raise httpcore2.ConnectError(f"proxy: {error}") from error
            raise
        stream: httpcore2.AsyncNetworkStream = response.extensions["network_stream"]
        return stream


def proxy_authorization(user: str | None, password: str | None) -> list[tuple[bytes, bytes]]:
    """The header a proxy with a password wants (RFC 7617); none for one without."""
    if user is None:
        return []
    secret = f"{unquote(user)}:{unquote(password or '')}".encode()
    return [(b"Proxy-Authorization", b"Basic " + base64.b64encode(secret))]


class OwnNetwork(httpcore2.AsyncNetworkBackend):
    """The network of one connection, which closes what it opened: httpcore2 forgets what is cancelled half-way."""

    def __init__(self) -> None:
        self.opened: httpcore2.AsyncNetworkStream | None = None

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ARG002 (deadlines are kept from outside, over everything at once)
        local_address: str | None = None,  # noqa: ARG002
        socket_options: Iterable[httpcore2.SOCKET_OPTION] | None = None,  # noqa: ARG002
    ) -> httpcore2.AsyncNetworkStream:
        """The one connection. Raises RequestFailed or httpcore2.ConnectError."""
        assert self.opened is None
        self.opened = await self.open(host, port)
        return self.opened

    async def open(self, host: str, port: int) -> httpcore2.AsyncNetworkStream:
        """How this network connects."""
        raise NotImplementedError

    async def aclose(self) -> None:
        """Close the connection, if there is one."""
        if self.opened is not None:
            await self.opened.aclose()


class ProxyNetwork(OwnNetwork):
    """Connects through the operator's own proxy, whose address is not judged."""

    def __init__(self, resolver: Resolver) -> None:
        super().__init__()
        self._resolver = resolver

    async def open(self, host: str, port: int) -> httpcore2.AsyncNetworkStream:
        """A connection to the proxy's first address."""
        address = literal(host)
        found = (address,) if address else await self._resolver.resolve(host, PROXY_LOOKUP_SECONDS, account_id=NOBODY)
        if not found:
            raise httpcore2.ConnectError(f"{host} has no address")
        return await Direct().open(alternated(found)[0], port)
