"""What a Cog server, or something in front of it, may answer: an odd one on loopback says each of it once."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from mediamill.engines import VendorClient
from mediamill.engines.sdk import (
    AnswerLost,
    EngineFailed,
    EngineRefused,
    EngineUnavailable,
    Finished,
    NotSent,
    Scope,
)
from mediamill.errors import MediamillError
from mediamill.outbound import Guard
from mediamill_remote.own_server import OwnServerOptions
from mediamill_remote.replicate.cog import engine as engine_module
from mediamill_remote.replicate.cog.engine import CogEngine
from tests.fakes.faults import Fault, Reply
from tests.fakes.server import Answer, Asked, FakeVendor, Stage, json_answer
from tests.remote.conftest import MakeRequest

HERON, MESH, STEMS = "create-image/nano-banana", "image-to-3d-object/instantmesh", "song-splitter/demucs"
DONE = {"id": "gen_1", "status": "succeeded", "output": "data:image/png;base64,AAAA", "metrics": {"predict_time": 2}}


class OddCog(FakeVendor):
    """Succeeds with what it was told to."""

    def __init__(self) -> None:
        super().__init__("")
        self.output: Any = DONE["output"]
        self.health: Any = {"status": "READY"}

    def step_of(self, asked: Asked) -> str | None:
        return {"PUT": "submit", "GET": "status"}.get(asked.method)

    def answer(self, step: str, asked: Asked) -> Answer:
        return json_answer(200, {**DONE, "output": self.output} if step == "submit" else self.health)


@pytest.fixture
def odd(stage: Stage) -> OddCog:
    fake = OddCog()
    stage.enter(fake)
    return fake


@pytest.fixture
def engine(odd: OddCog) -> CogEngine:
    return CogEngine(OwnServerOptions(base_url=odd.base))


@pytest.fixture
async def vendor(odd: OddCog, guard: Guard) -> AsyncIterator[VendorClient]:
    client = VendorClient(guard, base_url=odd.base)
    yield client
    await client.aclose()


@pytest.mark.parametrize(
    ("reply", "scope", "seconds"),
    [
        (Reply(202, {"id": "gen_1", "status": "processing"}), Scope.KEY, 2),
        (Reply(409, {"error": "At capacity - all prediction slots busy", "status": "failed"}), Scope.KEY, 2),
        (Fault.BUSY_FOR_7, Scope.KEY, 7),
        (Reply(503, {"error": "Setup has not finished yet"}), Scope.ENGINE, 5),
        (Reply(401, None), Scope.KEY, 600),
        (Reply(404, {"detail": "Not found"}), Scope.ENGINE, 600),
        (Reply(415, None), Scope.ENGINE, 600),
        (Reply(400, None), Scope.MODEL, 600),
        (
            Reply(422, {"detail": [{"loc": ["body", "input", "text"], "msg": "Field required", "type": "missing"}]}),
            Scope.MODEL,
            600,
        ),
        (Reply(422, {"detail": "no"}), Scope.MODEL, 600),
    ],
)
async def test_an_answer_that_runs_nothing_makes_work_wait(
    reply: Reply | Fault,
    scope: Scope,
    seconds: float,
    engine: CogEngine,
    vendor: VendorClient,
    odd: OddCog,
    request_for: MakeRequest,
) -> None:
    odd.script.add("submit", reply)

    with pytest.raises(EngineUnavailable) as raised:
        await engine.submit(request_for(HERON), vendor)

    assert (raised.value.scope, raised.value.retry_after) == (scope, seconds)


@pytest.mark.parametrize(
    ("reply", "outcome"),
    [
        (Reply(413, None), EngineRefused),
        (Reply(422, {"detail": [{"loc": ["body", "input", "x"], "msg": "too long", "type": "v"}]}), EngineRefused),
        (Reply(200, {"id": "gen_1", "status": "canceled"}), EngineFailed),
        (Reply(200, {"id": "gen_1", "status": "failed", "error": "Prediction failed"}), EngineFailed),
        (Reply(200, {"id": "gen_1", "status": "starting"}), AnswerLost),
        (Reply(200, {"id": "gen_1", "status": "succeeded", "output": None}), EngineFailed),
        (Fault.HTML, AnswerLost),
        (Fault.CUT_JSON, AnswerLost),
        (Fault.LOSE_ANSWER, AnswerLost),
        (Reply(502, None), AnswerLost),
        (Reply(500, {"error": "worker crashed"}), AnswerLost),
    ],
)
async def test_other_answers_are_what_they_are(
    reply: Reply | Fault,
    outcome: type[MediamillError],
    engine: CogEngine,
    vendor: VendorClient,
    odd: OddCog,
    request_for: MakeRequest,
) -> None:
    odd.script.add("submit", reply)

    with pytest.raises(outcome):
        await engine.submit(request_for(HERON), vendor)

    assert len(odd.asked) == 1


@pytest.mark.parametrize(
    ("name", "output", "files"),
    [
        (HERON, "https://x/a.png", ("https://x/a.png",)),
        (HERON, ["data:image/png;base64,AA", "b"], ("data:image/png;base64,AA",)),
        (MESH, ["https://x/a.png", "https://x/b.glb?x"], ("https://x/b.glb?x",)),
        (MESH, ["data:a", "data:b"], ("data:b",)),
        (STEMS, {"drums": "d", "bass": "b", "other": "o", "vocals": "v"}, ("v",)),
    ],
)
async def test_outputs_have_many_shapes(
    name: str,
    output: Any,
    files: tuple[str, ...],
    engine: CogEngine,
    vendor: VendorClient,
    odd: OddCog,
    request_for: MakeRequest,
) -> None:
    odd.output = output

    done = await engine.submit(request_for(name), vendor)

    assert isinstance(done, Finished)
    assert done.files == files


async def test_the_generation_names_the_prediction_and_the_input_is_sent(
    engine: CogEngine, vendor: VendorClient, odd: OddCog, request_for: MakeRequest
) -> None:
    await engine.submit(request_for(HERON, prompt="a heron", seed=7), vendor)

    (asked,) = odd.asked
    assert (asked.method, asked.path) == ("PUT", "/predictions/gen_1")
    assert asked.json()["input"]["prompt"] == "a heron"
    assert "prefer" not in asked.headers


async def test_a_price_of_yours_counts_instead(
    odd: OddCog, vendor: VendorClient, request_for: MakeRequest, tmp_path: Path
) -> None:
    prices = tmp_path / "prices.toml"
    line = '[[price]]\nmodel = "{}"\nunit = "{}"\namount = 0.01\nvalid_from = 2026-01-01\n'
    prices.write_text(line.format("create-image/nano-banana", "run") + line.format("cjwbw/demucs", "second of work"))
    engine = CogEngine(OwnServerOptions(base_url=odd.base, prices_file=str(prices), usd_per_second=9.0))
    odd.output = {"drums": "d", "bass": "b", "other": "o", "vocals": "v"} | {"0": "x"}

    picture = engine.estimate(request_for(HERON))
    stems = await engine.submit(request_for(STEMS), vendor)

    assert picture is not None
    assert picture.amount == 10_000
    assert isinstance(stems, Finished)
    assert stems.cost == 20_000


async def test_a_file_that_does_not_fit_into_a_body_is_refused(
    engine: CogEngine,
    vendor: VendorClient,
    odd: OddCog,
    request_for: MakeRequest,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(engine_module, "FILE_BYTES_MAX", 100)

    with pytest.raises(EngineRefused, match="too large"):
        await engine.submit(request_for(STEMS), vendor)

    assert odd.asked == []


@pytest.mark.parametrize(
    ("health", "said"),
    [
        ({"status": "READY"}, None),
        ({"status": "BUSY"}, None),
        ({"status": "STARTING"}, "The Cog server is starting."),
        (
            {"status": "SETUP_FAILED", "setup": {"logs": "loading\nno weights\n\n"}},
            "The Cog server is SETUP_FAILED: no weights.",
        ),
        ({"status": "DEFUNCT"}, "The Cog server is DEFUNCT."),
        ({"hello": "world"}, "There is no Cog server: /health-check answers with HTTP 200."),
    ],
)
async def test_a_check_says_how_the_server_feels(
    health: dict[str, Any], said: str | None, engine: CogEngine, vendor: VendorClient, odd: OddCog
) -> None:
    odd.health = health

    assert await engine.check(vendor) == said


async def test_a_server_that_is_not_there_is_said(engine: CogEngine, guard: Guard) -> None:
    nobody = VendorClient(guard, base_url="http://127.0.0.1:9")

    assert (await engine.check(nobody) or "").startswith("The vendor was not reached")
    with pytest.raises(NotSent):
        await nobody.buy("/predictions")
    await nobody.aclose()
