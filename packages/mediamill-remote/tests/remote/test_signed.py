"""A service with a certificate signs what vendors make and what it makes itself, and says so."""

import io
import json
from collections.abc import Iterator
from pathlib import Path

import c2pa
import httpx2
import pytest

from tests.certificates import Signer, signer
from tests.fakes.fal import KEY, FakeFal
from tests.fakes.server import Stage
from tests.remote.serving import FAL, serving
from tests.service import Person, Service

MINUTES = 180.0
TYPES = {".png": "image/png", ".mp3": "audio/mpeg", ".wav": "audio/wav"}


@pytest.fixture(scope="module")
def operator(tmp_path_factory: pytest.TempPathFactory) -> Signer:
    return signer(tmp_path_factory.mktemp("operator"))


@pytest.fixture(scope="module")
def mill(tmp_path_factory: pytest.TempPathFactory, stage: Stage, operator: Signer) -> Iterator[Service]:
    section = FAL.replace("{base}", stage.base)
    settings = {"c2pa_certificate": str(operator.certificate), "c2pa_key": str(operator.key)}
    with serving(tmp_path_factory.mktemp("mill"), section, {"key": KEY}, **settings) as service:
        yield service


def origin_of(ada: Person, operator: Signer, id: str) -> tuple[str, str, bool]:
    """What the output says when it is downloaded: whether it is trusted, where it comes from; what the service says."""
    shown = ada.wait(id, seconds=MINUTES)
    assert shown["status"] == "success", shown
    content = httpx2.get(shown["output"]).content
    context = c2pa.Context.from_dict({"trust": {"user_anchors": operator.root}, "verify": {"verify_trust": True}})
    told = json.loads(c2pa.Reader(TYPES[Path(shown["output"]).suffix], io.BytesIO(content), context=context).json())
    (actions,) = told["manifests"][told["active_manifest"]]["assertions"]
    (created,) = actions["data"]["actions"]
    provenance = ada.get(f"/ext/generations/{id}").json()["provenance"]
    source = created["digitalSourceType"].rpartition("/")[2]
    return told["validation_state"], source, provenance["contentCredentials"]


@pytest.mark.slow
def test_what_a_vendor_made_is_signed(mill: Service, fal: FakeFal, operator: Signer) -> None:
    ada = mill.open_account("ada", credits=1_000)
    fal.looks = ()

    id = ada.start("create-image", model="nano-banana", prompt="a heron")

    assert origin_of(ada, operator, id) == ("Trusted", "trainedAlgorithmicMedia", True)


@pytest.mark.slow
def test_what_an_algorithm_made_is_signed_as_such(mill: Service, operator: Signer) -> None:
    bob = mill.open_account("bob", credits=1_000)

    id = bob.start("drum-generator", model="drumgen", seed=7)

    assert origin_of(bob, operator, id) == ("Trusted", "algorithmicMedia", True)


@pytest.mark.slow
def test_a_service_whose_certificate_cannot_be_used_does_not_start(tmp_path: Path, operator: Signer) -> None:
    service = Service(tmp_path / "data", c2pa_certificate=str(operator.certificate), c2pa_key=str(tmp_path / "none"))

    ended = service.run_command("serve", "--port", "0")

    assert ended.returncode == 1
    assert f"Outputs cannot be signed: {tmp_path}/none cannot be read: No such file or directory" in ended.stderr
    assert "Traceback" not in ended.stderr


@pytest.mark.slow
def test_one_setting_without_the_other_is_refused(tmp_path: Path, operator: Signer) -> None:
    ended = Service(tmp_path / "data", c2pa_certificate=str(operator.certificate)).run_command("serve", "--port", "0")

    assert ended.returncode == 1
    assert "set both c2pa_certificate and c2pa_key, or neither" in ended.stderr
