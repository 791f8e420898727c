"""What an operator reads of a bucket: at the start, from the doctor, at /readyz."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

from tests.cli.operator import Operator
from tests.conformance.bucket import Bucket, credentials, running_bucket, running_cdn
from tests.service import START_SECONDS, Program, Service, environment, until

GONE = "there is no such bucket: create it, or correct MEDIAMILL_STORAGE_URL (HTTP 404 NoSuchBucket)"
AWAY = "it cannot be reached: check the network and AWS_ENDPOINT_URL"


@pytest.fixture
def bucket(monkeypatch: pytest.MonkeyPatch) -> Iterator[Bucket]:
    with running_bucket() as running:
        for name, value in credentials(running).items():
            monkeypatch.setenv(name, value)
        yield running


@pytest.fixture
def open_mill(tmp_path: Path) -> Iterator[Callable[[str], Service]]:
    opened: list[Service] = []

    def open_mill(storage_url: str) -> Service:
        opened.append(Service(tmp_path / "data", storage_url=storage_url))
        return opened[-1]

    yield open_mill
    for service in opened:
        service.close()


def examined(operator: Operator, subject: str = "storage") -> dict[str, Any]:
    """What the doctor says of the storage."""
    found = json.loads(operator.runs("doctor", "--json").stdout)
    storage: dict[str, Any] = next(one for one in found if one["subject"] == subject)
    return storage


def readiness(service: Service) -> tuple[int, str]:
    answer = httpx2.get(f"{service.address}/readyz", trust_env=False, timeout=30.0)
    checks = answer.json()["checks"]
    return answer.status_code, checks["storage"]


@pytest.mark.slow
def test_the_doctor_tries_the_bucket_out(operator: Operator, bucket: Bucket, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEDIAMILL_STORAGE_URL", f"{bucket.url}/media")
    well = examined(operator)
    bucket.error = (403, "AccessDenied")
    denied = examined(operator)
    bucket.error, bucket.is_away = None, True
    away = examined(operator)

    assert well["advice"] is None
    assert "a file was stored, listed and deleted in" in well["state"]
    assert "clear unfinished multipart uploads" in well["state"]
    assert [] == bucket.objects()
    assert ("unusable", "unusable") == (denied["state"], away["state"])
    assert "allow s3:GetObject, s3:PutObject, s3:DeleteObject" in denied["advice"]
    assert AWAY in away["advice"]


@pytest.mark.slow
def test_the_doctor_fetches_from_where_outputs_are_said_to_be(
    operator: Operator, bucket: Bucket, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEDIAMILL_STORAGE_URL", f"{bucket.url}/media")
    with running_cdn(bucket) as cdn:
        monkeypatch.setenv("MEDIAMILL_MEDIA_URL", f"{cdn.address}/media")
        bare = examined(operator, "media url")
        cdn.headers = {
            "X-Content-Type-Options": "nosniff",
            "Content-Security-Policy": "sandbox",
            "Access-Control-Allow-Origin": "*",
        }
        dressed = examined(operator, "media url")
        monkeypatch.setenv("MEDIAMILL_MEDIA_URL", cdn.address)
        elsewhere = examined(operator, "media url")

    assert "Have it send these headers (docs/bucket.md): X-Content-Type-Options: nosniff, " in bare["advice"]
    assert "Content-Type:" not in bare["advice"]
    assert "immutable" not in bare["advice"]
    assert {"state": f"{cdn.address}/media", "advice": None}.items() <= dressed.items()
    assert "It answers 404" in elsewhere["advice"]
    assert [] == bucket.objects()


@pytest.mark.parametrize("command", [("serve", "--port", "0"), pytest.param(("worker",), marks=pytest.mark.slow)])
def test_a_bucket_that_cannot_work_keeps_the_service_from_starting(
    bucket: Bucket, tmp_path: Path, open_mill: Callable[[str], Service], command: tuple[str, ...]
) -> None:
    if command[0] == "worker":
        open_mill("").start()  # which makes the database
    program = Program((*command, "--data-dir", str(tmp_path / "data")), tmp_path / "data", {"storage_url": "s3://gone"})
    program.begin()

    assert 1 == program.process.wait(START_SECONDS)
    said = program.log.splitlines()[-1]
    assert said.endswith(GONE)
    assert "Traceback" not in program.log


@pytest.mark.slow
def test_a_bucket_that_is_away_at_the_start_is_waited_for(bucket: Bucket, open_mill: Callable[[str], Service]) -> None:
    bucket.is_away = True
    service = open_mill(f"{bucket.url}/media").start()
    status, fault = readiness(service)
    bucket.is_away = False

    assert 503 == status
    assert AWAY in fault
    assert AWAY in service.log
    until(lambda: readiness(service) == (200, "ok"), seconds=START_SECONDS, what="the bucket is there again")


@pytest.mark.slow
def test_a_command_that_stored_files_ends_without_taking_the_interpreter_apart(bucket: Bucket, tmp_path: Path) -> None:
    """A thread of the store that meets the interpreter's end would abort the process, now and then."""
    program = (
        "import atexit, sys; from mediamill.cli.main import main\n"
        "class Thing:\n"
        "    def __del__(self): print('taken apart')\n"
        "thing = Thing()\n"
        "atexit.register(print, 'said goodbye')\n"
        "sys.argv = ['mediamill', 'doctor', '--data-dir', sys.argv[1]]\n"
        "main()\n"
    )
    settings = environment({"storage_url": f"{bucket.url}/media"})
    command = [sys.executable, "-c", program, str(tmp_path / "data")]
    done = subprocess.run(command, capture_output=True, text=True, env=settings, cwd=tmp_path)

    assert 0 == done.returncode, done.stderr
    assert "a file was stored, listed and deleted" in done.stdout
    assert done.stdout.endswith("said goodbye\n")
