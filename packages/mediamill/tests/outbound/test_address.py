"""The table of addresses, against the special-purpose registries and against a second opinion."""

from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mediamill.outbound import is_public

# Every block of the two IANA special-purpose registries that is no global unicast, and the clouds' own addresses.
SPECIAL = """
0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 168.63.129.16/32 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24
192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24
203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 255.255.255.255/32
::/128 ::1/128 ::ffff:0:0/96 64:ff9b::/96 64:ff9b:1::/48 100::/64 100:0:0:1::/64 2001::/23 2001::/32 2001:2::/48
2001:10::/28 2001:20::/28 2001:db8::/32 2002::/16 2620:4f:8000::/48 3fff::/20 5f00::/16
fc00::/7 fe80::/10 fec0::/10 ff00::/8
""".split()
PUBLIC_NEIGHBOURS = """
1.0.0.0 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0 168.63.129.15 168.63.129.17
169.253.255.255 169.255.0.0 172.15.255.255 172.32.0.0 191.255.255.255 192.0.1.0 192.0.3.0 192.88.98.255 192.88.100.0
192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0 198.51.99.255 198.51.101.0 203.0.112.255 203.0.114.0
223.255.255.255 2001:200:: 2001:db7:ffff:ffff:ffff:ffff:ffff:ffff 2001:db9:: 2003:: 2606:4700::1111 2a00:: 3ffe:ffff::
""".split()


@pytest.mark.parametrize("block", SPECIAL)
def test_both_ends_of_every_special_block_are_refused(block: str) -> None:
    network = ip_network(block)

    assert not is_public(network[0])
    assert not is_public(network[-1])


@pytest.mark.parametrize("address", PUBLIC_NEIGHBOURS)
def test_the_neighbours_of_special_blocks_are_public(address: str) -> None:
    assert is_public(ip_address(address))


@given(st.ip_addresses(v=4))
def test_no_address_is_public_that_the_standard_library_calls_private(address: IPv4Address) -> None:
    if (
        address.is_private
        or address.is_multicast
        or address.is_reserved
        or address.is_loopback
        or address.is_link_local
    ):
        assert not is_public(address)


@given(st.ip_addresses(v=6))
def test_no_wrapped_ipv4_address_is_public(address: IPv6Address) -> None:
    if address.ipv4_mapped or address.sixtofour or address.teredo or address.is_private or address.is_multicast:
        assert not is_public(address)


@given(st.ip_addresses(v=4))
def test_an_ipv4_address_is_never_public_in_ipv6_dress(address: IPv4Address) -> None:
    for dress in (f"::{address}", f"::ffff:{address}", f"64:ff9b::{address}"):
        assert not is_public(ip_address(dress))


def test_a_zone_makes_an_address_local() -> None:
    assert not is_public(IPv6Address("2606:4700::1111%eth0"))
