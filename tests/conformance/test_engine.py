"""What every engine must do, told on each that is ready here: whoever passes this is an engine."""

import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from _pytest.mark.structures import ParameterSet
from PIL import Image, ImageDraw

from mediamill.catalogue import Checked, Media, Model, load
from mediamill.engines import (
    EngineEntry,
    EngineHost,
    Made,
    Outcome,
    Refused,
    Registry,
    Request,
    ToolModel,
    installed_engines,
)
from mediamill.engines.engine import InputValue
from mediamill.formats import content_matches, format_of
from tests.codecs.samples import sound_file
from tests.conformance import recording

CATALOGUE = load(rehearsal=True)
MODELS = {(model.tool, model.slug): model for model in CATALOGUE.models()}
ENGINES = installed_engines()
REGISTRY = Registry(ENGINES, {})
READY = [entry for entry in ENGINES if REGISTRY.ready(entry) is None]
ALWAYS_FAILS = ("rehearsal", "always-fails")  # what its example is for
# Of nearly every engine what it makes soonest: that much is quick, the rest is made in the slow tests.
QUICK = {
    "alpha-motion", "alpha3d-v3", "demucs", "drumgen", "flaky", "nano-banana", "triposr", "voicevendor-music",
    "voicevendor-sound-effects", "voicevendor-tts", "voicevendor-voice-isolator",
}  # fmt: skip
QUICK_TWICE = {"demucs", "voicevendor-voice-isolator"}
# By engine: what the catalogue lets through and the engine cannot work with.
REFUSES: Mapping[str, list[Mapping[str, InputValue]]] = {
    "procedural.dub": [{"target_lang": "ja"}],  # no free local part speaks it
    "procedural.speech": [{"prompt": "… — !?"}],  # nothing that can be said
}
REFUSED = [(entry, changed) for entry in READY for changed in REFUSES.get(entry.name, [])]
# What the example needs beyond pip, done without.
WITH_PIP_ALONE: Mapping[str, Mapping[str, InputValue]] = {"translate-audio": {"target_lang": "en"}}
STAGE_CHARACTERS_MAX = 60  # a word or two for what is being done


def served(quick: set[str]) -> list[ParameterSet]:
    """Everything that engines serve, slow where its model is none of `quick`."""
    return [
        pytest.param(entry, pair, id="/".join(pair), marks=() if pair[1] in quick else pytest.mark.slow)
        for entry in READY
        for pair in sorted(entry.serves)
        if pair != ALWAYS_FAILS
    ]


@pytest.fixture
async def host(tmp_path: Path) -> AsyncIterator[EngineHost]:
    """Gives every run a process of its own."""
    host = EngineHost(slots=1, folder=tmp_path / "spool", runs_max=1)
    await host.start()
    yield host
    await host.stop()


@pytest.mark.parametrize("entry", ENGINES, ids=lambda entry: entry.name)
def test_an_engine_serves_only_what_the_catalogue_has(entry: EngineEntry) -> None:
    assert entry.serves
    assert entry.serves <= set(MODELS)


@pytest.mark.parametrize("entry", ENGINES, ids=lambda entry: entry.name)
def test_an_engine_is_ready_or_says_in_a_sentence_what_to_do(entry: EngineEntry) -> None:
    missing = REGISTRY.ready(entry)

    assert missing is None or (missing.endswith(".") and "\n" not in missing)


@pytest.mark.parametrize(("entry", "pair"), served(QUICK))
async def test_an_engine_makes_the_example_and_tells_how(host: EngineHost, entry: EngineEntry, pair: ToolModel) -> None:
    model = MODELS[pair]
    recorded = recording.with_recording(example(model), entry.target)
    async with running(host, recording.TARGET, model, recorded) as (outcome, folder):
        path = artifact_of(outcome)
        known = format_of(path.name)
        told = json.loads((folder / recording.RECORD).read_text())

        assert known is not None
        assert known.kind == CATALOGUE.tools[model.tool].output_type.value
        assert content_matches(path, known.suffix)
        assert_told_how(outcome)
        assert told
        assert all(0 <= fraction <= 1 for fraction, _ in told)
        assert all(len(stage) <= STAGE_CHARACTERS_MAX for _, stage in told)


@pytest.mark.parametrize(("entry", "pair"), served(QUICK_TWICE))
async def test_an_engine_makes_the_same_in_every_process(host: EngineHost, entry: EngineEntry, pair: ToolModel) -> None:
    made = []
    for _ in range(2):
        async with running(host, entry.target, MODELS[pair], example(MODELS[pair])) as (outcome, _):
            made.append(artifact_of(outcome).read_bytes())

    assert made[0] == made[1]


@pytest.mark.parametrize(("entry", "changed"), REFUSED)
async def test_an_engine_refuses_what_it_cannot_work_with(
    host: EngineHost, entry: EngineEntry, changed: Mapping[str, InputValue]
) -> None:
    for pair in sorted(entry.serves):
        model = MODELS[pair]
        async with running(host, entry.target, model, {**example(model), **changed}) as (outcome, _):
            assert isinstance(outcome, Refused)
            assert outcome.sentence.endswith(".")


@asynccontextmanager
async def running(
    host: EngineHost, target: str, model: Model, input: Mapping[str, InputValue]
) -> AsyncIterator[tuple[Outcome, Path]]:
    """The outcome of one run, and its folder as long as it is there."""
    async with host.folder_for("gen_ada", 1) as folder:
        files = {field.name: sample(field.media, folder / field.name, model.tool) for field in model.url_fields}
        request = Request("gen_ada", model.tool, model.slug, input, folder, files)
        yield (
            await host.run(
                target, request, limits=model.limits, on_progress=lambda *_: None, on_checkpoint=kept_nowhere
            ),
            folder,
        )


async def kept_nowhere(text: str) -> None:
    """A checkpoint that no later attempt will need."""


def assert_told_how(outcome: Outcome) -> None:
    """Every engine says how it made something; which engine it was, the service says."""
    assert isinstance(outcome, Made)
    assert isinstance(outcome.artifact.provenance["method"], str)
    assert {"engine", "version"}.isdisjoint(outcome.artifact.provenance)


def artifact_of(outcome: Outcome) -> Path:
    assert isinstance(outcome, Made), outcome
    return outcome.artifact.path


def example(model: Model) -> Mapping[str, InputValue]:
    """The catalogue's example as an engine gets it: checked, filled in, seeds drawn."""
    checked = model.check({**model.example, **WITH_PIP_ALONE.get(model.tool, {})})
    assert isinstance(checked, Checked)
    return checked.drawn(lambda _: 7).values


def sample(media: Media | None, path: Path, tool: str) -> Path:
    """A file such as a worker would have fetched."""
    if tool == "translate-audio":
        return speech_file(path.with_suffix(".wav"))
    if media is Media.AUDIO:
        return sound_file(path.with_suffix(".wav"), 2.0)
    return disc_png(path.with_suffix(".png"))


def speech_file(path: Path) -> Path:
    """Matilda says a sentence that is understood to the word."""
    from tests.procedural.dub_recordings import BROTHER, conversation, say, written

    return written(path, conversation(say(BROTHER, "Matilda", path.parent)))


def disc_png(path: Path) -> Path:
    """A picture that shows something: a dark disc on a light ground."""
    picture = Image.new("RGB", (96, 96), "#e8e8e0")
    ImageDraw.Draw(picture).ellipse((20, 16, 76, 80), fill="#7a3b2e")
    picture.save(path)
    return path
