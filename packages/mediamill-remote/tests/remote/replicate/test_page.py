"""docs/engines/replicate.md says what the tables say."""

import re
import tomllib
from pathlib import Path

from mediamill_remote.mapped import MappedOptions
from mediamill_remote.replicate.engine import ReplicateEngine
from tests.places import REPOSITORY
from tests.remote.pages import models_of, models_shown, options_of, options_shown, prices_of, prices_shown

PAGE = (REPOSITORY / "docs/engines/replicate.md").read_text()
ENGINE = ReplicateEngine(MappedOptions())


def test_the_tables_of_the_page_are_those_of_the_engine() -> None:
    assert prices_shown(PAGE) == prices_of(ENGINE)
    assert models_shown(PAGE) == models_of(ENGINE)
    assert options_shown(PAGE) == options_of(ENGINE)


def test_every_model_is_on_the_page_with_its_version() -> None:
    shown = re.findall(r"^\| [\w-]+/[\w-]+ \| `.*?` \| (?:`(\w{8})…`|official, the newest) \| (yes|no) \|", PAGE, re.M)

    assert shown == [(one.version[:8], "yes" if one.verified else "no") for one in ENGINE.models.values()]


def test_every_model_has_a_licence() -> None:
    shown = re.findall(r"^\| `([\w./-]+)` \|", PAGE.split("## Terms and privacy")[1], re.M)

    assert shown == [one.endpoint for one in ENGINE.models.values()]


def test_the_pages_examples_are_tables(tmp_path: Path) -> None:
    own, models, prices = re.findall(r"^```toml\n(.*?)^```", PAGE, re.M | re.S)
    (tmp_path / "models.toml").write_text(models)
    (tmp_path / "prices.toml").write_text(prices)
    options = MappedOptions(models_file=str(tmp_path / "models.toml"), prices_file=str(tmp_path / "prices.toml"))
    engine = ReplicateEngine(options)
    mapping = engine.models["sound-effects", "audiogen"]

    assert engine.ready() is None
    assert any(line.model == mapping.endpoint for line in engine.prices.lines)
    assert set(tomllib.loads(own)["engine"]["replicate"]["models"]) < {"/".join(one) for one in ENGINE.models}
