"""docs/engines/fal.md says what the tables and options are, and its examples are tables."""

import re
import tomllib
from pathlib import Path

from mediamill_remote.fal.engine import FalEngine, FalOptions
from mediamill_remote.mapping import FieldMapping, FileMapping, Measure, MeasureHow, ModelMapping, Quantity
from mediamill_remote.prices import PriceLine, Unit
from tests.places import REPOSITORY
from tests.remote.pages import models_of, models_shown, options_of, options_shown, prices_of, prices_shown

PAGE = (REPOSITORY / "docs/engines/fal.md").read_text()
ENGINE = FalEngine(FalOptions())


def test_the_page_says_what_the_tables_and_options_are() -> None:
    assert prices_shown(PAGE) == prices_of(ENGINE)
    assert models_shown(PAGE) == models_of(ENGINE)
    assert options_shown(PAGE) == options_of(ENGINE)


def test_the_page_names_every_key_of_a_table() -> None:
    told = PAGE.split("## Models of your own")[1].split("## What goes wrong")[0]
    keys = {
        name for shape in (ModelMapping, FieldMapping, FileMapping, Measure, PriceLine) for name in shape.model_fields
    }
    words = {*map(str, Quantity), *map(str, MeasureHow), *map(str, Unit)}

    assert [name for name in sorted(keys | words) if f"`{name}`" not in told] == []


def test_the_pages_examples_are_tables(tmp_path: Path) -> None:
    own, models, prices = re.findall(r"^```toml\n(.*?)^```", PAGE, re.M | re.S)
    (tmp_path / "models.toml").write_text(models)
    (tmp_path / "prices.toml").write_text(prices)
    options = FalOptions(models_file=str(tmp_path / "models.toml"), prices_file=str(tmp_path / "prices.toml"))
    engine = FalEngine(options)
    mapping = engine.models["create-image", "nano-banana"]

    assert engine.ready() is None
    assert mapping.endpoint == "fal-ai/nano-banana-2"
    assert any(line.model == mapping.endpoint for line in engine.prices.lines)
    assert tomllib.loads(own)["engine"]["fal"]["concurrency"] == 2
