from ipaddress import ip_network

import pytest

from mediamill.web.addresses import address_of

PROXIES = (ip_network("10.0.0.0/8"),)


def scope(peer: str, *forwarded: str) -> dict[str, object]:
    return {"client": (peer, 5000), "headers": [(b"x-forwarded-for", value.encode()) for value in forwarded]}


@pytest.mark.parametrize(
    ("peer", "forwarded", "address"),
    [
        ("198.51.100.7", ["1.2.3.4"], "198.51.100.7"),  # anybody can write a header
        ("10.0.0.1", ["1.2.3.4"], "1.2.3.4"),
        ("10.0.0.1", ["6.6.6.6, 1.2.3.4"], "1.2.3.4"),  # what stands before the nearest stranger is hearsay
        ("10.0.0.1", ["6.6.6.6", "1.2.3.4, 10.0.0.2"], "1.2.3.4"),
        ("10.0.0.1", [], "10.0.0.1"),
        ("10.0.0.1", ["10.0.0.3"], "10.0.0.1"),
    ],
)
def test_the_nearest_address_that_is_no_proxy_of_ours(peer: str, forwarded: list[str], address: str) -> None:
    assert address_of(scope(peer, *forwarded), PROXIES) == address


def test_without_trusted_proxies_the_peer_counts() -> None:
    assert address_of(scope("10.0.0.1", "1.2.3.4"), ()) == "10.0.0.1"
