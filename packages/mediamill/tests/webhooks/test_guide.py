"""docs/webhooks.md, done by somebody who reads it, against a service that really runs; and a kill -9 in between."""

import asyncio
import json
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
import trustme

from mediamill.config import WEBHOOK_DELAYS_SECONDS
from mediamill.outbound import FailureReason
from mediamill.webhooks import Lost
from tests.outbound import stranger as does
from tests.outbound.stranger import Stranger
from tests.places import REPOSITORY
from tests.ports import free_port
from tests.service import MEDIAMILL, Service, until
from tests.webhooks import receivers

GUIDE = (REPOSITORY / "docs/webhooks.md").read_text()
PYTHON = re.findall(r"^```python\n(.*?)^```", GUIDE, re.M | re.S)
SHELL: list[str] = [
    line for block in re.findall(r"^```sh\n(.*?)^```", GUIDE, re.M | re.S) for line in block.splitlines()
]
SECONDS = 30.0
Mill = Callable[..., Service]


@pytest.fixture
def mill(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Mill]:
    """Makes a service that trusts one file of certificates and may reach 127.0.0.1."""
    made: list[Service] = []

    def make(trusted: Path, *flags: str) -> Service:
        monkeypatch.setenv("SSL_CERT_FILE", str(trusted))
        made.append(Service(tmp_path / "data", *flags, allowed_networks="127.0.0.1/32", rate_limit="off"))
        return made[-1]

    yield make
    for service in made:
        service.close()


def line_with(words: str) -> str:
    (line,) = (line for line in SHELL if words in line)
    return line


@pytest.mark.slow
@pytest.mark.skipif(not (shutil.which("openssl") and shutil.which("curl")), reason="openssl or curl is not installed")
def test_the_recipe_for_one_machine_works(mill: Mill, tmp_path: Path) -> None:
    port = free_port()
    subprocess.run(line_with("openssl"), shell=True, check=True, capture_output=True, cwd=tmp_path)
    (tmp_path / "receiver.py").write_text("".join(PYTHON))
    service = mill(tmp_path / "receiver.pem", "--demo").start()
    environment = {
        **os.environ,
        "MEDIAMILL_DATA_DIR": str(service.folder),
        "MEDIAMILL_ALLOWED_NETWORKS": "127.0.0.1/32",
        "MEDIAMILL_API_KEY": (service.folder / "demo.key").read_text().strip(),
        "MEDIAMILL_BASE_URL": service.address,
    }

    def begin(line: str) -> subprocess.Popen[str]:
        command = line.replace(".venv/bin/", f"{MEDIAMILL.parent}/").replace("8443", str(port))
        return subprocess.Popen(
            command,
            shell=True,
            text=True,
            stdout=subprocess.PIPE,
            cwd=tmp_path,
            env=environment,
            start_new_session=True,
        )

    receiver = begin(line_with("receiver.py 8443"))
    try:
        until(lambda: listens(port), seconds=SECONDS, what="the receiver listens")
        told = begin(line_with("webhooks test")).communicate(timeout=SECONDS)[0]
        started = json.loads(begin(line_with("curl")).communicate(timeout=SECONDS)[0])
        assert receiver.stdout is not None
        heard = [receiver.stdout.readline().split(" ", 1) for _ in range(2)]
    finally:
        os.killpg(receiver.pid, signal.SIGKILL)
        receiver.communicate()
    shown = read(service, started["id"])

    assert told.startswith("status 200 after ")
    assert [verdict for verdict, _ in heard] == ["genuine", "genuine"]
    body = json.loads(heard[1][1])
    assert list(body) == ["id", "status", "tool", "type", "output", "thumbnail", "createdAt"]
    assert body == {name: shown[name] for name in body}
    assert body["status"] == "success"


def listens(port: int) -> bool:
    with socket.socket() as caller:
        return caller.connect_ex(("127.0.0.1", port)) == 0


def read(service: Service, generation_id: str) -> dict[str, Any]:
    key = (service.folder / "demo.key").read_text().strip()
    with httpx2.Client(trust_env=False) as client:
        response = client.get(f"{service.address}/api/generations/{generation_id}", headers={"Authorization": key})
    shown: dict[str, Any] = response.json()
    return shown


@pytest.mark.slow
async def test_a_service_killed_in_the_middle_of_an_attempt_makes_it_again(mill: Mill, tmp_path: Path) -> None:
    authority = trustme.CA()
    authority.cert_pem.write_to_path(str(tmp_path / "authority.pem"))
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("127.0.0.1").configure_cert(tls)
    service = mill(tmp_path / "authority.pem")
    async with Stranger({"/hook": does.silent}, tls=tls) as stranger:
        await asyncio.to_thread(service.start)
        ada = await asyncio.to_thread(service.open_account, "ada")
        started = await asyncio.to_thread(
            ada.run, "drum-generator", {"model": "drumgen"}, webhook=stranger.url("/hook")
        )
        await receivers.until(lambda: len(stranger.asked) == 1, "the first attempt is under way")
        await asyncio.to_thread(service.kill)
        stranger.behaviours["/hook"] = does.answer(b"thanks")
        await asyncio.to_thread(service.start)
        await receivers.until(lambda: len(stranger.asked) == 2, "it is made again")
        generation_id = started.json()["id"]
        shown = await asyncio.to_thread(delivered, service, generation_id)

    first, second = stranger.asked
    assert first.headers["webhook-id"] == second.headers["webhook-id"] == generation_id
    assert first.body == second.body
    assert [attempt["trouble"] or attempt["status"] for attempt in shown["attempts"]] == ["interrupted", 200]
    assert shown["failures"] == 0
    assert await asyncio.to_thread(service.is_exact)


def delivered(service: Service, generation_id: str) -> dict[str, Any]:
    """What `mediamill webhooks show` says once it is delivered."""

    def look() -> dict[str, Any] | None:
        shown: dict[str, Any] = service.told("webhooks", "show", generation_id)
        return shown if shown["status"] == "delivered" else None

    found = until(look, seconds=SECONDS, what="it is delivered")
    assert found is not None
    return found


def test_the_guide_tells_the_schedule() -> None:
    units = {"seconds": 1, "minute": 60, "minutes": 60, "hour": 3_600, "hours": 3_600}
    sentence = re.search(r"follows in (.*?), each counted", GUIDE, re.S)
    assert sentence is not None
    told = [int(number) * units[unit] for number, unit in re.findall(r"(\d+)\s(\w+)", sentence[1])]

    assert told == list(WEBHOOK_DELAYS_SECONDS)


def test_the_guide_explains_every_word() -> None:
    explained = set(re.findall(r"^\| `([a-z_]+)` \|", GUIDE, re.M))
    of_posting = {
        FailureReason.DNS_FAILED,
        FailureReason.REFUSED_ADDRESS,
        FailureReason.CONNECT_FAILED,
        FailureReason.TLS_FAILED,
        FailureReason.TIMEOUT,
        FailureReason.BAD_ANSWER,
    }

    assert explained == {word.value for word in (*of_posting, *Lost)}
