"""An engine whose `ready()` never answers: it waits alone, whoever asks for something else notices nothing."""

from collections.abc import Callable

import httpx2
import pytest

from tests.places import PYTHONPATH
from tests.service import Program, Service, until

SILENT = '{"create-image/nano-banana": "tests.dispatch.engines:Silent"}'
PICTURE = {"model": "nano-banana", "prompt": "a heron"}


@pytest.mark.slow
@pytest.mark.parametrize("split", [False, True], ids=["whole", "split"])
def test_an_engine_that_never_answers_is_waited_for_and_stops_nobody(
    open_mill: Callable[..., Service],
    hire: Callable[..., Program],
    monkeypatch: pytest.MonkeyPatch,
    split: bool,
) -> None:
    monkeypatch.setenv("PYTHONPATH", PYTHONPATH)
    settings = {"engines": SILENT, "rehearsal": "true", "lease_seconds": "6"}
    house = open_mill("--no-worker", **settings) if split else open_mill(**settings)
    worker = hire(house) if split else house
    mina = house.open_account("mina", credits=100)
    silent = mina.start("create-image", **PICTURE)
    beside = mina.wait(mina.start("rehearsal", model="slow", duration=1))
    with httpx2.Client(trust_env=False, timeout=2.0) as client:
        assert 200 == client.get(f"{house.address}/healthz").status_code
    until(lambda: mina.generation(silent)["status"] == "pending", seconds=60, what="it is put back")

    assert "success" == beside["status"]
    assert "engine unavailable" in worker.log
    assert "taken back" not in worker.log, "its beats stopped"
    assert 200 == mina.request("POST", f"/ext/generations/{silent}/cancel").status_code
    assert worker.terminate() in (0, -15, 143)
    assert house.is_exact()
