"""Outputs over HTTP: no key, whole or in part, under headers that make them harmless; and what they are."""

import re

import httpx2
import pytest

from tests.conformance.http.judge import NO_METHOD, NO_PATH, Refusal, refusal
from tests.listening import listen
from tests.service import Person, Service

pytestmark = pytest.mark.xdist_group("http-mill")

NAME = re.compile(r"/media/(gen_[0-9a-z]+)/([0-9a-f]{32})\.wav")


@pytest.fixture(scope="module")
def eve(mill: Service) -> Person:
    return mill.open_account("eve", credits=1_000)


@pytest.fixture(scope="module")
def fay(mill: Service) -> Person:
    return mill.open_account("fay", credits=10)


@pytest.fixture(scope="module")
def loop(eve: Person) -> dict[str, str]:
    """A drum loop that is made."""
    made = eve.wait(eve.start("drum-generator", model="drumgen", seed=7))
    assert made["status"] == "success", made["error"]
    return made


@pytest.fixture(scope="module")
def whole(loop: dict[str, str]) -> bytes:
    return fetch(loop["output"]).content


def fetch(url: str, method: str = "GET", **headers: str) -> httpx2.Response:
    with httpx2.Client(trust_env=False) as client:
        return client.request(method, url, headers=headers)


def test_a_service_that_works_says_that_it_is_ready(mill: Service) -> None:
    response = fetch(f"{mill.public_url}/readyz")

    assert (200, "application/json") == (response.status_code, response.headers["Content-Type"])


def test_an_output_has_a_name_that_nobody_guesses(mill: Service, loop: dict[str, str]) -> None:
    address = loop["output"]
    match = NAME.fullmatch(address.removeprefix(mill.public_url))

    assert match is not None, address
    assert loop["id"] == match[1]
    assert match[2] not in loop["id"]


def test_an_output_is_sent_whole_to_anybody_who_has_its_name(loop: dict[str, str]) -> None:
    response = fetch(loop["output"])

    assert 200 == response.status_code
    assert len(response.content) == int(response.headers["Content-Length"]) > 10_000
    assert response.content.startswith(b"RIFF")
    assert b"WAVE" == response.content[8:12]


def test_the_headers_make_it_harmless_and_lasting(loop: dict[str, str]) -> None:
    for method, more in (("GET", {}), ("HEAD", {}), ("GET", {"Range": "bytes=0-9"})):
        headers = fetch(loop["output"], method, **more).headers

        assert headers["Content-Type"] in ("audio/wav", "audio/x-wav", "audio/vnd.wave")
        assert "nosniff" == headers["X-Content-Type-Options"]
        assert "sandbox" in headers["Content-Security-Policy"]
        assert "*" == headers["Access-Control-Allow-Origin"]
        assert "bytes" == headers["Accept-Ranges"]
        assert "immutable" in headers["Cache-Control"]
        assert int(re.findall(r"max-age=(\d+)", headers["Cache-Control"])[0]) >= 86_400
        assert "Set-Cookie" not in headers


def test_head_tells_the_size_and_sends_nothing(loop: dict[str, str], whole: bytes) -> None:
    response = fetch(loop["output"], "HEAD")

    assert (200, b"", str(len(whole))) == (response.status_code, response.content, response.headers["Content-Length"])


@pytest.mark.parametrize(
    ("asked", "part"),
    [
        ("bytes=0-0", slice(0, 1)),
        ("bytes=0-99", slice(0, 100)),
        ("bytes=1000-1999", slice(1_000, 2_000)),
        ("bytes=5000-", slice(5_000, None)),
        ("bytes=-1", slice(-1, None)),
        ("bytes=-500", slice(-500, None)),
        ("bytes=0-", slice(0, None)),
        ("bytes=100-99999999999", slice(100, None)),
        ("bytes=-99999999999", slice(0, None)),
    ],
)
def test_one_range_is_sent_alone(loop: dict[str, str], whole: bytes, asked: str, part: slice) -> None:
    response = fetch(loop["output"], Range=asked)
    start, stop, _ = part.indices(len(whole))

    assert 206 == response.status_code
    assert whole[part] == response.content
    assert f"bytes {start}-{stop - 1}/{len(whole)}" == response.headers["Content-Range"]
    assert str(stop - start) == response.headers["Content-Length"]


def test_the_last_byte_can_be_asked_for_and_the_one_after_it_not(loop: dict[str, str], whole: bytes) -> None:
    last = fetch(loop["output"], Range=f"bytes={len(whole) - 1}-")

    assert (206, whole[-1:]) == (last.status_code, last.content)
    for beyond in (f"bytes={len(whole)}-", f"bytes={len(whole)}-{len(whole) + 9}", "bytes=99999999999-", "bytes=-0"):
        response = fetch(loop["output"], Range=beyond)

        assert 416 == response.status_code, beyond
        assert f"bytes */{len(whole)}" == response.headers["Content-Range"]
        assert len(response.content) < 200


@pytest.mark.parametrize(
    "asked",
    ["bytes=0-1,5-9", "bytes=0-0, -1", "bytes=9-5", "bytes=", "bytes=-", "bytes=a-b", "items=0-5", "bytes 0-5", "x",
     "bytes=0x1-5", "bytes=1.0-5", "bytes=" + "0-1," * 500 + "2-3", "bytes=" + "9" * 5_000 + "-"],
)  # fmt: skip
def test_other_ranges_get_the_whole_or_nothing(loop: dict[str, str], whole: bytes, asked: str) -> None:
    response = fetch(loop["output"], Range=asked)

    assert response.status_code in (200, 416), response.status_code
    assert response.status_code == 416 or response.content == whole


def test_a_range_with_head_has_no_body(loop: dict[str, str]) -> None:
    response = fetch(loop["output"], "HEAD", Range="bytes=0-99")

    assert response.status_code in (200, 206)
    assert b"" == response.content


def test_media_are_only_read(loop: dict[str, str]) -> None:
    for method in ("POST", "PUT", "DELETE", "PATCH"):
        response = fetch(loop["output"], method)

        assert Refusal(405, NO_METHOD) == refusal(response)
        assert {"GET", "HEAD"} == set(response.headers["Allow"].split(", "))


def test_other_names_are_not_found(mill: Service, loop: dict[str, str]) -> None:
    folder, name = loop["output"].rsplit("/", 1)
    base = f"{mill.public_url}/media"
    key = f"{loop['id']}/{name}"
    for address in (
        f"{folder}/",
        folder,
        f"{folder}/{'0' * 32}.wav",
        f"{folder}/{name.upper()}",
        f"{folder}/{name}/",
        f"{folder}/{name}.wav",
        f"{folder}/{name.removesuffix('.wav')}",
        f"{folder}/{name.removesuffix('wav')}mp3",
        f"{folder}/{name}%00",
        f"{folder}/%2e/{name}",
        f"{folder}//{name}",
        f"{base}/{name}",
        f"{base}/gen_{'0' * 32}/{name}",
        f"{base}/{loop['id']}/../{key}",
        f"{base}/{loop['id']}%2f..%2f{key}",
        f"{base}/../secret.key",
        f"{base}/..%2fsecret.key",
        f"{base}/%2e%2e/mediamill.db",
        f"{base}/..%5c..%5csecret.key",
        f"{base}/.staging",
        f"{base}//etc/passwd",
        f"{base}/%2fetc%2fpasswd",
        f"{base}/{'../' * 12}etc/passwd",
        f"{base}/{'a' * 5_000}",
        f"{base}/%ff%fe",
    ):
        request = httpx2.Request("GET", address)
        raw = address.removeprefix(mill.public_url).encode()
        request.extensions["target"] = raw  # as it stands: a client would tidy the dots away
        with httpx2.Client(trust_env=False) as client:
            response = client.send(request)

        assert Refusal(404, NO_PATH) == refusal(response), address


def test_the_loop_is_audible_stereo_or_mono_and_some_seconds_long(whole: bytes) -> None:
    sound = listen(whole)

    assert sound.codec.startswith("pcm_")
    assert sound.channels in (1, 2)
    assert 1 <= sound.seconds <= 60
    assert 0.01 < sound.loudness < 1


@pytest.mark.slow
def test_the_same_seed_makes_the_same_loop_and_another_seed_another(eve: Person, whole: bytes) -> None:
    again = eve.wait(eve.start("drum-generator", model="drumgen", seed=7.0))
    other = eve.wait(eve.start("drum-generator", model="drumgen", seed=8))

    assert whole == fetch(again["output"]).content
    assert whole != fetch(other["output"]).content


def test_ones_own_output_is_an_input_and_anothers_is_not(eve: Person, fay: Person, loop: dict[str, str]) -> None:
    before = fay.credits()
    asked = {"model": "voicevendor-voice-isolator", "audio_url": loop["output"]}

    accepted = eve.run("voice-isolator", asked)
    assert 200 == accepted.status_code
    eve.request("POST", f"/ext/generations/{accepted.json()['id']}/cancel")  # nobody waits for it
    ended = fay.wait(fay.start("voice-isolator", **asked))
    assert ("error", None) == (ended["status"], ended["output"])
    assert before == fay.credits()


def test_an_error_costs_nothing_and_says_what_to_do_without_internals(eve: Person, mill: Service) -> None:
    nowhere = f"{mill.public_url}/media/gen_{'0' * 32}/{'0' * 32}.wav"
    before = eve.credits()
    ended = eve.wait(eve.start("voice-isolator", model="voicevendor-voice-isolator", audio_url=nowhere))

    assert ("error", None, None) == (ended["status"], ended["output"], ended["thumbnail"])
    assert re.fullmatch(r"[A-Z].{10,300}[.`]", ended["error"], re.S), ended["error"]
    assert not re.search(r"Traceback|Error:|/work/|/tmp/|\.py|0x[0-9a-f]{6}", ended["error"]), ended["error"]
    assert before == eve.credits()


def test_lists_tell_the_ended_by_how_they_ended(fay: Person, mill: Service) -> None:
    before = {status: fay.total(status) for status in ("success", "error")}
    nowhere = f"{mill.public_url}/media/gen_{'0' * 32}/{'0' * 32}.wav"
    fails = [fay.start("song-splitter", model="demucs", file=nowhere) for _ in range(3)]
    made = [fay.start("drum-generator", model="drumgen") for _ in range(2)]
    for id in (*fails, *made):
        fay.wait(id)

    for status, ids in (("success", made), ("error", fails)):
        found = fay.get(f"/api/generations?status={status}&limit=1").json()
        total = before[status] + len(ids)
        assert {"total": total, "limit": 1, "offset": 0, "hasMore": True} == found["pagination"]
        assert [ids[-1]] == [one["id"] for one in found["data"]]
    assert 0 == fay.total("processing") + fay.total("pending") + fay.total("uploading")
    assert sum(before.values()) + 5 == fay.total()
    assert 10 == fay.credits()
