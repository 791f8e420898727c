"""A service whose pictures Gemini makes, seen by its clients."""

from collections.abc import Iterator

import pytest

from tests.fakes.faults import Fault
from tests.fakes.gemini import KEY, FakeGemini
from tests.fakes.server import Stage
from tests.remote.serving import GEMINI, serving
from tests.service import Person, Service

MINUTES = 240.0  # for a lost answer, which is waited out before anything is bought again
pytestmark = pytest.mark.xdist_group("gemini service")  # one service for all of them


@pytest.fixture(scope="module")
def mill(tmp_path_factory: pytest.TempPathFactory, stage: Stage) -> Iterator[Service]:
    with serving(tmp_path_factory.mktemp("mill"), GEMINI.replace("{base}", stage.base), {"key": KEY}) as service:
        yield service


@pytest.fixture(scope="module")
def ada(mill: Service) -> Person:
    return mill.open_account("ada", credits=10_000)


@pytest.mark.slow
def test_a_picture_is_bought_once_and_nobody_sees_the_key(mill: Service, ada: Person, gemini: FakeGemini) -> None:
    id = ada.start("create-image", model="nano-banana", prompt="a heron in the reeds", aspect_ratio="16:9")

    shown = ada.wait(id, seconds=MINUTES)
    told = ada.get(f"/ext/generations/{id}").json()

    assert shown["status"] == "success", shown
    assert shown["output"].endswith(".png")
    assert told["engine"] == "gemini"
    assert told["provenance"]["method"] == "gemini-3.1-flash-image"
    assert gemini.ledger.only.body["contents"][0]["parts"] == [{"text": "a heron in the reeds"}]
    assert KEY not in f"{shown} {told} {mill.log}"
    assert mill.is_exact()


@pytest.mark.slow
def test_a_refusal_is_said_at_once_and_free(mill: Service, ada: Person, gemini: FakeGemini) -> None:
    gemini.block = "PROHIBITED_CONTENT"

    shown = ada.wait(ada.start("create-image", model="nano-banana", prompt="something else"), seconds=MINUTES)

    assert shown["status"] == "error"
    assert shown["error"] == "The request was declined by the safety check; please describe something else."
    assert len(gemini.asked) == 1
    assert mill.is_exact()


@pytest.mark.slow
def test_a_lost_answer_is_paid_once_more_at_most(mill: Service, ada: Person, gemini: FakeGemini) -> None:
    gemini.script.add("submit", Fault.LOSE_ANSWER)

    shown = ada.wait(ada.start("create-image", model="nano-banana", prompt="a heron at dawn"), seconds=MINUTES)

    assert shown["status"] == "success", shown
    assert len(gemini.ledger) == 2
    assert mill.is_exact()
