"""A service at any port with its worker beside it: both call the same media by the same address."""

import sqlite3
from collections.abc import Callable
from contextlib import closing

import pytest

from tests.service import Program, Service

HOOK = "https://hooks.example.com/mediamill"


@pytest.mark.slow
def test_a_worker_knows_the_media_of_its_service_at_any_port(
    open_mill: Callable[..., Service], hire: Callable[..., Program]
) -> None:
    house = open_mill("--no-worker")
    hire(house)
    mina = house.open_account("mina", credits=100)
    spoken = mina.wait(mina.start("text-to-speech", model="voicevendor-tts", prompt="One, two, three."))
    accepted = mina.run(
        "voice-isolator", {"model": "voicevendor-voice-isolator", "audio_url": spoken["output"]}, webhook=HOOK
    )
    isolated = mina.wait(accepted.json()["id"])

    assert isolated["error"] is None
    assert isolated["output"].startswith(f"{house.public_url}/media/")
    with closing(sqlite3.connect(house.folder / "mediamill.db", timeout=30)) as connection:
        (body,) = connection.execute("SELECT body FROM deliveries").fetchone()
    assert f'"output":"{isolated["output"]}"' in body
