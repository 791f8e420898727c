"""A worker of an older installation beside a newer service: it works on what it knows and leaves the rest alone."""

from collections.abc import Callable
from typing import Any

import httpx2
import pytest

from tests.service import Program, Service, until

SECONDS = 120.0  # a worker starts and runs an engine, on a machine that may be busy


def warnings(house: Service) -> list[str]:
    """What readyz says an operator should look into."""
    response = httpx2.get(f"{house.address}/readyz", trust_env=False)
    assert response.status_code == 200, response.text
    body: dict[str, Any] = response.json()
    found: list[str] = body["warnings"]
    return found


@pytest.mark.slow
def test_new_tools_wait_for_a_worker_that_has_them(
    open_mill: Callable[..., Service], hire: Callable[..., Program]
) -> None:
    house = open_mill("--no-worker", rehearsal="true", lease_seconds="3")
    mina = house.open_account("mina", credits=100)
    new = mina.start("rehearsal", model="slow", duration=0.1)
    assert any("rehearsal/slow, which no live worker runs" in one for one in warnings(house))
    hire(house, rehearsal="false")
    known = mina.start("drum-generator", model="drumgen")

    assert "success" == mina.wait(known, seconds=SECONDS)["status"]
    assert "processing" == mina.generation(new)["status"]
    assert any("different catalogues" in one for one in warnings(house))
    advice = [one["advice"] or "" for one in house.told("doctor") if one["subject"] == "processes"]
    assert any("different catalogues" in one for one in advice)
    hire(house)
    assert "success" == mina.wait(new, seconds=SECONDS)["status"]
    until(lambda: not any("no live worker" in one for one in warnings(house)), seconds=SECONDS, what="all is served")
    assert house.is_exact()
