"""Commands at a terminal of nobody's: no key, no address and no profile of this machine."""

from collections.abc import Callable, Iterator

import pytest
from click.testing import CliRunner, Result

from mediamill_client import backoff
from mediamill_client.cli.program import cli
from tests.client.scripted_service import ScriptedService

Ada = Callable[..., Result]
ADAS_KEY = "mm_live_ada0_fv7Qx2r9ZkT4sLw8cYb1"


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder for profiles, empty at first."""
    for name in ("MEDIAMILL_API_KEY", "MEDIAMILL_BASE_URL", "MEDIAMILL_PROFILE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path_factory.mktemp("home")))
    monkeypatch.setattr(backoff, "RETRY_FIRST_SECONDS", 0.001)
    monkeypatch.setattr(backoff, "POLL_FIRST_SECONDS", 0.001)


@pytest.fixture
def scripted() -> Iterator[ScriptedService]:
    with ScriptedService().running() as service:
        yield service


@pytest.fixture
def typed(scripted: ScriptedService, monkeypatch: pytest.MonkeyPatch) -> Ada:
    """Ada at her terminal, with key and address in her environment."""
    monkeypatch.setenv("MEDIAMILL_API_KEY", ADAS_KEY)
    monkeypatch.setenv("MEDIAMILL_BASE_URL", scripted.url)
    return lambda *words, **more: CliRunner().invoke(cli, words, **more)
