"""What an API key may do: scopes, an end, tools and models, networks, a rate, and how much it may spend."""

import ipaddress
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network
from typing import TypeVar

from mediamill.credits import NO_CAPS, Caps
from mediamill.plan import Rate

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network
Listed = TypeVar("Listed")

RATE_SECONDS = 60  # what a key's own rate is counted over


class KeyScope(StrEnum):
    """What an endpoint asks of a key."""

    READ = "read"
    RUN = "run"
    MANAGE = "manage"  # keys, the webhook secret, deliveries, and whatever deletes


EVERY_SCOPE = frozenset(KeyScope)


@dataclass(frozen=True, slots=True)
class KeyRights:
    """The rights of a key; None means that nothing is restricted in that respect."""

    scopes: frozenset[KeyScope] = EVERY_SCOPE
    expires_at: int | None = None
    tools: tuple[str, ...] | None = None
    models: tuple[str, ...] | None = None  # as "tool/model"; what `tools` does not name stays forbidden
    networks: tuple[Network, ...] | None = None
    creates_per_minute: int | None = None
    caps: Caps = NO_CAPS

    def may_run(self, tool: str, model: str) -> bool:
        """Whether the key may run this model."""
        return (self.tools is None or tool in self.tools) and (self.models is None or f"{tool}/{model}" in self.models)

    def may_come_from(self, address: Address | None) -> bool:
        """Whether the key may be used from this address; None is one that is not known."""
        return self.networks is None or (address is not None and any(address in one for one in self.networks))

    def covers(self, other: "KeyRights") -> bool:
        """Whether the other rights are nowhere more than these."""
        return (
            other.scopes <= self.scopes
            and is_at_most(other.expires_at, self.expires_at)
            and is_within(other.tools, self.tools)
            and is_within(other.models, self.models)
            and self.networks_cover(other.networks)
            and is_at_most(other.creates_per_minute, self.creates_per_minute)
            and self.caps.covers(other.caps)
        )

    def networks_cover(self, other: Sequence[Network] | None) -> bool:
        """Whether the other networks lie in these."""
        if self.networks is None:
            return True
        return other is not None and all(any(lies_in(one, mine) for mine in self.networks) for one in other)


EVERYTHING = KeyRights()


@dataclass(frozen=True, slots=True)
class KeyRate:
    """How often a key may create, together with the keys that it made."""

    key_id: str
    creates_per_minute: int

    @property
    def rate(self) -> Rate:
        """The same as a rate."""
        return Rate(self.creates_per_minute, RATE_SECONDS)


def parse_network(text: str) -> Network | None:
    """The network in `192.0.2.0/24` or `2001:db8::1`; None for anything else."""
    try:
        return ipaddress.ip_network(text)
    except ValueError:
        return None


def lies_in(network: Network, other: Network) -> bool:
    """Whether all of one network is in the other."""
    if isinstance(network, IPv4Network):
        return isinstance(other, IPv4Network) and network.subnet_of(other)
    return isinstance(other, IPv6Network) and network.subnet_of(other)


def is_at_most(number: int | None, most: int | None) -> bool:
    """Whether a number is no more than another; None is without end."""
    return most is None or (number is not None and number <= most)


def is_within(some: Sequence[Listed] | None, others: Sequence[Listed] | None) -> bool:
    """Whether each of some is among the others; None is all there are."""
    return others is None or (some is not None and set(some) <= set(others))
