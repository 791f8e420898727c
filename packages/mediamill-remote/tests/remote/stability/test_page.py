"""docs/engines/stability.md says what the tables, options and errors are."""

import re
import tomllib
from pathlib import Path

from mediamill_remote.mapped import MappedOptions
from mediamill_remote.stability.engine import StabilityEngine
from mediamill_remote.stability.verdicts import NAMES
from tests.places import REPOSITORY
from tests.remote.pages import models_of, models_shown, options_of, options_shown, prices_of, prices_shown

PAGE = (REPOSITORY / "docs/engines/stability.md").read_text()
ENGINE = StabilityEngine(MappedOptions())


def test_the_tables_of_the_page_are_those_of_the_engine() -> None:
    assert prices_shown(PAGE) == prices_of(ENGINE)
    assert models_shown(PAGE) == models_of(ENGINE)
    assert dict(options_shown(PAGE)) == {**options_of(ENGINE), "models": "none"}  # `default_models`


def test_the_page_names_every_error() -> None:
    assert [name for name in NAMES if f"`{name}`" not in PAGE] == []


def test_the_pages_examples_are_tables(tmp_path: Path) -> None:
    own, models, prices = re.findall(r"^```toml\n(.*?)^```", PAGE, re.M | re.S)
    (tmp_path / "models.toml").write_text(models)
    (tmp_path / "prices.toml").write_text(prices)
    options = MappedOptions(models_file=str(tmp_path / "models.toml"), prices_file=str(tmp_path / "prices.toml"))
    engine = StabilityEngine(options)
    mapping = engine.models["create-image", "nano-banana"]

    assert engine.ready() is None
    assert any(line.counts(dict(mapping.fixed), line.valid_from) for line in engine.prices.lines)
    assert set(tomllib.loads(own)["engine"]["stability"]["models"]) < {"/".join(one) for one in ENGINE.models}
