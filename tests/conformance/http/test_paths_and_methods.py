"""Known paths with other methods, and paths that only look known."""

import pytest

from tests.conformance.http.judge import (
    NO_GENERATION,
    NO_METHOD,
    NO_PATH,
    NO_TOOL,
    Refusal,
    refusal,
    refusal_in,
    say,
)
from tests.service import Person

pytestmark = pytest.mark.xdist_group("http")

ALLOWED = {
    "/api/run": "POST",
    "/api/generations": "GET",
    "/api/generations/gen_1": "GET",
    "/api/account": "GET",
    "/api/tools": "GET",
    "/api/tools/drum-generator": "GET",
}
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE")
WRONG = [(method, path) for path, allowed in ALLOWED.items() for method in METHODS if method != allowed]


@pytest.mark.parametrize(("method", "path"), WRONG)
@pytest.mark.parametrize("body", [None, b'{"tool": "drum-generator", "input": {"model": "drumgen"}}'])
def test_a_wrong_method_is_told_the_right_one(ada: Person, method: str, path: str, body: bytes | None) -> None:
    headers = {"Content-Type": "application/json"} if body else {}
    before = ada.total()
    response = ada.request(method, path, body=body, headers=headers)

    assert (405, ALLOWED[path]) == (response.status_code, response.headers["Allow"])
    assert "application/json" == response.headers["Content-Type"]
    if method == "HEAD":
        assert b"" == response.content
    else:
        assert Refusal(405, NO_METHOD) == refusal(response)
    assert before == ada.total()


@pytest.mark.parametrize("path", ALLOWED)
@pytest.mark.parametrize("method", ["CONNECT", "BREW", "PROPFIND", "get", "G E T", "POST\x00"])
def test_a_method_that_nobody_knows_is_refused_as_json(ada: Person, path: str, method: str) -> None:
    request = f"{method} {path} HTTP/1.1\r\nHost: x\r\nAuthorization: {ada.key}\r\nContent-Length: 0\r\n\r\n"
    reply = say(ada.service.port, request.encode())

    assert reply is not None
    assert refusal_in(reply.status, reply.headers, reply.content).status in (400, 404, 405, 501)


@pytest.mark.parametrize(
    "path",
    [
        "/api",
        "/api/",
        "/api//",
        "/api/run/",
        "/api//run",
        "/api/runs",
        "/api/run.json",
        "/api/run/x",
        "/api/Run",
        "/api/generations/",
        "/api/generations/gen_1/",
        "/api/generations/gen_1/payload",
        "/api/account/",
        "/api/account/x",
        "/api/accounts",
        "/api/tools/",
        "/api/tools/drum-generator/",
        "/api/tools/drum-generator/models",
        "/api/v1/run",
        "/api/run;x=y",
        "/api/run%20",
        "/api/run%00",
        "/api/run%0a",
        "/api/%",
        "/api/%zz",
        "/api/%ff%fe",
        "/api/ext/pictures",
        "/api/" + "a" * 10_000,
        "/api/" + "a/" * 5_000,
    ],
    ids=lambda path: path[:40],
)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_path_that_is_not_there_is_not_found(ada: Person, method: str, path: str) -> None:
    assert Refusal(404, NO_PATH) == refusal(ada.request(method, path))


@pytest.mark.parametrize(
    "id",
    [
        "gen_1",
        "gen_" + "0" * 32,
        "GEN_1",
        "1",
        "-1",
        "null",
        "%00",
        "%ff",
        "%20",
        "%27%20or%201=1--",
        "%F0%9F%98%80",
        "gen_1%0d%0aX-Bad:%20yes",
        "..%2f..%2faccount",
        "*",
        "a" * 5_000,
    ],
    ids=lambda id: id[:40],
)
def test_an_id_that_nobody_has_is_not_found(ada: Person, id: str) -> None:
    response = ada.get(f"/api/generations/{id}")

    assert response.status_code == 404
    assert refusal(response).message in (NO_GENERATION, NO_PATH)
    if "%2f" not in id:
        assert NO_GENERATION == refusal(response).message
    assert "X-Bad" not in response.headers


@pytest.mark.parametrize(
    "slug", ["no-such-tool", "drumgen", "Drum-Generator", "drum-generator%20", "%00", "%ff", "😀", "a" * 5_000]
)
def test_a_tool_that_is_not_there_is_not_found(ada: Person, slug: str) -> None:
    assert Refusal(404, NO_TOOL) == refusal(ada.get(f"/api/tools/{slug}"))


def test_dots_in_a_path_lead_nowhere(ada: Person) -> None:
    for path in ("/api/../api/account", "/media/../api/account", "/api/tools/../account", "//api/account"):
        request = f"GET {path} HTTP/1.1\r\nHost: x\r\nAuthorization: {ada.key}\r\n\r\n"
        reply = say(ada.service.port, request.encode())

        assert reply is not None
        assert 404 == refusal_in(reply.status, reply.headers, reply.content).status, path


def test_a_query_changes_nothing_where_none_is_known(ada: Person) -> None:
    for path in (
        "/api/account?x=1",
        "/api/tools?limit=0",
        "/api/tools/drum-generator?limit=x&limit=y",
        "/api/account?",
    ):
        assert 200 == ada.get(path).status_code, path


def test_a_get_with_a_body_is_a_get(ada: Person) -> None:
    for body in (b"{", b'{"tool": 1}', b"x" * 300_000):
        assert 200 == ada.request("GET", "/api/account", body=body).status_code


def test_nothing_is_said_to_other_sites_unless_the_operator_wants_it(ada: Person) -> None:
    for method, path in (("GET", "/api/account"), ("OPTIONS", "/api/run"), ("GET", "/api/no-such-path")):
        headers = {"Origin": "https://elsewhere.test", "Access-Control-Request-Method": "POST"}
        response = ada.request(method, path, headers=headers)

        assert [] == [name for name in response.headers if name.lower().startswith("access-control")]
