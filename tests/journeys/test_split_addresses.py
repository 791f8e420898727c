"""A service at any port with its worker beside it: both call the same media by the same address."""

from collections.abc import Callable

import pytest

from mediamill import webhooks
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
    delivery = house.write(lambda tx: webhooks.delivery_of(tx, isolated["id"]))
    assert delivery
    assert f'"output":"{isolated["output"]}"' in delivery.body
