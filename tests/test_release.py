"""What belongs to a release: one version everywhere, licences that are told, and a checklist that names what exists."""

import re
import shutil
from pathlib import Path

import pytest

from scripts.release import bill, licences, version
from tests.places import REPOSITORY

CHECKLIST = REPOSITORY / "docs/contributing/releasing.md"


def test_packages_and_images_have_one_version() -> None:
    assert version.VERSION.fullmatch(version.version())


def test_a_new_version_is_written_everywhere_at_once(tmp_path: Path) -> None:
    for place in version.PLACES:
        (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(REPOSITORY / place, tmp_path / place)
    before = version.version(tmp_path)
    version.write("7.8.9rc1", tmp_path)
    changed = {place: (tmp_path / place).read_text() for place in version.PLACES}

    assert version.version(tmp_path) == "7.8.9rc1"
    assert all(text.count("\n") == (REPOSITORY / place).read_text().count("\n") for place, text in changed.items())
    (tmp_path / "deploy/compose.yaml").write_text("services: {}\n")
    with pytest.raises(version.Disagreement, match=r"deploy/compose\.yaml: none"):
        version.version(tmp_path)
    assert before == version.version()


def test_a_version_that_is_none_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="is not a version"):
        version.write("next", tmp_path)


def test_the_page_of_licences_is_what_the_packages_say() -> None:
    assert licences.PAGE.read_text() == licences.page(), "python -m scripts.release.licences"


def test_a_package_that_says_nothing_of_its_licence_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(licences, "KNOWN", {"unsaid": {}, "inside": {}})
    with pytest.raises(licences.NoLicence, match="espeakng-loader"):
        licences.licence_of("espeakng-loader")
    assert licences.licence_of("click") == "BSD-3-Clause"


def test_a_bill_of_materials_has_every_package_with_its_version() -> None:
    others = [{"name": name, "version": "1.0.0"} for name in sorted(bill.OURS - {"mediamill"})]
    made = {
        "metadata": {"component": {"name": "mediamill"}},
        "components": [*others, {"name": "click", "version": "8"}],
    }

    assert bill.completed(made, "1.0.0")["metadata"]["component"]["version"] == "1.0.0"
    with pytest.raises(bill.IncompleteBill, match=r"not 1\.0\.1: mediamill-client"):
        bill.completed(made, "1.0.1")
    with pytest.raises(bill.IncompleteBill, match="not listed: mediamill-client"):
        bill.completed({**made, "components": others[1:]}, "1.0.0")
    with pytest.raises(bill.IncompleteBill, match=r"no version: click"):
        bill.completed({**made, "components": [*others, {"name": "click"}]}, "1.0.0")


def test_the_checklist_names_files_that_are_there() -> None:
    named = re.findall(r"`((?:scripts|docs|deploy|tests)/[\w./-]+|\.ci/run|CHANGELOG\.md)`", CHECKLIST.read_text())

    assert len(named) >= 5
    assert [path for path in named if not (REPOSITORY / path).exists()] == []
