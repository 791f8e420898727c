"""Engines are found by entry point and described by a TOML file beside their module; nothing of theirs is imported."""

import sys
from pathlib import Path

import pytest

from mediamill.engines.installed import BrokenEngine, EngineEntry, read_engines, read_target
from mediamill.plugins import Plugin, plugins

SERVES_BEEPS = 'serves = ["sound-effects/audiogen", "beeps/plain"]'


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of installed packages."""
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


def write(path: Path, text: str = "raise AssertionError('imported')\n") -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def acme(name: str = "acme.beeps", value: str = "acme_beeps.engine:BeepEngine", distribution: str = "acme") -> Plugin:
    return Plugin(name, value, distribution, "2.1")


def only(plugin: Plugin) -> EngineEntry | BrokenEngine:
    entries, broken = read_engines([plugin])
    found: list[EngineEntry | BrokenEngine] = [*entries, *broken]
    return found[0]


def test_an_engine_is_what_its_entry_point_and_its_description_say(site: Path) -> None:
    write(site / "acme_beeps/__init__.py")
    write(site / "acme_beeps/engine.py")
    write(site / "acme_beeps/engine.toml", SERVES_BEEPS + "\npartial = true\ndeterministic = true\n")

    assert only(acme()) == EngineEntry(
        "acme.beeps",
        "acme_beeps.engine:BeepEngine",
        frozenset({("sound-effects", "audiogen"), ("beeps", "plain")}),
        is_partial=True,
        is_deterministic=True,
        package="acme",
        version="2.1",
    )
    assert "acme_beeps" not in sys.modules


@pytest.mark.parametrize(
    ("said", "kind"), [("", "process"), ('kind = "process"', "process"), ('kind = "remote"', "remote")]
)
def test_a_description_says_where_the_engine_runs(site: Path, said: str, kind: str) -> None:
    write(site / "acme_beeps.py")
    write(site / "acme_beeps.toml", f"{SERVES_BEEPS}\n{said}\n")
    entry = only(acme(value="acme_beeps:BeepEngine"))

    assert isinstance(entry, EngineEntry)
    assert entry.kind == kind


@pytest.mark.parametrize(
    ("value", "module", "description"),
    [
        ("acme_solo:BeepEngine", "acme_solo.py", "acme_solo.toml"),
        ("acme_pack:BeepEngine", "acme_pack/__init__.py", "acme_pack/engine.toml"),
        ("acme_deep.sub.beeps:BeepEngine", "acme_deep/sub/beeps.py", "acme_deep/sub/beeps.toml"),
        ("acme_deep.sub:BeepEngine", "acme_deep/sub/__init__.py", "acme_deep/sub/engine.toml"),
    ],
)
def test_the_description_stands_beside_the_module(site: Path, value: str, module: str, description: str) -> None:
    write(site / module)
    if "/" in module:
        write(site / value.partition(".")[0].partition(":")[0] / "__init__.py")
    write(site / description, SERVES_BEEPS)

    assert isinstance(only(acme(value=value)), EngineEntry)


@pytest.mark.parametrize(
    ("value", "description", "fault"),
    [
        ("acme_beeps.engine", SERVES_BEEPS, "`acme_beeps.engine` is not package.module:ClassName."),
        ("acme_gone.engine:X", SERVES_BEEPS, "There is no module for `acme_gone.engine:X`."),
        ("acme_beeps.gone:X", SERVES_BEEPS, "There is no module for `acme_beeps.gone:X`."),
        ("acme_beeps.engine:X", None, "Its description is missing: {site}/acme_beeps/engine.toml."),
        ("acme_beeps.engine:X", "serves = [", "engine.toml cannot be read: "),
        ("acme_beeps.engine:X", "", "serves: Field required"),
        ("acme_beeps.engine:X", "serves = []", "serves: Tuple should have at least 1 item"),
        ("acme_beeps.engine:X", 'serves = ["beeps"]', 'must be a list of "tool/model"'),
        ("acme_beeps.engine:X", SERVES_BEEPS + '\nkind = "magic"', "kind: Input should be 'process'"),
        ("acme_beeps.engine:X", SERVES_BEEPS + "\nspeed = 2", "speed: Extra inputs are not permitted"),
    ],
)
def test_what_is_wrong_with_an_engine_is_said_in_a_sentence(
    site: Path, value: str, description: str | None, fault: str
) -> None:
    write(site / "acme_beeps/__init__.py")
    write(site / "acme_beeps/engine.py")
    if description is not None:
        write(site / "acme_beeps/engine.toml", description)
    found = only(acme(value=value))

    assert isinstance(found, BrokenEngine)
    assert fault.format(site=site) in found.fault
    assert found.fault.endswith(".")


def test_a_fallback_comes_last_and_a_name_is_given_once(site: Path) -> None:
    for package, more in (("acme_a", "fallback = true"), ("acme_b", ""), ("acme_c", "")):
        write(site / package / "__init__.py")
        write(site / package / "engine.toml", f"{SERVES_BEEPS}\n{more}\n")
    entries, broken = read_engines(
        [
            acme("a.beeps", "acme_a:X"),
            acme("b.beeps", "acme_b:X"),
            acme("b.beeps", "acme_c:X", distribution="acme-too"),
        ]
    )

    assert [entry.name for entry in entries] == ["b.beeps", "a.beeps"]
    assert broken == (BrokenEngine("b.beeps", "acme-too", "acme has its name already."),)


def test_entry_points_of_installed_packages_are_plugins() -> None:
    [program] = [one for one in plugins("console_scripts") if one.distribution == "mediamill"]

    assert (program.name, program.value) == ("mediamill", "mediamill.cli:main")
    assert program.files_of_module() is not None


def test_a_class_of_the_operators_is_described_beside_its_module_or_by_whoever_names_it(site: Path) -> None:
    write(site / "acme_beeps/__init__.py")
    write(site / "acme_beeps/engine.py")
    target, plain = "acme_beeps.engine:BeepEngine", frozenset({("beeps", "plain")})

    assert read_target(target, plain) == EngineEntry(target, target, plain, is_partial=True)
    assert isinstance(read_target(target), BrokenEngine)
    assert isinstance(read_target("acme_gone:X", plain), BrokenEngine)

    write(site / "acme_beeps/engine.toml", SERVES_BEEPS)

    assert read_target(target, plain) == EngineEntry(
        target, target, frozenset({("sound-effects", "audiogen"), ("beeps", "plain")})
    )
