"""A vendor that means well: looks, cancels, purchases, uploads, downloads."""

from pathlib import Path

import pytest

from mediamill.engines import VendorClient
from mediamill.engines.sdk import NotSent
from tests.engines.vendor.cloud import Cloud, json_answer
from tests.engines.vendor.conftest import KEY
from tests.outbound.stranger import answer
from tests.outbound.test_download import files_in

PICTURE = bytes(range(256)) * 3_000


async def test_a_job_is_bought_looked_at_and_cancelled(client: VendorClient, cloud: Cloud) -> None:
    cloud.behaviours |= {
        "/fal-ai/flux": json_answer('{"request_id": "r1"}', "X-Fal-Request-Id: r1", status="201 Created"),
        "/fal-ai/flux/r1/status": json_answer('{"status": "IN_QUEUE"}', status="202 Accepted"),
        "/fal-ai/flux/r1/cancel": json_answer("{}", status="202 Accepted"),
    }

    bought = await client.buy("/fal-ai/flux", {"prompt": "a heron"}, headers={"X-Fal-Store-IO": "0"})
    looks = [await client.get("/fal-ai/flux/r1/status?logs=1") for _ in range(3)]
    await client.get(cloud.url("/fal-ai/flux/r1/status"))
    cancelled = await client.call("PUT", "/fal-ai/flux/r1/cancel")

    assert (201, {"request_id": "r1"}) == (bought.status, bought.json())
    assert "r1" == bought.headers["x-fal-request-id"]
    assert [{"status": "IN_QUEUE"}] * 3 == [look.json() for look in looks]
    assert 202 == cancelled.status
    assert 2 == cloud.connections
    assert {f"Key {KEY}"} == {asked.headers["authorization"] for asked in cloud.asked}
    assert {"identity"} == {asked.headers["accept-encoding"] for asked in cloud.asked}
    paid = cloud.asked[0]
    assert ("POST", b'{"prompt":"a heron"}', "0") == (paid.method, paid.body, paid.headers["x-fal-store-io"])


async def test_a_file_that_is_the_answer_lands_where_it_was_wanted(
    client: VendorClient, cloud: Cloud, folder: Path
) -> None:
    cloud.behaviours["/v1/speech"] = answer(PICTURE, "Content-Type: audio/mpeg")

    bought = await client.buy("/v1/speech", {"text": "hello"}, save_to=folder / "speech.mp3")

    assert (b"", folder / "speech.mp3") == (bought.body, bought.saved)
    assert PICTURE == (folder / "speech.mp3").read_bytes()
    assert 0o600 == (folder / "speech.mp3").stat().st_mode & 0o777
    assert [folder / "speech.mp3"] == files_in(folder)


async def test_files_go_up_and_come_down_without_the_key(client: VendorClient, cloud: Cloud, folder: Path) -> None:
    picture = folder / "heron.png"
    picture.write_bytes(PICTURE)
    cloud.behaviours |= {"/upload/1": answer(b""), "/files/1": answer(PICTURE)}

    put = await client.put_file(cloud.url("/upload/1?sig=x"), picture, "image/png")
    fetched = await client.download(cloud.url("/files/1"), folder)

    assert 200 == put.status
    assert PICTURE == fetched.read_bytes()
    upload, _ = cloud.asked
    assert ("PUT", PICTURE, "image/png") == (upload.method, upload.body, upload.headers["content-type"])
    assert "authorization" not in upload.headers
    assert KEY not in cloud.everything


async def test_a_free_call_says_what_it_wants_in_headers_beside_the_key(client: VendorClient, cloud: Cloud) -> None:
    cloud.behaviours["/storage"] = json_answer("{}")

    await client.call("POST", "/storage", {"name": "heron"}, headers={"X-Fal-Object-Lifecycle": '{"seconds": 60}'})

    (asked,) = cloud.asked
    assert '{"seconds": 60}' == asked.headers["x-fal-object-lifecycle"]
    assert ("application/json", f"Key {KEY}") == (asked.headers["content-type"], asked.headers["authorization"])
    assert b'{"name":"heron"}' == asked.body


async def test_a_free_form_is_an_upload_with_the_key(client: VendorClient, cloud: Cloud, folder: Path) -> None:
    picture = folder / "heron.png"
    picture.write_bytes(PICTURE)
    cloud.behaviours["/v1/files"] = json_answer('{"id": "f1"}', status="201 Created")

    uploaded = await client.call("POST", "/v1/files", form={"content": picture})

    (asked,) = cloud.asked
    assert (201, {"id": "f1"}) == (uploaded.status, uploaded.json())
    assert PICTURE in asked.body
    assert f"Key {KEY}" == asked.headers["authorization"]
    with pytest.raises(NotSent):
        await client.call("POST", "/v1/files", form={"content": folder / "missing.png"})
