from ipaddress import ip_network

import pytest

from mediamill.http.addresses import address_of, address_of_operator

PROXIES = (ip_network("10.0.0.0/8"),)


def scope(peer: str, *forwarded: str) -> dict[str, object]:
    return {"client": (peer, 5000), "headers": [(b"x-forwarded-for", value.encode("latin-1")) for value in forwarded]}


@pytest.mark.parametrize(
    ("peer", "forwarded", "address"),
    [
        ("198.51.100.7", ["1.2.3.4"], "198.51.100.7"),  # anybody can write a header
        ("10.0.0.1", ["1.2.3.4"], "1.2.3.4"),
        ("10.0.0.1", ["6.6.6.6, 1.2.3.4"], "1.2.3.4"),  # what stands before the nearest stranger is hearsay
        ("10.0.0.1", ["6.6.6.6", "1.2.3.4, 10.0.0.2"], "1.2.3.4"),
        ("10.0.0.1", [], "10.0.0.1"),
        ("10.0.0.1", ["10.0.0.3"], "10.0.0.1"),
        ("10.0.0.1", ["1.2.3.4:5000"], "1.2.3.4"),
        ("10.0.0.1", ["[2001:db8::1]:80"], "2001:db8::1"),
        ("10.0.0.1", ["[2001:DB8:0::1]"], "2001:db8::1"),
        ("10.0.0.1", ["2001:db8::1"], "2001:db8::1"),
        ("10.0.0.1", ["fe80::1%eth0"], "fe80::1"),
        ("10.0.0.1", ["::ffff:1.2.3.4"], "1.2.3.4"),
        ("10.0.0.1", ["1.2.3.4, 10.0.0.2:443"], "1.2.3.4"),
        ("10.0.0.1", ["unknown"], "10.0.0.1"),
        ("10.0.0.1", ["6.6.6.6, unknown"], "10.0.0.1"),  # what stands before it is hearsay
        ("10.0.0.1", ["_hidden", "1.2.3.4:port"], "10.0.0.1"),
        ("10.0.0.1", ["999.1.1.1"], "10.0.0.1"),
        ("10.0.0.1", ["[::1"], "10.0.0.1"),
        ("10.0.0.1", ["\xff\x00"], "10.0.0.1"),
    ],
)
def test_the_nearest_address_that_is_no_proxy_of_ours(peer: str, forwarded: list[str], address: str) -> None:
    assert address_of(scope(peer, *forwarded), PROXIES) == address


def test_without_trusted_proxies_the_peer_counts() -> None:
    assert address_of(scope("10.0.0.1", "1.2.3.4"), ()) == "10.0.0.1"


@pytest.mark.parametrize(
    ("peer", "headers", "address"),
    [
        ("127.0.0.1", {}, "127.0.0.1"),
        ("::ffff:127.0.0.1", {}, "127.0.0.1"),
        ("", {}, None),  # a socket without an address
        ("127.0.0.1", {"x-forwarded-for": "127.0.0.1"}, None),  # a proxy on this machine that nobody told us of
        ("127.0.0.1", {"forwarded": "for=127.0.0.1"}, None),
        ("127.0.0.1", {"x-real-ip": "127.0.0.1"}, None),
        ("127.0.0.1", {"via": "1.1 cache"}, None),
        ("10.0.0.1", {"x-forwarded-for": "198.51.100.7"}, "198.51.100.7"),
        ("10.0.0.1", {"x-forwarded-for": "unknown"}, None),
        ("10.0.0.1", {"x-forwarded-for": "10.0.0.3"}, "10.0.0.1"),
        ("10.0.0.1", {"forwarded": "for=10.0.0.3"}, None),  # read by nobody here
    ],
)
def test_the_operators_pages_trust_no_proxy_that_nobody_told_of(
    peer: str, headers: dict[str, str], address: str | None
) -> None:
    given = {"client": (peer, 5000), "headers": [(name.encode(), value.encode()) for name, value in headers.items()]}
    found = address_of_operator(given, PROXIES)

    assert (str(found) if found else None) == address
