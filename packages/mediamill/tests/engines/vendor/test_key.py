"""Who gets to see the key: the API, and nobody else, however hard somebody tries."""

import base64
import logging
import traceback
from pathlib import Path
from urllib.parse import quote

import pytest
import trustme
from hypothesis import given
from hypothesis import strategies as st

from mediamill.config import InvalidSettings
from mediamill.engines import ForeignUrl, ResultNotFetched, VendorClient, redacted
from mediamill.engines.remote import AnswerLost
from mediamill.engines.vendor.redaction import GAP
from mediamill.outbound import Guard
from tests.engines.vendor.cloud import Cloud, json_answer
from tests.engines.vendor.conftest import KEY, KEY_HEADER
from tests.outbound.conftest import certified
from tests.outbound.phone_book import PhoneBook
from tests.outbound.stranger import Visit, answer, head, redirect
from tests.outbound.test_connect import TunnelKeeper

SECRET = KEY.partition(":")[2]
SPELLINGS = {
    "plain": KEY,
    "the secret alone": SECRET,
    "url": quote(KEY, safe=""),
    "url, lower case": quote(KEY, safe="").replace("%3A", "%3a").replace("%2F", "%2f").replace("%3D", "%3d"),
    "base64": base64.b64encode(KEY.encode()).decode().rstrip("="),
    "base64 of more": base64.b64encode(f"Key {KEY}".encode()).decode().rstrip("="),
    "url-safe base64": base64.urlsafe_b64encode(f"x{KEY}".encode()).decode().rstrip("="),
    "json": KEY.replace("/", "\\/"),
}


def leaks(text: str) -> list[str]:
    """The spellings of the key in a text; of one in base64 the middle is enough."""
    return [name for name, spelling in SPELLINGS.items() if (spelling[4:-4] if "base64" in name else spelling) in text]


@pytest.mark.parametrize("spelling", SPELLINGS.values(), ids=SPELLINGS)
async def test_a_vendor_that_repeats_the_key_is_not_repeated(
    spelling: str, client: VendorClient, cloud: Cloud, folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def break_the_protocol(visit: Visit) -> None:
        await visit.send(f"HTTP/1.1 {spelling} nonsense\r\n\r\n".encode())
        visit.writer.close()

    async def break_a_header(visit: Visit) -> None:
        await visit.send(head(f"X-Is-This {spelling}"))
        visit.writer.close()

    caplog.set_level(logging.DEBUG)
    echo = json_answer(f'{{"detail": "no such key: {spelling}"}}', f"X-Your-Key: {spelling}", status="401 Unauthorized")
    cloud.behaviours |= {"/echo": echo, "/status": break_the_protocol, "/header": break_a_header}

    answers = [
        await client.get("/echo"),
        await client.buy("/echo", {}),
        await client.buy("/echo", {}, save_to=folder / "song.mp3"),
    ]
    seen = [f"{refused} {refused.body!r}" for refused in answers]
    for path in ("/status", "/header"):
        for asking in (client.get(path), client.buy(path, {})):
            with pytest.raises(AnswerLost) as lost:
                await asking
            seen.append(f"{lost.value!r} {lost.value} {lost.value.facts}")
            seen += traceback.format_exception(lost.value)

    assert all(GAP in text for text in seen[:3])
    assert [[]] * len(seen) == [leaks(text) for text in seen]
    assert [] == leaks(caplog.text)
    assert [] == leaks(f"{client!r} {client}")


async def test_only_the_api_is_sent_the_key(
    trusted: Path,
    book: PhoneBook,
    authority: trustme.CA,
    folder: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG)
    book.enter("queue.fal.run", "93.184.216.1")
    book.enter("v3.fal.media", "93.184.216.2")
    picture = folder / "heron.png"
    picture.write_bytes(b"heron" * 1_000)
    async with (
        Cloud(tls=certified(authority, "queue.fal.run")) as api,
        Cloud(tls=certified(authority, "v3.fal.media")) as media,
        TunnelKeeper(routes={"93.184.216.1:443": api.port, "93.184.216.2:443": media.port}).open() as proxy,
    ):
        api.behaviours |= {"/buy": json_answer("{}"), "/look": json_answer("{}"), "/own": redirect("/buy")}
        media.behaviours |= {
            "/up": answer(b""),
            "/down": redirect("https://v3.fal.media/there"),
            "/there": answer(b"a song"),
            "/gone": answer(b"", status="404 Not Found"),
        }
        client = VendorClient(
            Guard(proxy=f"http://127.0.0.1:{proxy.port}", resolver=book),
            base_url="https://queue.fal.run",
            key=KEY,
            key_header=KEY_HEADER,
            hosts=("*.fal.media",),
        )
        await client.buy("/buy", {})
        await client.get("/look")
        await client.put_file("https://v3.fal.media/up", picture, "image/png")
        fetched = await client.download("https://v3.fal.media/down", folder)
        own = await client.download("https://queue.fal.run/own", folder)
        with pytest.raises(ResultNotFetched) as gone:
            await client.download("https://v3.fal.media/gone", folder)
        with pytest.raises(ForeignUrl):
            await client.download(f"https://v3.fal.media/down?key={quote(KEY)}", folder)
        await client.aclose()

    assert (b"a song", b"{}") == (fetched.read_bytes(), own.read_bytes())
    assert [True, True, False, False] == ["authorization" in asked.headers for asked in api.asked]
    assert ["/up", "/down", "/there", "/gone"] == [asked.target for asked in media.asked]
    assert [] == leaks(media.everything)
    assert [] == leaks("".join(proxy.heads))
    assert [] == leaks(caplog.text)
    assert [] == leaks(f"{gone.value} {gone.value.facts}")
    assert b"heron" * 1_000 == media.asked[0].body


@pytest.mark.parametrize("key", ["", "two words", "line\nbreak", "café", "\x00"])
def test_a_key_that_cannot_be_sent_is_not_shown(key: str, guard: Guard) -> None:
    with pytest.raises(InvalidSettings) as refused:
        VendorClient(guard, base_url="https://api.example.com", key=key, key_header=KEY_HEADER)

    assert not key or key not in str(refused.value)


def test_a_key_for_an_engine_without_keys_is_a_wrong_setting(guard: Guard) -> None:
    with pytest.raises(InvalidSettings, match="takes no key"):
        VendorClient(guard, base_url="https://api.example.com", key=KEY)


@given(
    st.text(st.characters(min_codepoint=0x21, max_codepoint=0x7E), min_size=12, max_size=60),
    st.binary(max_size=20),
    st.binary(max_size=20),
)
def test_no_base64_of_anything_with_the_key_can_be_read_back(key: str, before: bytes, after: bytes) -> None:
    for encode in (base64.b64encode, base64.urlsafe_b64encode):
        encoded = encode(before + key.encode() + after).decode()

        assert GAP in redacted(encoded, [key])


@given(st.text(st.characters(min_codepoint=0x21, max_codepoint=0x7E), min_size=6, max_size=60), st.text(), st.text())
def test_no_text_keeps_the_key(key: str, before: str, after: str) -> None:
    for spelling in (key, quote(key, safe=""), repr(key)[1:-1]):
        assert spelling not in redacted(f"{before}{spelling}{after}", [key]) or spelling in GAP


def test_text_without_a_key_stays_as_it_is() -> None:
    assert "the key is wrong" == redacted("the key is wrong", [KEY, "key", ""])
