"""docs/engines/gemini.md says what the tables, options and words are, and its examples are tables."""

import re
import tomllib
from pathlib import Path

from mediamill_remote.gemini.engine import GeminiEngine
from mediamill_remote.gemini.verdicts import BLOCKS, FINISHES, REASONS
from mediamill_remote.mapped import MappedOptions
from tests.places import REPOSITORY
from tests.remote.pages import models_of, models_shown, options_of, options_shown, prices_of, prices_shown

PAGE = (REPOSITORY / "docs/engines/gemini.md").read_text()
ENGINE = GeminiEngine(MappedOptions())


def test_the_page_says_what_the_tables_and_options_are() -> None:
    assert prices_shown(PAGE) == prices_of(ENGINE)
    assert models_shown(PAGE) == models_of(ENGINE)
    assert options_shown(PAGE) == options_of(ENGINE)


def test_the_page_says_what_tokens_cost() -> None:
    shown = re.findall(r"^\| `([\w.-]+)` \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \|$", PAGE, re.M)
    rates = {
        (
            line.model,
            *(f"{amount.normalize():f}" for amount in (line.tokens.input, line.tokens.text, line.tokens.image)),
        )
        for line in ENGINE.prices.lines
        if line.tokens
    }

    assert sorted(shown) == sorted(rates)


def test_the_page_names_every_word_that_has_a_meaning() -> None:
    words = {*BLOCKS, *FINISHES, *REASONS}

    assert [word for word in sorted(words) if f"`{word}`" not in PAGE] == []


def test_the_pages_examples_are_tables(tmp_path: Path) -> None:
    own, models, prices = re.findall(r"^```toml\n(.*?)^```", PAGE, re.M | re.S)
    (tmp_path / "models.toml").write_text(models)
    (tmp_path / "prices.toml").write_text(prices)
    options = MappedOptions(models_file=str(tmp_path / "models.toml"), prices_file=str(tmp_path / "prices.toml"))
    engine = GeminiEngine(options)
    mapping = engine.models["create-image", "nano-banana"]

    assert engine.ready() is None
    assert any(line.model == mapping.endpoint for line in engine.prices.lines)
    assert tomllib.loads(own)["engines"]["create-image/nano-banana"][0] == "gemini"
