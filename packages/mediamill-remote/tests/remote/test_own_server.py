"""What a server of one's own costs: seconds of work at the operator's rate, unless a price line says otherwise."""

from pathlib import Path

import pytest

from mediamill_remote.own_server import OwnServerOptions, cost_of
from mediamill_remote.replicate.cog.engine import CogEngine
from tests.remote.conftest import MakeRequest

PRICE = '[[price]]\nmodel = "create-image/nano-banana"\nunit = "{}"\namount = 0.01\nvalid_from = 2026-01-01\n'


@pytest.mark.parametrize(
    ("unit", "rate", "amount"),
    [(None, 500_000.0, 10_000_000), ("run", None, 10_000), ("second of work", 10_000.0, 200_000)],
)
def test_a_price_line_takes_the_place_of_the_machines(
    tmp_path: Path, unit: str | None, rate: float | None, amount: int, request_for: MakeRequest
) -> None:
    file = tmp_path / "prices.toml"
    file.write_text(PRICE.format(unit) if unit else "")
    engine = CogEngine(OwnServerOptions(usd_per_second=0.5, prices_file=str(file)))

    mapped = engine.mapped(request_for("create-image/nano-banana"))

    assert engine.rate_for(mapped) == rate
    assert mapped.estimate is not None
    assert mapped.estimate.amount == amount


@pytest.mark.parametrize(
    ("seconds", "rate", "cost"),
    [(2.5, 500_000.0, 1_250_000), (0.0000011, 1_000_000.0, 2), (3.0, 0.0, 0), (None, 1.0, None), (3.0, None, None)],
)
def test_work_is_rounded_up_to_a_millionth(seconds: float | None, rate: float | None, cost: int | None) -> None:
    assert cost_of(seconds, rate) == cost
