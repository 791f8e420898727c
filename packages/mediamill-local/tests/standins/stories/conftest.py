"""Services with local engines, whose weights are stand-ins that the operator's own command brought in."""

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.service import Service
from tests.standins.stories.people import SECTIONS
from tests.standins.tiny import pictures

SOURCES: dict[str, Callable[[Path], None]] = {
    "flux2-klein": pictures.flux2_klein,
    "z-image-turbo": pictures.z_image,
}
ENTRY_POINTS = "[mediamill.engines]\ntests.rehearsed = tests.standins.stories.rehearsed:Rehearsed\n"


@pytest.fixture(scope="session")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folders as somebody would bring them by hand."""
    folder = tmp_path_factory.mktemp("sources")
    for row, build in SOURCES.items():
        build(folder / row)
    return folder


@pytest.fixture(scope="session")
def weights_home(sources: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Both, imported."""
    folder = tmp_path_factory.mktemp("operator")
    office = Service(folder / "data", weights_dir=str(folder / "weights"))
    for row in SOURCES:
        done = office.call_command("models", "import", row, str(sources / row), "--link")
        assert done.exit_code == 0, f"{done.output} {done.exception!r}"
    return folder / "weights"


@pytest.fixture(scope="module")
def rehearsed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The engine of that name is an installed package, for this process and those that it starts."""
    site = tmp_path_factory.mktemp("site")
    info = site / "rehearsed-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: rehearsed\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(ENTRY_POINTS)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join([str(site), os.environ["PYTHONPATH"]]))
        patch.syspath_prepend(site)
        yield


@pytest.fixture(scope="module")
def open_gallery(tmp_path_factory: pytest.TempPathFactory, weights_home: Path) -> Iterator[Callable[..., Service]]:
    """Opens services whose pictures are made by local engines; `engines` says which model by which."""
    opened: list[Service] = []

    def open_gallery(engines: dict[str, str], *flags: str, more: str = "", **settings: str) -> Service:
        folder = tmp_path_factory.mktemp("gallery")
        (folder / "mediamill.toml").write_text(SECTIONS + more)
        given = {"engines": json.dumps(engines), "weights_dir": str(weights_home), "rate_limit": "off", **settings}
        opened.append(Service(folder / "data", *flags, **given))
        return opened[-1].start()

    yield open_gallery
    for service in opened:
        service.close()
