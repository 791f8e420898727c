"""A service whose models fal makes, seen by its clients: a fal on loopback takes the place of the real one."""

import re
from collections.abc import Iterator
from pathlib import Path

import httpx2
import numpy as np
import pytest

from mediamill.catalogue import Media
from tests.codecs.fbx_readers import NEEDS_UFBX, read_by_ufbx, read_where_node_is
from tests.codecs.motion_sources import movement
from tests.fakes.fal import KEY, FakeFal
from tests.fakes.faults import Fault, Reply
from tests.fakes.server import Stage
from tests.remote.conftest import MODELS
from tests.remote.serving import FAL, handed_in, serving
from tests.remote.test_fal_tables import SERVED
from tests.service import Person, Service, until

pytestmark = pytest.mark.xdist_group("fal service")  # one service for all of them
FOREIGN_MOTIONS = ["bvh", *(pytest.param(kind, marks=pytest.mark.slow) for kind in ("npz", "animated-glb"))]
MINUTES = 180.0  # for a job, whose looks have pauses between them


@pytest.fixture(scope="module")
def mill(tmp_path_factory: pytest.TempPathFactory, stage: Stage) -> Iterator[Service]:
    with serving(tmp_path_factory.mktemp("mill"), FAL.replace("{base}", stage.base), {"key": KEY}) as service:
        yield service


@pytest.fixture(scope="module")
def ada(mill: Service) -> Person:
    return mill.open_account("ada", credits=10_000)


def test_a_picture_is_bought_once_and_nobody_sees_the_key(mill: Service, ada: Person, fal: FakeFal) -> None:
    id = ada.start("create-image", model="nano-banana", prompt="a heron", seed=7)

    shown = ada.wait(id, seconds=MINUTES)
    told = ada.get(f"/ext/generations/{id}").json()

    assert shown["status"] == "success", shown
    assert shown["output"].endswith(".png")
    assert told["engine"] == "fal"
    assert told["provenance"]["method"] == "fal-ai/nano-banana"
    assert fal.ledger.only.body["seed"] == 7
    (submit,) = [asked for asked in fal.asked if asked.method == "POST"]
    assert re.fullmatch("00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}", submit.headers["traceparent"])
    assert KEY not in f"{shown} {told} {mill.log}"
    assert mill.is_exact()


@pytest.mark.slow
def test_a_refusal_says_what_to_change_and_costs_nothing(mill: Service, ada: Person, fal: FakeFal) -> None:
    before = ada.credits()
    detail = [{"loc": ["body", "prompt"], "msg": "no", "type": "content_policy_violation"}]
    fal.script.add("result", Reply(422, {"detail": detail}, {"X-Fal-Retryable": "false"}))

    shown = ada.wait(ada.start("create-image", model="nano-banana", prompt="a heron"), seconds=MINUTES)

    assert shown["status"] == "error"
    assert shown["error"] == "The request was declined by the safety check; please describe something else."
    assert ada.credits() == before
    assert len(fal.ledger) == 1


@pytest.mark.slow
def test_odd_answers_to_looks_change_nothing(mill: Service, ada: Person, fal: FakeFal) -> None:
    fal.script.add("status", Fault.HTML, Fault.UNKNOWN_STATE, Fault.BREAK, Fault.BACKWARDS)
    fal.script.add("result", Fault.NASTY_TEXT, Fault.LOSE_ANSWER)

    shown = ada.wait(ada.start("text-to-speech", model="voicevendor-tts", prompt="Good morning"), seconds=MINUTES)

    assert shown["status"] == "success", shown
    assert len(fal.ledger) == 1


@pytest.mark.slow
def test_every_model_is_made(mill: Service, ada: Person, fal: FakeFal, tmp_path: Path) -> None:
    started, urls = {}, {media: handed_in(ada, media, tmp_path) for media in Media}
    for name in SERVED:
        model = MODELS[name]
        files = {field.name: urls[field.media or Media.IMAGE] for field in model.url_fields}
        started[name] = ada.start(model.tool, **{"model": model.slug, **model.example, **files})

    ended = {name: ada.wait(id, seconds=MINUTES) for name, id in started.items()}

    assert {name: shown["error"] for name, shown in ended.items() if shown["status"] != "success"} == {}
    assert len(fal.ledger) == len(SERVED)
    assert mill.is_exact()


@pytest.mark.slow
@NEEDS_UFBX
@pytest.mark.parametrize("kind", FOREIGN_MOTIONS)
def test_a_motion_in_another_format_is_given_out_as_fbx(
    mill: Service, ada: Person, fal: FakeFal, tmp_path: Path, kind: str
) -> None:
    fal.instead["fal-ai/hunyuan-motion"] = kind
    id = ada.start("motion-3d", model="alpha-motion", prompt="wave", duration=1)

    shown = ada.wait(id, seconds=MINUTES)

    assert shown["status"] == "success", shown
    assert shown["output"].endswith(".fbx")
    assert shown["thumbnail"]
    told = ada.get(f"/ext/generations/{id}").json()["provenance"]
    assert told["convertedFrom"] == {"bvh": "BVH", "npz": "joint rotations", "animated-glb": "GLB"}[kind]
    assert (told["seconds"], told["framesPerSecond"]) == (1.0, 30.0)
    path = tmp_path / "motion.fbx"
    path.write_bytes(httpx2.get(shown["output"], trust_env=False).content)
    moved = movement()
    for reading in (read_by_ufbx(path, moved.times.tolist()), *read_where_node_is(path, moved.times.tolist())):
        for name, places in moved.places().items():
            assert np.abs(reading.places[name] - places).max() < 0.03, name
    assert len(fal.ledger) == 1


HOSTILE = [
    ("status", Fault.ECHO_KEY),
    ("status", Fault.REDIRECT),
    ("result", Fault.ECHO_KEY),
    ("result", Fault.NASTY_TEXT),
    ("file", Fault.ECHO_KEY),
    ("file", Fault.REDIRECT),
    ("file", Fault.ENDLESS),
    ("file", Fault.WRONG_TYPE),
    ("file", Fault.EXPIRED),
]


@pytest.mark.slow
@pytest.mark.parametrize(("step", "fault"), HOSTILE)
def test_a_hostile_vendor_harms_nothing_and_learns_no_key_to_tell(
    step: str, fault: Fault, mill: Service, ada: Person, fal: FakeFal
) -> None:
    fal.script.add(step, fault)

    shown = ada.wait(ada.start("create-image", model="nano-banana", prompt="a heron"), seconds=MINUTES)

    assert shown["status"] in ("success", "error"), shown
    assert len(fal.ledger) <= 2
    assert mill.is_exact()
    assert places_of_the_key(mill, shown) == []


@pytest.mark.slow
def test_a_submit_that_echoes_the_key_keeps_the_model_closed_and_tells_nobody(
    mill: Service, ada: Person, fal: FakeFal
) -> None:
    fal.script.add("submit", Fault.ECHO_KEY)
    id = ada.start("create-image", model="flux-2-flex", prompt="a heron")

    until(lambda: ada.generation(id)["status"] == "pending", seconds=MINUTES, what="it waits for the operator")

    candidates = mill.told("engines")
    assert "bad header" in f"{candidates}"
    assert len(fal.ledger) == 0
    assert places_of_the_key(mill, candidates) == []
    assert ada.request("POST", f"/ext/generations/{id}/cancel").status_code == 200


def places_of_the_key(mill: Service, shown: object) -> list[str]:
    """Where fal's key can be read: in what was shown, the log, or a file of the service."""
    found = [name for name, text in {"shown": str(shown), "log": mill.log}.items() if KEY in text]
    files = [path for path in mill.folder.rglob("*") if path.is_file()]
    return found + [str(path) for path in files if KEY.encode() in path.read_bytes()]
