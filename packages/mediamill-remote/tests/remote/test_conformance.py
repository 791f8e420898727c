"""The conformance kit on every engine of this package, against its vendor on loopback."""

from collections.abc import Callable

import pytest

from tests.fakes import elevenlabs as elevenlabs_fake
from tests.fakes import fal as fal_fake
from tests.fakes.server import FakeVendor, Stage

CheckEngine = Callable[..., None]
# Engine -> its fake, and the options that lead to it.
VENDORS: dict[str, tuple[Callable[[], FakeVendor], tuple[str, ...]]] = {
    "elevenlabs": (elevenlabs_fake.FakeElevenLabs, ("base_url",)),
    "fal": (fal_fake.FakeFal, ("base_url", "upload_url")),
}
QUICK = ("create-image/nano-banana", "text-to-speech/voicevendor-tts", "translate-audio/voicevendor-dubbing")
pytestmark = pytest.mark.xdist_group("remote conformance")  # one server for all of them


@pytest.fixture
def fake(request: pytest.FixtureRequest, stage: Stage) -> FakeVendor:
    """The vendor of the engine that the test is about."""
    name = request.node.callspec.id.partition("-")[0]
    fake = VENDORS[name][0]()
    stage.enter(fake)
    return fake


def given(name: str, fake: FakeVendor) -> dict[str, object]:
    return {"options": dict.fromkeys(VENDORS[name][1], fake.base), "key": fake.key, "pause_seconds": 0}


def every_engine(**which: object) -> Callable[[CheckEngine], CheckEngine]:
    def marked(test: CheckEngine) -> CheckEngine:
        for name in VENDORS:
            test = pytest.mark.mediamill_engine(name, **which)(test)
        return test

    return marked


def name_of(request: pytest.FixtureRequest) -> str:
    return str(request.node.callspec.id).partition("-")[0]


@every_engine()
def test_an_engine_is_one_while_nothing_is_bought(
    check_engine: CheckEngine, request: pytest.FixtureRequest, fake: FakeVendor
) -> None:
    check_engine(**given(name_of(request), fake))

    assert len(fake.ledger) == 0


@every_engine(models=QUICK)
def test_what_an_engine_buys_is_made(
    check_engine: CheckEngine, request: pytest.FixtureRequest, fake: FakeVendor
) -> None:
    check_engine(**given(name_of(request), fake), buys=True)

    assert len(fake.ledger) <= 2


@pytest.mark.slow
@every_engine(without=QUICK)
def test_everything_that_an_engine_buys_is_made(
    check_engine: CheckEngine, request: pytest.FixtureRequest, fake: FakeVendor
) -> None:
    check_engine(**given(name_of(request), fake), buys=True)

    assert len(fake.ledger) <= 2
