"""Telling a receiver, once: what counts is the status, and how soon."""

import asyncio
import socket
import time
import tracemalloc
from ipaddress import ip_address

import httpcore2
import pytest
import trustme

from mediamill.outbound import Answer, FailureReason, Guard, post
from tests.outbound import stranger as does
from tests.outbound.conftest import certified
from tests.outbound.phone_book import PhoneBook
from tests.outbound.stranger import Behaviour, Stranger, Visit, answer, head, redirect

BODY = b'{"id":"gen_1","status":"success"}'
HEADERS = {"Content-Type": "application/json", "X-Media-Id": "gen_1"}


async def send(guard: Guard, receiver: Stranger, *, seconds: float = 10.0, host: str | None = None) -> Answer:
    return await post(guard, receiver.url("/hook?x=1", host), BODY, HEADERS, account_id="ada", seconds=seconds)


async def test_the_sent_bytes_arrive_and_the_answer_is_kept(
    guard: Guard, secure_stranger: Stranger, book: PhoneBook
) -> None:
    book.enter("hooks.example.com", "127.0.0.1")
    secure_stranger.behaviours["/hook"] = answer(b"thank you")

    told = await send(guard, secure_stranger, host="hooks.example.com")

    assert (200, None, b"thank you") == (told.status, told.failure, told.body)
    assert ip_address("127.0.0.1") == told.address
    assert 0 <= told.duration_ms < 5_000
    (asked,) = secure_stranger.asked
    assert ("POST", "/hook?x=1", BODY) == (asked.method, asked.target, asked.body)
    assert ("application/json", "gen_1") == (asked.headers["content-type"], asked.headers["x-media-id"])
    assert str(len(BODY)) == asked.headers["content-length"]
    assert "transfer-encoding" not in asked.headers


@pytest.mark.parametrize("status", [201, 204, 299, 404, 410, 500, 503])
async def test_every_status_is_told_as_it_is(status: int, guard: Guard, secure_stranger: Stranger) -> None:
    secure_stranger.behaviours["/hook"] = answer(b"", "Retry-After: 1", status=f"{status} Whatever")

    assert status == (await send(guard, secure_stranger)).status


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
async def test_a_redirect_is_an_answer_and_never_followed(
    status: int, guard: Guard, secure_stranger: Stranger, stranger: Stranger
) -> None:
    secure_stranger.behaviours["/hook"] = redirect(stranger.url("/x"), f"{status} Over there")

    assert status == (await send(guard, secure_stranger)).status
    assert 1 == secure_stranger.connections
    assert 0 == stranger.connections


async def test_nothing_but_https_is_posted_to(guard: Guard, stranger: Stranger) -> None:
    assert FailureReason.REFUSED_ADDRESS is (await send(guard, stranger)).failure
    assert 0 == stranger.connections


BAD_RECEIVERS: dict[str, tuple[Behaviour, FailureReason]] = {
    "silent": (does.silent, FailureReason.TIMEOUT),
    "drips headers": (does.drip_headers, FailureReason.TIMEOUT),
    "hangs up": (does.hang_up, FailureReason.BAD_ANSWER),
    "resets": (does.reset_before_the_head, FailureReason.BAD_ANSWER),
    "cuts its head": (does.cut_in_the_head, FailureReason.BAD_ANSWER),
    "babbles": (does.babble, FailureReason.BAD_ANSWER),
    "floods headers": (does.endless_headers, FailureReason.BAD_ANSWER),
    "floods interim answers": (does.endless_interim_answers, FailureReason.BAD_ANSWER),
}


@pytest.mark.parametrize("which", BAD_RECEIVERS)
async def test_a_bad_receiver_is_named(which: str, guard: Guard, secure_stranger: Stranger) -> None:
    secure_stranger.behaviours["/hook"], expected = BAD_RECEIVERS[which]
    told = await send(guard, secure_stranger, seconds=seconds_for(which))

    assert (None, expected) == (told.status, told.failure)
    assert ip_address("127.0.0.1") == told.address


@pytest.mark.slow
@pytest.mark.parametrize("which", BAD_RECEIVERS)
async def test_a_bad_receiver_is_named_in_time(which: str, guard: Guard, secure_stranger: Stranger) -> None:
    secure_stranger.behaviours["/hook"], _ = BAD_RECEIVERS[which]
    started = time.monotonic()
    told = await send(guard, secure_stranger, seconds=seconds_for(which))

    assert told.duration_ms <= (seconds_for(which) + 1) * 1_000
    assert time.monotonic() - started < seconds_for(which) + 1


def seconds_for(which: str) -> float:
    """Who runs out of time may do so soon; the others get time enough to show what they are on a busy machine."""
    return 0.5 if BAD_RECEIVERS[which][1] is FailureReason.TIMEOUT else 4.0


async def drip_after_the_head(visit: Visit) -> None:
    await visit.send(head())
    await does.drip(visit, b"y")


async def cut_after_the_head(visit: Visit) -> None:
    await visit.send(head("Content-Length: 100"), b"so far")
    visit.reset()


@pytest.mark.parametrize("behaviour", [drip_after_the_head, cut_after_the_head, does.broken_chunks])
async def test_what_follows_the_head_changes_no_outcome(
    behaviour: Behaviour, guard: Guard, secure_stranger: Stranger
) -> None:
    secure_stranger.behaviours["/hook"] = behaviour

    assert 200 == (await send(guard, secure_stranger, seconds=0.4)).status


async def test_the_duration_ends_with_the_head(guard: Guard, secure_stranger: Stranger) -> None:
    secure_stranger.behaviours["/hook"] = drip_after_the_head

    told = await send(guard, secure_stranger, seconds=0.6)

    assert told.duration_ms < 400
    assert told.body.startswith(b"y")


async def test_of_a_huge_answer_little_is_read_and_less_is_kept(guard: Guard, secure_stranger: Stranger) -> None:
    sent = 0

    async def flood(visit: Visit) -> None:
        nonlocal sent
        await visit.send(head("Content-Length: 500000000"))
        while True:
            await visit.send(b"z" * 65_536)
            sent += 65_536

    secure_stranger.behaviours["/hook"] = flood
    tracemalloc.start()
    try:
        told = await send(guard, secure_stranger)
        assert tracemalloc.get_traced_memory()[1] < 4_000_000
    finally:
        tracemalloc.stop()

    assert (200, b"z" * 1_024) == (told.status, told.body)
    assert sent < 20_000_000  # socket buffers


async def test_names_are_judged_at_each_post(guard: Guard, secure_stranger: Stranger, book: PhoneBook) -> None:
    secure_stranger.behaviours["/hook"] = answer()
    book.enter("hooks.example.com", "127.0.0.1")
    assert 200 == (await send(guard, secure_stranger, host="hooks.example.com")).status

    book.enter("hooks.example.com", "127.0.0.1", "10.0.0.5")
    inside = await send(guard, secure_stranger, host="hooks.example.com")
    book.entries.clear()
    nowhere = await send(guard, secure_stranger, host="hooks.example.com")

    assert (FailureReason.REFUSED_ADDRESS, None) == (inside.failure, inside.address)
    assert (FailureReason.DNS_FAILED, None) == (nowhere.failure, nowhere.address)
    assert 1 == secure_stranger.connections


async def test_an_address_that_refuses_costs_one_try(guard: Guard, secure_stranger: Stranger, book: PhoneBook) -> None:
    secure_stranger.behaviours["/hook"] = answer()
    book.enter("hooks.example.com", "127.0.0.2", "::1", "127.0.0.1")

    told = await send(guard, secure_stranger, host="hooks.example.com")

    assert (200, ip_address("127.0.0.1")) == (told.status, told.address)


async def test_when_all_addresses_refuse_it_was_the_connection(guard: Guard) -> None:
    with socket.socket() as bound:  # but not listening
        bound.bind(("127.0.0.1", 0))
        told = await post(guard, f"https://127.0.0.1:{bound.getsockname()[1]}/", BODY, HEADERS, account_id="ada")

    assert (FailureReason.CONNECT_FAILED, None) == (told.failure, told.address)


async def test_ipv6_is_a_way_too(guard: Guard, authority: trustme.CA) -> None:
    async with Stranger(tls=certified(authority, "::1"), host="::1") as receiver:
        receiver.behaviours["/hook"] = answer()

        told = await send(guard, receiver, host="[::1]")

    assert (200, ip_address("::1")) == (told.status, told.address)
    assert f"[::1]:{receiver.port}" == receiver.asked[0].headers["host"]


async def test_a_post_that_is_called_off_hangs_up(guard: Guard, secure_stranger: Stranger) -> None:
    secure_stranger.behaviours["/hook"] = does.silent
    posting = asyncio.create_task(send(guard, secure_stranger))
    await secure_stranger.is_busy_with(1)
    posting.cancel()
    await asyncio.wait({posting})

    assert posting.cancelled()
    await secure_stranger.is_busy_with(0)


async def test_a_header_that_is_none_is_a_program_error(guard: Guard, secure_stranger: Stranger) -> None:
    with pytest.raises(httpcore2.LocalProtocolError):
        await post(guard, secure_stranger.url("/hook"), BODY, {"X-Bad": "a\r\nb"}, account_id="ada")


async def test_the_operators_own_receiver_may_be_private_and_http_at_its_own_port_alone(stranger: Stranger) -> None:
    stranger.behaviours["/hook"] = answer(b"")
    guard = Guard()

    told = await post(guard, stranger.url("/hook"), BODY, HEADERS, account_id="alerts", is_operators=True)
    assert (200, None) == (told.status, told.failure)

    refused = await post(guard, stranger.url("/hook"), BODY, HEADERS, account_id="ada")
    assert FailureReason.REFUSED_ADDRESS is refused.failure
    credentials = "http://169.254.169.254/latest/"  # where clouds hand them out, whoever asks
    taken = await post(guard, credentials, BODY, HEADERS, account_id="alerts", is_operators=True)
    assert FailureReason.REFUSED_ADDRESS is taken.failure
