from pathlib import Path

import pytest

from mediamill.accounts import Secrets
from mediamill.accounts.secret import EmptySecret


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
