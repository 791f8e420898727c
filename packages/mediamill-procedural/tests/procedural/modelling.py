"""What the tests of the modeller share: a prompt in, a judged file out."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mediamill.engines import Request
from mediamill_procedural.modeller.engine import ModellerEngine
from tests.codecs.gltf_judge import Part, bounds, document_of, parts_of

PLAIN_MODEL, FINE_MODEL = "alpha3d-v3", "beta-v6"


class Silent:
    """A report nobody reads."""

    def progress(self, fraction: float, stage: str = "") -> None:
        assert 0 <= fraction <= 1
        assert len(stage) <= 60

    def checkpoint(self, text: str) -> None:
        raise AssertionError("nothing needs one")


@dataclass(frozen=True)
class Made:
    path: Path

    @property
    def told(self) -> dict[str, Any]:
        told: dict[str, Any] = document_of(self.path)["asset"]["extras"]
        return told

    @property
    def roots(self) -> list[str]:
        document = document_of(self.path)
        return [document["nodes"][index]["name"] for index in document["scenes"][0]["nodes"]]

    @property
    def parts(self) -> list[Part]:
        return parts_of(self.path)

    @property
    def size(self) -> tuple[float, float, float]:
        low, high = bounds(self.parts)
        w, h, d = (float(side) for side in high - low)
        return w, h, d

    @property
    def triangles(self) -> int:
        return sum(len(part.faces) for part in self.parts)

    def area_of(self, material: str) -> float:
        """The share of the whole surface that is made of a material whose name has that word."""
        areas = [(part, _area(part)) for part in self.parts]
        return sum(area for part, area in areas if material in part.material["name"]) / sum(area for _, area in areas)

    def named(self, part: str) -> list[Part]:
        return [some for some in self.parts if some.node == part]


Make = Callable[..., Made]


@pytest.fixture
def make(tmp_path: Path) -> Make:
    def make(prompt: str, model: str = PLAIN_MODEL) -> Made:
        folder = tmp_path / hashlib.sha256(f"{prompt[:200]}{len(prompt)}{model}".encode()).hexdigest()[:12]
        folder.mkdir(exist_ok=True)
        request = Request("gen_1", "text-to-3d", model, {"prompt": prompt}, folder)
        return Made(ModellerEngine().generate(request, Silent()).path)

    return make


def _area(part: Part) -> float:
    a, b, c = (part.vertices[part.faces[:, corner]] for corner in range(3))
    return float(np.linalg.norm(np.cross(b - a, c - a), axis=1).sum() / 2)
