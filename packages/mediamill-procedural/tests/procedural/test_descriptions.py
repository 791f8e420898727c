"""What the package says of its engines, in entry points and TOML files, is so."""

import importlib

import pytest

from mediamill.catalogue import load
from mediamill.engines import EngineEntry, read_installed

INSTALLED, BROKEN = read_installed()
ENGINES = [engine for engine in INSTALLED if engine.package == "mediamill-procedural"]


def test_every_model_that_comes_with_the_service_has_one_engine() -> None:
    served = sorted(pair for engine in ENGINES for pair in engine.serves)

    assert served == sorted((model.tool, model.slug) for model in load(rehearsal=True).models())
    assert BROKEN == ()


@pytest.mark.parametrize("entry", ENGINES, ids=lambda entry: entry.name)
def test_an_engine_gives_way_to_others_and_is_called_as_its_entry_point(entry: EngineEntry) -> None:
    module, _, class_name = entry.target.partition(":")

    assert getattr(importlib.import_module(module), class_name).name == entry.name
    assert entry.is_fallback
    assert entry.name == f"procedural.{module.split('.')[1]}"
