"""Files that a vendor made: over the allow-list, or out of the answer itself."""

import base64
import gzip
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import trustme

from mediamill.engines import ForeignUrl, ResultNotFetched, VendorClient
from mediamill.engines.remote import NotSent
from mediamill.outbound import FailureReason, Guard
from tests.engines.vendor.cloud import Cloud, in_turn
from tests.engines.vendor.conftest import KEY, KEY_HEADER
from tests.outbound import stranger as does
from tests.outbound.conftest import certified
from tests.outbound.phone_book import PhoneBook
from tests.outbound.stranger import Behaviour, answer, redirect
from tests.outbound.test_connect import TunnelKeeper
from tests.outbound.test_download import files_in

SONG = bytes(range(256)) * 2_000


@pytest.fixture
async def media(authority: trustme.CA) -> AsyncIterator[Cloud]:
    async with Cloud(tls=certified(authority, "v3.fal.media", "other.example.com")) as server:
        yield server


@pytest.fixture
async def proxied(trusted: Path, book: PhoneBook, media: Cloud) -> AsyncIterator[VendorClient]:
    """A client whose egress proxy knows where v3.fal.media stands."""
    book.enter("v3.fal.media", "93.184.216.2")
    book.enter("other.example.com", "93.184.216.3")
    routes = {"93.184.216.2:443": media.port, "93.184.216.3:443": media.port}
    async with TunnelKeeper(routes=routes).open() as proxy:
        guard = Guard(proxy=f"http://127.0.0.1:{proxy.port}", resolver=book)
        client = VendorClient(guard, base_url="https://queue.fal.run", hosts=("*.fal.media",), bytes_max=1_000_000)
        yield client
        await client.aclose()


@pytest.mark.parametrize("key_host", ["v3.fal.media", "*.fal.media"])
async def test_a_free_call_to_a_host_beside_the_api_has_the_key_and_a_file_has_not(
    key_host: str, trusted: Path, book: PhoneBook, media: Cloud, folder: Path
) -> None:
    book.enter("v3.fal.media", "93.184.216.2")
    media.behaviours |= {"/initiate": answer(b"{}"), "/song": answer(SONG)}
    async with TunnelKeeper(routes={"93.184.216.2:443": media.port}).open() as proxy:
        client = VendorClient(
            Guard(proxy=f"http://127.0.0.1:{proxy.port}", resolver=book),
            base_url="https://queue.fal.run",
            key=KEY,
            key_header=KEY_HEADER,
            hosts=("v3.fal.media",),
            key_hosts=(key_host,),
        )
        await client.call("POST", "https://v3.fal.media/initiate", {})
        await client.download("https://v3.fal.media/song", folder)
        await client.aclose()

    assert [f"Key {KEY}", None] == [asked.headers.get("authorization") for asked in media.asked]


async def test_redirects_within_the_list_are_followed_three_times(
    proxied: VendorClient, media: Cloud, folder: Path
) -> None:
    media.behaviours |= {"/1": redirect("/2"), "/2": redirect("//v3.fal.media/3"), "/3": redirect("/song")}
    media.behaviours |= {"/song": answer(SONG), "/0": redirect("/1")}

    fetched = await proxied.download("https://v3.fal.media/1", folder)

    assert SONG == fetched.read_bytes()
    assert (folder, 0o600) == (fetched.parent, fetched.stat().st_mode & 0o777)
    assert ["/1", "/2", "/3", "/song"] == [asked.target for asked in media.asked]
    with pytest.raises(ResultNotFetched) as too_many:
        await proxied.download("https://v3.fal.media/0", folder)
    assert FailureReason.TOO_MANY_REDIRECTS is too_many.value.failure
    assert [fetched] == files_in(folder)


@pytest.mark.parametrize(
    "location",
    [
        "https://other.example.com/song",
        "https://169.254.169.254/latest",
        "http://v3.fal.media/song",
        "https://v3.fal.media:8443/song",
        "file:///etc/passwd",
        "data:audio/mpeg;base64,AAAA",
    ],
)
async def test_a_redirect_out_of_the_list_is_not_followed(
    location: str, proxied: VendorClient, media: Cloud, folder: Path
) -> None:
    media.behaviours["/song"] = redirect(location)

    with pytest.raises(ForeignUrl):
        await proxied.download("https://v3.fal.media/song", folder)

    assert 1 == len(media.asked)
    assert [] == files_in(folder)


@pytest.mark.parametrize("address", ["127.0.0.1", "10.0.0.5", "169.254.169.254", "::1", "fd00:ec2::254"])
async def test_a_name_on_the_list_that_leads_inside_is_refused(
    address: str, client: VendorClient, cloud: Cloud, book: PhoneBook, folder: Path
) -> None:
    book.enter("v3.fal.media", address)
    picture = folder / "heron.png"
    picture.write_bytes(b"heron")

    with pytest.raises(ResultNotFetched) as refused:
        await client.download("https://v3.fal.media/song", folder)
    with pytest.raises(NotSent, match="refused_address"):
        await client.put_file("https://v3.fal.media/up", picture, "image/png")

    assert FailureReason.REFUSED_ADDRESS is refused.value.failure
    assert [] == cloud.asked
    assert [picture] == files_in(folder)


async def test_a_name_that_is_public_once_is_judged_again(
    proxied: VendorClient, media: Cloud, book: PhoneBook, folder: Path
) -> None:
    media.behaviours["/song"] = answer(SONG)
    await proxied.download("https://v3.fal.media/song", folder)

    book.enter("v3.fal.media", "93.184.216.2", "127.0.0.1")
    with pytest.raises(ResultNotFetched) as refused:
        await proxied.download("https://v3.fal.media/song", folder)

    assert FailureReason.REFUSED_ADDRESS is refused.value.failure
    assert 1 == len(media.asked)


async def test_a_name_that_is_not_on_the_list_is_not_even_looked_up(
    client: VendorClient, book: PhoneBook, folder: Path
) -> None:
    picture = folder / "heron.png"
    picture.write_bytes(b"heron")

    with pytest.raises(ForeignUrl):
        await client.download("https://other.example.com/song", folder)
    with pytest.raises(ForeignUrl):
        await client.put_file("https://other.example.com/up", picture, "image/png")

    assert [] == book.asked


@pytest.mark.parametrize("status", [403, 404, 410])
async def test_an_expired_url_can_be_told_from_a_bad_line(
    status: int, client: VendorClient, cloud: Cloud, folder: Path
) -> None:
    cloud.behaviours |= {"/gone": answer(b"expired", status=f"{status} Gone"), "/cut": does.reset_in_the_body}

    with pytest.raises(ResultNotFetched) as gone:
        await client.download(cloud.url("/gone"), folder)
    with pytest.raises(ResultNotFetched) as cut:
        await client.download(cloud.url("/cut"), folder)

    assert (FailureReason.BAD_STATUS, status) == (gone.value.failure, gone.value.status)
    assert (FailureReason.SHORT, None) == (cut.value.failure, cut.value.status)
    assert [] == files_in(folder)


@pytest.mark.parametrize(
    ("behaviour", "failure"),
    [
        (answer(b"x" * 1_001), FailureReason.TOO_LARGE),
        (answer(b"x", length=3_000_000_000), FailureReason.TOO_LARGE),
        (does.endless_chunks, FailureReason.TOO_LARGE),
        (does.endless_tiny_chunks, FailureReason.TOO_LARGE),
        (does.cut_chunks, FailureReason.TOO_LARGE),
        (answer(gzip.compress(b"x"), "Content-Encoding: gzip"), FailureReason.ENCODED),
        (answer(b""), FailureReason.EMPTY),
        (does.drip_body, FailureReason.TOO_LARGE),
        (does.silent, FailureReason.TIMEOUT),
    ],
)
async def test_a_result_has_a_size_and_a_time(
    behaviour: Behaviour, failure: FailureReason, client: VendorClient, cloud: Cloud, folder: Path
) -> None:
    cloud.behaviours["/song"] = behaviour

    with pytest.raises(ResultNotFetched) as refused:
        await client.download(cloud.url("/song"), folder, bytes_max=900, seconds=0.5)

    assert failure is refused.value.failure
    assert [] == files_in(folder)


async def test_a_data_url_becomes_a_file(client: VendorClient, cloud: Cloud, folder: Path) -> None:
    encoded = base64.b64encode(SONG).decode()

    fetched = await client.download(f"data:audio/mpeg;base64,{encoded}", folder, bytes_max=len(SONG))
    escaped = await client.download(f"DATA:;base64,{encoded.replace('+', '%2B').replace('=', '%3D')}", folder)

    assert SONG == fetched.read_bytes() == escaped.read_bytes()
    assert 0o600 == fetched.stat().st_mode & 0o777
    assert [] == cloud.asked


@pytest.mark.parametrize(
    ("url", "failure"),
    [
        ("data:audio/mpeg;base64," + "A" * 1_400, FailureReason.TOO_LARGE),
        ("data:audio/mpeg;base64," + "A" * 1_000_000, FailureReason.TOO_LARGE),
        ("data:text/plain,hello", FailureReason.BAD_ANSWER),
        ("data:;base64,!!!!", FailureReason.BAD_ANSWER),
        ("data:;base64,AAA", FailureReason.BAD_ANSWER),
        ("data:;base64,ÄÄÄÄ", FailureReason.BAD_ANSWER),
        ("data:;base64,", FailureReason.EMPTY),
        ("data:", FailureReason.BAD_ANSWER),
    ],
    ids=lambda value: str(value)[:30],
)
async def test_a_data_url_has_a_size_and_a_form(
    url: str, failure: FailureReason, client: VendorClient, folder: Path
) -> None:
    with pytest.raises(ResultNotFetched) as refused:
        await client.download(url, folder, bytes_max=1_000)

    assert failure is refused.value.failure
    assert [] == files_in(folder)


async def test_a_file_can_be_fetched_again_after_a_cut(client: VendorClient, cloud: Cloud, folder: Path) -> None:
    cloud.behaviours["/song"] = in_turn(does.reset_in_the_body, answer(SONG))

    with pytest.raises(ResultNotFetched):
        await client.download(cloud.url("/song"), folder)
    fetched = await client.download(cloud.url("/song"), folder)

    assert SONG == fetched.read_bytes()


async def test_a_file_that_the_api_hands_out_itself_is_asked_for_with_the_key(
    client: VendorClient, cloud: Cloud, folder: Path
) -> None:
    cloud.behaviours["/videos/7/content"] = answer(SONG)

    fetched = await client.download("/videos/7/content", folder)

    assert SONG == fetched.read_bytes()
    assert (folder, 0o600) == (fetched.parent, fetched.stat().st_mode & 0o777)
    assert [f"Key {KEY}"] == [asked.headers.get("authorization") for asked in cloud.asked]


@pytest.mark.parametrize(
    ("behaviour", "failure"),
    [
        (redirect("/song"), FailureReason.BAD_STATUS),
        (does.reset_in_the_body, FailureReason.SHORT),
        (answer(SONG), FailureReason.TOO_LARGE),
    ],
    ids=["redirected", "cut", "too large"],
)
async def test_the_key_follows_no_redirect_and_half_a_file_is_none(
    behaviour: Behaviour, failure: FailureReason, client: VendorClient, cloud: Cloud, folder: Path
) -> None:
    cloud.behaviours |= {"/videos/7/content": behaviour, "/song": answer(SONG)}

    with pytest.raises(ResultNotFetched) as refused:
        await client.download("/videos/7/content", folder, bytes_max=len(SONG) - 1)

    assert failure is refused.value.failure
    assert ["/videos/7/content"] == [asked.target for asked in cloud.asked]
    assert [] == files_in(folder)
