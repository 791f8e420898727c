"""The address that a request comes from: the peer's, or the one that a trusted proxy reports."""

import ipaddress
import re
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network

from starlette.types import Scope

from mediamill.config import Settings

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

# What proxies add to a request that they pass on.
FORWARDING = frozenset(
    {
        b"forwarded",
        b"via",
        b"x-forwarded",
        b"x-forwarded-for",
        b"x-forwarded-host",
        b"x-forwarded-proto",
        b"x-real-ip",
        b"x-client-ip",
        b"true-client-ip",
        b"cf-connecting-ip",
    }
)
IPV4_WITH_PORT = re.compile(r"([0-9.]+):[0-9]{1,5}")
IPV6_IN_BRACKETS = re.compile(r"\[([0-9A-Fa-f:.]+)\](?::[0-9]{1,5})?")
CLIENT_PREFIX_V6 = 64  # what one IPv6 customer has at least: every address in it is the same client


def address_of(scope: Scope, trusted: tuple[Network, ...]) -> str:
    """The nearest address that is not a trusted proxy; `X-Forwarded-For` counts only behind one.

    Always a peer's or an address in its one spelling: what else a proxy writes (`unknown`, a name) is never returned.
    """
    peer = scope["client"][0] if scope.get("client") else ""
    found = reported_address(scope, peer, trusted) if trusted else None
    return peer if found is None else str(found)


def address_of_operator(scope: Scope, trusted: tuple[Network, ...]) -> Address | None:
    """The address to judge by for pages that only the operator's networks may read; None where it cannot be known.

    A request with a forwarding header from a peer that is not a trusted proxy came through an unknown proxy: its
    address says nothing about the client.
    """
    peer = scope["client"][0] if scope.get("client") else ""
    if not any(name in FORWARDING for name, _ in scope["headers"]):
        return parsed(peer)
    return reported_address(scope, peer, trusted)


def is_operator(scope: Scope, settings: Settings) -> bool:
    """Whether the request comes from the networks that may read metrics."""
    return is_within(scope, settings.trusted_proxies, settings.metrics_networks)


def is_within(scope: Scope, trusted: tuple[Network, ...], networks: tuple[Network, ...]) -> bool:
    """Whether the request comes from one of these networks, and that can be known."""
    address = address_of_operator(scope, trusted)
    return address is not None and any(address in network for network in networks)


def reported_address(scope: Scope, peer: str, trusted: tuple[Network, ...]) -> Address | None:
    """The address that trusted proxies report; None without one, or when the nearest hop is not an address.

    Hops before such a one cannot be trusted, so nothing else is taken in its place.
    """
    proxy = parsed(peer)
    if proxy is None or not is_trusted(proxy, trusted):
        return None
    forwarded = b",".join(value for name, value in scope["headers"] if name == b"x-forwarded-for")
    hops = [hop.strip() for hop in forwarded.decode("latin-1").split(",") if hop.strip()]
    for hop in reversed(hops):
        nearest = parsed(hop)
        if nearest is None or not is_trusted(nearest, trusted):
            return nearest
    return proxy if hops else None


def parsed(text: str) -> Address | None:
    """The address in `192.0.2.1`, `192.0.2.1:80`, `2001:db8::1`, `[2001:db8::1]:80`; None for anything else."""
    bare = IPV4_WITH_PORT.fullmatch(text) or IPV6_IN_BRACKETS.fullmatch(text)
    try:
        address = ipaddress.ip_address((bare[1] if bare else text).partition("%")[0])  # without a zone
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address


def is_trusted(address: Address, trusted: tuple[Network, ...]) -> bool:
    """Whether this is the address of a trusted proxy."""
    return any(address in network for network in trusted)


def client_network(address: str) -> str:
    """The key of limits per address: an IPv4 address, or the /64 of an IPv6 one, in one spelling."""
    found = parsed(address)
    if isinstance(found, IPv6Address):
        return str(IPv6Network((found, CLIENT_PREFIX_V6), strict=False))
    return str(found) if found else address
