"""The conformance kit on every engine of this package, against its vendor on loopback."""

from base64 import b64encode
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import pytest

from mediamill.engines import installed_engines
from tests.fakes.bfl import FakeBfl
from tests.fakes.comfyui import FakeComfyUI
from tests.fakes.elevenlabs import FakeElevenLabs
from tests.fakes.fal import FakeFal
from tests.fakes.gemini import FakeGemini
from tests.fakes.gradio import FakeGradio
from tests.fakes.ltx import FakeLtx
from tests.fakes.media import media
from tests.fakes.meshy import FakeMeshy
from tests.fakes.openai import FakeOpenAI
from tests.fakes.replicate import FakeReplicate
from tests.fakes.server import FakeVendor, Stage
from tests.fakes.stability import FakeStability
from tests.fakes.tencent import FakeTencent
from tests.fakes.tripo import FakeTripo
from tests.remote.cog.test_answers import OddCog

CheckEngine = Callable[..., None]


@dataclass(frozen=True)
class Stand:
    """Where an engine is tried: its fake, and the options that lead there, each a path below the fake's address."""

    fake: Callable[[], FakeVendor]
    options: Mapping[str, str] = field(default_factory=lambda: {"base_url": ""})
    bought: tuple[str, ...] | None = None  # models that the fake can make; None for all
    input: Mapping[str, str | int] = field(default_factory=dict)  # in place of an example's that it does not offer


def picturing_cog() -> OddCog:
    """A Cog server whose container paints."""
    fake = OddCog()
    fake.output = f"data:image/png;base64,{b64encode(media('png')).decode()}"
    return fake


STANDS = {
    "bfl": Stand(FakeBfl),
    "cog": Stand(picturing_cog, bought=("create-image/nano-banana",)),
    "comfyui": Stand(FakeComfyUI),
    "elevenlabs": Stand(FakeElevenLabs),
    "fal": Stand(FakeFal, {"base_url": "", "upload_url": ""}),
    "gemini": Stand(FakeGemini, {"base_url": "/v1beta"}),
    "ltx": Stand(FakeLtx, bought=("create-video/ltx-video",), input={"duration": 8}),
    "gradio": Stand(FakeGradio, bought=("create-image/nano-banana",)),
    "openai": Stand(FakeOpenAI, bought=("create-image/nano-banana", "text-to-speech/voicevendor-tts")),
    "meshy": Stand(FakeMeshy),
    "replicate": Stand(FakeReplicate, {"base_url": "/v1"}),
    "stability": Stand(FakeStability, input={"aspect_ratio": "1:1"}),
    "tripo": Stand(FakeTripo),
    "tencent": Stand(FakeTencent, bought=("text-to-3d/alpha3d-v3", "image-to-3d-object/alpha3d-v21")),
}
# One of each engine that is made at once, and one that is a job, is bought by every run of the tests.
QUICK = (
    "create-image/nano-banana",
    "motion-3d/alpha-motion",
    "sound-effects/audiogen",
    "text-to-speech/voicevendor-tts",
    "translate-audio/voicevendor-dubbing",
)
pytestmark = pytest.mark.xdist_group("remote conformance")  # one server for all of them


def name_of(request: pytest.FixtureRequest) -> str:
    """The engine that a test is about."""
    return str(request.node.callspec.id).partition("-")[0]


@pytest.fixture
def fake(request: pytest.FixtureRequest, stage: Stage) -> FakeVendor:
    fake = STANDS[name_of(request)].fake()
    stage.enter(fake)
    return fake


def given(name: str, fake: FakeVendor) -> dict[str, object]:
    options = {option: f"{fake.base}{path}" for option, path in STANDS[name].options.items()}
    return {"options": options, "key": fake.key, "pause_seconds": 0}


def every_engine(
    which: Callable[[Stand], Mapping[str, tuple[str, ...]] | None],
) -> Callable[[CheckEngine], CheckEngine]:
    """A mark for each engine, with the models that `which` says; none where it says None."""

    def marked(test: CheckEngine) -> CheckEngine:
        for name, stand in STANDS.items():
            if (models := which(stand)) is not None:
                test = pytest.mark.mediamill_engine(name, input=stand.input, **models)(test)
        return test

    return marked


def test_every_engine_has_a_stand() -> None:
    remote = {entry.name for entry in installed_engines() if entry.kind == "remote"}

    assert remote == set(STANDS)


@every_engine(lambda _: {})
def test_an_engine_is_one_while_nothing_is_bought(
    check_engine: CheckEngine, request: pytest.FixtureRequest, fake: FakeVendor
) -> None:
    check_engine(**given(name_of(request), fake))

    assert len(fake.ledger) == 0


@every_engine(lambda stand: {"models": stand.bought or QUICK})
@pytest.mark.slow
def test_what_an_engine_buys_is_made(
    check_engine: CheckEngine, request: pytest.FixtureRequest, fake: FakeVendor
) -> None:
    check_engine(**given(name_of(request), fake), buys=True)

    assert len(fake.ledger) <= 2


@pytest.mark.slow
@every_engine(lambda stand: {"without": QUICK} if stand.bought is None else None)
def test_everything_that_an_engine_buys_is_made(
    check_engine: CheckEngine, request: pytest.FixtureRequest, fake: FakeVendor
) -> None:
    check_engine(**given(name_of(request), fake), buys=True)

    assert len(fake.ledger) <= 2


@pytest.mark.slow
@pytest.mark.mediamill_engine("tencent", models=["motion-3d/alpha-motion"], input={"duration": 4})
def test_what_an_engine_does_not_make_of_the_example_it_makes_of_another_input(
    check_engine: CheckEngine, request: pytest.FixtureRequest, fake: FakeVendor
) -> None:
    check_engine(**given(name_of(request), fake), buys=True)

    assert len(fake.ledger) <= 2
