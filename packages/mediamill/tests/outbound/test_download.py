"""Fetching callers' files from servers that mean well, and from those that do not."""

import asyncio
import gzip
import time
import tracemalloc
from pathlib import Path

import pytest
import uvloop

from mediamill.outbound import Downloaded, Downloader, DownloadFailed, DownloadLimits, FailureReason, Guard
from tests.outbound import stranger as does
from tests.outbound.phone_book import PhoneBook
from tests.outbound.stranger import Behaviour, Stranger, Visit, answer, head, redirect

PICTURE = bytes(range(256)) * 4_000
LIMITS = DownloadLimits(bytes_max=2_000_000, seconds=0.5)
GRACE_SECONDS = 1.0
MEMORY_BYTES_MAX = 4_000_000


@pytest.fixture
def downloader(guard: Guard) -> Downloader:
    return Downloader(guard)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "private"
    folder.mkdir()
    return folder


async def fetch(downloader: Downloader, url: str, folder: Path, **limits: float) -> Downloaded | DownloadFailed:
    """For Ada, who is patient: nothing but the misbehaviour in question is to end it."""
    bounds = DownloadLimits(**({"bytes_max": 2_000_000, "seconds": 10.0} | limits))  # type: ignore[arg-type]
    return await downloader.download(url, folder, account_id="ada", limits=bounds)


async def reason(downloader: Downloader, url: str, folder: Path, **limits: float) -> FailureReason:
    outcome = await fetch(downloader, url, folder, **limits)
    assert isinstance(outcome, DownloadFailed)
    assert not files_in(folder)
    return outcome.reason


def files_in(folder: Path) -> list[Path]:
    return list(folder.iterdir())


async def chunked_picture(visit: Visit) -> None:
    pieces = [PICTURE[start : start + 1000] for start in range(0, len(PICTURE), 1000)]
    await visit.send(head("Transfer-Encoding: chunked"))
    await visit.send(*(f"{len(piece):x}\r\n".encode() + piece + b"\r\n" for piece in pieces), b"0\r\n\r\n")


async def picture_until_the_end(visit: Visit) -> None:
    await visit.send(b"HTTP/1.0 200 OK\r\n\r\n", PICTURE)


async def picture_and_then_silence(visit: Visit) -> None:
    await visit.send(head(f"Content-Length: {len(PICTURE)}"), PICTURE)
    await visit.hold()


async def picture_and_more_later(visit: Visit) -> None:
    await visit.send(head(f"Content-Length: {len(PICTURE)}"), PICTURE)
    await asyncio.sleep(0.05)
    await visit.send(b"more")


async def redirect_in_latin_1(visit: Visit) -> None:
    await visit.send(b"HTTP/1.1 302 Found\r\nLocation: /caf\xe9\r\nContent-Length: 0\r\n\r\n")


async def picture_after_interim_answers(visit: Visit) -> None:
    await visit.send(b"HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n" * 3)
    await answer(PICTURE)(visit)


@pytest.mark.parametrize(
    "behaviour",
    [answer(PICTURE), chunked_picture, picture_until_the_end, picture_and_then_silence, picture_after_interim_answers],
    ids=["length", "chunked", "until the end", "kept open", "interim answers"],
)
async def test_a_file_arrives_whole(
    behaviour: Behaviour, downloader: Downloader, stranger: Stranger, folder: Path
) -> None:
    stranger.behaviours["/cat.png"] = behaviour

    outcome = await fetch(downloader, stranger.url("/cat.png?size=big"), folder)

    assert isinstance(outcome, Downloaded)
    assert PICTURE == outcome.path.read_bytes()
    assert len(PICTURE) == outcome.size_bytes
    assert [outcome.path] == files_in(folder)
    assert 0o600 == outcome.path.stat().st_mode & 0o777


async def test_a_file_arrives_over_tls_by_name(
    downloader: Downloader, secure_stranger: Stranger, book: PhoneBook, folder: Path
) -> None:
    book.enter("hooks.example.com", "127.0.0.1")
    secure_stranger.behaviours["/cat.png"] = answer(PICTURE)

    outcome = await fetch(downloader, secure_stranger.url("/cat.png", "hooks.example.com"), folder)

    assert isinstance(outcome, Downloaded)
    assert f"hooks.example.com:{secure_stranger.port}" == secure_stranger.asked[0].headers["host"]


async def test_what_is_said_of_us_is_little(downloader: Downloader, stranger: Stranger, folder: Path) -> None:
    stranger.behaviours["/cat.png"] = answer(PICTURE)
    await fetch(downloader, stranger.url("/cat.png"), folder)

    (asked,) = stranger.asked
    assert {"host", "user-agent", "accept", "accept-encoding", "connection"} == set(asked.headers)
    assert ("identity", "close") == (asked.headers["accept-encoding"], asked.headers["connection"])


async def test_the_name_of_the_file_is_ours(downloader: Downloader, stranger: Stranger, folder: Path) -> None:
    disposition = "Content-Disposition: attachment; filename=../../evil.sh"
    stranger.behaviours["/../../etc/passwd"] = stranger.behaviours["/etc/passwd"] = answer(PICTURE, disposition)

    outcome = await fetch(downloader, stranger.url("/../../etc/passwd"), folder)

    assert isinstance(outcome, Downloaded)
    assert outcome.path.parent == folder
    assert outcome.path.name.startswith("download-")


SWOLLEN = gzip.compress(bytes(50_000_000), 1)
BAD_SERVERS: dict[str, tuple[Behaviour, FailureReason]] = {
    "404": (answer(b"no", status="404 Not Found"), FailureReason.BAD_STATUS),
    "206": (answer(b"part", status="206 Partial Content"), FailureReason.BAD_STATUS),
    "204": (answer(b"", status="204 No Content"), FailureReason.BAD_STATUS),
    "empty": (answer(b""), FailureReason.EMPTY),
    "declares too much": (answer(b"x", length=2_000_001), FailureReason.TOO_LARGE),
    "declares more than it sends": (answer(b"x" * 10, length=100_000), FailureReason.SHORT),
    "sends more than it declares": (answer(b"x" * 100_000, length=10), FailureReason.OVERLONG),
    "sends one byte more": (answer(PICTURE + b"x", length=len(PICTURE)), FailureReason.OVERLONG),
    "sends more a little later": (picture_and_more_later, FailureReason.OVERLONG),
    "declares twice": (answer(PICTURE, "Content-Length: 7"), FailureReason.BAD_ANSWER),
    "declares nonsense": (answer(PICTURE, "Content-Length: -1"), FailureReason.BAD_ANSWER),
    "gzip bomb": (answer(SWOLLEN, "Content-Encoding: gzip"), FailureReason.ENCODED),
    "br": (answer(PICTURE, "Content-Encoding: br"), FailureReason.ENCODED),
    "codings in several headers": (
        answer(PICTURE, "Content-Encoding: identity", "Content-Encoding: zstd"),
        FailureReason.ENCODED,
    ),
    "transfer coding": (answer(PICTURE, "Transfer-Encoding: gzip, chunked"), FailureReason.BAD_ANSWER),
    "endless chunks": (does.endless_chunks, FailureReason.TOO_LARGE),
    "endless without length": (does.endless_without_length, FailureReason.TOO_LARGE),
    "endless tiny chunks": (does.endless_tiny_chunks, FailureReason.BAD_ANSWER),
    "endless chunk extension": (does.endless_chunk_extension, FailureReason.BAD_ANSWER),
    "endless header": (does.endless_header, FailureReason.BAD_ANSWER),
    "endless headers": (does.endless_headers, FailureReason.BAD_ANSWER),
    "endless interim answers": (does.endless_interim_answers, FailureReason.BAD_ANSWER),
    "many headers": (answer(PICTURE, *(f"X-{n}: y" for n in range(4_000))), FailureReason.BAD_ANSWER),
    "cut in the head": (does.cut_in_the_head, FailureReason.BAD_ANSWER),
    "cut chunks": (does.cut_chunks, FailureReason.SHORT),
    "reset before the head": (does.reset_before_the_head, FailureReason.BAD_ANSWER),
    "reset in the body": (does.reset_in_the_body, FailureReason.SHORT),
    "hangs up": (does.hang_up, FailureReason.BAD_ANSWER),
    "another protocol": (does.babble, FailureReason.BAD_ANSWER),
    "broken chunks": (does.broken_chunks, FailureReason.BAD_ANSWER),
    "switches protocols": (answer(b"", "Upgrade: x", status="101 Switching Protocols"), FailureReason.BAD_ANSWER),
    "redirect loop": (redirect("/file"), FailureReason.TOO_MANY_REDIRECTS),
    "redirect without Location": (answer(b"", status="302 Found"), FailureReason.BAD_ANSWER),
    "redirect to no URL": (redirect("http://[::1/"), FailureReason.BAD_ANSWER),
    "redirect in no known letters": (redirect_in_latin_1, FailureReason.BAD_ANSWER),
    "redirect to a file": (redirect("file:///etc/passwd"), FailureReason.REFUSED_ADDRESS),
    "redirect to another protocol": (redirect("gopher://127.0.0.1:70/"), FailureReason.REFUSED_ADDRESS),
    "redirect inside": (redirect("http://169.254.169.254/latest/meta-data"), FailureReason.REFUSED_ADDRESS),
    "redirect to localhost": (redirect("http://localhost/"), FailureReason.REFUSED_ADDRESS),
    "redirect with a password": (redirect("http://user:password@127.0.0.1/"), FailureReason.REFUSED_ADDRESS),
    "redirect to a mail server": (redirect("http://127.0.0.1:25/"), FailureReason.REFUSED_ADDRESS),
    "redirect to nobody": (redirect("http://nobody.example.com/"), FailureReason.DNS_FAILED),
    "redirect to a closed port": (redirect("http://127.0.0.1:1024/"), FailureReason.CONNECT_FAILED),
}


@pytest.mark.parametrize("which", BAD_SERVERS)
async def test_a_bad_server_gives_no_file(which: str, downloader: Downloader, stranger: Stranger, folder: Path) -> None:
    stranger.behaviours["/file"], expected = BAD_SERVERS[which]

    assert expected == await reason(downloader, stranger.url("/file"), folder)


SLOW_SERVERS = [does.silent, does.drip_body, does.drip_headers]


@pytest.mark.slow
@pytest.mark.parametrize("behaviour", SLOW_SERVERS)
async def test_a_slow_server_is_left_at_the_deadline(
    behaviour: Behaviour, downloader: Downloader, stranger: Stranger, folder: Path
) -> None:
    stranger.behaviours["/file"] = behaviour
    started = time.monotonic()

    assert FailureReason.TIMEOUT is await reason(downloader, stranger.url("/file"), folder, seconds=0.4)
    assert 0.3 < time.monotonic() - started < 0.4 + GRACE_SECONDS


@pytest.mark.slow
async def test_the_deadline_spans_all_redirects(downloader: Downloader, stranger: Stranger, folder: Path) -> None:
    async def hesitate(visit: Visit) -> None:
        await asyncio.sleep(0.25)
        await redirect("/file")(visit)

    stranger.behaviours["/file"] = hesitate
    started = time.monotonic()

    assert FailureReason.TIMEOUT is await reason(downloader, stranger.url("/file"), folder, seconds=0.4)
    assert time.monotonic() - started < 0.4 + GRACE_SECONDS


@pytest.mark.parametrize(
    "which", ["endless chunks", "endless without length", "endless header", "endless tiny chunks", "gzip bomb"]
)
async def test_memory_stays_flat_whatever_is_sent(
    which: str, downloader: Downloader, stranger: Stranger, folder: Path
) -> None:
    stranger.behaviours["/file"], expected = BAD_SERVERS[which]
    tracemalloc.start()
    try:
        assert expected == await reason(downloader, stranger.url("/file"), folder, bytes_max=20_000_000, seconds=60.0)
        assert tracemalloc.get_traced_memory()[1] < MEMORY_BYTES_MAX
    finally:
        tracemalloc.stop()


async def test_three_redirects_are_followed_to_the_file(
    downloader: Downloader, stranger: Stranger, secure_stranger: Stranger, folder: Path
) -> None:
    stranger.behaviours["/1"] = redirect("2?x=1#part", "301 Moved Permanently")
    stranger.behaviours["/2"] = redirect(stranger.url("/3").removeprefix("http:"), "307 Temporary Redirect")
    stranger.behaviours["/3"] = redirect(secure_stranger.url("/cat.png"), "308 Permanent Redirect")
    secure_stranger.behaviours["/cat.png"] = answer(PICTURE)

    assert isinstance(await fetch(downloader, stranger.url("/1"), folder), Downloaded)
    assert ["/1", "/2?x=1", "/3"] == [asked.target for asked in stranger.asked]


async def test_four_redirects_are_too_many(downloader: Downloader, stranger: Stranger, folder: Path) -> None:
    for step in range(4):
        stranger.behaviours[f"/{step}"] = redirect(f"/{step + 1}")
    stranger.behaviours["/4"] = answer(PICTURE)

    assert FailureReason.TOO_MANY_REDIRECTS is await reason(downloader, stranger.url("/0"), folder)
    assert 4 == len(stranger.asked)


async def test_a_redirect_never_leads_from_https_to_http(
    downloader: Downloader, stranger: Stranger, secure_stranger: Stranger, folder: Path
) -> None:
    stranger.behaviours["/cat.png"] = answer(PICTURE)
    secure_stranger.behaviours["/cat.png"] = redirect(stranger.url("/cat.png"))

    assert FailureReason.INSECURE_REDIRECT is await reason(downloader, secure_stranger.url("/cat.png"), folder)
    assert not stranger.asked


async def test_cookies_are_neither_kept_nor_sent(downloader: Downloader, stranger: Stranger, folder: Path) -> None:
    stranger.behaviours["/file"] = answer(b"", "Set-Cookie: a=b", "Location: /cat.png", status="302 Found")
    stranger.behaviours["/cat.png"] = answer(PICTURE)

    await fetch(downloader, stranger.url("/file"), folder)

    assert "cookie" not in stranger.asked[1].headers


async def test_at_most_so_many_come_from_one_host_and_for_one_account(
    guard: Guard, stranger: Stranger, folder: Path
) -> None:
    gate = asyncio.Event()

    async def wait_for_the_gate(visit: Visit) -> None:
        await gate.wait()
        await answer(PICTURE)(visit)

    stranger.behaviours["/cat.png"] = wait_for_the_gate
    downloader = Downloader(guard, at_once_per_host=3, at_once_per_account=2)
    people = ["ada", "ada", "ada", "ben", "ben", "cleo"]

    async def fetch_for(person: str) -> Downloaded | DownloadFailed:
        url = stranger.url(f"/cat.png?{person}")
        return await downloader.download(url, folder, account_id=person, limits=DownloadLimits(2_000_000, seconds=10))

    fetching = [asyncio.create_task(fetch_for(person)) for person in people]
    await stranger.is_busy_with(3)
    first = sorted(asked.target.partition("?")[2] for asked in stranger.asked)
    gate.set()
    outcomes = await asyncio.gather(*fetching)

    assert ["ada", "ada", "ben"] == first
    assert 3 == stranger.busiest
    assert all(isinstance(outcome, Downloaded) for outcome in outcomes)
    assert len(people) == len(files_in(folder))


async def test_waiting_for_a_place_costs_none_of_the_time(guard: Guard, stranger: Stranger, folder: Path) -> None:
    stranger.behaviours["/silent"] = does.silent
    stranger.behaviours["/cat.png"] = answer(PICTURE)
    downloader = Downloader(guard, at_once_per_account=1)
    slow = asyncio.create_task(fetch(downloader, stranger.url("/silent"), folder, seconds=0.4))
    await stranger.is_busy_with(1)

    assert isinstance(await fetch(downloader, stranger.url("/cat.png"), folder, seconds=0.3), Downloaded)
    assert isinstance(await slow, DownloadFailed)


async def test_a_download_that_is_called_off_leaves_nothing(
    downloader: Downloader, stranger: Stranger, folder: Path
) -> None:
    stranger.behaviours["/file"] = does.drip_body
    fetching = asyncio.create_task(fetch(downloader, stranger.url("/file"), folder))
    await stranger.is_busy_with(1)
    fetching.cancel()
    await asyncio.wait({fetching})

    assert fetching.cancelled()
    assert not files_in(folder)
    await stranger.is_busy_with(0)  # it has noticed that we are gone


async def test_our_own_disk_is_nobody_elses_fault(downloader: Downloader, stranger: Stranger, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        await fetch(downloader, stranger.url("/file"), tmp_path / "gone")


@pytest.mark.parametrize(
    ("reason", "status", "expected"),
    [
        (
            FailureReason.BAD_STATUS,
            404,
            "The file given in `image_url` could not be downloaded: the server answered 404.",
        ),
        (
            FailureReason.TOO_LARGE,
            None,
            "The file given in `image_url` could not be downloaded: it is larger than 2 MB.",
        ),
        (
            FailureReason.TIMEOUT,
            None,
            "The file given in `image_url` could not be downloaded: it took longer than 0.5 seconds.",
        ),
    ],
)
def test_a_failure_is_told_in_one_sentence(reason: FailureReason, status: int | None, expected: str) -> None:
    assert expected == DownloadFailed(reason, LIMITS, status).sentence("image_url")


@pytest.mark.parametrize("reason", FailureReason)
def test_every_failure_has_its_sentence(reason: FailureReason) -> None:
    sentence = DownloadFailed(reason, LIMITS).sentence("file")

    assert sentence.startswith("The file given in `file` could not be downloaded: ")
    assert sentence.endswith(".")
    assert "{" not in sentence


def test_the_loop_of_the_service_serves_as_well(trusted: Path, tmp_path: Path) -> None:
    """Under uvicorn the loop is uvloop's."""

    async def fetch_under_uvloop() -> list[Downloaded | DownloadFailed]:
        from tests.outbound.phone_book import LOOPBACK

        downloader = Downloader(Guard(allowed_networks=LOOPBACK, resolver=PhoneBook()))
        async with Stranger() as server:
            server.behaviours |= {"/cat.png": answer(PICTURE), "/slow": does.drip_body, "/rst": does.reset_in_the_body}
            return [
                await fetch(downloader, server.url(path), tmp_path, seconds=0.3)
                for path in ("/cat.png", "/slow", "/rst")
            ]

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        whole, slow, cut = runner.run(fetch_under_uvloop())

    assert isinstance(whole, Downloaded)
    assert isinstance(slow, DownloadFailed)
    assert isinstance(cut, DownloadFailed)
    assert (FailureReason.TIMEOUT, FailureReason.SHORT) == (slow.reason, cut.reason)
