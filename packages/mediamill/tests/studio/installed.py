"""The studio's engine as an installed package."""

import os
from pathlib import Path

import pytest

ENTRY_POINTS = """
[mediamill.engines]
studio = tests.studio.engine:StudioEngine
"""


def install(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Write its distribution into a folder of the path, for this process and for those that it starts."""
    site = folder / "site"
    info = site / "studio-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: studio\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(ENTRY_POINTS)
    monkeypatch.syspath_prepend(site)
    tests = Path(__file__).parents[2]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(site), str(tests), os.environ.get("PYTHONPATH", "")]))
    return site
