"""What is kept is for its owner alone, whatever the umask is."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest
from click.testing import CliRunner

from mediamill import accounts, app, assembly, backups, config
from mediamill.accounts import Plan, open_account
from mediamill.cli.main import cli
from mediamill.fsync import data_folder_mode, make_folder
from tests.codecs.samples import flat_png
from tests.tried_once import attacks_tried_once

__all__ = ["attacks_tried_once"]


@pytest.fixture
def open_to_all() -> Iterator[None]:
    """An umask that takes nothing away."""
    before = os.umask(0)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, str]:
    """The rights of everything below a folder that others have any of."""
    wide = {}
    for path in folder.rglob("*"):
        mode = stat.S_IMODE(path.stat().st_mode)
        if mode & 0o077:
            wide[str(path.relative_to(folder))] = oct(mode)
    return wide


@pytest.mark.usefixtures("open_to_all")
async def test_everything_a_service_keeps_is_private(tmp_path: Path) -> None:
    folder = tmp_path / "far" / "data"
    settings = config.read(data_dir=folder)
    service = app.Service(settings, serves=True, pools={})
    application = service.application()
    await service.start()
    pepper = assembly.api_key_pepper(settings)
    key = await service.database.write(
        lambda tx: accounts.issue_key(tx, open_account(tx, "ada@example.com", Plan.PRO, 1).id, "k", pepper)[1]
    )
    os.close(app.lock_folder(folder))
    transport = httpx2.ASGITransport(application)
    async with httpx2.AsyncClient(transport=transport, base_url="http://testserver") as client:
        sent = await client.post("/ext/files", content=flat_png(3, 3), headers={"Authorization": key})
        assert sent.status_code == 200
        kept = {path.name for path in folder.iterdir()}
        found = modes(folder)
    assert settings.database_file is not None
    backups.back_up(backups.Source(folder, settings.database_file, folder / "media"), folder / "b.tar")
    await service.stop()
    with (folder / "b.tar").open("rb") as archive:
        (tmp_path / "again").mkdir()
        backups.restore(archive, tmp_path / "again")

    assert {"mediamill.db", "mediamill.db-wal", "mediamill.db-shm", "media", "uploads", "secret.key"} <= kept
    assert ({}, {}, {}) == (found, modes(folder), modes(tmp_path / "again"))
    assert [data_folder_mode()] * 2 == [stat.S_IMODE(path.stat().st_mode) for path in (folder, folder.parent)]


@pytest.mark.usefixtures("open_to_all", "attacks_tried_once")
def test_doctor_warns_of_what_others_can_read(tmp_path: Path) -> None:
    folder = tmp_path / "data"

    def rights() -> str:
        result = CliRunner().invoke(cli, ["doctor", "--data-dir", str(folder)])
        return next(line for line in result.output.splitlines() if line.startswith("rights"))

    CliRunner().invoke(cli, ["accounts", "create", "ada@example.com", "--data-dir", str(folder)])
    assert "private" in rights()
    (folder / "mediamill.db").chmod(0o644)
    assert f"\tRun: chmod 600 {folder}/mediamill.db" in rights()
    (folder / "mediamill.db").chmod(0o600)
    folder.chmod(0o755)
    assert f"\tRun: chmod {data_folder_mode():o} {folder}" in rights()


def test_a_folder_that_is_there_keeps_its_rights(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir(mode=0o750)

    assert make_folder(tmp_path / "mine" / "a" / "b") == [tmp_path / "mine" / "a", tmp_path / "mine" / "a" / "b"]
    assert (tmp_path / "mine").stat().st_mode & 0o777 == 0o750
    assert make_folder(tmp_path / "mine" / "a" / "b") == []
