"""Ada keeps her keys in profiles."""

import json
import stat

import pytest

from mediamill_client.cli import profiles
from tests.client.scripted_service import Answer, ScriptedService, refusal
from tests.commands.conftest import ADAS_KEY, Ada

ACCOUNT = {
    "id": "acc_ada",
    "email": "ada@example.com",
    "credits": 7,
    "plan": "free",
    "createdAt": "2026-01-31T09:30:00.125Z",
}


@pytest.fixture
def stranger(typed: Ada, monkeypatch: pytest.MonkeyPatch) -> Ada:
    """Ada at a terminal without key and address in its environment."""
    monkeypatch.delenv("MEDIAMILL_API_KEY")
    monkeypatch.delenv("MEDIAMILL_BASE_URL")
    return typed


def keep(typed: Ada, service: ScriptedService, key: str = ADAS_KEY, *words: str) -> None:
    service.on("GET /api/account", Answer(200, ACCOUNT))
    result = typed("login", "--base-url", service.url, *words, input=f"{key}\n")
    assert (result.exit_code, result.stdout) == (0, ""), result.stderr


def test_a_kept_key_opens_every_command(stranger: Ada, scripted: ScriptedService) -> None:
    before = stranger("account")
    keep(stranger, scripted)
    after = stranger("account", "--json")

    assert before.exit_code == 4
    assert "`mediamill login` once" in before.stderr
    assert json.loads(after.stdout) == {**ACCOUNT, "service": scripted.url}
    assert scripted.heard[-1].headers["authorization"] == ADAS_KEY


def test_the_file_is_adas_alone_and_nothing_prints_the_key(stranger: Ada, scripted: ScriptedService) -> None:
    keep(stranger, scripted)
    shown = stranger("login", "--list")

    assert stat.S_IMODE(profiles.file().stat().st_mode) == 0o600
    assert stat.S_IMODE(profiles.file().parent.stat().st_mode) == 0o700
    assert [path.name for path in profiles.file().parent.iterdir()] == ["profiles.ini"]
    assert shown.stdout == f"default\t{scripted.url}\t*\n"
    assert ADAS_KEY not in shown.output


def test_a_key_that_the_service_does_not_know_is_not_kept(stranger: Ada, scripted: ScriptedService) -> None:
    scripted.on("GET /api/account", refusal(401, "Invalid or missing API key"))
    result = stranger("login", "--base-url", scripted.url, input="mm_live_wrong\n")

    assert result.exit_code == 4
    assert not profiles.file().exists()


@pytest.mark.parametrize("words", [(), ("--profile", "a b"), ("--profile", "")])
def test_without_a_key_or_a_name_nothing_is_kept(stranger: Ada, words: tuple[str, ...]) -> None:
    assert stranger("login", *words, input="\n").exit_code == 2
    assert not profiles.file().exists()


def test_the_last_one_is_in_force_until_another_is_named(
    stranger: Ada, scripted: ScriptedService, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(stranger, scripted, "key-at-home")
    keep(stranger, scripted, "key-at-work", "--profile", "work")
    stranger("account")
    stranger("account", "--profile", "default")
    monkeypatch.setenv("MEDIAMILL_PROFILE", "default")
    stranger("account")
    monkeypatch.delenv("MEDIAMILL_PROFILE")
    stranger("login", "--use", "--profile", "default")
    stranger("account")

    assert [heard.headers["authorization"] for heard in scripted.heard[2:]] == [
        "key-at-work",
        *["key-at-home"] * 3,
    ]


def test_a_key_of_the_environment_never_goes_to_the_address_of_a_profile(
    typed: Ada, scripted: ScriptedService, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ScriptedService().running() as work:
        keep(typed, work, "key-at-work", "--profile", "work")
        scripted.on("GET /api/account", Answer(200, ACCOUNT))
        typed("account")
        typed("account", "--profile", "work")

        assert [heard.headers["authorization"] for heard in scripted.heard] == [ADAS_KEY]
        assert [heard.headers["authorization"] for heard in work.heard] == ["key-at-work"] * 2


def test_a_profile_is_forgotten_and_the_others_stay(stranger: Ada, scripted: ScriptedService) -> None:
    keep(stranger, scripted, "key-at-home")
    keep(stranger, scripted, "key-at-work", "--profile", "work")
    gone = stranger("logout")

    assert gone.exit_code == 0
    assert json.loads(stranger("login", "--list", "--json").stdout) == [
        {"profile": "default", "service": scripted.url, "current": False}
    ]
    assert stranger("logout").exit_code == 3
    assert stranger("account").exit_code == 4
    assert stranger("account", "--profile", "work").exit_code == 2


@pytest.mark.parametrize(
    ("text", "mode", "sentence"),
    [
        ("[default]\napi_key = k\nbase_url = http://x\n", 0o644, "chmod 600"),
        ("api_key = k\n", 0o600, "is not as `mediamill login` writes it"),
        ("[default]\napi_key = k\n", 0o600, "is not as `mediamill login` writes it"),
    ],
)
def test_a_file_that_others_read_or_that_somebody_broke_is_refused(
    stranger: Ada, text: str, mode: int, sentence: str
) -> None:
    profiles.file().parent.mkdir(parents=True)
    profiles.file().write_text(text)
    profiles.file().chmod(mode)
    result = stranger("account")

    assert result.exit_code == 1
    assert sentence in result.stderr


def test_a_key_may_hold_what_the_format_of_the_file_means_something_by(
    stranger: Ada, scripted: ScriptedService
) -> None:
    keep(stranger, scripted, "%(odd)s=;#[k]")
    stranger("account")

    assert scripted.heard[-1].headers["authorization"] == "%(odd)s=;#[k]"
