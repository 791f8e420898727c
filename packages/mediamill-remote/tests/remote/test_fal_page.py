"""docs/engines/fal.md says what the tables and options are, and its examples are tables."""

import re
import tomllib
from dataclasses import fields
from pathlib import Path

from mediamill_remote.fal.engine import FalEngine, FalOptions
from mediamill_remote.mapping import FieldMapping, FileMapping, Measure, MeasureHow, ModelMapping, Quantity
from mediamill_remote.prices import PriceLine, Unit
from tests.places import REPOSITORY

PAGE = (REPOSITORY / "docs/engines/fal.md").read_text()
ENGINE = FalEngine(FalOptions())
WORDS = {"": "none", None: "all"}  # for defaults


def test_every_price_is_on_the_page_as_it_is_in_the_table() -> None:
    expected = [
        f"| `{line.model}` | {line.amount.normalize():f} per {'started ' if line.started else ''}{line.unit} | "
        + (", ".join(f"`{name}` {str(value).lower()}" for name, value in line.when.items()) or "–")
        + f" | {line.valid_from} | {'yes' if line.verified else 'no'} |"
        for line in ENGINE.prices.lines
    ]

    assert re.findall(r"^\| `[\w./-]+` \| [\d.]+ per .*$", PAGE, re.M) == expected


def test_every_model_is_on_the_page_with_its_endpoint() -> None:
    shown = re.findall(r"^\| ([\w-]+/[\w-]+) \| `([\w./-]+)` \|", PAGE, re.M)

    assert shown == [(f"{tool}/{model}", mapping.endpoint) for (tool, model), mapping in ENGINE.models.items()]


def test_every_option_is_on_the_page_with_its_default() -> None:
    shown = dict(re.findall(r"^\| `(\w+)` \| `?([^|`]+?)`? \|", PAGE.split("## Which")[0], re.M))
    defaults = {
        one.name: f"{one.default:g}" if isinstance(one.default, float) else WORDS.get(one.default, one.default)
        for one in fields(FalOptions)
    }

    assert shown == {name: str(value) for name, value in {**defaults, "base_url": ENGINE.base_url}.items()}


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
