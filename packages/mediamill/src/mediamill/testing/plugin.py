"""The kit for pytest: `pytest_plugins = ["mediamill.testing.plugin"]` in the conftest.py at the root of a project.

    @pytest.mark.mediamill_engine("acme.kettle")
    def test_it_is_an_engine(check_engine):
        check_engine()

That is one test for the engine itself, and two for each model that it serves: its example, and an odd input. For a
remote engine there is one test for each model, and `check_engine` takes what the engine is set up with:

        check_engine(options={"base_url": fake.url}, key="key of the fake", buys=True)
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from mediamill import config
from mediamill.assembly import load_catalogue, weights_here
from mediamill.catalogue import Catalogue, Model
from mediamill.engines import EngineEntry, InputValue, ToolModel, read_tool_model
from mediamill.testing.examine import Examination
from mediamill.testing.findings import Finding, Verdict
from mediamill.testing.remote.examine import RemoteExamination, set_up
from mediamill.testing.remote.purchase import PAUSE_SECONDS
from mediamill.testing.samples import MakeFile, SampleOverrides
from mediamill.testing.subject import find_subject

MARK = "mediamill_engine"
ODD = "odd input"


def pytest_configure(config: pytest.Config) -> None:
    """Make the mark known."""
    config.addinivalue_line(
        "markers",
        f"{MARK}(name, *, models=(), without=(), input={{}}, files={{}}): the engine that `check_engine` checks: its "
        "name or package.module:Class; only these models, or all without those; input fields and files in place of "
        "the example's, a file as a function that writes it into a folder",
    )


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test for each engine that is marked, and for each of its models."""
    if "check_engine" in metafunc.fixturenames:
        marks = list(metafunc.definition.iter_markers(MARK))
        catalogue = known_catalogue()
        cases = [case for mark in reversed(marks) for case in cases_of(catalogue, *mark.args, **mark.kwargs)]
        metafunc.parametrize("check_engine", cases, indirect=True)


@dataclass(frozen=True, slots=True)
class RemoteGiven:
    """What a remote engine is tried with."""

    options: Mapping[str, object] = field(default_factory=dict)  # of `[engine."name"]`
    key: str | None = None
    buys: bool = False
    pause_seconds: float = PAUSE_SECONDS  # between looks at a job


@pytest.fixture
def check_engine(request: pytest.FixtureRequest) -> Callable[..., None]:
    """Checks one thing; fails with every fault in plain sentences, skips what cannot be judged here. It takes the
    fields of RemoteGiven, for remote engines.
    """
    case: Case = request.param

    async def findings(given: RemoteGiven) -> list[Finding]:
        return [finding async for finding in case(given)]

    def check(**given: Any) -> None:
        found = asyncio.run(findings(RemoteGiven(**given)))
        faults = [str(finding) for finding in found if finding.verdict is Verdict.FAILED]
        if faults:
            pytest.fail("\n".join(faults), pytrace=False)
        if found and all(finding.verdict is Verdict.SKIPPED for finding in found):
            pytest.skip(str(found[0]))

    return check


Case = Callable[[RemoteGiven], AsyncIterator[Finding]]


def known_catalogue() -> Catalogue:
    """What can be asked for with the settings in force, rehearsals too."""
    return load_catalogue(config.read(rehearsal=True))


def cases_of(
    catalogue: Catalogue,
    name: str,
    *,
    models: Sequence[str] = (),
    without: Sequence[str] = (),
    input: Mapping[str, InputValue] | None = None,
    files: Mapping[str, MakeFile] | None = None,
) -> Iterator[object]:
    """The parameters of one mark's tests."""
    entry = find_subject(name, [pair_of(model) for model in models])
    if not isinstance(entry, EngineEntry):
        raise pytest.UsageError(f"{name}: {entry.fault}")
    material = SampleOverrides(input or {}, files or {})
    examination = Examination(entry, catalogue, material, weights=weights_here(config.read()))
    is_remote = entry.kind == "remote"

    def of_this_machine(given: RemoteGiven) -> Examination:
        return replace(examination, options=given.options)

    def remote(given: RemoteGiven) -> RemoteExamination:
        setup = set_up(entry, given.options, given.key)
        return RemoteExamination(entry, catalogue, setup, material, buys=given.buys, pause_seconds=given.pause_seconds)

    yield pytest.param(lambda given: (remote(given) if is_remote else of_this_machine(given)).of_itself(), id=name)
    for model in examination.models():
        slug = f"{model.tool}/{model.slug}"
        if slug in without or (models and slug not in models):
            continue
        if is_remote:
            yield pytest.param(lambda given, model=model: remote(given).of_model(model), id=f"{name}-{slug}")
            continue
        yield pytest.param(lambda given, model=model: of_this_machine(given).of_model(model), id=f"{name}-{slug}")
        yield pytest.param(
            lambda given, model=model: odd_input_of(of_this_machine(given), model), id=f"{name}-{slug}-{ODD}"
        )


async def odd_input_of(examination: Examination, model: Model) -> AsyncIterator[Finding]:
    """The one finding."""
    yield await examination.of_odd_input(model)


def pair_of(model: str) -> ToolModel:
    """The two slugs of "tool/model"."""
    if (found := read_tool_model(model)) is None:
        raise pytest.UsageError(f"`{model}` is not tool/model")
    return found
