"""Who gets a place among the connections, and who has to give one up."""

import ipaddress

import pytest

from mediamill.http.addresses import client_network
from mediamill.http.server.admission import KNOWN_SECONDS, STALLED_SECONDS, Admission, Connections


class Line:
    """A connection that only knows whether it was displaced."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.displaced = False

    def displace(self) -> None:
        self.displaced = True


class Hall(Connections):
    """A few places, and a clock that moves only when told to."""

    def __init__(self, *, total_max: int = 100, per_address_max: int = 3, proxy: str = "10.0.0.0/8") -> None:
        self.now = 1_000.0
        super().__init__(
            total_max=total_max,
            per_address_max=per_address_max,
            trusted=(ipaddress.ip_network(proxy),),
            monotonic=lambda: self.now,
        )

    def enter(self, address: str, *, busy: bool = False) -> Line:
        """Somebody who gets a place; `busy`: whose head is whole and who is being answered."""
        line = Line(address)
        assert Admission.ADMITTED is self.admit(line)
        if busy:
            self.answer(line)
        return line


def test_one_address_displaces_its_own_oldest_and_nobody_elses() -> None:
    hall = Hall(per_address_max=3)
    mina = hall.enter("198.51.100.1")
    lines = [hall.enter("203.0.113.9") for _ in range(50)]

    assert [True] * 47 + [False] * 3 == [line.displaced for line in lines]
    assert not mina.displaced


def test_an_address_whose_connections_are_all_being_answered_gets_no_more() -> None:
    hall = Hall(per_address_max=3)
    for _ in range(3):
        hall.enter("203.0.113.9", busy=True)

    assert Admission.ADDRESS_FULL is hall.admit(Line("203.0.113.9"))
    assert Admission.ADMITTED is hall.admit(Line("203.0.113.8"))


def test_addresses_of_one_ipv6_customer_are_one_address() -> None:
    hall = Hall(per_address_max=3)
    lines = [hall.enter(f"2001:db9::{n:x}") for n in range(1, 5)]
    neighbour = hall.enter("2001:db9:0:1::1")

    assert [True, False, False, False] == [line.displaced for line in lines]
    assert not neighbour.displaced


def test_a_trusted_proxy_has_as_many_as_there_are_places() -> None:
    hall = Hall(total_max=50, per_address_max=3)
    lines = [hall.enter("10.0.0.1") for _ in range(50)]

    assert not any(line.displaced for line in lines)


def test_when_all_places_are_taken_the_oldest_that_waits_makes_room() -> None:
    hall = Hall(total_max=3)
    busy, old, new = hall.enter("192.0.2.1", busy=True), hall.enter("192.0.2.2"), hall.enter("192.0.2.3")
    hall.enter("192.0.2.4")

    assert [False, True, False] == [line.displaced for line in (busy, old, new)]


def test_who_is_answered_goes_to_the_end_of_those_that_wait() -> None:
    hall = Hall(total_max=2)
    first, second = hall.enter("192.0.2.1"), hall.enter("192.0.2.2")
    hall.answer(first)
    hall.wait_for(first)
    hall.enter("192.0.2.3")

    assert [False, True] == [first.displaced, second.displaced]


def test_strangers_make_room_before_an_address_whose_key_was_valid() -> None:
    hall = Hall(total_max=3)
    mina = hall.enter("192.0.2.1", busy=True)
    hall.know(mina)
    hall.wait_for(mina)  # answered; and a second one of hers, which has said nothing so far
    second = hall.enter("192.0.2.1")
    strangers = [hall.enter(f"198.51.100.{n}") for n in range(100)]

    assert not mina.displaced
    assert not second.displaced
    assert [True] * 99 + [False] == [line.displaced for line in strangers]


def test_a_key_that_was_valid_long_ago_is_no_advantage() -> None:
    hall = Hall(total_max=2)
    mina = hall.enter("192.0.2.1", busy=True)
    hall.know(mina)
    hall.now += KNOWN_SECONDS
    hall.wait_for(mina)
    hall.enter("192.0.2.2")
    hall.enter("192.0.2.3")

    assert mina.displaced


def test_an_idle_caller_with_a_key_makes_room_rather_than_a_newcomer_being_refused() -> None:
    hall = Hall(total_max=2)
    mina = hall.enter("192.0.2.1", busy=True)
    hall.know(mina)
    hall.wait_for(mina)
    hall.enter("192.0.2.2", busy=True)
    hall.enter("192.0.2.3")

    assert mina.displaced


def test_a_stranger_that_does_not_read_its_answer_makes_room_after_a_while() -> None:
    hall = Hall(total_max=2)
    stalled, reading = hall.enter("192.0.2.1", busy=True), hall.enter("192.0.2.2", busy=True)
    hall.stall(stalled)
    assert Admission.FULL is hall.admit(Line("192.0.2.3"))
    hall.now += STALLED_SECONDS
    hall.enter("192.0.2.3", busy=True)

    assert [True, False] == [stalled.displaced, reading.displaced]


def test_a_reader_that_took_some_again_keeps_its_place() -> None:
    hall = Hall(total_max=1)
    slow = hall.enter("192.0.2.1", busy=True)
    hall.stall(slow)
    hall.now += STALLED_SECONDS
    hall.unstall(slow)

    assert Admission.FULL is hall.admit(Line("192.0.2.3"))
    assert not slow.displaced


def test_whoever_leaves_leaves_nothing_behind() -> None:
    hall = Hall(total_max=4, per_address_max=2)
    for _ in range(100):
        lines = [hall.enter(f"192.0.2.{n}") for n in range(6)]
        refused = Line("192.0.2.1")
        for line in lines:
            hall.answer(line)
        hall.admit(refused)
        for line in (*lines, refused):
            hall.remove(line)

    assert [] == [*hall.peers, *hall.network_of, *hall.strangers_waiting, *hall.known_waiting, *hall.stalled]


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("::ffff:203.0.113.9", "203.0.113.9"),
        ("2001:db9:0:1:aaaa::1", "2001:db9:0:1::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("a socket without an address", "a socket without an address"),
        ("", ""),
    ],
)
def test_what_counts_as_one_client(address: str, network: str) -> None:
    assert network == client_network(address)
