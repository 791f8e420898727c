"""What the guard lets be contacted: every address of every answer, each time anew."""

import functools
import time
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mediamill.outbound import INPUT_RULES, WEBHOOK_RULES, FailureReason, Guard, UrlFault, is_public
from mediamill.outbound import guard as guard_module
from mediamill.outbound.address import Address
from mediamill.outbound.failure import RequestFailed
from tests.outbound.phone_book import LOOPBACK, PhoneBook


@pytest.fixture
def strict(book: PhoneBook) -> Guard:
    """No network is exempt."""
    return Guard(resolver=book)


async def test_a_name_with_public_addresses_only_is_fine(strict: Guard, book: PhoneBook) -> None:
    book.enter("hooks.example.com", "8.8.8.8", "2606:4700::1111")

    assert None is await strict.judge_name("https://hooks.example.com/x", account_id="ada")
    assert (ip_address("8.8.8.8"), ip_address("2606:4700::1111")) == await strict.find(
        "hooks.example.com", 1, account_id="ada"
    )


@pytest.mark.parametrize(
    "answer",
    [
        "127.0.0.1",
        "8.8.8.8 10.0.0.5",
        "10.0.0.5 8.8.8.8",
        "8.8.8.8 ::1",
        "2606:4700::1111 fd00:ec2::254",
        "::ffff:127.0.0.1",
        "64:ff9b::7f00:1",
        "fe80::1%lo",
        "100.100.100.200",
    ],
)
async def test_one_forbidden_address_in_an_answer_forbids_the_name(answer: str, strict: Guard, book: PhoneBook) -> None:
    book.enter("hooks.example.com", *answer.split())

    assert UrlFault.FORBIDDEN is await strict.judge_name("https://hooks.example.com/", account_id="ada")
    assert FailureReason.REFUSED_ADDRESS is await strict.find("hooks.example.com", 1, account_id="ada")


async def test_a_name_without_answer_is_accepted_but_never_contacted(strict: Guard) -> None:
    assert None is await strict.judge_name("https://not-yet.example.com/", account_id="ada")
    assert FailureReason.DNS_FAILED is await strict.find("not-yet.example.com", 1, account_id="ada")


@pytest.mark.parametrize("name", ["localhost", "foo.localhost", "db.internal", "printer.local", "x.home.arpa", "bare"])
async def test_inside_names_are_not_even_looked_up(name: str, guard: Guard, book: PhoneBook) -> None:
    book.enter(name, "127.0.0.1")

    assert FailureReason.REFUSED_ADDRESS is await guard.find(name, 1, account_id="ada")
    assert UrlFault.FORBIDDEN is await guard.judge_name(f"https://{name}/", account_id="ada")
    assert not book.asked


async def test_literals_are_judged_without_a_lookup(strict: Guard, book: PhoneBook) -> None:
    assert None is await strict.judge_name("https://[2606:4700::1111]/", account_id="ada")
    assert UrlFault.FORBIDDEN is await strict.judge_name("https://169.254.169.254/", account_id="ada")
    assert UrlFault.INVALID is await strict.judge_name("https://", account_id="ada")
    assert not book.asked


async def test_an_exempt_network_opens_its_own_addresses_only(book: PhoneBook) -> None:
    lenient = Guard(allowed_networks=(ip_network("10.1.0.0/16"),), resolver=book)
    book.enter("in.example.com", "10.1.2.3", "8.8.8.8")
    book.enter("out.example.com", "10.1.2.3", "10.2.0.1")

    assert None is await lenient.judge_name("https://in.example.com/", account_id="ada")
    assert UrlFault.FORBIDDEN is await lenient.judge_name("https://out.example.com/", account_id="ada")
    assert UrlFault.FORBIDDEN is await lenient.judge_name("https://127.0.0.1/", account_id="ada")


async def test_a_name_that_moves_inside_is_refused_at_the_next_connection(strict: Guard, book: PhoneBook) -> None:
    book.enter("moving.example.com", "8.8.8.8")
    assert None is await strict.judge_name("https://moving.example.com/", account_id="ada")

    book.enter("moving.example.com", "127.0.0.1")

    with pytest.raises(RequestFailed) as failure:
        await strict.reach("moving.example.com", 443, time.monotonic() + 1, account_id="ada")
    assert FailureReason.REFUSED_ADDRESS is failure.value.reason


def spellings(address: IPv4Address) -> list[str]:
    """The ways in which one resolver or another reads an IPv4 address."""
    number = int(address)
    a, b, c, d = address.packed
    return [
        f"{number}",
        f"0x{number:x}",
        f"0{number:o}",
        f"{a}.{number & 0xFFFFFF}",
        f"{a}.{b}.{number & 0xFFFF}",
        f"0x{a:x}.0x{b:x}.0x{c:x}.0x{d:x}",
        f"0{a:o}.0{b:o}.0{c:o}.0{d:o}",
        f"{a}.0x{b:x}.0{c:o}.{d}",
        f"00{a}.{b}.{c}.{d}",
        f"{a}.{b}.{c}.{d}.",
        f"{a}%2e{b}%2e{c}%2e{d}",
        f"{a}。{b}。{c}。{d}",
        f"{a}.{b}.{c}.{d}".translate({ord("0") + n: chr(0xFF10 + n) for n in range(10)}),
        f"[::ffff:{address}]",
        f"[::{address}]",
        f"[64:ff9b::{address}]",
        f"[2002:{number >> 16:x}:{number & 0xFFFF:x}::]",
        f"[::ffff:0:{address}]",
        f"[fe80::5efe:{address}]",
        f"{address}@8.8.8.8",
        f"8.8.8.8@{address}",
        f"{address}\\@8.8.8.8",
    ]


@functools.cache
def cautious() -> Guard:
    """As it is by default."""
    return Guard(resolver=PhoneBook())


@settings(deadline=None)
@given(st.ip_addresses(v=4))
def test_however_an_address_is_spelt_nothing_but_itself_is_contacted(address: IPv4Address) -> None:
    guard = cautious()
    allowed = str(address) if is_public(address) else None

    assert allowed == dialled(guard, f"http://{address}/")
    for spelling in spellings(address):
        assert dialled(guard, f"http://{spelling}/") in (None, allowed), spelling


@settings(deadline=None)
@given(st.ip_addresses(v=6))
def test_an_ipv6_address_is_judged_alike_in_every_spelling(address: IPv6Address) -> None:
    guard = cautious()

    for spelling in (address.compressed, address.exploded, address.exploded.upper()):
        host = dialled(guard, f"http://[{spelling}]/")
        assert (address if is_public(address) else None) == (host and ip_address(host))
    assert None is dialled(guard, f"http://[{address}%25lo]/")
    assert None is dialled(guard, f"http://{address.exploded}/")


def dialled(guard: Guard, url: str) -> str | None:
    """The host that would be contacted; None when the URL is refused."""
    try:
        return guard.destination(url, INPUT_RULES).host
    except RequestFailed as failed:
        return None if failed.reason is FailureReason.REFUSED_ADDRESS else failed.reason


def test_what_is_dialled_is_what_was_judged() -> None:
    guard = Guard(allowed_networks=LOOPBACK, resolver=PhoneBook())

    plain = guard.destination("HTTP://Bücher.Example./a b".replace(" ", "%20") + "/ü?q=é&r=%2F", INPUT_RULES)
    odd = guard.destination("https://[::1]:9443", WEBHOOK_RULES)

    assert ("xn--bcher-kva.example", 80, b"/a%20b/%C3%BC?q=%C3%A9&r=%2F") == (plain.host, plain.port, plain.target)
    assert b"xn--bcher-kva.example" == plain.authority
    assert ("::1", 9443, b"/", b"[::1]:9443") == (odd.host, odd.port, odd.target, odd.authority)


def test_half_a_surrogate_pair_is_refused() -> None:
    assert None is dialled(cautious(), "http://a.example.com/\ud800")


@pytest.mark.parametrize(("seconds_left", "for_the_name"), [(4.0, 2.0), (8.0, 4.0), (60.0, 6.0)])
async def test_a_name_gets_half_of_the_time_left_and_six_seconds_at_most(
    seconds_left: float, for_the_name: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Patient(PhoneBook):
        granted: float | None = None

        async def resolve(self, name: str, seconds: float, *, account_id: str) -> tuple[Address, ...]:
            self.granted = seconds
            return await super().resolve(name, seconds, account_id=account_id)

    book = Patient()
    monkeypatch.setattr(time, "monotonic", lambda: 1_000.0)
    with pytest.raises(RequestFailed):
        await Guard(resolver=book).reach("hooks.example.com", 443, 1_000.0 + seconds_left, account_id="ada")

    assert book.granted == for_the_name


async def test_without_a_resolver_of_its_own_a_guard_asks_the_system(
    book: PhoneBook, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard_module, "Resolver", lambda: book)
    await Guard().find("hooks.example.com", 1, account_id="ada")

    assert book.asked == ["hooks.example.com"]


@pytest.mark.parametrize("address", ["127.0.0.1", "10.0.0.5", "100.64.3.1", "192.168.1.9", "::1", "fd12::5", "8.8.8.8"])
async def test_a_server_that_the_operator_names_may_be_private_at_its_port(
    address: str, strict: Guard, book: PhoneBook
) -> None:
    book.enter("render2", address)
    named = strict.exempting("render2", 8188)

    assert (ip_address(address),) == await named.find("render2", 1, account_id="", port=8188)
    for guard, host, port in ((strict, "render2", 8188), (named, "render2", 8189), (named, "render3", 8188)):
        assert FailureReason.REFUSED_ADDRESS is await guard.find(host, 1, account_id="", port=port)
    assert FailureReason.REFUSED_ADDRESS is await named.find("render2", 1, account_id="")


@pytest.mark.parametrize("address", ["169.254.169.254", "100.100.100.200", "fd00:ec2::254", "0.0.0.0", "fe80::1", "::"])
async def test_not_even_the_operators_server_may_be_where_credentials_are_handed_out(
    address: str, strict: Guard, book: PhoneBook
) -> None:
    book.enter("render2", "10.0.0.5", address)
    named = strict.exempting("render2", 8188).exempting(address, 80)

    assert FailureReason.REFUSED_ADDRESS is await named.find(address, 1, account_id="", port=80)
    assert FailureReason.REFUSED_ADDRESS is await strict.exempting("render2", 8188).find(
        "render2", 1, account_id="", port=8188
    )
