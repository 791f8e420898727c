"""An operator at a shell looks at generations of all accounts, cancels one, and has failed ones made again."""

from mediamill import generations
from mediamill.accounts import Plan, open_account
from mediamill.db import Transaction
from mediamill.generations import Accepted, NewGeneration, Policy
from tests.cli.operator import Operator

INPUT = '{"prompt":"Good morning."}'
POLICY = Policy(lease_ms=30_000, tries=3, waiting_ms_max=86_400_000, running_max={Plan.FREE: 9, Plan.PRO: 9})


def start(tx: Transaction, account_id: str) -> str:
    new = NewGeneration(account_id, "text-to-speech", "voicevendor-tts", "audio", INPUT, INPUT, None, "cpu", 2, 7)
    accepted = generations.accept(tx, new)
    assert isinstance(accepted, Accepted)
    return accepted.id


def lived(tx: Transaction) -> tuple[list[str], str]:
    """Two that failed and one that waits."""
    ada = open_account(tx, "ada@example.com", Plan.FREE, 100)
    failed = []
    for _ in range(2):
        start(tx, ada.id)
        held = generations.claim(tx, "heron", "cpu", POLICY)
        assert held is not None
        generations.fail(tx, held, "heron", "The engine broke.")
        failed.append(held.id)
    return failed, start(tx, ada.id)


def test_failed_ones_are_found_and_made_again(operator: Operator) -> None:
    operator.reads("accounts", "create", "eve@example.com")
    (first, second), waits = operator.changes(lived)

    listed = operator.reads("generations", "list", "--status", "error", "--account", "ada@example.com")
    (cause,) = operator.reads("generations", "failures")
    again = operator.reads("generations", "retry", first)
    rest = operator.reads("generations", "retry-failures", "--tool", cause["tool"], "--reason", cause["reason"])
    canceled = operator.reads("generations", "cancel", waits)
    log = operator.reads("audit")
    shown = operator.reads("generations", "show", again["id"])
    lines = dict(line.split("\t") for line in operator.runs("generations", "show", first).stdout.splitlines())

    assert (shown["retryOf"], shown["payload"]["prompt"], shown["attempts"]) == (first, "Good morning.", [])
    assert (lines["error"], lines["retriedAs"]) == ("The engine broke.", again["id"])
    assert "There is no generation gen_nobody" in operator.hears("generations", "show", "gen_nobody")
    assert [one["id"] for one in listed] == [second, first]
    assert (cause["count"], again["retryOf"], len(rest["retried"])) == (2, first, 1)
    assert "has ended already" in operator.hears("generations", "cancel", canceled["id"])
    assert "was made again as" in operator.hears("generations", "retry", first)
    assert [line["act"] for line in log][:3] == ["generation.cancel", "failures.retry", "generation.retry"]
    assert operator.reads("reconcile")["exact"]


def test_settings_are_shown_with_their_source(operator: Operator) -> None:
    operator.writes("tries = 5\n")
    found = {one["name"]: one for one in operator.reads("settings")}

    assert (found["MEDIAMILL_TRIES"]["value"], found["MEDIAMILL_TRIES"]["source"]) == ("5", "file")
    assert found["MEDIAMILL_DATA_DIR"]["source"] == "environment"
    assert found["MEDIAMILL_PORT"]["source"] == "default"
