"""Where key and address come from, and that the key stays out of sight."""

import pytest

from mediamill_client import Client, InvalidAPIKey, InvalidBaseURL, MissingAPIKey
from mediamill_client.settings import ApiKey, read
from tests.client.conftest import ADAS_KEY, MakeClient
from tests.client.scripted_service import Answer, ScriptedService, accepted


def test_a_missing_key_names_the_variable(make_client: MakeClient) -> None:
    with pytest.raises(MissingAPIKey, match="MEDIAMILL_API_KEY"):
        make_client()


def test_key_and_address_come_from_the_environment(
    make_client: MakeClient, service: ScriptedService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEDIAMILL_API_KEY", ADAS_KEY)
    monkeypatch.setenv("MEDIAMILL_BASE_URL", service.url + "/")
    service.on("POST /api/run", accepted())
    client = make_client()
    client.submit("motion-3d", {})

    assert service.url == client.base_url
    assert service.heard[0].headers["authorization"] == ADAS_KEY


def test_arguments_win_over_the_environment() -> None:
    environment = {"MEDIAMILL_API_KEY": "bens-key", "MEDIAMILL_BASE_URL": "https://ben.example.com"}
    found = read("adas-key", "https://ada.example.com", environment)

    assert (found.api_key.reveal(), found.base_url) == ("adas-key", "https://ada.example.com")


def test_empty_settings_count_as_none() -> None:
    found = read("", "", {"MEDIAMILL_API_KEY": "adas-key", "MEDIAMILL_BASE_URL": ""})

    assert (found.api_key.reveal(), found.base_url) == ("adas-key", "http://localhost:8000")
    with pytest.raises(MissingAPIKey):
        read(None, None, {"MEDIAMILL_API_KEY": ""})


@pytest.mark.parametrize("key", ["mm_live_a\n", "mm_live_a b", "mm_live_ä", "\x00", "mm_live_a\r\nX-Evil: 1"])
def test_a_key_that_no_header_can_hold_is_refused_unseen(key: str) -> None:
    with pytest.raises(InvalidAPIKey) as caught:
        read(key, None, {})

    assert "mm_live" not in str(caught.value)


@pytest.mark.parametrize(
    ("given", "base"),
    [
        ("http://localhost:8000/", "http://localhost:8000"),
        ("https://media.example.com/mill//", "https://media.example.com/mill"),
        ("http://[::1]:8000", "http://[::1]:8000"),
        ("HTTPS://media.example.com", "HTTPS://media.example.com"),
        ("https://médias.example.com", "https://médias.example.com"),
    ],
)
def test_addresses_lose_only_their_last_slashes(given: str, base: str) -> None:
    assert base == read("k", given, {}).base_url


@pytest.mark.parametrize(
    "base",
    [
        "localhost:8000",
        "ftp://media.example.com",
        "https://",
        "/api",
        "http://media.example.com:99999",
        "http://media.example.com:0",
        "http://[::1",
        "http://media.example.com?x=1",
        "http://media.example.com#x",
        "http://media example.com",
        "http://media.example.com\n",
    ],
)
def test_what_is_no_address_is_refused(base: str) -> None:
    with pytest.raises(InvalidBaseURL, match="base URL"):
        read("k", base, {})


def test_a_password_in_the_address_is_refused_and_not_shown() -> None:
    with pytest.raises(InvalidBaseURL) as caught:
        read("k", "https://ada:hunter2@media.example.com", {})

    assert "hunter2" not in str(caught.value)


def test_no_picture_of_the_client_shows_the_key(client: Client, service: ScriptedService) -> None:
    assert ADAS_KEY not in repr(client)
    assert f"base_url='{service.url}', api_key='[redacted]')" in repr(client)
    assert ADAS_KEY not in f"{client._wire!r}{client._wire.settings}{vars(client)}"


def test_a_key_shows_itself_only_when_asked() -> None:
    key = ApiKey(ADAS_KEY)

    assert [repr(key), str(key), f"{key}"] == ["[redacted]"] * 3
    assert key.redact(f"say {ADAS_KEY}!") == "say [redacted]!"


def test_a_step_does_not_show_the_key_it_carries(client: Client, service: ScriptedService) -> None:
    service.on("GET /api/account", Answer(500, b""))
    step = next(client._wire.account())

    assert ADAS_KEY not in repr(step)
    assert f"url='{service.url}/api/account'" in repr(step)


def test_a_proxy_is_not_asked_for_this_machine(
    make_client: MakeClient, service: ScriptedService, dead_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTP_PROXY", dead_url)
    service.on("POST /api/run", accepted())

    assert make_client(api_key=ADAS_KEY, base_url=service.url).submit("motion-3d", {}).id == "gen_heron"


def test_a_proxy_is_asked_for_the_world(
    make_client: MakeClient, service: ScriptedService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTP_PROXY", service.url)
    service.on("POST http://media.example.com/api/run", accepted())

    assert make_client(api_key="k", base_url="http://media.example.com").submit("motion-3d", {}).id == "gen_heron"
