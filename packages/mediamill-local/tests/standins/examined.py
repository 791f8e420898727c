"""An engine of this package examined by the conformance kit."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mediamill.catalogue import load
from mediamill.engines import EngineEntry, WeightsHere
from mediamill.engines.installed import find_installed
from mediamill.testing.examine import Examination
from mediamill.testing.findings import REMOTE_CHECKS, Check, Finding, Verdict
from mediamill.testing.samples import SampleOverrides
from tests.standins.brought import known_rows

RESIDENT_CHECKS = set(Check) - REMOTE_CHECKS


async def findings_of(
    engine: str, home: Path, options: Mapping[str, object], material: SampleOverrides
) -> list[Finding]:
    """Every finding on an engine with the weights below `home`."""
    entry: Any = find_installed(engine)
    assert isinstance(entry, EngineEntry), entry
    weights = WeightsHere(home, known_rows)
    examination = Examination(entry, load(), material, options=options, weights=weights)
    return [finding async for finding in examination.of_everything()]


def unpassed(findings: list[Finding]) -> list[str]:
    """What did not pass, or was not checked."""
    unchecked = RESIDENT_CHECKS - {finding.check for finding in findings}
    return [
        *(str(finding) for finding in findings if finding.verdict is not Verdict.PASSED),
        *(f"{check} was not checked" for check in unchecked),
    ]


class Nobody:
    """A report that nobody reads."""

    def progress(self, fraction: float, stage: str = "") -> None: ...

    def checkpoint(self, text: str) -> None: ...
