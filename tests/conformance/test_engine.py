"""The conformance kit on every engine that comes with mediamill and is ready here."""

import asyncio
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from mediamill.catalogue import load
from mediamill.engines import EngineEntry, EngineHost, InputValue, Refused, Registry, installed_engines
from mediamill.testing import probe
from mediamill.testing.probe import Record
from mediamill.testing.samples import SampleOverrides, example, files_of
from mediamill.testing.sentences import sentence_faults
from mediamill.testing.trial import Bench

CATALOGUE = load(rehearsal=True)
ENGINES = tuple(entry for entry in installed_engines() if entry.kind == "process")  # vendors have tests of their own
REGISTRY = Registry(ENGINES, {})


def speech(folder: Path) -> Path:
    """Matilda says a sentence that is understood to the word."""
    from tests.procedural.dub_recordings import BROTHER, conversation, say, written

    return written(folder / "speech.wav", conversation(say(BROTHER, "Matilda", folder)))


# What the examples of some engines need beyond pip, done without; and what an example is not for.
OPTIONS: Mapping[str, Mapping[str, object]] = {
    "procedural.dub": {"input": {"target_lang": "en"}, "files": {"audio_url": speech}},
    "procedural.rehearsal": {"without": ["rehearsal/always-fails"]},
}
QUICK = {"procedural.rehearsal"}  # it is run about ten times; the others take minutes
# What an engine cannot work with, whether or not the catalogue lets it through.
REFUSES: Mapping[str, Mapping[str, InputValue]] = {
    "procedural.dub": {"target_lang": "ja"},  # no free local part speaks it
    "procedural.speech": {"prompt": "… — !?"},  # nothing that can be said
}


def engines(*, quick: bool) -> Callable[[Callable[..., None]], Callable[..., None]]:
    def marked(test: Callable[..., None]) -> Callable[..., None]:
        for entry in ENGINES:
            if (entry.name in QUICK) is quick:
                test = pytest.mark.mediamill_engine(entry.name, **OPTIONS.get(entry.name, {}))(test)
        return test

    return marked


@engines(quick=True)
def test_a_quick_engine_of_ours_is_one(check_engine: Callable[[], None]) -> None:
    check_engine()


@pytest.mark.slow
@engines(quick=False)
def test_an_engine_of_ours_is_one(check_engine: Callable[[], None]) -> None:
    check_engine()


@pytest.mark.parametrize("entry", [entry for entry in ENGINES if entry.name in REFUSES], ids=lambda entry: entry.name)
async def test_an_engine_refuses_what_it_cannot_work_with(tmp_path: Path, entry: EngineEntry) -> None:
    if (missing := await asyncio.to_thread(REGISTRY.ready, entry)) is not None:
        pytest.skip(missing)
    host = EngineHost(slots=1, folder=tmp_path / "spool", runs_max=1)
    await host.start()
    try:
        for model in CATALOGUE.models():
            if (model.tool, model.slug) in entry.serves:
                record = await recorded(host, entry, model.tool, model.slug, tmp_path)

                assert record.fault is not None
                assert list(sentence_faults(record.fault.message, "The refusal")) == []
    finally:
        await host.stop()


async def recorded(host: EngineHost, entry: EngineEntry, tool: str, slug: str, folder: Path) -> Record:
    model = CATALOGUE.tools[tool].models[slug]
    material = SampleOverrides(files={"audio_url": speech})
    input = probe.probed({**example(model, material), **REFUSES[entry.name]}, entry.target)
    bench = Bench(host, REGISTRY.needs_of(entry))
    async with bench.tried(probe.TARGET, model, input, files_of(model, folder, material), model.limits) as trial:
        assert isinstance(trial.outcome, Refused)
        assert trial.record is not None
        return trial.record
