"""`mediamill files`, as Ada types it: what is asked of the service, what is printed, and how it ends."""

import json
from collections.abc import Callable, Iterator

import pytest
from click.testing import CliRunner, Result

from mediamill_client import backoff
from mediamill_client.cli.files import files
from tests.client.scripted_service import Answer, ScriptedService, refusal
from tests.client.test_files import DELETED, GONE, page, uploaded

ADAS_KEY = "mm_live_ada0_fv7Qx2r9ZkT4sLw8cYb1"
Ada = Callable[..., Result]


@pytest.fixture
def service() -> Iterator[ScriptedService]:
    """A service with two files of Ada's."""
    with ScriptedService().running() as service:
        service.on("GET /ext/files", page("upl_new", "upl_old", has_more=False))
        yield service


@pytest.fixture
def ada(service: ScriptedService, monkeypatch: pytest.MonkeyPatch) -> Ada:
    """Ada at her terminal, with key and address in her environment."""
    monkeypatch.setattr(backoff, "RETRY_FIRST_SECONDS", 0.001)
    monkeypatch.setenv("MEDIAMILL_API_KEY", ADAS_KEY)
    monkeypatch.setenv("MEDIAMILL_BASE_URL", service.url)

    def types(*words: str) -> Result:
        return CliRunner().invoke(files, words)

    return types


def test_the_list_is_a_line_for_each_file(ada: Ada, service: ScriptedService) -> None:
    result = ada("list")
    first, second = result.stdout.splitlines()
    shown = uploaded("upl_new")

    assert result.exit_code == 0
    assert first.split("\t") == [
        "upl_new",
        "image",
        "93",
        shown["createdAt"],
        shown["expiresAt"],
        shown["url"],
    ]
    assert second.startswith("upl_old\t")
    assert [heard.headers["authorization"] for heard in service.heard] == [ADAS_KEY]


def test_the_list_as_json_is_what_the_service_says(ada: Ada) -> None:
    assert json.loads(ada("list", "--json").stdout) == [uploaded("upl_new"), uploaded("upl_old")]


def test_files_are_deleted_by_their_ids(ada: Ada, service: ScriptedService) -> None:
    service.on("DELETE /ext/files/upl_new", DELETED)
    service.on("DELETE /ext/files/upl_old", DELETED)
    result = ada("delete", "upl_new", "upl_old")

    assert (result.exit_code, result.stdout) == (0, "The file upl_new is deleted.\nThe file upl_old is deleted.\n")
    assert [f"{heard.method} {heard.path}" for heard in service.heard] == [
        "DELETE /ext/files/upl_new",
        "DELETE /ext/files/upl_old",
    ]


@pytest.mark.parametrize(
    ("answer", "code"),
    [(GONE, 3), (refusal(403, "Forbidden"), 4), (refusal(401, "Invalid API key"), 4), (refusal(503, "Down"), 8)],
    ids=["gone", "somebody else's", "wrong key", "down"],
)
def test_each_refusal_has_its_exit_code_and_names_the_file(
    ada: Ada, service: ScriptedService, answer: Answer, code: int
) -> None:
    service.on("DELETE /ext/files/upl_new", DELETED)
    service.on("DELETE /ext/files/upl_old", answer)
    result = ada("delete", "upl_new", "upl_old")

    assert (result.exit_code, result.stdout) == (code, "The file upl_new is deleted.\n")
    assert "The file was upl_old." in result.stderr
    assert ADAS_KEY not in result.output


@pytest.mark.parametrize("words", [["delete"], ["delete", ".."]], ids=["no id", "no id of a file"])
def test_wrong_usage_asks_nothing(ada: Ada, service: ScriptedService, words: list[str]) -> None:
    assert (ada(*words).exit_code, service.heard) == (2, [])


def test_a_missing_key_is_a_matter_of_authentication(ada: Ada, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MEDIAMILL_API_KEY")
    result = ada("list")

    assert result.exit_code == 4
    assert "set the environment variable MEDIAMILL_API_KEY" in result.stderr
