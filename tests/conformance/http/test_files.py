"""Files handed in: who may list, read and delete them, and what is said to everybody else."""

import pytest

from tests.codecs.samples import flat_png
from tests.conformance.http.conftest import Stranger
from tests.conformance.http.judge import NO_KEY, NO_METHOD, Refusal, refusal
from tests.service import Person, Service

pytestmark = pytest.mark.xdist_group("http")

FILES = (("GET", "/ext/files"), ("POST", "/ext/files"), ("DELETE", "/ext/files/upl_1"))


def handed_in(person: Person, side: int = 5) -> dict[str, str]:
    answer = person.request("POST", "/ext/files", body=flat_png(side, side))
    assert answer.status_code == 200, answer.text
    shown = answer.json()
    assert isinstance(shown, dict)
    return shown


def path_of(file: dict[str, str], service: Service) -> str:
    return file["url"].removeprefix(service.public_url)


@pytest.mark.parametrize(("method", "path"), FILES)
def test_every_one_of_them_wants_a_key(stranger: Stranger, method: str, path: str) -> None:
    assert Refusal(401, NO_KEY) == refusal(stranger.request(method, path))


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [("PUT", "/ext/files", "GET, POST"), ("GET", "/ext/files/upl_1", "DELETE"), ("HEAD", "/ext/files", "GET, POST")],
)
def test_another_method_is_told_the_right_ones(ada: Person, method: str, path: str, allowed: str) -> None:
    answer = ada.request(method, path)

    assert (405, allowed) == (answer.status_code, answer.headers["Allow"])
    assert method == "HEAD" or Refusal(405, NO_METHOD) == refusal(answer)


def test_anothers_file_is_forbidden_and_an_unknown_one_is_not_there(service: Service, ada: Person, ben: Person) -> None:
    file = handed_in(ada)
    bare = path_of(file, service).partition("?")[0]
    answers = [
        refusal(ben.request("DELETE", f"/ext/files/{file['id']}")),
        refusal(ben.get(bare)),
        refusal(ben.request("DELETE", "/ext/files/upl_1")),
        refusal(ben.get(f"/media/upl_{'0' * 32}/{'0' * 32}.png")),
    ]

    assert [403, 403, 404, 404] == [answer.status for answer in answers]
    assert file["id"] not in [listed["id"] for listed in ben.get("/ext/files").json()["data"]]


def test_a_link_needs_no_key_and_a_bare_address_does(service: Service, ada: Person, stranger: Stranger) -> None:
    link = path_of(handed_in(ada), service)
    bare = link.partition("?")[0]
    seen = {
        "the link": stranger.request("GET", link),
        "its head": stranger.request("HEAD", link),
        "a part": stranger.request("GET", link, [(b"Range", b"bytes=0-3")]),
        "its owner": ada.get(bare),
    }

    assert [200, 200, 206, 200] == [answer.status_code for answer in seen.values()]
    assert flat_png(5, 5) == seen["the link"].content == seen["its owner"].content
    for answer in seen.values():
        assert "private, max-age=300" == answer.headers["Cache-Control"]
        assert ("nosniff", "sandbox") == (
            answer.headers["X-Content-Type-Options"],
            answer.headers["Content-Security-Policy"],
        )
    assert Refusal(401, NO_KEY) == refusal(stranger.request("GET", bare))
    assert Refusal(401, NO_KEY) == refusal(stranger.request("GET", link[:-1]))


def test_a_deleted_file_is_gone_for_everybody(service: Service, ada: Person, stranger: Stranger) -> None:
    file = handed_in(ada)
    link = path_of(file, service)
    deleted = ada.request("DELETE", f"/ext/files/{file['id']}")

    assert (204, b"") == (deleted.status_code, deleted.content)
    assert [404, 404] == [ada.get(link).status_code, stranger.request("GET", link).status_code]
    assert 404 == ada.request("DELETE", f"/ext/files/{file['id']}").status_code


def test_faults_of_the_list_are_told_like_those_of_other_lists(ada: Person) -> None:
    answer = ada.get("/ext/files?limit=-1&offset=x")

    assert ["limit", "offset"] == [fault["field"] for fault in answer.json()["errors"]]


def test_what_is_no_media_is_said_in_plain_words(ada: Person) -> None:
    answer = ada.request("POST", "/ext/files", body=b"GIF89a/*<html>")

    assert 415 == answer.status_code
    assert "Unsupported file type; send an image (PNG" in answer.json()["message"]
