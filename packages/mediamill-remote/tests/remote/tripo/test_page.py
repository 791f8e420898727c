"""docs/engines/tripo.md says what the tables say."""

import re
import tomllib
from pathlib import Path

from mediamill_remote.tripo.engine import TripoEngine, TripoOptions
from mediamill_remote.tripo.verdicts import submit_failure
from tests.places import REPOSITORY
from tests.remote.pages import models_of, models_shown, options_of, options_shown, prices_of, prices_shown

PAGE = (REPOSITORY / "docs/engines/tripo.md").read_text()
ENGINE = TripoEngine(TripoOptions())


def test_the_tables_of_the_page_are_those_of_the_engine() -> None:
    assert prices_shown(PAGE) == prices_of(ENGINE)
    assert models_shown(PAGE) == models_of(ENGINE)
    assert options_shown(PAGE) == {**options_of(ENGINE), "models": "none"}  # TripoEngine.default_models


def test_the_page_names_the_version_of_each_model() -> None:
    shown = re.findall(r"^\| [\w-]+/[\w-]+ \| `[\w./-]+` \| `(.*?)` \|", PAGE, re.M)

    assert shown == [one.fixed["model"] for one in ENGINE.models.values()]


def test_the_page_names_every_code_that_is_known() -> None:
    codes = {number for number in submit_failure.__code__.co_consts if isinstance(number, int) and number >= 1_000}

    assert codes
    assert [code for code in codes if str(code) not in PAGE] == []


def test_the_pages_examples_are_tables(tmp_path: Path) -> None:
    own, models, prices = re.findall(r"^```toml\n(.*?)^```", PAGE, re.M | re.S)
    (tmp_path / "models.toml").write_text(models)
    (tmp_path / "prices.toml").write_text(prices)
    options = TripoOptions(models_file=str(tmp_path / "models.toml"), prices_file=str(tmp_path / "prices.toml"))
    engine = TripoEngine(options)
    mapping = engine.models["text-to-3d", "beta-v6"]

    assert engine.ready() is None
    assert any(line.model == mapping.endpoint for line in engine.prices.lines)
    assert set(tomllib.loads(own)["engine"]["tripo"]["models"]) <= {"/".join(one) for one in ENGINE.models}
