"""The engine under test: found by its name among the installed ones, or by its class."""

import importlib
import json
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from mediamill.catalogue import Catalogue
from mediamill.engines import EngineEntry, Needs, ToolModel, find_installed, read_target, read_tool_model
from mediamill.testing.findings import Check, Finding, Verdict, verdict_on

IMPORT_SECONDS_MAX = 30.0  # in a process that has imported nothing: the service imports it to ask whether it is ready
HEAVY = ("av", "cv2", "jax", "numpy", "onnxruntime", "PIL", "scipy", "skimage", "tensorflow", "torch", "transformers")
IMPORT_TRIES = 3  # of which the quickest counts: machines are busy
# The contract is there already when the service imports an engine.
IMPORT = """
import importlib, json, sys, time
import mediamill.engines.sdk
start = time.process_time()
importlib.import_module(sys.argv[1])
print(json.dumps([time.process_time() - start, [name for name in sys.argv[2:] if name in sys.modules]]))
"""


@dataclass(frozen=True, slots=True)
class NoSubject:
    """There is no such engine, or its description cannot be read; in one sentence."""

    fault: str


def find_subject(name: str, models: Sequence[ToolModel] = ()) -> EngineEntry | NoSubject:
    """The engine of that name, or at that "package.module:ClassName" with the TOML file beside its module.

    A class that has no such file serves `models`.
    """
    entry = read_target(name, frozenset(models)) if ":" in name else find_installed(name)
    return entry if isinstance(entry, EngineEntry) else NoSubject(entry.fault)


def catalogue_finding(entry: EngineEntry, catalogue: Catalogue) -> Finding:
    """Is there a model for everything it serves?"""
    known = {(model.tool, model.slug) for model in catalogue.models()}
    unknown = ", ".join(f"`{'/'.join(pair)}`" for pair in sorted(entry.serves - known))
    fault = f"No catalogue here has {unknown}: mend `serves`, or install the catalogue that has it."
    return verdict_on(Check.CATALOGUE, [fault] if unknown else [])


def import_finding(entry: EngineEntry, busy_seconds_max: float = IMPORT_SECONDS_MAX) -> Finding:
    """What importing it costs, in a process of its own; `busy_seconds_max` of a processor at most."""
    quickest = IMPORT_SECONDS_MAX
    for _ in range(IMPORT_TRIES):
        seconds, finding = imported(entry.target.partition(":")[0])
        quickest = min(quickest, seconds)
        if finding.verdict is Verdict.FAILED or quickest <= busy_seconds_max:
            return finding
    fault = (
        f"Importing it takes {quickest:.2f} seconds, {busy_seconds_max:g} at most: the service imports every engine."
    )
    return verdict_on(Check.IMPORT, [fault])


def imported(module: str) -> tuple[float, Finding]:
    """The processor's seconds that one import takes, and what else is to be said of it."""
    try:
        done = subprocess.run(
            [sys.executable, "-c", IMPORT, module, *HEAVY],
            capture_output=True,
            text=True,
            timeout=IMPORT_SECONDS_MAX,
            check=False,
            stdin=subprocess.DEVNULL,
        )
    except subprocess.TimeoutExpired:
        return 0.0, verdict_on(Check.IMPORT, [f"Importing {module} takes more than {IMPORT_SECONDS_MAX:g} seconds."])
    if done.returncode:
        why = (done.stderr.strip().splitlines() or [f"exit code {done.returncode}"])[-1]
        return 0.0, verdict_on(Check.IMPORT, [f"{module} cannot be imported: {why}."])
    seconds, found = json.loads(done.stdout.strip().splitlines()[-1])
    heavy = ", ".join(found)
    fault = f"Importing {module} imports {heavy}, in the service too: import that inside generate()."
    return seconds, verdict_on(Check.IMPORT, [fault] if heavy else [])


def agreement_finding(entry: EngineEntry) -> Finding:
    """Do class and TOML file agree?"""
    module, _, name = entry.target.partition(":")
    found = getattr(importlib.import_module(module), name, None)
    if not isinstance(found, type):
        return verdict_on(Check.AGREEMENT, [f"There is no class `{name}` in {module}."])
    return verdict_on(Check.AGREEMENT, disagreements(found, entry))


def disagreements(found: type, entry: EngineEntry) -> Iterator[str]:
    """Each thing that the class has otherwise than an engine, or than its TOML file."""
    for method in ("ready", "generate", *(["load"] if entry.kind == "resident" else [])):
        if not callable(getattr(found, method, None)):
            yield f"{found.__name__} has no method `{method}`."
    expected_of = {"name": entry.name if entry.package else None, "deterministic": entry.is_deterministic}
    for attribute, expected in expected_of.items():
        own = getattr(found, attribute, expected)
        if expected is not None and own != expected:
            yield f"The class says `{attribute} = {own!r}`, its package `{expected!r}`."
    serves = getattr(found, "serves", None)
    if isinstance(serves, Iterable) and {as_tool_model(one) for one in serves} != entry.serves:
        yield f"The class serves {serves!r}, its TOML file {sorted('/'.join(pair) for pair in entry.serves)}."
    if hasattr(found, "offers") and not entry.is_partial:
        yield "The class has `offers`: say `partial = true` in the TOML file, or no description will mention them."
    if entry.package and entry.is_partial and not hasattr(found, "offers"):
        yield "The TOML file says `partial = true`, but the class has no `offers`."
    if not isinstance(getattr(found, "needs", Needs()), Needs):
        yield "`needs` has to be a Needs."


def as_tool_model(served: object) -> object:
    """ "tool/model" as its two slugs; anything else as it is."""
    return read_tool_model(served) if isinstance(served, str) else served
