"""kill -9 between every two steps of a purchase at Tencent: it has no list, so a kill may buy once more."""

from pathlib import Path

import pytest

from tests.fakes.server import running
from tests.fakes.tencent import KEY, FakeTencent
from tests.remote.kills import ROUNDS, Deadly, Moment, accounts_for, all_ended, made, points, survive
from tests.remote.serving import ONE_AT_A_TIME, TENCENT, serving

POINTS = points("submit") + points("status", "file", moments=(Moment.BEFORE, Moment.AFTER, Moment.TOLD))

# A lost answer is waited for as long as a job usually takes.
QUICK = """
["text-to-3d/alpha3d-v3"]
endpoint = "SubmitHunyuanTo3DProJob"
suffix = ".glb"
typical_seconds = 5
fixed = { Model = "3.0", GenerateType = "Normal", EnablePBR = false }
fields = { prompt = "Prompt" }
result = "glb"
"""


class DeadlyTencent(Deadly, FakeTencent):
    """A Tencent at whose requests a process can be killed."""


@pytest.mark.slow
def test_a_kill_buys_once_more_at_most(tmp_path: Path) -> None:
    tencent = DeadlyTencent()
    models = tmp_path / "models"
    with running(tencent) as base:
        section = TENCENT.replace("{base}", base) + ONE_AT_A_TIME + f'models_file = "{models}"\n'
        files = {"key": KEY, "models": QUICK}
        with serving(tmp_path, section, files, running_pro="1000", tries="100") as service:
            ada = service.open_account("ada", credits=100_000)

            def order(number: int) -> str:
                return ada.start("text-to-3d", model="alpha3d-v3", prompt=f"a table with {number} legs")

            ordered, _ = survive(tencent, order, service, service.start, POINTS, ROUNDS)

            successes = made(all_ended(ada, ordered))
            most = len(ordered) + sum(tencent.hits.values())
            accounts_for(service, tencent, ordered, least=successes, most=most)
            assert not any(half in service.log for half in KEY.split(":"))
