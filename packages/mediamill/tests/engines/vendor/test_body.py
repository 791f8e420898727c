"""What is sent: forms as another reader understands them, files as they are on disk."""

import asyncio
import string
from email.message import Message
from email.parser import BytesParser
from email.policy import HTTP
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mediamill.engines import VendorClient
from mediamill.engines.remote import AnswerLost, NotSent
from mediamill.engines.vendor.body import PIECE_BYTES, file_body, form_body
from mediamill.outbound import StreamedBody
from tests.engines.vendor.cloud import Cloud, json_answer

NAME = st.text(string.ascii_letters + string.digits + "_-.[] ';=\"", min_size=1, max_size=12).map(str.strip)
SUFFIXES = {
    ".png": "image/png",
    ".mp3": "audio/mpeg",
    ".xyz": "application/octet-stream",
    "": "application/octet-stream",
}


async def encode(form: dict[str, str | Path]) -> tuple[bytes, str]:
    """The whole body, and its content type."""
    body, headers = form_body(form)
    assert isinstance(body, StreamedBody)
    content = b"".join([piece async for piece in body.pieces])
    assert body.length == len(content)
    return content, headers["Content-Type"]


def parts_of(content: bytes, content_type: str) -> list[Message]:
    """As the mail reader of the standard library takes it apart."""
    message = BytesParser(policy=HTTP).parsebytes(f"Content-Type: {content_type}\r\n\r\n".encode() + content)
    assert message.is_multipart()
    assert [] == message.defects
    return list(message.iter_parts())


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    texts=st.dictionaries(NAME.filter(bool), st.text(), max_size=4),
    files=st.dictionaries(
        NAME.filter(bool), st.tuples(st.binary(max_size=300), st.sampled_from(list(SUFFIXES))), max_size=3
    ),
)
def test_a_form_reads_as_it_was_meant(
    texts: dict[str, str], files: dict[str, tuple[bytes, str]], tmp_path: Path
) -> None:
    form: dict[str, str | Path] = dict(texts)
    for number, (name, (content, suffix)) in enumerate(files.items()):
        form[name] = tmp_path / f"{number}{suffix}"
        (tmp_path / f"{number}{suffix}").write_bytes(content)
    if not form:
        return

    parts = parts_of(*asyncio.run(encode(form)))

    assert [name.replace('"', "%22") for name in form] == [
        part.get_param("name", header="content-disposition") for part in parts
    ]
    for (name, value), part in zip(form.items(), parts, strict=True):
        read = part.get_payload(decode=True)
        if isinstance(value, str):
            assert value.encode() == read
            assert part.get_filename() is None
        else:
            data, suffix = files[name]
            assert data == read
            assert SUFFIXES[suffix] == part.get_content_type()
            assert str(part.get_filename()).startswith("file.")


async def test_a_bought_form_is_sent_whole(client: VendorClient, cloud: Cloud, folder: Path) -> None:
    cloud.behaviours["/dub"] = json_answer("{}")
    speech = folder / "what the caller named it.mp3"
    speech.write_bytes(b"speech" * 200_000)

    await client.buy("/dub", form={"target_language": "es", "file": speech})

    (asked,) = cloud.asked
    parts = parts_of(asked.body, asked.headers["content-type"])
    assert [b"es", b"speech" * 200_000] == [part.get_payload(decode=True) for part in parts]
    assert "file.mp3" == parts[1].get_filename()
    assert b"caller" not in asked.body


async def test_a_large_file_is_read_in_pieces(folder: Path) -> None:
    film = folder / "film.mp4"
    with film.open("wb") as file:
        file.truncate(3 * PIECE_BYTES + 1)
    body, headers = file_body(film, "video/mp4")
    assert isinstance(body, StreamedBody)

    sizes = [len(piece) async for piece in body.pieces]

    assert [PIECE_BYTES, PIECE_BYTES, PIECE_BYTES, 1] == sizes
    assert (sum(sizes), "video/mp4") == (body.length, headers["Content-Type"])


async def test_a_file_that_cannot_be_read_buys_nothing(client: VendorClient, cloud: Cloud, folder: Path) -> None:
    with pytest.raises(NotSent, match="No such file"):
        await client.buy("/dub", form={"file": folder / "missing.mp3"})
    with pytest.raises(NotSent, match="No such file"):
        await client.put_file(cloud.url("/up"), folder / "missing.mp3", "audio/mpeg")

    assert [] == cloud.asked


async def test_a_file_that_shrinks_while_it_is_sent_loses_the_answer(
    client: VendorClient, cloud: Cloud, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    speech = folder / "speech.mp3"
    speech.write_bytes(b"speech")
    monkeypatch.setattr(
        "mediamill.engines.vendor.body.size_of", lambda part: len(part) if isinstance(part, bytes) else 7
    )

    with pytest.raises(AnswerLost, match="became shorter"):
        await client.buy("/dub", form={"file": speech})

    assert [] == cloud.asked  # which waits for the rest
