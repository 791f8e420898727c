"""docs/policies.md, done by somebody who reads it; and what stops a start instead of being passed over."""

import re
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from mediamill import app, config
from mediamill.policies import PLUGIN_GROUP, UnusablePolicy, open_judges
from tests.places import REPOSITORY

GUIDE = (REPOSITORY / "docs/policies.md").read_text()
PYTHON, TOML = (
    "".join(re.findall(rf"^```{language}\n(.*?)^```", GUIDE, re.M | re.S)) for language in ("python", "toml")
)
Install = Callable[[str, str], None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    """Installs a distribution with one module and the entry points of its project file."""
    monkeypatch.syspath_prepend(tmp_path)

    def write(project: str, source: str) -> None:
        described = tomllib.loads(project)["project"]
        points = described["entry-points"][PLUGIN_GROUP]
        module = next(iter(points.values())).partition(":")[0]
        info = tmp_path / f"{described['name'].replace('-', '_')}-{described['version']}.dist-info"
        info.mkdir()
        name = f"Name: {described['name']}\nVersion: {described['version']}\n"
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\n{name}")
        lines = [f"{name} = {value}\n" for name, value in points.items()]
        (info / "entry_points.txt").write_text(f"[{PLUGIN_GROUP}]\n{''.join(lines)}")
        (tmp_path / f"{module}.py").write_text(source)

    return write


async def test_the_policy_of_the_guide_works(install: Install, tmp_path: Path) -> None:
    install(TOML, PYTHON)
    (tmp_path / "words.txt").write_text("wolf\n")
    judges = open_judges(["no-late-news"], tmp_path / "words.txt", 10.0)
    speech = ("text-to-speech", "voicevendor-tts")

    assert [*judges.policies] == ["words", "no-late-news"]
    assert await judges.judge(*speech, {"prompt": "Good morning."}) is None
    assert await judges.judge(*speech, {"prompt": "Breaking News: it rains"}) == (
        "News are not read aloud here. Please send another text."
    )
    assert "wolf" in str(await judges.judge("create-image", "nano-banana", {"prompt": "a Wolf"}))


PROJECT = TOML.replace("house_rules:NoLateNews", "{value}")


@pytest.mark.parametrize(
    ("value", "source", "fault"),
    [
        ("broken:Policy", "import nothing_like_this", "ModuleNotFoundError"),
        ("absent:Policy", "", "AttributeError"),
        ("greedy:Policy", "class Policy:\n    def __init__(self, key): ...\n", "TypeError"),
        ("silent:Policy", "class Policy: ...\n", "has no method judge"),
    ],
)
def test_what_cannot_be_used_stops_the_start(install: Install, value: str, source: str, fault: str) -> None:
    install(PROJECT.format(value=value), source)

    with pytest.raises(UnusablePolicy, match=fault):
        open_judges(["no-late-news"], None, 10.0)


def test_a_policy_that_nobody_installed_and_a_file_that_is_not_there_stop_the_start(tmp_path: Path) -> None:
    with pytest.raises(UnusablePolicy, match=r"no installed package has it in the group mediamill\.policy: none"):
        app.Service(config.read(data_dir=tmp_path, policies=("strict",)), serves=False, pools={"cpu": 1})
    with pytest.raises(UnusablePolicy, match=r"words\.txt"):
        app.Service(config.read(data_dir=tmp_path, policy_words=tmp_path / "words.txt"), serves=False, pools={"cpu": 1})


def test_a_process_that_runs_nothing_needs_no_policy(tmp_path: Path) -> None:
    service = app.Service(config.read(data_dir=tmp_path, policies=("strict",)), serves=True, pools={})

    assert service.judges.policies == {}
