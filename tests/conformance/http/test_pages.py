"""What lives outside /api/: health, documentation and its files, and nothing of anybody else's."""

import re

import httpx2
import pytest

from mediamill.http.page import BUILT
from tests.conformance.http.judge import NO_METHOD, NO_PATH, Refusal, refusal
from tests.service import Service

pytestmark = pytest.mark.xdist_group("http")

REFERENCE = re.compile(r"""(?:src|href|action|data|poster)\s*=\s*["']([^"']*)["']""", re.I)


def get(service: Service, path: str, method: str = "GET") -> httpx2.Response:
    with httpx2.Client(trust_env=False) as client:
        return client.request(method, f"{service.address}{path}")


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_it_says_that_it_is_well(service: Service, path: str) -> None:
    response = get(service, path)

    assert (200, "application/json") == (response.status_code, response.headers["Content-Type"])
    assert isinstance(response.json(), dict)


def test_the_front_page_leads_to_the_documentation_or_shows_it_itself(service: Service) -> None:
    response = get(service, "/")

    assert 200 == response.status_code
    assert response.headers["Content-Type"].startswith("text/html")
    assert BUILT.is_dir() or "/docs" in REFERENCE.findall(response.text)


def test_the_documentation_needs_nobody_else(service: Service) -> None:
    page = get(service, "/docs")
    policy = page.headers["Content-Security-Policy"]
    references = [one for one in REFERENCE.findall(page.text) if not one.startswith("data:")]

    assert (200, True) == (page.status_code, page.headers["Content-Type"].startswith("text/html"))
    assert "default-src" in policy
    assert not re.search(r"\*|unsafe-", policy)
    assert {service.public_url} >= set(re.findall(r"https?:[^ ;]+", policy))
    assert "nosniff" == page.headers["X-Content-Type-Options"]
    assert [] == re.findall(r"""(?:https?:)?//[^\s"'<>]+""", page.text)
    assert references
    for path in references:
        assert path.startswith("/"), path
        file = get(service, path)
        assert 200 == file.status_code, path
        assert "nosniff" == file.headers["X-Content-Type-Options"], path
        assert file.headers["Content-Type"].split(";")[0] in ("text/css", "text/javascript", "image/svg+xml"), path
        assert [] == re.findall(r"@import|url\(\s*['\"]?https?:", file.text if path.endswith(".css") else ""), path


@pytest.mark.parametrize(
    "path",
    [
        "/nothing",
        "/docs/",
        "/healthz/",
        "/openapi.json/",
        "/static/",
        "/static/../docs.py",
        "/static/%2e%2e/docs.py",
        "/static/..%2f..%2fapp.py",
        "/static/%00",
        "/static/page/",
        "/static/page/../docs.html",
        "/static/page/assets/nothing.js",
        "/static/docs.html",
        "/guide/nothing.html",
        "/guide/../docs.html",
        "/guide/%2e%2e/docs.html",
        "/generations",
        "/generations/a/b",
        "/history/",
        "/static//etc/passwd",
        "/ext/pictures/",
        "/ext/pictures/nothing.webp",
        "/ext/pictures/..%2f..%2fsecret.key",
        "/metrics/x",
        "/media",
        "/media/",
        "/.env",
        "/secret.key",
    ],
)
def test_what_is_not_there_is_not_found(service: Service, path: str) -> None:
    assert Refusal(404, NO_PATH) == refusal(get(service, path))


@pytest.mark.parametrize(
    "path", ["/docs", "/healthz", "/readyz", "/openapi.json", "/", "/history", "/generations/gen_1", "/console/queue"]
)
@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"])
def test_pages_are_only_read(service: Service, path: str, method: str) -> None:
    response = get(service, path, method)

    assert Refusal(405, NO_METHOD) == refusal(response)
    assert {"GET", "HEAD"} == set(response.headers["Allow"].split(", "))
