"""docs/engines/bfl.md says what the tables, options and states are."""

import re
import tomllib
from pathlib import Path

from mediamill_remote.bfl.engine import BflEngine, BflOptions
from mediamill_remote.bfl.verdicts import STATES
from tests.places import REPOSITORY
from tests.remote.pages import models_of, models_shown, options_of, options_shown, prices_of, prices_shown

PAGE = (REPOSITORY / "docs/engines/bfl.md").read_text()
ENGINE = BflEngine(BflOptions())


def test_the_tables_of_the_page_are_those_of_the_engine() -> None:
    assert prices_shown(PAGE) == prices_of(ENGINE)
    assert models_shown(PAGE) == models_of(ENGINE)
    assert options_shown(PAGE) == options_of(ENGINE)


def test_the_page_names_every_state_and_every_host() -> None:
    assert [word for word in STATES if f"`{word}`" not in PAGE] == []
    assert [host for host in (*ENGINE.hosts, *ENGINE.key_hosts) if f"`{host}`" not in PAGE] == []


def test_the_pages_examples_are_tables(tmp_path: Path) -> None:
    own, models, prices = re.findall(r"^```toml\n(.*?)^```", PAGE, re.M | re.S)
    (tmp_path / "models.toml").write_text(models)
    (tmp_path / "prices.toml").write_text(prices)
    options = BflOptions(models_file=str(tmp_path / "models.toml"), prices_file=str(tmp_path / "prices.toml"))
    engine = BflEngine(options)
    mapping = engine.models["create-image", "flux-2-flex"]

    assert engine.ready() is None
    assert any(line.model == mapping.endpoint for line in engine.prices.lines)
    assert tomllib.loads(own)["engine"]["bfl"]["concurrency"] <= 24
