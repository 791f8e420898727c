"""Ada's whole day at the command line, on a running service."""

import itertools
import json
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from mediamill.cli.main import cli
from mediamill_client import Client
from tests.client.scripted_service import Answer, ScriptedService
from tests.codecs.samples import flat_png
from tests.service import MEDIAMILL, Person, Service, environment, until

pytestmark = pytest.mark.xdist_group("journeys-rehearsal")
numbers = itertools.count(1)


@pytest.fixture
def ada(house: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Person:
    """With a new account in each test, in a folder of her own, with a key in a profile."""
    person = house.open_account(f"ada-at-the-terminal-{next(numbers)}", credits=20)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))
    for name in ("MEDIAMILL_API_KEY", "MEDIAMILL_BASE_URL", "MEDIAMILL_PROFILE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    assert typed("login", "--base-url", house.address, key=person.key).exit_code == 0
    return person


def typed(*words: str, key: str | None = None) -> Result:
    return CliRunner().invoke(cli, words, input=key)


def told(*words: str) -> object:
    done = typed(*words, "--json")
    assert done.exit_code == 0, done.stderr
    return json.loads(done.stdout)


def test_a_day_from_the_price_to_the_file(ada: Person, tmp_path: Path) -> None:
    quoted = typed("quote", "rehearsal", "--model", "slow", "--duration", "0.1").stdout
    id = typed("generate", "rehearsal", "--model", "slow", "--duration", "0.1", "--no-wait").stdout.strip()
    address = typed("wait", id).stdout.strip()
    written = typed("download", id, "--out", "made/").stdout.strip()
    shown = told("get", id)
    listed = told("list", "--tool", "rehearsal", "--since", "1h")
    gone = typed("delete", id, "--yes")
    account = told("account")

    assert "credits\t1\n" in quoted
    assert isinstance(shown, dict)
    assert isinstance(listed, list)
    assert isinstance(account, dict)
    assert shown["output"] == address
    assert (tmp_path / written).read_bytes()[:4] in (b"\x89PNG", b"RIFF")
    assert [one["id"] for one in listed] == [id]
    assert gone.exit_code == 0
    assert typed("get", id).exit_code == 3
    assert (account["credits"], account["service"]) == (19, ada.service.address)


def test_what_runs_is_canceled_and_ends_a_wait(ada: Person) -> None:
    id = typed("generate", "rehearsal", "--model", "slow", "--duration", "60", "--no-wait").stdout.strip()
    late = typed("wait", id, "--timeout", "0.1")
    canceled = typed("cancel", id)
    ended = typed("wait", id)

    assert (late.exit_code, canceled.exit_code, ended.exit_code) == (7, 0, 6)
    assert ended.stderr == f"mediamill: {id} failed: Canceled\n"
    assert ada.credits() == 20


def test_tools_their_prices_and_uploads(ada: Person, tmp_path: Path) -> None:
    (tmp_path / "heron.png").write_bytes(flat_png(5, 5))
    tools = typed("tools").stdout
    speech = typed("tools", "show", "text-to-speech").stdout
    help = typed("generate", "text-to-3d", "--help").stdout
    address = typed("upload", "heron.png").stdout.strip()

    assert "rehearsal\timage\t" in tools
    assert "Price: 1 credit per 10 characters." in speech
    assert "--voice\tAdam\tAdam, Alice, " in speech
    assert "Fields of text-to-3d with --model trellis-2" in help
    assert ada.get(address.split("localhost")[1].partition("/")[2].join(["/", ""])).status_code == 200


def test_operators_commands_stand_beside_those_of_the_same_name(ada: Person) -> None:
    state = ada.service.told("tools", "status")

    assert {"name": "rehearsal", "state": "open", "since": None, "reason": ""} in state
    assert ada.service.told("webhooks", "list") == []


@pytest.mark.slow
def test_webhooks_reach_a_program_on_this_machine(ada: Person) -> None:
    with ScriptedService().running() as receiver:
        receiver.on("POST /hook", Answer(200, b""))
        command = [str(MEDIAMILL), "webhooks", "listen", "--forward-to", f"{receiver.url}/hook", "--count", "1"]
        surroundings = environment({}) | {"MEDIAMILL_API_KEY": ada.key, "MEDIAMILL_BASE_URL": ada.service.address}
        with subprocess.Popen(command, env=surroundings, stdout=subprocess.PIPE, text=True) as listening:

            def heard() -> bool:
                ada.wait(ada.start("rehearsal", model="slow", duration=0))
                return listening.poll() is not None

            until(heard, seconds=60, what="a success is forwarded")
            said, _ = listening.communicate()
        (webhook,) = receiver.asked("POST /hook")
    with Client(ada.key, ada.service.address) as client:
        generation = client.webhooks.verify(webhook.body, webhook.headers)

    assert listening.returncode == 0
    assert said.split("\t")[:2] == [generation.id, "200"]
    assert generation.status == "success"
