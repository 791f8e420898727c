"""docs/engines/meshy.md says what the tables say."""

import re
import tomllib
from pathlib import Path

from mediamill_remote.meshy.engine import MeshyEngine, MeshyOptions
from tests.places import REPOSITORY
from tests.remote.pages import models_of, models_shown, options_of, options_shown, prices_of, prices_shown

PAGE = (REPOSITORY / "docs/engines/meshy.md").read_text()
ENGINE = MeshyEngine(MeshyOptions())


def test_the_tables_of_the_page_are_those_of_the_engine() -> None:
    assert prices_shown(PAGE) == prices_of(ENGINE)
    assert models_shown(PAGE) == models_of(ENGINE)
    assert options_shown(PAGE) == options_of(ENGINE)


def test_the_pages_examples_are_tables(tmp_path: Path) -> None:
    own, models, prices = re.findall(r"^```toml\n(.*?)^```", PAGE, re.M | re.S)
    (tmp_path / "models.toml").write_text(models)
    (tmp_path / "prices.toml").write_text(prices)
    options = MeshyOptions(models_file=str(tmp_path / "models.toml"), prices_file=str(tmp_path / "prices.toml"))
    engine = MeshyEngine(options)
    mapping = engine.models["image-to-3d-object", "triposr"]

    assert engine.ready() is None
    assert any(line.model == mapping.endpoint for line in engine.prices.lines)
    section = tomllib.loads(own)
    assert set(section["engine"]["meshy"]) <= {
        *ENGINE.options.__dataclass_fields__,
        "key_file",
        "concurrency",
        "max_per_day",
    }
    assert set(section["engines"]) <= {"/".join(one) for one in ENGINE.models}
