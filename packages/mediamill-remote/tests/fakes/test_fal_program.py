"""The fake as a program of its own: it outlives what buys from it, and tests elsewhere read its ledger."""

import subprocess
import sys
from collections.abc import Iterator

import httpx2
import pytest

from tests.fakes.fal import KEY


@pytest.fixture
def address() -> Iterator[str]:
    command = [sys.executable, "-m", "tests.fakes.fal", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        yield program.stdout.readline().strip()
        program.kill()


def test_what_was_bought_is_known_when_the_buyer_is_gone(address: str) -> None:
    with httpx2.Client(trust_env=False, headers={"Authorization": f"Key {KEY}"}) as buyer:
        buyer.post(f"{address}/_fake/faults", json={"step": "submit", "fault": "lose_answer"})
        with pytest.raises(httpx2.TransportError):
            buyer.post(f"{address}/fal-ai/triposr", json={"image_url": "data:,x"})
        bought = buyer.post(f"{address}/fal-ai/nano-banana", json={"prompt": "a heron"}).json()
        buyer.put(bought["cancel_url"])

    ledger = httpx2.get(f"{address}/_fake/ledger", trust_env=False).json()

    assert [(one["model"], one["price"], one["answered"]) for one in ledger] == [
        ("fal-ai/triposr", 70_000, False),
        ("fal-ai/nano-banana", 39_800, True),
    ]
    assert [one["cancelled_at"] is None for one in ledger] == [True, False]
