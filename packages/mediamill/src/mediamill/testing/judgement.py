"""Judges an engine by a run, check by check."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from mediamill.catalogue import Limits, Model, Tool
from mediamill.engines import Failed, Made, Needs, Refused, RunFailure, Unavailable
from mediamill.formats import content_matches, format_of
from mediamill.testing.findings import Check, Finding, skipped, verdict_on
from mediamill.testing.probe import EngineException, Record
from mediamill.testing.sentences import sentence_faults
from mediamill.testing.trial import Trial

STAGE_CHARACTERS_MAX = 60  # a word or two for what is being done
NO_FILE = "There is no file to judge."


def judged(trial: Trial, tool: Tool, model: Model, limits: Limits, needs: Needs) -> Iterator[Finding]:
    """Every finding on one run of the example."""
    name = f"{model.tool}/{model.slug}"
    record = trial.record
    yield verdict_on(Check.TIME, time_faults(trial, limits), name)
    yield verdict_on(Check.EXAMPLE, example_faults(trial), name)
    yield verdict_on(Check.READY_HOLDS, surprises(trial), name)
    if record is None:
        why = "The engine process ended before it could be asked."
        checks = (Check.ARTIFACT, Check.CONTENT, Check.PROGRESS, Check.PROVENANCE, Check.FOLDER, Check.NETWORK)
        yield from (skipped(check, why, name) for check in checks)
    else:
        returned = record.fault is None
        yield verdict_on(Check.ARTIFACT, record.artifact, name) if returned else skipped(Check.ARTIFACT, NO_FILE, name)
        yield content_finding(trial, tool, name)
        yield verdict_on(Check.PROGRESS, progress_faults(record), name)
        yield (
            verdict_on(Check.PROVENANCE, record.provenance, name)
            if returned and not record.artifact
            else skipped(Check.PROVENANCE, NO_FILE, name)
        )
        yield verdict_on(Check.FOLDER, folder_faults(record), name)
        yield verdict_on(Check.NETWORK, network_faults(record, needs), name)
    yield verdict_on(Check.PROCESSES, process_faults(trial), name)


def time_faults(trial: Trial, limits: Limits) -> Iterator[str]:
    """Did it end by itself?"""
    if isinstance(trial.outcome, Failed) and trial.outcome.reason is RunFailure.TIMED_OUT:
        yield f"It was still running after {limits.seconds:g} seconds, the limit of the model, and had to be killed."


def example_faults(trial: Trial) -> Iterator[str]:
    """Did it make something?"""
    outcome, record = trial.outcome, trial.record
    if isinstance(outcome, Refused):
        yield f"It refuses the example of its model: {outcome.sentence}"
    elif isinstance(outcome, Unavailable):
        yield f"It says that it is unavailable: {outcome.sentence}"
    elif isinstance(outcome, Failed) and outcome.reason is not RunFailure.TIMED_OUT:
        if outcome.reason is RunFailure.BAD_ARTIFACT and record is not None and (record.artifact or record.provenance):
            return  # reported with the file
        why = described(record.fault) if record and record.fault else outcome.sentence
        yield f"It failed ({outcome.reason}). {why}"


def described(fault: EngineException) -> str:
    """An exception on one line."""
    message = " ".join(fault.message.split())
    return f"{fault.type}: {message}" if message else f"{fault.type}."


def surprises(trial: Trial) -> Iterator[str]:
    """ready() returned None: is everything there, and accessible?"""
    fault = trial.record.fault if trial.record else None
    if fault is None:
        return
    if fault.missing:
        yield f"ready() says None, but `{fault.missing}` is missing: look for it in ready()."
    elif fault.kind == "unavailable":
        yield f"ready() says None, but generate() says: {fault.message}"
    if fault.denied:
        yield f"`{fault.denied}` is out of its reach: say so in `needs`, and look for it in ready()."


def content_finding(trial: Trial, tool: Tool, name: str) -> Finding:
    """Is the file what it is called, and what was asked for?"""
    record = trial.record
    if trial.made is None:
        # The host refuses sound and film that cannot be read before anybody else sees them.
        unreadable = isinstance(trial.outcome, Failed) and trial.outcome.reason is RunFailure.BAD_ARTIFACT
        if unreadable and record and not (record.artifact or record.provenance or record.fault):
            return verdict_on(Check.CONTENT, ["Its file cannot be read as what its suffix says."], name)
        return skipped(Check.CONTENT, NO_FILE, name)
    return verdict_on(Check.CONTENT, content_faults(trial.made, tool), name)


def content_faults(made: Path, tool: Tool) -> Iterator[str]:
    """What is wrong with a file that was made."""
    known = format_of(made.name)
    if known is None:
        yield f"`{made.name}` has a suffix that the service does not serve."
        return
    if not content_matches(made, known.suffix):
        yield f"`{made.name}` does not hold what its suffix says."
    if known.kind.value != tool.output_type.value:
        yield f"`{made.name}` is of the kind {known.kind.value}; {tool.slug} makes {tool.output_type.value}."


def progress_faults(record: Record) -> Iterator[str]:
    """Was it reported in a way that a person can follow?"""
    if not record.progress:
        yield "It reported no progress: call report.progress() at the start of each stage."
        return
    fractions = [fraction for fraction, _ in record.progress]
    wrong = [fraction for fraction in fractions if isinstance(fraction, str) or not 0 <= fraction <= 1]
    if wrong:
        yield f"It reported a progress of {wrong[0]}; a fraction lies between 0 and 1."
    elif fractions != sorted(fractions, key=float):
        yield "The progress that it reported went backwards."
    yield from stage_faults(stage for _, stage in record.progress)


def stage_faults(stages: Iterable[str]) -> Iterator[str]:
    """The first stage that nobody can show on a line."""
    long = [stage for stage in stages if len(stage) > STAGE_CHARACTERS_MAX]
    if long:
        yield f"A stage is a word or two, not `{long[0][:STAGE_CHARACTERS_MAX]}…`."


def folder_faults(record: Record) -> Iterator[str]:
    """Did it keep to request.folder?"""
    if record.writes:
        yield f"It wrote, or tried to write, outside request.folder: {', '.join(record.writes)}."
    if record.left:
        yield f"It left files outside request.folder, which the next request would find: {', '.join(record.left)}."


def network_faults(record: Record, needs: Needs) -> Iterator[str]:
    """Did it reach for a network that it had not asked for?"""
    if record.network and not needs.ports:
        yield f"It reached for the network ({', '.join(record.network)}), but its `needs` name no port."


def process_faults(trial: Trial) -> Iterator[str]:
    """Was everything it started gone when it returned?"""
    if trial.processes_left:
        yield f"{trial.processes_left} process(es) that it started were still there when generate() returned."


def odd_input_faults(trial: Trial) -> Iterator[str]:
    """Made or refused?"""
    fault = trial.record.fault if trial.record else None
    if isinstance(trial.outcome, Made):
        return
    if isinstance(trial.outcome, Refused) and fault:
        yield from sentence_faults(fault.message, "The refusal")
    elif isinstance(trial.outcome, Unavailable) and fault:
        yield from sentence_faults(fault.message, "What it says when it is unavailable")
    elif isinstance(trial.outcome, Failed):
        why = described(fault) if fault else trial.outcome.sentence
        yield f"It failed ({trial.outcome.reason}) where it should have refused: {why}"


def determinism_finding(first: str | None, second: str | None, name: str) -> Finding:
    """Did two processes make the same?"""
    if first is None:
        return skipped(Check.DETERMINISM, NO_FILE, name)
    faults = {
        True: "",
        False: "Two processes made different files of the same input, though the TOML file says `deterministic`.",
    }[first == second]
    if second is None:
        faults = "It made the example once and failed the second time."
    return verdict_on(Check.DETERMINISM, [faults] if faults else [], name)
