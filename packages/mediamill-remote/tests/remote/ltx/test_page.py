"""docs/engines/ltx.md says what the tables, options and errors are, and its examples are tables."""

import re
import tomllib
from pathlib import Path

from mediamill_remote.ltx.engine import LtxEngine
from mediamill_remote.ltx.verdicts import WORDS
from mediamill_remote.mapped import MappedOptions
from tests.places import REPOSITORY
from tests.remote.pages import models_of, models_shown, options_of, options_shown, prices_of, prices_shown

PAGE = (REPOSITORY / "docs/engines/ltx.md").read_text()
ENGINE = LtxEngine(MappedOptions())


def test_the_page_says_what_the_tables_and_options_are() -> None:
    assert prices_shown(PAGE) == prices_of(ENGINE)
    assert models_shown(PAGE) == models_of(ENGINE)
    assert options_shown(PAGE) == options_of(ENGINE)


def test_the_page_names_every_word_that_has_a_meaning() -> None:
    assert [word for word in sorted(WORDS) if f"`{word}`" not in PAGE] == []


def test_the_pages_examples_are_tables(tmp_path: Path) -> None:
    own, models, prices = re.findall(r"^```toml\n(.*?)^```", PAGE, re.M | re.S)
    (tmp_path / "models.toml").write_text(models)
    (tmp_path / "prices.toml").write_text(prices)
    options = MappedOptions(models_file=str(tmp_path / "models.toml"), prices_file=str(tmp_path / "prices.toml"))
    engine = LtxEngine(options)
    mapping = engine.models["create-video", "ltx-video"]

    assert engine.ready() is None
    assert set(mapping.offers()) == {"aspect_ratio"}
    assert any(line.when["model"] == mapping.fixed["model"] for line in engine.prices.lines)
    assert tomllib.loads(own)["engines"]["create-video/ltx-video"][0] == "ltx"
