"""Real vendors, as the mediamill.toml that MEDIAMILL_CONFIG names sets them up: the cheapest call of each engine.

It costs money, so it is run only by `pytest -m live`; each call is printed with its cost.
"""

import os

import pytest

from mediamill import config
from mediamill.assembly import engine_registry, load_catalogue
from mediamill.catalogue import Catalogue
from mediamill.engines import Registry
from mediamill.testing.findings import Check, Verdict
from mediamill.testing.remote.examine import RemoteExamination
from mediamill.testing.remote.live import CheapestCall, bought, cheapest_call

NO_SETTINGS = "MEDIAMILL_CONFIG names no mediamill.toml"


def installation() -> tuple[Catalogue, Registry]:
    settings = config.read()
    catalogue = load_catalogue(settings)
    return catalogue, engine_registry(settings, catalogue)


def configured() -> list[str]:
    """The remote engines that have settings or a key, by name."""
    if config.CONFIG_VARIABLE not in os.environ:
        return []
    return [name for name, setup in installation()[1].setups.items() if setup.is_configured]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "vendors_engine" in metafunc.fixturenames:
        is_wanted = "live" in metafunc.config.getoption("markexpr")
        nobody = [pytest.param("", marks=pytest.mark.skip(NO_SETTINGS))]
        metafunc.parametrize("vendors_engine", (is_wanted and configured()) or nobody)


@pytest.mark.live
async def test_the_cheapest_call(vendors_engine: str, capsys: pytest.CaptureFixture[str]) -> None:
    catalogue, registry = installation()
    (entry,) = (entry for entry in registry.entries if entry.name == vendors_engine)
    examination = RemoteExamination(entry, catalogue, registry.setups[vendors_engine])
    call = cheapest_call(examination)
    assert isinstance(call, CheapestCall), call

    found = [finding async for finding in bought(examination, call)]

    with capsys.disabled():
        costs = [finding.sentence for finding in found if finding.check is Check.COST]
        print(f"\n{vendors_engine}: {call.model.tool}/{call.model.slug}: {' '.join(costs) or 'It was not made.'}")
    assert [str(finding) for finding in found if finding.verdict is Verdict.FAILED] == []
    assert Check.CONTENT in {finding.check for finding in found}
