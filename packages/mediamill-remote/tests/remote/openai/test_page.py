"""docs/engines/openai.md says what the tables, options and errors are, and its examples are settings and tables."""

import re
import tomllib
from pathlib import Path

from mediamill_remote.openai.engine import OpenAIEngine, OpenAIOptions
from mediamill_remote.openai.verdicts import WORDS
from tests.places import REPOSITORY
from tests.remote.openai.conftest import SERVERS
from tests.remote.pages import models_of, models_shown, options_of, options_shown, prices_of, prices_shown

PAGE = (REPOSITORY / "docs/engines/openai.md").read_text()
ENGINES = [OpenAIEngine(OpenAIOptions(server=server)) for server in SERVERS]  # type: ignore[arg-type]


def test_the_page_says_what_the_tables_and_options_are() -> None:
    assert models_shown(PAGE) == [row for engine in ENGINES for row in models_of(engine)]
    assert prices_shown(PAGE) == prices_of(OpenAIEngine(OpenAIOptions(base_url="https://api.openai.com")))
    assert options_shown(PAGE) == {**options_of(ENGINES[0]), "base_url": "none", "models": "none"}


def test_every_model_that_is_named_is_on_the_page() -> None:
    named = {
        str(mapping.fixed["model"]) for one in ENGINES for mapping in one.models.values() if "model" in mapping.fixed
    }

    assert [name for name in sorted(named) if f"`{name}`" not in PAGE] == []


def test_the_page_names_every_word_that_is_known() -> None:
    assert [word for word in WORDS if f"`{word}`" not in PAGE] == []


def test_the_pages_examples_are_settings_and_a_table(tmp_path: Path) -> None:
    sections, models = re.findall(r"^```toml\n(.*?)^```", PAGE, re.M | re.S)
    (tmp_path / "models.toml").write_text(models)
    read = tomllib.loads(sections)["engine"]
    engine = OpenAIEngine(OpenAIOptions(models_file=str(tmp_path / "models.toml")))
    films = {name: value for name, value in read["openai.films"].items() if name != "concurrency"}

    assert engine.ready() is None
    assert set(engine.models["text-to-speech", "voicevendor-tts"].fields["voice"].only) == {"Alice", "Will"}
    assert set(read) == {"openai", "openai.films", "openai.voices"}
    assert OpenAIEngine(OpenAIOptions(**films)).ready() is None
    assert OpenAIEngine(OpenAIOptions(base_url=read["openai"]["base_url"])).is_openais
