"""Models that an operator adds to a vendor's engine with `models_file` alone, and files that cannot be used."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from mediamill.config import InvalidSettings
from mediamill.engines import RemoteSetup, SecretSources, read_installed, with_own_models
from mediamill.engines.section import set_up
from mediamill_remote.fal.engine import FalEngine
from tests.fakes.fal import KEY, FakeFal
from tests.fakes.server import Stage
from tests.remote.conftest import CATALOGUE
from tests.remote.serving import FAL, serving
from tests.service import Service

ADDED = ("sound-effects", "audiogen")
TONES = """
["sound-effects/audiogen"]
endpoint = "acme/tones"
suffix = ".mp3"
typical_seconds = 2
fields = { prompt = "text" }
result = "tone.url"
"""
CUT_OUT = """
["voice-isolator/voicevendor-voice-isolator"]
endpoint = "acme/tones"
suffix = ".mp3"
typical_seconds = 2
files = { audio_url = "recording" }
result = "tone.url"
"""
MINUTES = 180.0


@pytest.fixture
def mill(tmp_path: Path, stage: Stage) -> Iterator[Service]:
    section = FAL.replace("{base}", stage.base) + 'models_file = "{models}"\n'
    with serving(tmp_path, section, {"key": KEY, "models": TONES}) as service:
        yield service


@pytest.mark.slow
def test_a_model_that_the_engine_does_not_come_with_is_made(mill: Service, fal: FakeFal) -> None:
    ada = mill.open_account("ada", credits=100)

    shown = ada.wait(ada.start(ADDED[0], model=ADDED[1], prompt="a door"), seconds=MINUTES)

    assert shown["status"] == "success", shown
    assert shown["output"].endswith(".mp3")
    assert (fal.ledger.only.model, fal.ledger.only.body) == ("acme/tones", {"text": "a door"})
    told = ada.get(f"/ext/generations/{shown['id']}").json()
    assert (told["engine"], told["provenance"]["method"]) == ("fal", "acme/tones")
    assert mill.is_exact()


@pytest.mark.slow
def test_it_is_not_among_those_that_the_package_serves_and_the_table_of_engines_shows_it(mill: Service) -> None:
    entries, _ = read_installed()
    rows = {(row["tool"], row["model"]): row for row in mill.told("engines")}

    assert all(ADDED not in entry.serves for entry in entries if entry.name == "fal")
    assert rows[ADDED]["engine"] == "fal"
    assert rows[ADDED]["missing"] is None
    table = mill.call_command("engines", "--all").stdout
    assert [line for line in table.splitlines() if "audiogen" in line and " fal " in line], table


@pytest.mark.slow
def test_an_operator_may_give_it_to_another_engine(tmp_path: Path, stage: Stage, mill: Service) -> None:
    file = tmp_path / "mediamill.toml"
    file.write_text(file.read_text() + '[engines]\n"sound-effects/audiogen" = ["procedural.effects", "fal"]\n')

    rows = {(row["tool"], row["model"]): row for row in mill.told("engines")}

    assert rows[ADDED]["engine"] == "procedural.effects"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (
            TONES.replace("audiogen", "audiogem"),
            "`sound-effects/audiogem`: there is no such model; there are: sound-effe",
        ),
        (TONES.replace("sound-effects", "sounds"), "`sounds/audiogen`: there is no such model; there are: the tools "),
        (TONES.replace("prompt =", "promt ="), "fields.promt: the model has no field `promt` there; it has: prompt"),
        (CUT_OUT.replace("audio_url", "audio"), "files.audio: the model has no field `audio` there; it has: audio_url"),
        (CUT_OUT.replace("files", "fields"), "fields.audio_url: `audio_url` is a file: write it below `files`"),
        (
            CUT_OUT + 'measures = { seconds = { how = "recording", of = "recording" } }',
            "measures.seconds.of: the model has no field `recording` there; it has: audio_url",
        ),
        (
            TONES + "seconds_max = { length = { long = 9 } }",
            "seconds_max.length: the model has no field `length` there; it has: prompt",
        ),
        (TONES.replace("suffix", "sufix"), "there is no key `sufix`; there are: endpoint, version"),
        (TONES.replace('suffix = ".mp3"', ""), "`sound-effects/audiogen`: suffix: it is missing"),
        (TONES.replace("= 2", '= "two"'), "typical_seconds: Input should be a valid number"),
        (TONES.replace("[", "", 1), "at line 2"),
    ],
)
def test_a_file_that_cannot_be_used_is_a_fault_that_says_where_and_what(tmp_path: Path, text: str, fault: str) -> None:
    file = tmp_path / "own.toml"
    file.write_text(text)

    with pytest.raises(InvalidSettings) as refused:
        with_own_models(read_installed()[0], [fal_with(models_file=file)], CATALOGUE)

    assert f'engine."fal": models_file: {file}: ' in str(refused.value)
    assert fault in str(refused.value)


def test_a_file_of_prices_that_cannot_be_used_is_one_too(tmp_path: Path) -> None:
    file = tmp_path / "prices.toml"
    file.write_text('[[price]]\nmodel = "acme/tones"\n')

    with pytest.raises(InvalidSettings, match=r'engine."fal": prices_file: .*: price 1 \(`acme/tones`\): unit: it is'):
        with_own_models(read_installed()[0], [fal_with(prices_file=file)], CATALOGUE)


@pytest.mark.slow
def test_neither_the_service_nor_a_command_begins_with_such_a_file(tmp_path: Path, stage: Stage) -> None:
    (tmp_path / "own.toml").write_text(TONES.replace("audiogen", "audiogem"))
    (tmp_path / "mediamill.toml").write_text(f'[engine."fal"]\nmodels_file = "{tmp_path}/own.toml"\n')
    service = Service(tmp_path / "data")

    for command in (("serve", "--port", "0"), ("engines",)):
        ended = service.run_command(*command)
        assert ended.returncode == 1
        assert f'engine."fal": models_file: {tmp_path}/own.toml: `sound-effects/audiogem`: ' in ended.stderr
        assert "Traceback" not in ended.stderr


def fal_with(**files: Path) -> RemoteSetup:
    """A set-up fal with these files."""
    silent = SecretSources(environment=lambda _: None, file=str, stored=lambda _: None)
    return set_up("fal", FalEngine, {option: str(file) for option, file in files.items()}, silent)
