"""The engines in the processes of devices, confined, as the conformance kit examines them."""

from collections.abc import Callable
from pathlib import Path

import pytest

from mediamill.catalogue import load
from mediamill.engines import EngineEntry, WeightsHere
from mediamill.engines.installed import find_installed
from mediamill.testing.examine import Examination
from mediamill.testing.findings import REMOTE_CHECKS, Check, Finding, Verdict
from tests.standins.brought import known_rows
from tests.standins.visual.studio import ENGINES, Studio

CATALOGUE = load()
EXAMINED = set(Check) - REMOTE_CHECKS - {Check.ODD_INPUT}  # that is tried here, for a tenth of the time
SMALL = {"scale": 0.07, "steps": 6}
CASES = [
    ("local.flux2", "flux2-klein", ("create-image", "flux-2-flex"), SMALL),
    ("local.zimage", "z-image-turbo", ("create-image", "nano-banana"), SMALL),
    ("local.qwenimage", "qwen-image", ("create-image", "nano-banana"), SMALL),
    ("local.ltx2", "ltx-2.3-distilled", ("create-video", "ltx-video"), SMALL),
    ("local.wan", "wan2.2-5b", ("create-video", "ltx-video"), SMALL),
]


async def findings_of(name: str, model: tuple[str, str], home: Path, options: dict[str, object]) -> list[Finding]:
    entry = find_installed(name)
    assert isinstance(entry, EngineEntry)
    assert model in entry.serves
    examination = Examination(entry, CATALOGUE, options=options, weights=WeightsHere(home, known_rows))
    found = [finding async for finding in examination.of_itself()]
    tool, slug = model
    return [*found, *[finding async for finding in examination.of_model(CATALOGUE.tools[tool].models[slug])]]


@pytest.mark.parametrize(("name", "row", "model", "options"), CASES, ids=[case[0] for case in CASES])
async def test_the_conformance_kit_finds_nothing(
    name: str, row: str, model: tuple[str, str], options: dict[str, object], weights_of_row: Callable[[str], Path]
) -> None:
    found = await findings_of(name, model, weights_of_row(row), options)

    assert [str(finding) for finding in found if finding.verdict is not Verdict.PASSED] == []
    assert {finding.check for finding in found} == EXAMINED


@pytest.mark.xdist_group("visual")
@pytest.mark.parametrize("row", ENGINES)
def test_of_a_prompt_that_says_nothing_something_is_made(row: str, studio_of: Callable[[str], Studio]) -> None:
    made = studio_of(row).make(prompt="… — !? ☂")

    assert made.path.stat().st_size > 0
    assert made.not_understood == ()
