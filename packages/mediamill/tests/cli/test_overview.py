"""mediamill overview: the same look as the admin API's, by the same verb."""

from mediamill import accounts, generations
from mediamill.db import Transaction
from mediamill.generations import Accepted, NewGeneration
from tests.cli.operator import Operator

PAYLOAD = '{"prompt":"a mill"}'


def accept(tx: Transaction) -> str:
    ada = accounts.find_by_email(tx, "ada@example.com")
    new = NewGeneration(ada.id, "create-image", "nano-banana", "image", PAYLOAD, PAYLOAD, None, "cpu", 8, 7)
    decision = generations.accept(tx, new)
    assert isinstance(decision, Accepted)
    return decision.id


def test_what_waits_and_what_nobody_serves_is_told(operator: Operator) -> None:
    operator.opens_shop()
    operator.changes(accept)
    seen = operator.reads("overview")
    lines = [line.split("\t") for line in operator.runs("overview").stdout.splitlines()]

    cpu = next(one for one in seen["pools"] if one["pool"] == "cpu")
    assert (cpu["waiting"], cpu["isServed"], seen["workers"]) == (1, False, 0)
    assert seen["unserved"] == [{"pool": "cpu", "tool": "create-image", "model": "nano-banana"}]
    assert lines[0] == ["unserved", "create-image/nano-banana", "something waits in the pool cpu"]
    assert [one for one in lines if one[0] == "pool" and one[2].endswith("served by nobody")]
    assert lines[-1][2].endswith("GB free")
