"""The three engines of sound as the service sees them, without torch: what they serve, need and say."""

import json
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from mediamill.catalogue import load
from mediamill.engines.installed import EngineEntry, find_installed
from mediamill.engines.sdk import ResidentEngine, WeightsFolders
from mediamill.plugins import plugins
from mediamill.weights import PLUGIN_GROUP, read_rows
from mediamill_local.kit import DiffusionOptions
from mediamill_local.sounds.acestep import AceStepEngine
from mediamill_local.sounds.demucs import DemucsEngine, DemucsOptions
from mediamill_local.sounds.stableaudio import Influence, StableAudioEngine, influence_of, seconds_of

CATALOGUE = load()
SERVED = {
    "local.acestep": {("create-music", "voicevendor-music")},
    "local.demucs": {("song-splitter", "demucs")},
    "local.stableaudio": {("sound-effects", "audiogen"), ("sound-effects", "voicevendor-sound-effects")},
}


def engines(home: Path) -> list[ResidentEngine]:
    folders = WeightsFolders(home)
    return [
        AceStepEngine(DiffusionOptions(), folders),
        DemucsEngine(DemucsOptions(), folders),
        StableAudioEngine(DiffusionOptions(), folders),
    ]


@pytest.mark.parametrize("name", SERVED)
def test_each_is_found_by_its_name_and_serves_its_models(name: str) -> None:
    entry = find_installed(name)

    assert isinstance(entry, EngineEntry)
    assert (entry.kind, entry.pool, entry.is_deterministic) == ("resident", "gpu", True)
    assert entry.serves == SERVED[name]


def test_the_rows_that_they_need_are_rows_for_them(tmp_path: Path) -> None:
    known = read_rows(None, [one for one in plugins(PLUGIN_GROUP) if one.distribution == "mediamill-local"])
    names = {point.value: point.name for point in entry_points(group="mediamill.engines")}

    for engine in engines(tmp_path):
        (row,) = engine.rows()
        assert known.named(row).engine == names[f"{type(engine).__module__}:{type(engine).__name__}"]


def test_without_libraries_each_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mediamill.engines.environments.importlib.util.find_spec", lambda name: None)
    said = [engine.ready() or "" for engine in engines(tmp_path)]

    assert [sentence.rpartition(": ")[2] for sentence in said] == [
        "pip install 'mediamill-local[diffusion]'",
        "pip install 'mediamill-local[stems]'",
        "pip install 'mediamill-local[diffusion]'",
    ]


def test_files_of_stable_audio_that_were_not_converted_are_told_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mediamill.engines.environments.importlib.util.find_spec", lambda name: object())
    folder = tmp_path / "stable-audio-3-small"
    folder.mkdir()
    (folder / "model_config.json").write_text("{}")
    engine = StableAudioEngine(DiffusionOptions(), WeightsFolders(tmp_path))

    assert "mediamill models import stable-audio-3-small FOLDER" in (engine.ready() or "")

    (folder / "model_index.json").write_text(json.dumps({"_class_name": "StableAudio3Pipeline"}))

    assert engine.ready() is None


def test_how_long_a_sound_is() -> None:
    (duration,) = (
        field
        for field in CATALOGUE.tools["sound-effects"].models["voicevendor-sound-effects"].fields
        if field.name == "duration"
    )

    assert [seconds_of(value) for value in duration.allowed] == [None, 1.0, 2.0, 3.0, 5.0, 10.0, 15.0, 20.0, 30.0]


def test_a_distilled_checkpoint_ignores_the_influence_and_says_so() -> None:
    assert influence_of(0.9, is_distilled=True) == Influence(8, 1.0, ("prompt_influence 0.9",))
    assert influence_of(0.3, is_distilled=True) == Influence(8, 1.0)
    assert influence_of(None, is_distilled=True) == Influence(8, 1.0)


def test_a_base_checkpoint_follows_it() -> None:
    guided = [influence_of(asked, is_distilled=False) for asked in (0.1, 0.3, 0.9)]

    assert [one.guidance for one in guided] == pytest.approx([1.6, 2.8, 6.4])
    assert {(one.steps, one.ignored) for one in guided} == {(100, ())}
    assert influence_of(None, is_distilled=False) == guided[1]
