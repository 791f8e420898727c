"""What an operator is told at a shell: what is refused, what is missing, which licence counts."""

import json
import pickle
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from mediamill.weights import state_of
from tests.service import Service
from tests.standins.brought import known_rows
from tests.standins.stories.people import FLUX, SECTIONS

Spoil = Callable[[Path], None]


def with_a_pickle(folder: Path) -> None:
    (folder / "transformer" / "diffusion_pytorch_model.bin").write_bytes(pickle.dumps({"weights": 1}))


def with_a_disguised_pickle(folder: Path) -> None:
    (file,) = (folder / "vae").glob("*.safetensors")
    file.write_bytes(pickle.dumps({"weights": 1}))


def of_another_library(folder: Path) -> None:
    index = json.loads((folder / "model_index.json").read_text())
    (folder / "model_index.json").write_text(json.dumps(index | {"transformer": ["their_code", "Model"]}))


def with_remote_code(folder: Path) -> None:
    config = folder / "text_encoder" / "config.json"
    config.write_text(json.dumps(json.loads(config.read_text()) | {"auto_map": {"AutoModel": "modelling.Theirs"}}))


@pytest.fixture
def office(tmp_path: Path) -> Service:
    """No process: commands alone, on a data folder of its own."""
    (tmp_path / "mediamill.toml").write_text(SECTIONS)
    engines = {f"create-image/{FLUX}": ["local.flux2", "procedural.painter"]}
    return Service(tmp_path / "data", engines=json.dumps(engines))


@pytest.mark.parametrize("spoil", [with_a_pickle, with_a_disguised_pickle, of_another_library, with_remote_code])
def test_weights_that_could_run_code_are_not_imported(
    office: Service, sources: Path, tmp_path: Path, spoil: Spoil
) -> None:
    folder = tmp_path / "brought"
    shutil.copytree(sources / "flux2-klein", folder)
    spoil(folder)
    refused = office.call_command("models", "import", "flux2-klein", str(folder))

    assert refused.exit_code != 0
    assert not (office.folder / "weights" / "flux2-klein").exists()


def test_what_is_missing_is_told_until_it_is_there(office: Service, sources: Path) -> None:
    before = row_of(office)
    advice = [one["advice"] for one in office.told("doctor") if one["subject"] == "weights flux2-klein"]
    office.call_command("models", "import", "flux2-klein", str(sources / "flux2-klein"))
    after = row_of(office)
    row = known_rows().named("flux2-klein")

    assert before["missing"] == "The weights flux2-klein are not here; run: mediamill models pull flux2-klein"
    assert advice == [before["missing"]]
    assert after["missing"] is None
    assert before["weights"] == after["weights"] == ["flux2-klein (Apache-2.0)"]
    assert state_of(row, office.folder / "weights").sentence is None


def row_of(office: Service) -> dict[str, object]:
    """Of the engine, in what `mediamill engines` says of the model."""
    (model,) = [one for one in office.told("engines") if f"{one['tool']}/{one['model']}" == f"create-image/{FLUX}"]
    row: dict[str, object] = next(one for one in model["candidates"] if one["engine"] == "local.flux2")
    return row
