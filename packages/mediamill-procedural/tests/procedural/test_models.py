"""A model is used when its files are the known ones; otherwise it is not, and what to do is said."""

import hashlib
import importlib
from pathlib import Path

import pytest

from mediamill_procedural.kit import models
from mediamill_procedural.kit.models import MODELS, Model, as_optional, folder_of
from mediamill_procedural.speech.engine import SpeechEngine
from tests.procedural.neural import needs_models, without_models

__all__ = ["without_models"]
WEIGHTS = b"weights that were tried"


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An installed package with one file of weights."""
    package = tmp_path / "mediamill_toy_model"
    package.mkdir()
    (package / "__init__.py").write_text("raise AssertionError('nothing of it is imported to look for it')")
    (package / "weights.bin").write_bytes(WEIGHTS)
    model = Model("toy-model", package.name, "json", {"weights.bin": hashlib.sha256(WEIGHTS).hexdigest()})
    monkeypatch.setattr(models, "MODELS", {"toy": model})
    monkeypatch.syspath_prepend(str(tmp_path))
    importlib.invalidate_caches()
    return package


def told() -> tuple[str, str | None]:
    program = as_optional("toy", using="speaks", without="is silent")
    assert program.name == "toy-model"
    return program.state, program.advice


@needs_models
@pytest.mark.parametrize("name", sorted(MODELS))
def test_the_installed_models_are_the_known_ones(name: str) -> None:
    assert folder_of(name) is not None
    assert as_optional(name, using="works", without="does not").state == "works"


def test_a_model_as_it_is_known_is_used(toy: Path) -> None:
    assert folder_of("toy") == toy
    assert told() == ("speaks", None)


@pytest.mark.parametrize("found", [b"weights that nobody tried", None])
def test_a_model_that_changed_is_not_used_and_that_is_said(toy: Path, found: bytes | None) -> None:
    assert folder_of("toy") is not None
    (toy / "weights.bin").unlink()
    if found is not None:
        (toy / "weights.bin").write_bytes(found)

    assert folder_of("toy") is None
    state, advice = told()
    assert state == "is silent"
    assert advice == "Its weights.bin is not the known one and is not used: install toy-model anew."


def test_a_model_without_what_runs_it_is_missing(toy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    alone = Model("toy-model", toy.name, "mediamill_no_such_runtime", models.MODELS["toy"].files)
    monkeypatch.setattr(models, "MODELS", {"toy": alone})

    assert folder_of("toy") is None
    assert told() == ("is silent", models.INSTALL)


@pytest.mark.usefixtures("without_models")
def test_engines_say_what_the_extra_would_add() -> None:
    hibari = next(program for program in SpeechEngine().programs() if program.name == "hibari-tts")

    assert hibari.advice == "For better: pip install 'mediamill-procedural[neural]'."
