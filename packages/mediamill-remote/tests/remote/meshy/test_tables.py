"""Meshy's tables against the catalogue, and against the bodies that Meshy's pages describe."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mediamill.engines.installed import Description, read_description
from mediamill.engines.sdk import HANDLE_BYTES_MAX, EngineRefused, InputValue, Request
from mediamill_remote.fal.engine import FalEngine, FalOptions
from mediamill_remote.mapping import put
from mediamill_remote.meshy import engine as engine_module
from mediamill_remote.meshy.engine import MeshyEngine, MeshyOptions
from mediamill_remote.meshy.ticket import Ticket, ticket_of
from tests.fakes.meshy import BODIES, MOTION_SECONDS, fault_of
from tests.remote.inputs import requests_for

ENGINE = MeshyEngine(MeshyOptions())
SERVED = sorted(f"{tool}/{model}" for tool, model in ENGINE.models)
MOTION = ("motion-3d", "alpha-motion")


def moving(prompt: str, duration: float) -> Request:
    input: dict[str, InputValue] = {"prompt": prompt, "duration": duration}
    return Request("gen_1", *MOTION, input, Path("/nowhere"), {}, seed=7)


@pytest.mark.parametrize("name", SERVED)
@settings(max_examples=15)
@given(data=st.data())
def test_every_offered_input_has_bodies_that_meshy_takes_an_estimate_and_a_handle(
    name: str, data: st.DataObject
) -> None:
    request = data.draw(requests_for(ENGINE, name))

    mapped = ENGINE.mapped(request)
    kind = mapped.body["mode"] if mapped.mapping.step else mapped.mapping.endpoint.removeprefix("openapi/")
    ticket = ticket_of("t" * 64, mapped)

    assert fault_of(json.loads(json.dumps(mapped.body)), BODIES[kind]) is None
    assert mapped.estimate is not None
    assert 0 < mapped.estimate.amount < 1_000_000
    assert Ticket.of(ticket.handle()) == ticket
    if step := mapped.mapping.step:
        body = {**step.fixed}
        put(body, step.to, "t" * 64)
        assert ticket.step_body() == body
        assert fault_of(body, BODIES["refine"]) is None
    assert len(json.dumps(dict(ticket.handle())).encode()) + 70 < HANDLE_BYTES_MAX  # the second id comes later


@pytest.mark.parametrize("duration", [0.5, 1.5, 2.25, 10.5, 12.0])
def test_a_movement_that_meshy_cannot_make_is_refused_and_never_cut(duration: float) -> None:
    offers = ENGINE.offers(*MOTION)

    assert not offers["duration"].allows(duration)
    with pytest.raises(EngineRefused, match="2 to 10 seconds"):
        ENGINE.mapped(moving("walk", duration))


def test_a_movement_in_too_many_words_is_refused_and_never_cut() -> None:
    offers = ENGINE.offers(*MOTION)

    assert all(offers["duration"].allows(one) for one in MOTION_SECONDS)
    assert (offers["prompt"].allows("é" * 400), offers["prompt"].allows("é" * 401)) == (True, False)
    assert ENGINE.mapped(moving("é" * 400, 2.0)).body["prompt"] == "é" * 400
    with pytest.raises(EngineRefused, match="400 characters at most"):
        ENGINE.mapped(moving("é" * 401, 2.0))


def test_the_description_serves_what_the_tables_map() -> None:
    described = read_description(Path(engine_module.__file__).with_name("engine.toml"))

    assert isinstance(described, Description)
    assert set(described.serves) == set(ENGINE.models)
    assert described.kind == "remote"
    assert described.partial == any(ENGINE.offers(*one) for one in described.serves)


def test_only_an_engine_that_sells_in_steps_takes_a_table_with_one(tmp_path: Path) -> None:
    table = tmp_path / "models.toml"
    table.write_text(
        '["text-to-3d/beta-v6"]\nendpoint = "fal-ai/x"\nsuffix = ".glb"\ntypical_seconds = 1\nresult = "url"\n'
        'step = { to = "task" }\n'
    )

    assert "one call" in str(FalEngine(FalOptions(models_file=str(table))).ready())
    assert MeshyEngine(MeshyOptions(models_file=str(table))).ready() is None
