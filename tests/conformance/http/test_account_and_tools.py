"""Who I am, and what I can ask for."""

import httpx2
import pytest

from tests.conformance.http.judge import INSTANT
from tests.conformance.http.menu import TOOLS
from tests.service import Person, Service

pytestmark = pytest.mark.xdist_group("http")

IMAGE_STARTS = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"GIF8", b"RIFF", b"<svg", b"<?xml")


def test_an_account_shows_exactly_what_is_documented(ben: Person) -> None:
    response = ben.get("/api/account")
    shown = response.json()

    assert (200, "application/json") == (response.status_code, response.headers["Content-Type"])
    assert {"id", "email", "credits", "plan", "createdAt"} == set(shown)
    assert (ben.id, "ben@example.com", 0, "free") == tuple(shown[name] for name in ("id", "email", "credits", "plan"))
    assert type(shown["credits"]) is int
    assert INSTANT.fullmatch(shown["createdAt"])


def test_a_plan_is_pro_or_free(ada: Person) -> None:
    assert "pro" == ada.get("/api/account").json()["plan"]


def test_credits_granted_are_there_at_once(service: Service, nils: Person) -> None:
    service.grant(nils, 42)

    assert 42 == nils.credits()


def test_an_email_is_taken_in_any_case(service: Service, ben: Person) -> None:
    done = service.run_command("accounts", "create", ben.email.upper(), "--plan", "free", "--json")

    assert done.returncode != 0
    assert "Traceback" not in done.stderr
    assert done.stderr.strip()


def test_the_tools_are_the_twelve_of_the_interface(ada: Person) -> None:
    response = ada.get("/api/tools")
    listed = response.json()

    assert {"data"} == set(listed)
    assert sorted(TOOLS) == sorted(tool["slug"] for tool in listed["data"])
    for tool in listed["data"]:
        category, output_type, _ = TOOLS[tool["slug"]]
        assert {"slug", "name", "description", "type", "outputType", "thumbnail"} == set(tool)
        assert all(isinstance(value, str) and value for value in tool.values()), tool
        assert (category, output_type) == (tool["type"], tool["outputType"]), tool["slug"]


@pytest.mark.parametrize("slug", TOOLS)
def test_a_tool_alone_is_the_listed_one_with_its_models(ada: Person, slug: str) -> None:
    (item,) = [tool for tool in ada.get("/api/tools").json()["data"] if tool["slug"] == slug]
    detail = ada.get(f"/api/tools/{slug}").json()
    models = detail.pop("models")

    assert item == detail
    assert sorted(TOOLS[slug][2]) == sorted(model["slug"] for model in models)
    for model in models:
        assert {"slug", "name"} == set(model)
        assert isinstance(model["name"], str)
        assert model["name"]


def test_thumbnails_of_tools_are_pictures_that_need_no_key(ada: Person, service: Service) -> None:
    for tool in ada.get("/api/tools").json()["data"]:
        address = tool["thumbnail"]
        assert address.startswith(f"{service.public_url}/")
        response = httpx2.get(address, trust_env=False)

        assert 200 == response.status_code, address
        assert response.headers["Content-Type"].startswith("image/")
        assert response.content.startswith(IMAGE_STARTS), address
        assert len(response.content) > 100


def test_addresses_are_never_built_from_the_host_header(ada: Person, service: Service) -> None:
    headers = {"Host": "evil.test", "X-Forwarded-Host": "evil.test", "X-Forwarded-Proto": "https"}
    response = ada.request("GET", "/api/tools", headers=headers)

    assert "evil.test" not in response.text
    assert all(tool["thumbnail"].startswith(service.public_url) for tool in response.json()["data"])
