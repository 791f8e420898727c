"""docs/engines/tencent.md says what the tables say."""

import re
import tomllib
from pathlib import Path

from mediamill_remote.tencent.engine import LOOKS, TencentEngine, TencentOptions
from mediamill_remote.tencent.verdicts import meanings
from tests.places import REPOSITORY
from tests.remote.pages import models_of, models_shown, options_of, options_shown, prices_of, prices_shown

PAGE = (REPOSITORY / "docs/engines/tencent.md").read_text()
ENGINE = TencentEngine(TencentOptions())


def test_the_tables_of_the_page_are_those_of_the_engine() -> None:
    assert prices_shown(PAGE) == prices_of(ENGINE)
    assert models_shown(PAGE) == models_of(ENGINE)
    assert options_shown(PAGE) == options_of(ENGINE)


def test_whether_a_model_was_tried_is_said() -> None:
    shown = re.findall(r"^\| [\w-]+/[\w-]+ \| `\w+` \| .* \| (yes|no) \|$", PAGE, re.M)

    assert shown == ["yes" if one.verified else "no" for one in ENGINE.models.values()]


def test_every_code_of_the_page_is_in_the_table() -> None:
    table = PAGE.split("## What goes wrong")[1].split("## Terms")[0]
    codes = {
        code for row in re.findall(r"^\| (.+?) \|", table, re.M) for code in re.findall(r"`([A-Z]\w+[.\w]*)`", row)
    }

    assert codes - set(meanings()) == {"FAIL", "DONE", "InternalError", "Retry-After"} & codes
    assert len(codes) > 8


def test_the_pages_examples_are_settings_and_tables(tmp_path: Path) -> None:
    own, abroad, models, prices = re.findall(r"^```toml\n(.*?)^```", PAGE, re.M | re.S)
    (tmp_path / "models.toml").write_text(models)
    (tmp_path / "prices.toml").write_text(prices)
    options = TencentOptions(models_file=str(tmp_path / "models.toml"), prices_file=str(tmp_path / "prices.toml"))
    engine = TencentEngine(options)
    mapping = engine.models["text-to-3d", "alpha3d-v3"]

    assert engine.ready() is None
    assert mapping.endpoint in LOOKS
    assert any(line.model == mapping.endpoint for line in engine.prices.lines)
    assert set(tomllib.loads(own)["engines"]) <= {"/".join(one) for one in ENGINE.models}
    assert set(tomllib.loads(abroad)["engine"]["tencent"]["models"]) < {"/".join(one) for one in ENGINE.models}
