"""The conformance kit passes a whole remote engine, finds and names each planted fault, and buys only when told to."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from mediamill.catalogue import Limits
from mediamill.cli.main import cli
from mediamill.engines import EngineEntry
from mediamill.testing.findings import REMOTE_CHECKS, Check, Finding, Verdict
from mediamill.testing.remote.examine import RemoteExamination, set_up
from mediamill.testing.remote.purchase import Trade
from tests.fakes.fal import KEY, FakeFal
from tests.fakes.faults import Fault
from tests.remote.conftest import CATALOGUE

NANO = "create-image/nano-banana"
LIMITS = Limits(seconds=20, memory_mb=512, output_mb=8)
PLANTED = "tests.remote.planted"


def examination(
    fal: FakeFal, kind: str, *, buys: bool = False, key: str | None = KEY, **options: object
) -> RemoteExamination:
    target = kind if ":" in kind else f"{PLANTED}:{kind}"
    served = frozenset({("create-image", "nano-banana")})
    entry = EngineEntry("spoilt", target, served, is_partial=True, package="acme", kind="remote")
    setup = set_up(entry, {"base_url": fal.base, "upload_url": fal.base, **options}, key)
    return RemoteExamination(entry, CATALOGUE, setup, buys=buys, limits=LIMITS, pause_seconds=0)


async def everything(examined: RemoteExamination) -> list[Finding]:
    return [finding async for finding in examined.of_everything()]


def said(found: list[Finding], verdict: Verdict = Verdict.FAILED) -> dict[Check, str]:
    return {finding.check: finding.sentence for finding in found if finding.verdict is verdict}


async def test_a_whole_engine_passes_and_nothing_is_bought(fal: FakeFal) -> None:
    found = await everything(examination(fal, "Whole"))

    assert said(found) == said(found, Verdict.WARNED) == {}
    assert said(found, Verdict.SKIPPED) == {Check.EXAMPLE: "Nothing is bought unless you say so (`--buy`)."}
    assert fal.ledger.purchases == []
    assert {asked.method for asked in fal.asked} == {"GET"}


async def test_a_whole_engine_passes_when_its_example_is_bought(fal: FakeFal) -> None:
    found = await everything(examination(fal, "Whole", buys=True))

    assert said(found) == said(found, Verdict.WARNED) == {}
    assert said(found, Verdict.SKIPPED) == {Check.HISTORY: "The vendor cannot be asked what was bought of this model."}
    assert said(found, Verdict.PASSED)[Check.COST] == "It cost 0.0398; 0.0398 estimated."
    assert {finding.check for finding in found} >= REMOTE_CHECKS | {Check.CONTENT, Check.PROVENANCE}
    assert [purchase.cancelled_at is None for purchase in fal.ledger.purchases] == [True, False]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "check", "named"),
    [
        ("PollsAtOnce", Check.CALLS, "`poll` has to be `async def`"),
        ("ForgetsFind", Check.CALLS, "has no `find` to search it"),
        ("UntypedOption", Check.OPTIONS, "The option `colour` has no type."),
        ("SendsKeyInTheOpen", Check.ADDRESSES, "it has to begin with https"),
        ("HeaderWithoutKey", Check.ADDRESSES, "write the header's name and its value with `{key}`"),
        ("SignsWithNothing", Check.ADDRESSES, "The signer's `headers` have to be the names"),
        ("KeylessKeyHosts", Check.ADDRESSES, "`key_header` does not say how"),
        ("HalfTheWorld", Check.ADDRESSES, "'*.com' is not a host"),
        ("Mumbles", Check.READY, "'Models?'"),
        ("BuysToCheck", Check.KEY, "check() buys: /fal-ai/nano-banana."),
        ("OffersStrangers", Check.OFFERS, "It offers values of `size`, which is no field of the model."),
        ("OffersStrangers", Check.OFFERS, "It offers no value at all for `prompt`"),
        ("OffersStrangers", Check.OFFERS, "The sentence on `prompt` has to be a sentence"),
        ("TakesForever", Check.TYPICAL_SECONDS, "typical_seconds() says 1e+06, but a job is given up after 1200"),
        ("TakesNothing", Check.TYPICAL_SECONDS, "typical_seconds() says 0.0."),
        ("AsksForThePrice", Check.ESTIMATE, "estimate() uses the network: 127.0.0.1:9."),
        ("PaysYou", Check.ESTIMATE, "estimate() says -1 millionths"),
        ("CannotReckon", Check.ESTIMATE, "estimate() raises KeyError: 'price'"),
        ("CallsLossAnOutage", Check.LOST_ANSWER, "Where no answer comes, submit() raises EngineUnavailable"),
        ("CallsLossAnOutage", Check.LOST_ANSWER, "Where the answer is HTTP 500, submit() raises EngineUnavailable"),
        ("TakesSilenceForAJob", Check.LOST_ANSWER, "Where the answer is a web page, submit() returns Job."),
        ("tests.remote.slow_to_import:SlowToImport", Check.IMPORT, "seconds, 1 at most"),
        ("tests.remote.heavy_to_import:HeavyToImport", Check.IMPORT, "imports numpy, in the service too"),
    ],
)
async def test_a_planted_fault_is_found_while_nothing_is_bought(
    fal: FakeFal, kind: str, check: Check, named: str
) -> None:
    found = await everything(examination(fal, kind))

    assert named in said(found).get(check, "nothing was found")
    assert fal.ledger.purchases == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "check", "named"),
    [
        ("WaitsForTheLost", Check.MISSING, "(HTTP 404) poll() says Running."),
        ("GivesUpOnWords", Check.ODD_ANSWERS, "Of a web page poll() makes EngineFailed: It failed."),
        ("GivesUpOnWords", Check.ODD_ANSWERS, "Of an answer of unknown words poll() makes EngineFailed"),
        ("PerCent", Check.LOOKS, "It says a progress of 40.0"),
        ("LongHandle", Check.JOB, "bytes as JSON; 4096 are kept."),
        ("CostsLess", Check.COST, "A cost is whole millionths, not -1."),
        ("CallsItSound", Check.CONTENT, "The files cannot be finished: The result is not the kind of file"),
        ("SaysNoMethod", Check.PROVENANCE, "The provenance has no `method`"),
        ("CannotCancel", Check.CANCEL, "cancel() raises KeyError: 'cancel'"),
        ("FindsNothing", Check.HISTORY, "find() says that nothing was bought"),
        ("CannotSubmit", Check.EXAMPLE, "submit() raises ValueError: no such size"),
        ("NamesAnotherHost", Check.CONTENT, "The engine may not contact 127.0.0.1"),
    ],
)
async def test_a_planted_fault_is_found_by_buying(fal: FakeFal, kind: str, check: Check, named: str) -> None:
    found = await everything(examination(fal, kind, buys=True))

    assert named in said(found).get(check, "nothing was found")


@pytest.mark.slow
async def test_a_job_that_never_ends_is_given_up(fal: FakeFal) -> None:
    found = await everything(examination(fal, "NeverDone", buys=True, timeout_seconds=0.5))

    assert said(found)[Check.EXAMPLE] == "The job was not finished after 0.5 seconds (`timeout_seconds`)."


async def test_offers_that_the_toml_file_does_not_announce_are_named(fal: FakeFal) -> None:
    examined = examination(fal, "OffersStrangers")
    unsaid = replace(examined, entry=replace(examined.entry, is_partial=False))
    quiet = replace(unsaid, setup=examination(fal, "Whole").setup)

    assert "say `partial = true` in the TOML file" in said([one async for one in unsaid.of_itself()])[Check.AGREEMENT]
    assert said([one async for one in quiet.of_itself()]) == {}


@pytest.mark.parametrize(
    ("kind", "sentence"),
    [
        ("NoPrice", "No price is known: budgets do not see what it costs."),
        ("ForNothing", "It says that the example costs nothing: true only of a server of your own."),
    ],
)
async def test_a_price_that_budgets_do_not_see_is_a_warning(fal: FakeFal, kind: str, sentence: str) -> None:
    found = await everything(examination(fal, kind))

    assert said(found, Verdict.WARNED) == {Check.ESTIMATE: sentence}
    assert said(found) == {}


async def test_what_is_wrong_with_the_account_is_a_warning(fal: FakeFal) -> None:
    found = await everything(examination(fal, "Complains"))

    assert said(found, Verdict.WARNED) == {Check.KEY: "check() says: The account is empty."}


async def test_without_a_key_nothing_is_asked_or_bought(fal: FakeFal) -> None:
    found = await everything(examination(fal, "Whole", buys=True, key=None))
    skips = said(found, Verdict.SKIPPED)

    assert said(found) == {}
    assert set(skips) == {Check.KEY, Check.EXAMPLE}
    assert skips[Check.EXAMPLE].startswith("Not ready: set key_env or key_file")
    assert fal.asked == []


async def test_a_vendor_that_refuses_is_told_of(fal: FakeFal) -> None:
    fal.script.add("submit", Fault.NO_MONEY)

    found = await everything(examination(fal, "Whole", buys=True))

    assert "submit() raises EngineUnavailable: fal wants money" in said(found)[Check.EXAMPLE]
    assert len(fal.ledger) == 0


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fal: FakeFal) -> None:
    """A mediamill.toml that leads to the fake."""
    section = f'[engine."fal"]\nbase_url = "{fal.base}"\nupload_url = "{fal.base}"\nkey_env = "KEY_OF_THE_FAKE"\n'
    (tmp_path / "mediamill.toml").write_text(section)
    monkeypatch.setenv("MEDIAMILL_CONFIG", str(tmp_path / "mediamill.toml"))
    monkeypatch.setenv("MEDIAMILL_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("KEY_OF_THE_FAKE", KEY)


@pytest.mark.usefixtures("settings")
def test_the_command_tries_an_engine_as_it_is_set_up_and_buys_nothing(fal: FakeFal) -> None:
    result = CliRunner().invoke(cli, ["engines", "test", "fal", "--model", NANO])

    assert result.exit_code == 0, result.output
    assert f"-      {NANO}: Nothing is bought unless you say so (`--buy`).\n" in result.stdout
    assert "ok     The vendor takes the key.\n" in result.stdout
    assert result.stderr.startswith("fal is an engine: ")
    assert len(fal.ledger) == 0


async def no_pause(trade: Trade) -> None:
    """The fake is quicker than a vendor."""


@pytest.mark.usefixtures("settings")
def test_the_command_buys_when_it_is_told_to(fal: FakeFal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Trade, "pause", no_pause)

    result = CliRunner().invoke(cli, ["engines", "test", "fal", "--model", NANO, "--buy", "--json"])
    costs = [line["sentence"] for line in json.loads(result.stdout) if line["check"] == "cost"]

    assert result.exit_code == 0, result.output
    assert costs == ["It cost 0.0398; 0.0398 estimated."]
    assert len(fal.ledger) == 2


def test_an_engine_of_this_machine_has_nothing_to_buy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEDIAMILL_DATA_DIR", str(tmp_path / "data"))

    result = CliRunner().invoke(cli, ["engines", "test", "procedural.painter", "--buy"])

    assert result.exit_code == 2
    assert "there is nothing to buy" in result.stderr
