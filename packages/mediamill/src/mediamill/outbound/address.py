"""Which addresses are public unicast: our own tables, for `ipaddress.is_global` says yes to several that are not.

Source: the IANA special-purpose registries for IPv4 and IPv6, and addresses that clouds use for metadata.
"""

import ipaddress
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

FORBIDDEN_V4 = tuple(
    IPv4Network(block)
    for block in (
        "0.0.0.0/8",  # this network
        "10.0.0.0/8",  # private
        "100.64.0.0/10",  # carrier-grade NAT
        "127.0.0.0/8",  # loopback
        "168.63.129.16/32",  # a cloud's host agent
        "169.254.0.0/16",  # link-local, metadata
        "172.16.0.0/12",  # private
        "192.0.0.0/24",  # protocol assignments
        "192.0.2.0/24",  # documentation
        "192.31.196.0/24",  # AS112
        "192.52.193.0/24",  # AMT
        "192.88.99.0/24",  # 6to4 relays
        "192.168.0.0/16",  # private
        "192.175.48.0/24",  # AS112
        "198.18.0.0/15",  # benchmarking
        "198.51.100.0/24",  # documentation
        "203.0.113.0/24",  # documentation
        "224.0.0.0/4",  # multicast
        "240.0.0.0/4",  # reserved, broadcast
    )
)
GLOBAL_V6 = IPv6Network("2000::/3")  # all global unicast there is
# Where an operator's own servers stand; with the addresses in them at which clouds hand out credentials.
PRIVATE = tuple(
    ipaddress.ip_network(block)
    for block in (
        "10.0.0.0/8",
        "100.64.0.0/10",  # overlay networks use it
        "127.0.0.0/8",
        "172.16.0.0/12",
        "192.168.0.0/16",
        "::1/128",
        "fc00::/7",
    )
)
PRIVATE_METADATA = tuple(map(ipaddress.ip_address, ("100.100.100.200", "fd00:ec2::254")))
FORBIDDEN_V6 = tuple(
    IPv6Network(block)
    for block in (
        "2001::/23",  # protocol assignments, Teredo, ORCHID, benchmarking
        "2001:db8::/32",  # documentation
        "2002::/16",  # 6to4: an IPv4 address in disguise
        "2620:4f:8000::/48",  # AS112
        "3fff::/20",  # documentation
    )
)


def is_public(address: Address) -> bool:
    """Whether this is an address of the public internet that one host answers at."""
    if isinstance(address, IPv4Address):
        return not any(address in block for block in FORBIDDEN_V4)
    return address.scope_id is None and address in GLOBAL_V6 and not any(address in block for block in FORBIDDEN_V6)


def is_allowed(address: Address, exempt: tuple[Network, ...]) -> bool:
    """Whether this may be contacted: a public address, or one of the networks the operator exempts."""
    return is_public(address) or any(address in network for network in exempt)


def is_private(address: Address) -> bool:
    """Whether a server of the operator's own may stand there: in a private network, or on this machine."""
    return any(address in network for network in PRIVATE) and address not in PRIVATE_METADATA


def literal(host: str) -> Address | None:
    """The address a host spells in its one strict way; None when it is a name or another spelling."""
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None
