"""`mediamill reload` beside a service and a worker that really run."""

import os
import pty
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from mediamill import __version__, workers
from mediamill.db import Transaction
from mediamill.workers import Worker
from tests.cli.operator import Operator
from tests.service import STOP_SECONDS, Service, until
from tests.studio.vendor import KEY, Studio

MEDIAMILL = Path(sys.executable).with_name("mediamill")
CONFIGURED = '[engine."studio"]\nbase_url = "{base}"\nkey_file = "house.key"\n'


@pytest.fixture
def service(operator: Operator, studio: Studio) -> Iterator[Service]:
    """A service in the operator's folder, with nothing configured."""
    (operator.folder / "house.key").write_text(KEY)
    operator.writes("")
    running = Service(operator.data, slots_cpu="1").start()
    yield running
    running.close()


@pytest.mark.slow
def test_running_processes_take_over_what_the_operator_wrote_and_say_so(
    service: Service, operator: Operator, studio: Studio
) -> None:
    worker = service.hire("--pools", "cpu,remote")
    try:
        until(lambda: len(operator.changes(workers.alive)) == 2, seconds=30, what="both are registered")
        operator.writes(CONFIGURED.format(base=studio.base))
        told = operator.reads("reload")
        studio.is_drawing = False
        ada = service.open_account("ada", credits=100)
        done = ada.wait(ada.start("create-image", model="nano-banana", prompt="a heron"))

        assert sorted(one["process"].partition(":")[0] for one in told) == ["serve", "worker"]
        assert [(one["reloaded"], one["fault"]) for one in told] == [(True, None)] * 2
        assert (done["status"], len(studio.jobs)) == ("success", 1)

        operator.writes(CONFIGURED.format(base=studio.base) + "concurrency = 0\n")
        assert "Nothing was reloaded." in operator.hears("reload")
        assert "concurrency" in operator.hears("reload")
        assert worker.runs
        assert "nothing was reloaded" not in service.log + worker.log  # nobody was told to
    finally:
        worker.close()
    assert service.terminate() == 0


@pytest.mark.slow
def test_what_only_a_process_can_see_is_told_by_the_command(
    service: Service, operator: Operator, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command reads another file than the service, whose own is faulty."""
    (operator.folder / "other.toml").write_text("")
    monkeypatch.setenv("MEDIAMILL_CONFIG", str(operator.folder / "other.toml"))
    operator.writes("port = ")
    result = operator.runs("reload")

    assert result.exit_code == 1
    assert result.stdout.startswith("serve:")
    assert "mediamill.toml" in result.stdout
    assert "nothing was reloaded" in service.log


def test_a_process_of_another_machine_or_version_is_not_signalled(operator: Operator) -> None:
    operator.opens_shop()

    def others(tx: Transaction) -> None:
        for name, version in ((f"front:{os.getpid()}_1", __version__), ("worker:999999999_1", __version__)):
            workers.register(tx, Worker(name, version, "a", ()), [], alive_ms=60_000)

    operator.changes(others)
    told = operator.reads_anyway("reload")

    assert [(one["reloaded"], one["fault"]) for one in told] == [
        (False, "not a process of this machine: run `mediamill reload` there")
    ] * 2


def test_with_nobody_running_there_is_nothing_to_do(operator: Operator) -> None:
    operator.opens_shop()
    result = operator.runs("reload")

    assert (result.exit_code, result.stdout) == (0, "")
    assert "No process of this data folder is running" in result.stderr


@pytest.mark.slow
def test_a_service_whose_terminal_is_closed_ends(operator: Operator) -> None:
    """Somebody closes the window in which it runs: it neither stays behind nor takes that for a reload."""
    ours, theirs = pty.openpty()
    command = [str(MEDIAMILL), "serve", "--port", "0"]
    in_terminal = ["setsid", "--ctty", *command]
    with subprocess.Popen(in_terminal, stdin=theirs, stdout=theirs, stderr=theirs) as process:
        os.close(theirs)
        said = b""
        while b"mediamill is at" not in said:
            said += os.read(ours, 1_000)
        os.close(ours)
        process.wait(STOP_SECONDS)

    assert operator.changes(workers.remembered) != []
    assert operator.changes(workers.alive) == []  # it has said that it ends
