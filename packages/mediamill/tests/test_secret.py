import os
from pathlib import Path

import pytest

from mediamill.secret import EmptySecret, Secrets


def test_the_secret_is_made_once_and_kept_private(tmp_path: Path) -> None:
    first = Secrets.open(None, tmp_path).derived("api-keys")

    assert Secrets.open(None, tmp_path).derived("api-keys") == first
    assert (tmp_path / "secret.key").stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["secret.key"]


def test_each_purpose_has_its_own(tmp_path: Path) -> None:
    secrets = Secrets.open("long and random", tmp_path)

    assert secrets.derived("api-keys") != secrets.derived("webhooks")
    assert list(tmp_path.iterdir()) == []


def test_an_empty_file_is_no_secret(tmp_path: Path) -> None:
    (tmp_path / "secret.key").write_text("\n")

    with pytest.raises(EmptySecret):
        Secrets.open(None, tmp_path)


def test_the_first_start_makes_the_folder_too(tmp_path: Path) -> None:
    folder = tmp_path / "srv" / "mediamill"
    first = Secrets.open(None, folder).derived("api-keys")

    assert Secrets.open(None, folder).derived("api-keys") == first


def test_of_two_first_starts_at_once_one_secret_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    link = os.link

    def another_was_first(source: Path, target: Path) -> None:
        target.write_text("the other one's")
        link(source, target)

    monkeypatch.setattr(os, "link", another_was_first)

    assert Secrets.open(None, tmp_path).master == b"the other one's"
    assert [path.name for path in tmp_path.iterdir()] == ["secret.key"]


def test_the_secret_is_on_the_disk_before_it_has_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    steps: list[tuple[str, int]] = []
    link, fsync = os.link, os.fsync

    def noted_link(source: Path, target: Path) -> None:
        steps.append(("named", source.stat().st_size))
        link(source, target)

    def noted_fsync(descriptor: int) -> None:
        steps.append(("synced", os.fstat(descriptor).st_size))
        fsync(descriptor)

    monkeypatch.setattr(os, "link", noted_link)
    monkeypatch.setattr(os, "fsync", noted_fsync)
    Secrets.open(None, tmp_path)

    assert steps[:2] == [("synced", 64), ("named", 64)]
