"""Which address a request comes from: the peer's, or the one a trusted proxy vouches for."""

import ipaddress
from ipaddress import IPv4Network, IPv6Network

from starlette.types import Scope

Network = IPv4Network | IPv6Network


def address_of(scope: Scope, trusted: tuple[Network, ...]) -> str:
    """The nearest address that is no trusted proxy; `X-Forwarded-For` counts only behind one."""
    peer = scope["client"][0] if scope.get("client") else ""
    if not trusted or not is_trusted(peer, trusted):
        return peer
    forwarded = b",".join(value for name, value in scope["headers"] if name == b"x-forwarded-for")
    hops = [hop.strip() for hop in forwarded.decode("latin-1").split(",") if hop.strip()]
    return next((hop for hop in reversed(hops) if not is_trusted(hop, trusted)), peer)


def is_trusted(address: str, trusted: tuple[Network, ...]) -> bool:
    """Whether this is the address of one of our proxies."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return False
    return any(parsed in network for network in trusted)
