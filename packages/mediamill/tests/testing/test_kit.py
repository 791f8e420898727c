"""The conformance kit passes a whole engine, and finds and names each planted fault."""

import pytest

from mediamill.catalogue import Limits, load
from mediamill.engines import EngineEntry
from mediamill.testing.examine import Examination
from mediamill.testing.findings import REMOTE_CHECKS, RESIDENT_CHECKS, Check, Finding, Verdict

AUDIOGEN = ("sound-effects", "audiogen")
CATALOGUE = load()
LIMITS = Limits(seconds=20, memory_mb=512, output_mb=8)
SHORT = Limits(seconds=1, memory_mb=512, output_mb=8)


OF_ITSELF = {Check.CATALOGUE, Check.IMPORT, Check.AGREEMENT, Check.READY}


def examination(
    kettle: str, *, limits: Limits = LIMITS, serves: tuple[str, str] = AUDIOGEN, deterministic: bool = True
) -> Examination:
    target = f"tests.testing.kettles:{kettle}"
    entry = EngineEntry(target, target, frozenset({serves}), is_deterministic=deterministic)
    return Examination(entry, CATALOGUE, limits=limits)


async def found_by(kettle: str, check: Check) -> list[Finding]:
    """What the part of the examination that has this check finds."""
    examined = examination(kettle, deterministic=check is Check.DETERMINISM)
    if check in OF_ITSELF:
        return [finding async for finding in examined.of_itself()]
    (model,) = examined.models()
    if check is Check.ODD_INPUT:
        return [await examined.of_odd_input(model)]
    return [finding async for finding in examined.of_model(model)]


async def everything(examined: Examination) -> list[Finding]:
    return [finding async for finding in examined.of_everything()]


def faults(found: list[Finding]) -> dict[Check, str]:
    return {finding.check: finding.sentence for finding in found if finding.verdict is Verdict.FAILED}


async def test_a_whole_engine_passes_every_check() -> None:
    found = await everything(examination("Kettle"))

    assert [str(finding) for finding in found if finding.verdict is not Verdict.PASSED] == []
    assert {finding.check for finding in found} == set(Check) - REMOTE_CHECKS - RESIDENT_CHECKS


@pytest.mark.parametrize("kettle", ["ConnectsItself", "MayCallHome"])
async def test_an_engine_may_talk_to_itself_and_to_whom_it_declares(kettle: str) -> None:
    assert faults(await found_by(kettle, Check.NETWORK)) == {}


@pytest.mark.parametrize(
    ("kettle", "check", "named"),
    [
        ("WrongSuffix", Check.CONTENT, "`whistle.mp3` does not hold what its suffix says."),
        pytest.param(
            "WrongKind",
            Check.CONTENT,
            "`whistle.txt` is of the kind text; sound-effects makes audio.",
            marks=pytest.mark.slow,
        ),
        ("Random", Check.DETERMINISM, "Two processes made different files of the same input"),
        ("WritesElsewhere", Check.FOLDER, "outside request.folder: /var/tmp/kettle.cache."),
        pytest.param(
            "LeavesTraces", Check.FOLDER, "which the next request would find: kettle.cache.", marks=pytest.mark.slow
        ),
        ("LeavesProcess", Check.PROCESSES, "1 process(es) that it started were still there"),
        ("SaysReadyWithoutModule", Check.READY_HOLDS, "ready() says None, but `teapot_accelerator` is missing"),
        pytest.param(
            "SaysReadyWithoutProgram",
            Check.READY_HOLDS,
            "ready() says None, but `teapot` is missing",
            marks=pytest.mark.slow,
        ),
        pytest.param(
            "SaysReadyWhenOut",
            Check.READY_HOLDS,
            "generate() says: No key is set up for the gas works.",
            marks=pytest.mark.slow,
        ),
        ("ReadyMumbles", Check.READY, "a sentence that begins with a capital and ends with a full stop: 'water?'"),
        ("NoProgress", Check.PROGRESS, "It reported no progress"),
        pytest.param(
            "PercentProgress",
            Check.PROGRESS,
            "It reported a progress of 50.0; a fraction lies between 0 and 1.",
            marks=pytest.mark.slow,
        ),
        pytest.param(
            "BackwardProgress", Check.PROGRESS, "The progress that it reported went backwards.", marks=pytest.mark.slow
        ),
        ("NoFile", Check.ARTIFACT, "Its file is missing: it returned `steam.wav`, which does not exist."),
        pytest.param(
            "FileElsewhere",
            Check.ARTIFACT,
            "Its file lies outside request.folder: /etc/hostname.",
            marks=pytest.mark.slow,
        ),
        ("RefusesWithoutSentence", Check.ODD_INPUT, "The refusal has to be a sentence"),
        pytest.param(
            "FailsInsteadOfRefusing",
            Check.ODD_INPUT,
            "where it should have refused: ValueError: no words",
            marks=pytest.mark.slow,
        ),
        ("NoMethod", Check.PROVENANCE, "The provenance has no `method`"),
        pytest.param(
            "NestedProvenance",
            Check.PROVENANCE,
            "Teas is neither a short text nor a number nor a truth value.",
            marks=pytest.mark.slow,
        ),
        ("CallsHome", Check.NETWORK, "(teapot.example:80), but its `needs` name no port."),
        ("ServesMore", Check.AGREEMENT, "its TOML file ['sound-effects/audiogen']."),
        pytest.param("OffersUnsaid", Check.AGREEMENT, "say `partial = true` in the TOML file", marks=pytest.mark.slow),
    ],
)
async def test_a_planted_fault_is_found_and_named(kettle: str, check: Check, named: str) -> None:
    assert named in faults(await found_by(kettle, check)).get(check, "nothing was found")


async def test_an_engine_that_goes_on_running_is_ended_and_named() -> None:
    examined = examination("KeepsRunning", limits=SHORT)
    found = faults([finding async for finding in examined.of_model(examined.models()[0])])

    assert found[Check.TIME] == "It was still running after 1 seconds, the limit of the model, and had to be killed."


async def test_an_engine_whose_ready_blocks_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mediamill.engines.readiness.ANSWER_SECONDS_MAX", 0.2)
    found = await everything(examination("ReadyBlocks"))

    assert "did not say within 0.2 seconds whether it can work here" in faults(found)[Check.READY]
    assert Check.EXAMPLE not in faults(found)


async def test_a_model_that_no_catalogue_has_is_named() -> None:
    found = faults(await everything(examination("Kettle", serves=("tea", "earl-grey"))))

    assert found == {
        Check.CATALOGUE: "No catalogue here has `tea/earl-grey`: mend `serves`, or install the catalogue that has it."
    }


async def test_an_engine_that_is_not_ready_is_not_tried() -> None:
    found = await everything(examination("NotReady"))
    skips = [finding.sentence for finding in found if finding.verdict is Verdict.SKIPPED]

    assert faults(found) == {}
    assert skips == ["Not ready: There is no teapot: apt-get install teapot."] * 2


async def test_an_engine_that_cannot_be_imported_is_named_with_the_reason() -> None:
    entry = EngineEntry("acme.gone", "acme_gone.engine:Gone", frozenset({AUDIOGEN}))
    found = [finding async for finding in Examination(entry, CATALOGUE).of_everything()]

    assert "No module named 'acme_gone'" in faults(found)[Check.IMPORT]
