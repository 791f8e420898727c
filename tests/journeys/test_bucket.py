"""A whole service whose media lie in a bucket: far away, unreliable, gone for a while, and shared by machines."""

from collections.abc import Callable, Iterator
from pathlib import Path

import httpx2
import pytest

from mediamill.storage import is_ours
from tests.conformance.bucket import Bucket, credentials, every_third, running_bucket, running_cdn
from tests.fleet.balanced import is_fleet_wanted
from tests.service import FINISH_SECONDS, Person, Program, Service, until

ANSWER_SECONDS = 0.1
DRUMS = {"model": "drumgen", "seed": 7}
MANY = 12
SECRET = "the same on every machine"


@pytest.fixture
def bucket(monkeypatch: pytest.MonkeyPatch) -> Iterator[Bucket]:
    with running_bucket(ANSWER_SECONDS) as running:
        for name, value in credentials(running).items():
            monkeypatch.setenv(name, value)
        yield running


def fetched(url: str, **headers: str) -> httpx2.Response:
    return httpx2.get(url, trust_env=False, headers=headers, timeout=60.0)


def handed_in(person: Person, content: bytes) -> str:
    """The address of a file that somebody uploads."""
    answer = person.request("POST", "/ext/files", body=content, headers={"Content-Type": "audio/wav"})
    assert 200 == answer.status_code, answer.text
    url = answer.json()["url"]
    assert isinstance(url, str)
    return url


@pytest.mark.slow
def test_media_go_to_the_bucket_and_come_back_through_the_service(
    bucket: Bucket, open_mill: Callable[..., Service]
) -> None:
    mina = open_mill(storage_url=f"{bucket.url}/mill").open_account("mina", credits=100)
    made = mina.wait(mina.start("drum-generator", **DRUMS))
    assert "success" == made["status"], made["error"]
    bucket.calls.clear()
    whole = fetched(made["output"])
    part = fetched(made["output"], Range="bytes=100-199")
    beyond = fetched(made["output"], Range="bytes=99999999-")

    assert ["GET"] * 3 == [call.method for call in bucket.calls], "one call for each"
    assert (200, "audio/wav", "nosniff", "sandbox", "*") == (
        whole.status_code, *(whole.headers[name] for name in (
            "Content-Type", "X-Content-Type-Options", "Content-Security-Policy", "Access-Control-Allow-Origin"
        )),
    )  # fmt: skip
    assert (206, whole.content[100:200]) == (part.status_code, part.content)
    assert (416, f"bytes */{len(whole.content)}") == (beyond.status_code, beyond.headers["Content-Range"])
    assert all(key.startswith("mill/") and is_ours(key.removeprefix("mill/")) for key in bucket.objects())
    assert 204 == mina.request("DELETE", f"/ext/generations/{made['id']}").status_code
    assert [] == bucket.objects()
    assert 410 == fetched(made["output"]).status_code


@pytest.mark.skipif(is_fleet_wanted(), reason="every worker of a fleet is on another machine")
@pytest.mark.slow
def test_a_worker_on_another_machine_needs_nothing_of_this_ones_disk(
    bucket: Bucket, open_mill: Callable[..., Service], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEDIAMILL_SECRET_KEY", SECRET)
    settings = {"storage_url": f"{bucket.url}/mill", "secret_key": SECRET}
    with running_cdn(bucket) as cdn:
        settings["media_url"] = f"{cdn.address}/mill"
        here = open_mill("--no-worker", **settings)
        settings["database_url"] = f"sqlite:///{here.folder / 'mediamill.db'}"
        there = Program(("worker", "--data-dir", str(tmp_path / "there")), tmp_path / "there", {**settings})
        there.begin()
        mina = here.open_account("mina", credits=1_000)
        try:
            made = mina.wait(mina.start("drum-generator", **DRUMS))
            assert made["output"].startswith(f"{cdn.address}/mill/gen_"), made
            loop = fetched(made["output"])
            assert (200, "audio/wav") == (loop.status_code, loop.headers["Content-Type"])
            upload = handed_in(mina, loop.content)
            assert upload.startswith(f"{here.public_url}/media/upl_")
            asked = len(cdn.asked)
            key = made["output"].removeprefix(f"{cdn.address}/mill/")
            for source in (made["output"], f"{here.public_url}/media/{key}", upload):
                split = mina.wait(mina.start("song-splitter", model="demucs", file=source))
                assert "success" == split["status"], split["error"]
            assert asked == len(cdn.asked), "our own files are read from the bucket itself"
        finally:
            there.close()

    assert here.is_exact()
    assert not (here.folder / "media").exists()
    assert not (tmp_path / "there" / "media").exists()


@pytest.mark.slow
def test_where_every_third_call_fails_all_is_made_once(bucket: Bucket, open_mill: Callable[..., Service]) -> None:
    bucket.fault = every_third
    service = open_mill(storage_url=f"{bucket.url}/mill")
    mina = service.open_account("mina", credits=1_000)
    ids = [mina.start("drum-generator", model="drumgen", seed=number) for number in range(MANY)]
    made = [mina.wait(id, seconds=2 * FINISH_SECONDS) for id in ids]
    outputs = [fetched(one["output"]).content for one in made]
    split = [mina.wait(mina.start("song-splitter", model="demucs", file=one["output"])) for one in made[:2]]

    assert ["success"] * MANY == [one["status"] for one in made]
    assert MANY == len(set(outputs))
    assert all(content.startswith(b"RIFF") for content in outputs)
    assert [None] * 2 == [one["error"] for one in split]
    assert ["success"] == list({attempt["outcome"] for one in made for attempt in inspected(mina, one["id"])})
    assert service.is_exact()


def inspected(person: Person, id: str) -> list[dict[str, str]]:
    attempts = person.get(f"/ext/generations/{id}").json()["attempts"]
    assert isinstance(attempts, list)
    return attempts


@pytest.mark.slow
def test_a_bucket_that_is_away_for_a_while_ends_nothing(bucket: Bucket, open_mill: Callable[..., Service]) -> None:
    service = open_mill(storage_url=f"{bucket.url}/mill")
    mina = service.open_account("mina", credits=1_000)
    before = mina.wait(mina.start("drum-generator", **DRUMS))
    loop = fetched(before["output"]).content
    bucket.is_away = True
    made = mina.start("drum-generator", model="drumgen", seed=8)
    split = mina.start("song-splitter", model="demucs", file=before["output"])
    until(lambda: mina.generation(made)["status"] == "uploading", seconds=FINISH_SECONDS, what="it is made and kept")
    until(lambda: mina.generation(split)["status"] == "pending", seconds=FINISH_SECONDS, what="its input is waited for")
    upload = mina.request("POST", "/ext/files", body=loop, headers={"Content-Type": "audio/wav"})
    while_away = [
        fetched(before["output"]).status_code,
        upload.status_code,
        fetched(f"{service.address}/readyz").status_code,
    ]
    bucket.is_away = False

    assert [503, 503, 503] == while_away
    assert ["success", "success"] == [mina.wait(id, seconds=2 * FINISH_SECONDS)["status"] for id in (made, split)]
    assert ["success"] == [attempt["outcome"] for attempt in inspected(mina, made)], "it was made once"
    assert 200 == fetched(before["output"]).status_code
    assert handed_in(mina, loop)
    assert service.is_exact()
