"""Tools that installed packages bring: found by entry point, laid over the packaged ones and under the operator's."""

import logging
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from mediamill import catalogue, config
from mediamill.app import Service
from mediamill.assembly import load_catalogue
from mediamill.catalogue import PLUGIN_GROUP, Catalogue, Fixed, InvalidCatalogue
from mediamill.cli.main import cli
from mediamill.plugins import plugins
from tests.catalogue.shop import CATALOGUE
from tests.catalogue.test_load_catalogue import HAIKU


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where packages are installed."""
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(folder)
    return folder


def install(site: Path, package: str, entry_point: str, **tools: str) -> Path:
    """A distribution `acme-PACKAGE` with an entry point and a package of tools; importing it would fail."""
    info = site / f"acme_{package}-2.1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: acme-{package}\nVersion: 2.1\n")
    (info / "entry_points.txt").write_text(f"[{PLUGIN_GROUP}]\n{entry_point}\n")
    folder = site / f"acme_{package}" / "tools"
    folder.mkdir(parents=True)
    for path in (folder, folder.parent):
        (path / "__init__.py").write_text("raise AssertionError('imported')\n")
    for stem, text in tools.items():
        (folder / f"{stem.replace('_', '-')}.toml").write_text(text)
    return folder


def loaded(overlay: Path | None = None) -> Catalogue:
    return catalogue.load(overlay, installed=plugins(PLUGIN_GROUP))


def test_an_installed_package_adds_its_tools_with_their_pictures(site: Path) -> None:
    folder = install(site, "poems", "acme.poems = acme_poems.tools", haiku=HAIKU)
    (folder / "haiku.png").write_bytes(b"a picture")
    offered = loaded()

    assert [*CATALOGUE.tools, "haiku"] == [*offered.tools]
    assert (offered.tools["haiku"].picture, offered.broken) == (folder / "haiku.png", ())
    assert {"acme_poems", "acme_poems.tools"}.isdisjoint(sys.modules)


def test_the_operator_has_the_last_word(site: Path, tmp_path: Path) -> None:
    folder = install(site, "poems", "acme.poems = acme_poems.tools", haiku=HAIKU)
    own = tmp_path / "own"
    own.mkdir()
    (own / "haiku.toml").write_text('[models.basho]\nprice = { rule = "fixed", credits = 9 }\n')
    for picture in (folder / "haiku.png", own / "haiku.png"):
        picture.write_bytes(b"a picture")
    haiku = loaded(own).tools["haiku"]

    assert (haiku.models["basho"].price, haiku.name) == (Fixed(9), "Haiku")
    assert haiku.picture == own / "haiku.png"


def test_a_package_adds_a_model_to_a_packaged_tool_and_the_next_to_the_first_ones(site: Path) -> None:
    model = HAIKU[HAIKU.index("[models") :]
    install(site, "a", "acme.a = acme_a.tools", haiku=HAIKU, create_image=model.replace("basho", "issa"))
    install(site, "b", "acme.b = acme_b.tools", haiku=model.replace("basho", "buson"))
    offered = loaded()

    assert [*offered.tools["create-image"].models] == [*CATALOGUE.tools["create-image"].models, "issa"]
    assert [*offered.tools["haiku"].models] == ["basho", "buson"]


@pytest.mark.parametrize(
    ("entry_point", "fault"),
    [
        ("acme.poems = acme_gone", "There is no package `acme_gone`."),
        ("acme.poems = acme_poems.tools:Tools", "`acme_poems.tools:Tools` is not the name of a package."),
        ("acme.poems = acme_poems", "{site}/acme_poems has no TOML file."),
    ],
)
def test_an_entry_point_without_tool_files_is_left_out(site: Path, entry_point: str, fault: str) -> None:
    install(site, "poems", entry_point, haiku=HAIKU)
    offered = loaded()

    assert offered.tools == CATALOGUE.tools
    assert [(one.name, one.package, one.fault) for one in offered.broken] == [
        ("acme.poems", "acme-poems", fault.format(site=site))
    ]


def test_a_package_with_a_fault_is_left_out_whole_and_its_fault_says_where(site: Path) -> None:
    folder = install(site, "bad", "acme.bad = acme_bad.tools", haiku=HAIKU, create_image="primary = 5")
    install(site, "good", "acme.good = acme_good.tools", tanka=HAIKU)
    offered = loaded()

    assert [*offered.tools] == [*CATALOGUE.tools, "tanka"]
    assert offered.tools["create-image"] == CATALOGUE.tools["create-image"]
    [bad] = offered.broken
    assert (bad.name, bad.package) == ("acme.bad", "acme-bad")
    assert f'{folder}/create-image.toml, line 1: the tool: "primary" must be a non-empty string' in bad.fault


def test_what_an_operator_lays_over_a_tool_that_is_gone_is_told(site: Path, tmp_path: Path) -> None:
    install(site, "bad", "acme.bad = acme_bad.tools", haiku=HAIKU.replace("credits", "credit"))
    own = tmp_path / "own"
    own.mkdir()
    (own / "haiku.toml").write_text('name = "Poem"\n')

    with pytest.raises(InvalidCatalogue, match=r"own/haiku\.toml, line 1: the tool needs \"description\""):
        loaded(own)


def test_the_service_offers_installed_tools_and_commands_name_broken_ones_once(
    site: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    install(site, "poems", "acme.poems = acme_poems.tools", haiku=HAIKU)
    install(site, "bad", "acme.bad = acme_bad.tools\n[mediamill.engines]\nacme.mute = acme_bad:X", tanka="name = 5")
    (tmp_path / "data").mkdir()
    offered = load_catalogue(config.read(data_dir=tmp_path / "data"))
    caplog.set_level(logging.WARNING)
    doctor = CliRunner().invoke(cli, ["doctor", "--data-dir", str(tmp_path / "data"), "--json"])
    engines = CliRunner().invoke(cli, ["engines", "--data-dir", str(tmp_path / "data")])

    assert "haiku" in offered.tools
    assert doctor.stdout.count("left out, though acme-bad is installed") == 2
    assert "acme_bad/tools/tanka.toml, line 1" in doctor.stdout
    assert doctor.exit_code == 1
    assert [line.partition(". ")[0] for line in engines.stderr.splitlines() if "left out" in line] == [
        "The tools acme.bad of acme-bad are left out",
        "The engine acme.mute of acme-bad is left out",
    ]
    assert caplog.messages == []


async def test_the_service_logs_once_at_its_start_what_it_leaves_out(
    site: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    install(site, "bad", "acme.bad = acme_bad.tools\n[mediamill.engines]\nacme.mute = acme_bad:X", tanka="name = 5")
    service = Service(config.read(data_dir=tmp_path / "data"), serves=True, pools={})
    with caplog.at_level(logging.ERROR):
        await service.start()
        await service.stop()

    assert [message.partition(": ")[0] for message in caplog.messages] == [
        "the tools acme.bad of acme-bad are left out",
        "the engine acme.mute of acme-bad is left out",
    ]
