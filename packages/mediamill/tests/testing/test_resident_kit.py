"""The kit on resident engines: a whole one passes, each planted fault is found and named."""

import pytest

from mediamill.catalogue import Limits, load
from mediamill.engines import EngineEntry
from mediamill.engines.host import devices
from mediamill.testing.examine import Examination
from mediamill.testing.findings import REMOTE_CHECKS, Check, Finding, Verdict

AUDIOGEN = ("sound-effects", "audiogen")
CATALOGUE = load()
LIMITS = Limits(seconds=20, memory_mb=512, output_mb=8)


async def found_by(oven: str) -> list[Finding]:
    target = f"tests.testing.ovens:{oven}"
    entry = EngineEntry(target, target, frozenset({AUDIOGEN}), is_deterministic=True, kind="resident", pool="cpu")
    return [finding async for finding in Examination(entry, CATALOGUE, limits=LIMITS).of_everything()]


def faults(found: list[Finding]) -> dict[Check, str]:
    return {finding.check: finding.sentence for finding in found if finding.verdict is Verdict.FAILED}


async def test_a_whole_engine_passes_every_check() -> None:
    found = await found_by("Oven")

    assert [str(finding) for finding in found if finding.verdict is not Verdict.PASSED] == []
    assert {finding.check for finding in found} == set(Check) - REMOTE_CHECKS


@pytest.mark.parametrize(
    ("oven", "check", "named"),
    [
        pytest.param("RemembersRuns", Check.WARM, "made a different file", marks=pytest.mark.slow),
        pytest.param("FailsWhenWarm", Check.WARM, "failed on the same weights", marks=pytest.mark.slow),
        ("ReportsNothing", Check.STEPS, "report each step with report.progress()"),
        pytest.param("CallsHome", Check.EXAMPLE, "could not finish", marks=pytest.mark.slow),
    ],
)
async def test_a_planted_fault_is_found(oven: str, check: Check, named: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(devices, "CANCEL_SECONDS_MAX", 0.5)
    found = faults(await found_by(oven))

    assert named in found[check]
