"""Rows of installed packages, found without importing anything, and those of the operator's own file."""

import sys
from pathlib import Path

import pytest

from mediamill.config import InvalidSettings
from mediamill.plugins import plugins
from mediamill.weights import PLUGIN_GROUP, Licence, UnknownWeights, read_rows
from tests.weights.samples import REPOSITORY, ROW, TOML


def install(site: Path, package: str, toml: str, name: str | None = None) -> None:
    """A distribution with an entry point and a TOML file in its package; importing it would fail."""
    info = site / f"{package}-2.1.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 2.1\n")
    (info / "entry_points.txt").write_text(f"[{PLUGIN_GROUP}]\n{name or package} = acme_{package}\n")
    folder = site / f"acme_{package}"
    folder.mkdir()
    (folder / "__init__.py").write_text("raise AssertionError('imported')\n")
    (folder / "weights.toml").write_text(toml)


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(folder)
    return folder


@pytest.fixture
def own(tmp_path: Path) -> Path:
    return tmp_path / "own.toml"


def test_an_installed_package_adds_rows_without_being_imported(site: Path) -> None:
    install(site, "herons", TOML)
    known = read_rows(None, plugins(PLUGIN_GROUP))

    assert known.named("heron").repository == REPOSITORY
    assert known.named("heron").source == "herons 2.1"
    assert "acme_herons" not in sys.modules
    with pytest.raises(UnknownWeights, match=r"`crane`; there are: .*heron"):
        known.named("crane")


def test_the_operators_row_wins_and_says_so(site: Path, own: Path) -> None:
    install(site, "herons", TOML)
    own.write_text(TOML.replace(REPOSITORY, "me/heron") + TOML.replace("[heron]", "[crane]"))
    known = read_rows(own, plugins(PLUGIN_GROUP))

    assert (known.named("heron").repository, known.named("heron").replaces) == ("me/heron", "herons 2.1")
    assert (known.named("crane").source, known.named("crane").replaces) == (str(own), None)


def test_a_row_says_all_there_is(own: Path) -> None:
    own.write_text(
        TOML
        + f'conditions = "Free below a million"\ngated = true\ncommit = "{"a" * 40}"\nformat = "ctranslate2"\n'.replace(
            '"*/*', '"*/*'
        )
    )
    row = read_rows(own, []).named("heron")

    assert row.licence == Licence(ROW.licence.name, ROW.licence.url, "Free below a million")
    assert (row.is_gated, row.commit, row.format, row.files) == (True, "a" * 40, "ctranslate2", ROW.files)


def test_a_package_with_a_fault_or_a_name_that_is_taken_is_left_out(site: Path) -> None:
    install(site, "herons", TOML)
    install(site, "other", TOML)
    install(site, "broken", "[heron2]\nengine = 7\n")
    known = read_rows(None, plugins(PLUGIN_GROUP))
    faults = {one.package: one.fault for one in known.broken if one.package in ("other", "broken")}

    assert known.named("heron").source == "herons 2.1"
    assert faults["other"] == "herons 2.1 has weights called `heron` already."
    assert "[heron2]: engine: Input should be a valid string" in faults["broken"]


@pytest.mark.parametrize(
    ("was", "becomes", "sentence"),
    [
        ("[heron]", "[Heron]", "a name is lower-case"),
        ("[heron]", '["../heron"]', "a name is lower-case"),
        ("[heron]", '["heron.part"]', "a name is lower-case"),
        ('"*/*.json"', '"*/*.bin"', "may hold code"),
        ('"*/*.json"', '"*"', "may hold code"),
        ('"*/*.json"', '"model.bin"', "may hold code"),
        ('"*/*.json"', '"../*.json"', "within the repository"),
        ('"*/*.json"', '"/*.json"', "within the repository"),
        ('"*/*.json"', '"**/*.json"', "stays within one folder"),
        ('"acme/heron-image"', '"acme"', "repository"),
        ('"acme/heron-image"', '"acme/../heron"', "repository"),
        ('"https://www', '"http://www', "licence_url"),
        ("[heron]\n", '[heron]\ncommit = "main"\n', "commit"),
        ("[heron]\n", "[heron]\ncolour = 1\n", "colour"),
        ("[heron]\n", "[heron\n", "cannot be read"),
    ],
)
def test_a_fault_in_the_operators_file_is_said_with_its_row(own: Path, was: str, becomes: str, sentence: str) -> None:
    assert was in TOML
    own.write_text(TOML.replace(was, becomes))
    with pytest.raises(InvalidSettings, match=sentence):
        read_rows(own, [])
