"""docs/engines/elevenlabs.md says what the tables, options and errors are, and its examples are tables."""

import re
import tomllib
from pathlib import Path

from mediamill_remote.elevenlabs.engine import ElevenLabsEngine, ElevenLabsOptions
from mediamill_remote.elevenlabs.verdicts import WORDS
from mediamill_remote.outages import Meaning
from tests.places import REPOSITORY
from tests.remote.pages import models_of, models_shown, options_of, options_shown, prices_of, prices_shown

PAGE = (REPOSITORY / "docs/engines/elevenlabs.md").read_text()
ENGINE = ElevenLabsEngine(ElevenLabsOptions())
KINDS = {"authentication_error", "authorization_error", "rate_limit_error", "validation_error"}  # of many words each


def test_the_page_says_what_the_tables_and_options_are() -> None:
    assert prices_shown(PAGE) == prices_of(ENGINE)
    assert models_shown(PAGE) == models_of(ENGINE)
    assert options_shown(PAGE) == options_of(ENGINE)


def test_the_page_names_every_word_that_stops_work() -> None:
    words = {word for word, meaning in WORDS.items() if meaning is not Meaning.REFUSED} - KINDS

    assert [word for word in sorted(words) if f"`{word}`" not in PAGE] == []


def test_the_pages_examples_are_tables(tmp_path: Path) -> None:
    own, models, prices = re.findall(r"^```toml\n(.*?)^```", PAGE, re.M | re.S)
    (tmp_path / "models.toml").write_text(models)
    (tmp_path / "prices.toml").write_text(prices)
    options = ElevenLabsOptions(models_file=str(tmp_path / "models.toml"), prices_file=str(tmp_path / "prices.toml"))
    engine = ElevenLabsEngine(options)
    mapping = engine.models["text-to-speech", "voicevendor-tts"]

    assert engine.ready() is None
    assert set(mapping.fields["voice"].only) == set(mapping.fields["voice"].values)
    assert any(line.when.get("model_id") == mapping.fixed["model_id"] for line in engine.prices.lines)
    assert tomllib.loads(own)["engine"]["elevenlabs"]["concurrency"] == 5
