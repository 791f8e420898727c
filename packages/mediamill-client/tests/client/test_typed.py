"""The typed methods: what they send, through both clients."""

from pathlib import Path

import pytest

from mediamill_client import Client, Generation
from tests.client.scripted_service import Answer, ScriptedService, accepted, told
from tests.client.test_files import uploaded

RUN = "POST /api/run"


@pytest.fixture(autouse=True)
def making(service: ScriptedService) -> None:
    service.on(RUN, accepted())
    service.on("GET /api/generations/gen_heron", told("success"))


def sent(service: ScriptedService) -> object:
    return service.asked(RUN)[0].json


def test_what_is_not_given_is_not_sent(client: Client, service: ScriptedService) -> None:
    made = client.create_image(prompt="fog", aspect_ratio="16:9")

    assert isinstance(made, Generation)
    assert sent(service) == {
        "tool": "create-image",
        "input": {"model": "nano-banana", "prompt": "fog", "aspect_ratio": "16:9"},
    }


def test_each_model_of_a_tool_takes_its_own_fields(client: Client, service: ScriptedService, tmp_path: Path) -> None:
    service.on("POST /ext/files", Answer(200, uploaded("upl_1")))
    (tmp_path / "chair.png").write_bytes(b"chair")
    client.text_to_3d(model="trellis-2", image_url=tmp_path / "chair.png")

    assert sent(service) == {
        "tool": "text-to-3d",
        "input": {"model": "trellis-2", "image_url": uploaded("upl_1")["url"]},
    }


def test_what_every_run_takes_is_handed_on(client: Client, service: ScriptedService) -> None:
    heard: list[tuple[float, str]] = []
    client.text_to_speech(
        prompt="Hello.",
        voice="Will",
        webhook="https://ada.example.com/hook",
        idempotency_key="order-7",
        timeout=5,
        on_progress=lambda fraction, stage: heard.append((fraction, stage)),
    )
    order = service.asked(RUN)[0]

    assert (order.json["webhook"], order.headers["idempotency-key"]) == ("https://ada.example.com/hook", "order-7")
    assert heard == [(1.0, "")]


def test_zero_is_a_value(client: Client, service: ScriptedService) -> None:
    client.drum_generator(seed=0)

    assert service.asked(RUN)[0].json["input"] == {"model": "drumgen", "seed": 0}
