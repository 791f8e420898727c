"""Backups are taken from a service at work and go on elsewhere; what is no whole backup is put nowhere."""

import errno
import gzip
import hashlib
import io
import json
import os
import sqlite3
import subprocess
import tarfile
import threading
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2
import pytest
from click.testing import CliRunner, Result

from mediamill.app import lock_folder
from mediamill.cli.main import cli
from mediamill.db import migrate
from mediamill.db.query import Dialect
from mediamill.errors import MediamillError
from tests.reliability.hammer import Receiver
from tests.reliability.harm import SmallDisks
from tests.reliability.invariants import broken_invariants
from tests.service import MEDIAMILL, Person, Service, environment, until

Mediamill = Callable[..., Result]

SERVE = ("serve", "--port", "0")
REST_SECONDS = 60.0
MUCH_BYTES = 400 << 20  # takes long enough to be killed in the middle
HELD = "SELECT id FROM generations WHERE lease_owner IS NOT NULL"
DUE = "SELECT generation_id FROM deliveries WHERE status = 'pending'"
PICTURE = {"model": "flaky", "failures": 0}


@pytest.fixture
def mediamill(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Mediamill:
    """Runs a command on the folder `data`; errors come back as the program would say them."""
    monkeypatch.setenv("MEDIAMILL_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> Result:
        return CliRunner().invoke(cli, list(arguments))

    return run


@pytest.fixture
def mill(tmp_path: Path) -> Iterator[Callable[..., Service]]:
    """Opens services in folders of one's choice; all of them are gone at the end."""
    opened: list[Service] = []

    def mill(folder: str, **settings: str) -> Service:
        common = {"rate_limit": "off", "rehearsal": "true", "slots_cpu": "4", "running_pro": "50", "lease_seconds": "2"}
        opened.append(Service(tmp_path / folder, **common, **settings))
        return opened[-1].start()

    yield mill
    for service in opened:
        service.close()


def sentence_of(result: Result) -> str:
    assert isinstance(result.exception, MediamillError), result.output
    return str(result.exception)


def members(archive: Path) -> dict[str, bytes]:
    with tarfile.open(archive) as opened:
        return {member.name: opened.extractfile(member).read() for member in opened}  # type: ignore[union-attr]


def manifest_of(archive: Path) -> dict[str, Any]:
    found = json.loads(members(archive)["manifest.json"])
    assert isinstance(found, dict)
    return found


@dataclass
class Load:
    """Callers that start generations all the while."""

    person: Person
    webhook: str
    accepted: list[str] = field(default_factory=list)
    stopping: threading.Event = field(default_factory=threading.Event)

    def run(self) -> None:
        own = Person(self.person.service, self.person.id, self.person.email, self.person.key)
        while not self.stopping.wait(0.02):
            try:
                members = {"webhook": self.webhook} if len(self.accepted) % 3 == 0 else {}
                response = own.run("rehearsal", PICTURE, **members)
            except httpx2.TransportError:
                return
            assert response.status_code == 200, response.text
            self.accepted.append(response.json()["id"])


@pytest.mark.slow
def test_a_busy_services_backup_goes_on_elsewhere(
    mill: Callable[..., Service], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Same keys, exact books, outputs served, what was under way is made, webhooks that were due are sent."""
    receiver = Receiver(tmp_path)
    monkeypatch.delenv("SSL_CERT_FILE", raising=False)  # nobody trusts the receiver: no webhook gets through yet
    reach = {"allowed_networks": "127.0.0.0/8", "webhook_delays": "1,1,1,2,2,2,2,2,2"}
    first = mill("first", **reach)
    mina = first.open_account("mina", credits=100_000)
    slow = [mina.start("rehearsal", model="slow", duration=8) for _ in range(2)]
    load = Load(mina, receiver.url)
    callers = [threading.Thread(target=load.run) for _ in range(3)]
    for caller in callers:
        caller.start()
    until(lambda: mina.total("success") > 5, seconds=30, what="some are made")
    promised, ended = [*slow, *load.accepted], dict.fromkeys(ended_of(first), "success")
    taken = first.run_command("backup", str(tmp_path / "b.tar"))
    load.stopping.set()
    for caller in callers:
        caller.join(30)
    shown = {id: mina.generation(id) for id in ended}
    outputs = {id: mina.client.get(served(first, one["output"])).content for id, one in shown.items()}
    first.kill()

    assert taken.returncode == 0, taken.stderr
    manifest = manifest_of(tmp_path / "b.tar")
    assert (tmp_path / "b.tar").stat().st_mode & 0o777 == 0o600
    assert not manifest["missing"]
    assert manifest["counts"]["generations"] >= len(promised)
    assert {(id,) for id in slow} <= of_database(tmp_path / "b.tar", HELD)
    assert of_database(tmp_path / "b.tar", DUE)

    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "authority.pem"))
    restored = CliRunner().invoke(cli, ["restore", str(tmp_path / "b.tar"), "--data-dir", str(tmp_path / "second")])
    assert restored.exit_code == 0, restored.output
    second = mill("second", **reach)
    same = Person(second, mina.id, mina.email, mina.key)
    assert outputs == {id: same.client.get(served(second, same.generation(id)["output"])).content for id in ended}
    assert ["success"] * 2 == [same.wait(id)["status"] for id in slow]
    until(lambda: at_rest(second), seconds=REST_SECONDS, what="everything has ended and every webhook is delivered")
    assert second.is_exact()
    assert receiver.bodies
    until(
        lambda: not broken_invariants(second, promised=promised, seen_ended=ended, received=receiver.bodies),
        seconds=20,
        what="every invariant holds",
    )
    receiver.shutdown()
    receiver.server_close()


def served(service: Service, url: str) -> str:
    """The URL at which to reach it from here."""
    return f"{service.address}/media/{url.partition('/media/')[2]}"


def rows_of(file: Path, sql: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as connection:
        return connection.execute(sql).fetchall()


def of_database(archive: Path, sql: str) -> set[tuple[Any, ...]]:
    """What the database in an archive says."""
    file = archive.with_name("copy.db")
    file.write_bytes(members(archive)["mediamill.db"])
    return set(rows_of(file, sql))


def ended_of(service: Service) -> list[str]:
    sql = "SELECT id FROM generations WHERE status = 'success' LIMIT 5"
    return [id for (id,) in rows_of(service.folder / "mediamill.db", sql)]


def at_rest(service: Service) -> bool:
    sql = (
        "SELECT (SELECT COUNT(*) FROM generations WHERE finished_at IS NULL)"
        " + (SELECT COUNT(*) FROM deliveries WHERE status = 'pending')"
    )
    return rows_of(service.folder / "mediamill.db", sql) == [(0,)]


@pytest.mark.slow
def test_only_the_media_that_the_database_knows_are_taken(mill: Callable[..., Service], tmp_path: Path) -> None:
    service = mill("data")
    mina = service.open_account("mina", credits=100)
    kept, lost = (mina.wait(mina.start("rehearsal", **PICTURE)) for _ in range(2))
    (service.folder / "media" / "gen_stranger").mkdir()
    (service.folder / "media" / "gen_stranger" / "later.png").write_bytes(b"stored later")
    lost_key = lost["output"].partition("/media/")[2]
    (service.folder / "media" / lost_key).unlink()
    told = service.told("backup", str(tmp_path / "b.tar.gz"))
    names = list(members(tmp_path / "b.tar.gz"))

    assert told["missing"] == [lost_key]
    assert f"media/{kept['output'].partition('/media/')[2]}" in names
    assert not [name for name in names if "stranger" in name or name.endswith(lost_key)]
    assert names[0] == "mediamill.db"
    assert names[-1] == "manifest.json"


@pytest.mark.slow
def test_a_killed_backup_leaves_nothing_under_its_name(mill: Callable[..., Service], tmp_path: Path) -> None:
    service = mill("data")
    mina = service.open_account("mina", credits=100)
    key = mina.wait(mina.start("rehearsal", **PICTURE))["output"].partition("/media/")[2]
    os.truncate(service.folder / "media" / key, MUCH_BYTES)
    target = tmp_path / "b.tar"

    def drafts() -> list[int]:
        return [file.stat().st_size for file in tmp_path.glob(".b.tar.*/archive")]

    for _ in range(3):
        command: list[str | Path] = [MEDIAMILL, "backup", str(target), "--data-dir", str(service.folder)]
        with subprocess.Popen(command, env=environment({}), cwd=tmp_path) as backup:
            until(lambda: any(size > MUCH_BYTES // 10 for size in drafts()), seconds=30, what="it is under way")
            backup.kill()
        assert backup.returncode == -9  # it was hit in the middle
        assert not target.exists()
        assert len(drafts()) == 1  # the one before was cleared away by this one
    done = service.run_command("backup", str(target))

    assert done.returncode == 0, done.stderr
    assert target.stat().st_size > MUCH_BYTES
    assert not list(tmp_path.glob(".b.tar.*"))


def test_the_demo_goes_with_its_key(mediamill: Mediamill, tmp_path: Path) -> None:
    mediamill("accounts", "create", "ada@example.com")
    (tmp_path / "data" / "demo.key").write_text("mm_live_demo\n")
    assert mediamill("backup", "b.tar").exit_code == 0
    assert mediamill("restore", "b.tar", "--data-dir", "new").exit_code == 0

    for name in ("demo.key", "secret.key"):
        assert (tmp_path / "new" / name).read_text() == (tmp_path / "data" / name).read_text()
        assert (tmp_path / "new" / name).stat().st_mode & 0o777 == 0o600
    assert mediamill("reconcile", "--data-dir", "new").exit_code == 0


@pytest.mark.slow
def test_a_backup_streams(mediamill: Mediamill, tmp_path: Path) -> None:
    mediamill("accounts", "create", "ada@example.com")
    backup: list[str | Path] = [MEDIAMILL, "backup", "-", "--data-dir", "data"]
    restore: list[str | Path] = [MEDIAMILL, "restore", "-", "--data-dir", "new"]
    archive = subprocess.run(backup, capture_output=True, check=True, cwd=tmp_path, env=environment({})).stdout
    subprocess.run(restore, input=archive, capture_output=True, check=True, cwd=tmp_path, env=environment({}))

    assert "ada@example.com" in mediamill("accounts", "list", "--data-dir", "new").stdout
    assert not list((tmp_path / "data").glob(".*"))


def test_what_is_not_in_the_archive_is_said(mediamill: Mediamill, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEDIAMILL_SECRET_KEY", "a long random text")
    mediamill("accounts", "create", "ada@example.com")
    monkeypatch.setenv("MEDIAMILL_STORAGE_URL", "s3://bucket/mill")
    backup = mediamill("backup", "b.tar")
    restored = mediamill("restore", "b.tar", "--data-dir", "new")
    monkeypatch.delenv("MEDIAMILL_STORAGE_URL")
    elsewhere = mediamill("restore", "b.tar", "--data-dir", "other")

    assert "stay in s3://bucket/mill and are not in the archive" in backup.stderr
    assert "keep what is deleted there (versioning) or have a copy (replication)" in backup.stderr
    for restoring in (restored, elsewhere):
        assert "with one bucket each deletes what the other makes" in restoring.stderr
    assert "MEDIAMILL_SECRET_KEY" in backup.stderr
    assert "Set MEDIAMILL_STORAGE_URL" not in restored.stderr
    assert "Set MEDIAMILL_STORAGE_URL=s3://bucket/mill first" in elsewhere.stderr


def test_a_folder_in_use_is_left_alone(mediamill: Mediamill, tmp_path: Path) -> None:
    mediamill("accounts", "create", "ada@example.com")
    mediamill("backup", "b.tar")
    (tmp_path / "full" / "media" / "gen_1").mkdir(parents=True)
    lock = lock_folder(tmp_path / "served")
    answers = [sentence_of(mediamill("restore", "b.tar", "--data-dir", name)) for name in ("data", "served", "full")]
    os.close(lock)

    assert ["has mediamill.db already" in answers[0], "is being served" in answers[1]] == [True, True]
    assert "has media already" in answers[2]
    assert [path.name for path in (tmp_path / "served").iterdir()] == ["serve.lock"]


def test_a_restore_goes_where_the_service_looks(mediamill: Mediamill, monkeypatch: pytest.MonkeyPatch) -> None:
    mediamill("accounts", "create", "ada@example.com")
    mediamill("backup", "b.tar")
    for name, value in (("DATABASE_URL", "sqlite:///other.db"), ("STORAGE_URL", "elsewhere")):
        with monkeypatch.context() as setting:
            setting.setenv(f"MEDIAMILL_{name}", value)
            assert f"unset MEDIAMILL_{name}" in sentence_of(mediamill("restore", "b.tar", "--data-dir", "new"))


def test_a_target_that_cannot_be_written_is_one_sentence(mediamill: Mediamill) -> None:
    mediamill("accounts", "create", "ada@example.com")

    assert "No such file or directory" in sentence_of(mediamill("backup", "nowhere/b.tar"))
    assert "no database" in sentence_of(mediamill("backup", "b.tar", "--data-dir", "nothing"))


@pytest.mark.slow
def test_a_disk_that_is_too_small_gets_nothing(mediamill: Mediamill, tmp_path: Path) -> None:
    try:
        disks = SmallDisks(tmp_path / "small", data="1m", media="1m", work="1m")
    except (PermissionError, FileNotFoundError) as error:
        pytest.skip(f"no private mount namespace here: {error}")
    mediamill("accounts", "create", "ada@example.com")
    (tmp_path / "data" / "demo.key").write_bytes(os.urandom(2 << 20))
    assert mediamill("backup", "b.tar").exit_code == 0

    def fails(*arguments: str) -> str:
        command = [*disks.prefix, str(MEDIAMILL), *arguments]
        done = subprocess.run(command, capture_output=True, text=True, env=environment({}), cwd=tmp_path)
        assert done.returncode == 1
        return done.stderr

    backup = fails("backup", str(disks.inside / "b.tar"), "--data-dir", str(tmp_path / "data"))
    restore = fails("restore", str(tmp_path / "b.tar"), "--data-dir", str(disks.inside / "new"))
    left = sorted(path.name for path in disks.seen.iterdir())
    disks.close()

    assert backup == "mediamill: The backup was not made: No space left on device.\n"
    assert restore.startswith("mediamill: This backup cannot be restored: ")
    assert "No space left on device" in restore
    assert left == ["media", "work"]


# -- archives that no backup wrote -------------------------------------------------------------------------------------


def packed(contents: list[tuple[tarfile.TarInfo, bytes]]) -> bytes:
    written = io.BytesIO()
    with tarfile.open(fileobj=written, mode="w") as archive:
        for info, data in contents:
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return written.getvalue()


def plain(name: str) -> tarfile.TarInfo:
    return tarfile.TarInfo(name)


def special(name: str, kind: bytes, target: str = "") -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, target
    return info


def with_manifest(contents: dict[str, bytes], *, after: tuple[str, ...] = (), **changes: Any) -> bytes:
    """An archive as a backup writes it, with some of its manifest changed, or some of its files after it."""
    entries = [
        {"name": name, "size": len(data), "sha256": hashlib.sha256(data).hexdigest()} for name, data in contents.items()
    ]
    manifest = {"format": 1, "mediamill": "9.9.9", "schemaVersion": 4, "createdAt": "2026-01-01T00:00:00.000Z"}
    manifest |= {"counts": {}, "mediaIn": None, "missing": [], "files": entries, **changes}
    before = [(plain(name), data) for name, data in contents.items() if name not in after]
    return packed([*before, manifest_member(manifest), *((plain(name), contents[name]) for name in after)])


def manifest_member(manifest: object) -> tuple[tarfile.TarInfo, bytes]:
    return plain("manifest.json"), json.dumps(manifest).encode()


def empty_database(version: int | None = None) -> bytes:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        if version is None:
            migrate.migrate(connection)
        else:
            connection.execute(f"PRAGMA user_version = {version}")
        return connection.serialize()


def claiming(kind: bytes, size: int, name: str = "media/gen_1/a.png") -> bytes:
    """A header that announces so many bytes, and nothing behind it."""
    info = special(name, kind)
    info.size = size
    return info.tobuf(tarfile.GNU_FORMAT)


def pax_header(size: int, records: bytes = b"") -> bytes:
    """A header before a member's own, with a comment of this size or these records."""
    if not records:
        comment = b" comment=" + b"x" * (size - 30) + b"\n"
        records = str(len(comment) + len(str(size))).encode() + comment
    padding = b"\0" * (-len(records) % 512)
    return claiming(tarfile.XHDTYPE, len(records)) + records + padding


DATABASE = empty_database()
FINE = {"mediamill.db": DATABASE, "secret.key": b"ab" * 32, "media/gen_1/a.png": b"picture"}
STRANGE: dict[str, bytes] = {
    "upwards": with_manifest({**FINE, "media/../../escaped.png": b"x"}),
    "absolute": with_manifest({**FINE, "/tmp/escaped.png": b"x"}),
    "hidden": with_manifest({**FINE, "media/.staging/x": b"x"}),
    "other file": with_manifest({**FINE, "mediamill.toml": b"x"}),
    "symbolic link": packed([(special("media/gen_1/b.png", tarfile.SYMTYPE, "/etc/passwd"), b"")]),
    "hard link": packed([(special("media/gen_1/b.png", tarfile.LNKTYPE, "secret.key"), b"")]),
    "device": packed([(special("media/gen_1/b.png", tarfile.CHRTYPE), b"")]),
    "folder": packed([(special("media", tarfile.DIRTYPE), b"")]),
    "twice": packed([(plain("secret.key"), b"x"), (plain("secret.key"), b"y")]),
    "after the end": with_manifest(FINE, after=("secret.key",)),
    "no manifest": packed([(plain(name), data) for name, data in FINE.items()]),
    "no database": with_manifest({"secret.key": b"x"}),
    "other digest": with_manifest(FINE, files=[{"name": name, "size": 7, "sha256": "00"} for name in FINE]),
    "not listed": with_manifest(FINE, files=[]),
    "listed only": with_manifest(FINE, files=[{"name": "media/gen_1/b.png", "size": 1, "sha256": "00"}]),
    "manifest of nothing": packed([(plain("mediamill.db"), DATABASE), manifest_member([])]),
    "manifest in no words": packed([(plain("mediamill.db"), DATABASE), (plain("manifest.json"), b"\xff{")]),
    "no SQLite file": with_manifest({**FINE, "mediamill.db": b"SQLite? " * 100}),
    "nothing": b"",
    "no archive": b"\x00\x01\x02 hello" * 200,
    "a long pax header": pax_header(1 << 20) + with_manifest(FINE),
    "a pax header that claims gigabytes": claiming(tarfile.XHDTYPE, 1 << 33),
    "a long name that claims gigabytes": claiming(tarfile.GNUTYPE_LONGNAME, 1 << 33),
    "pax headers in a row": pax_header(512) * 5_000 + with_manifest(FINE),
    "a pax header for all": claiming(tarfile.XGLTYPE, 512) + b"\0" * 512,
    "a sparse file": claiming(tarfile.GNUTYPE_SPARSE, 512) + b"\0" * 512,
    "a sparse map": pax_header(0, b"29 GNU.sparse.major=1\n22 GNU.sparse.minor=0\n"),
    "a size that is none": pax_header(0, b"12 size=-1\n "),
    "a manifest that claims gigabytes": claiming(tarfile.REGTYPE, len(DATABASE), "mediamill.db")
    + DATABASE
    + claiming(tarfile.REGTYPE, 1 << 29, "manifest.json"),
    "half": with_manifest(FINE)[:9_000],
    "half compressed": b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\x01\x02",
}


@pytest.mark.parametrize("name", STRANGE)
def test_what_is_no_whole_backup_is_put_nowhere(mediamill: Mediamill, tmp_path: Path, name: str) -> None:
    (tmp_path / "b.tar").write_bytes(STRANGE[name])
    (tmp_path / "there").mkdir()
    sentence = sentence_of(mediamill("restore", "b.tar", "--data-dir", "new"))
    assert sentence == sentence_of(mediamill("restore", "b.tar", "--data-dir", "there"))

    assert sentence.startswith("This backup cannot be restored: ")
    assert sentence.endswith(". Nothing was changed.")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["b.tar", "there"]
    assert [path.name for path in (tmp_path / "there").iterdir()] == []


def test_what_an_archive_claims_is_not_allocated(mediamill: Mediamill, tmp_path: Path) -> None:
    bomb = gzip.compress(claiming(tarfile.GNUTYPE_LONGNAME, 1 << 28) + b"\0" * (1 << 28), compresslevel=1)
    (tmp_path / "b.tar.gz").write_bytes(bomb)
    tracemalloc.start()
    sentence = sentence_of(mediamill("restore", "b.tar.gz", "--data-dir", "new"))
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert sentence.startswith("This backup cannot be restored: ")
    assert most < 20 << 20
    assert not (tmp_path / "new").exists()


def test_a_restore_that_is_terminated_leaves_nothing(tmp_path: Path) -> None:
    command = [str(MEDIAMILL), "restore", "-", "--data-dir", "far/new"]
    pipe = subprocess.Popen(command, stdin=subprocess.PIPE, cwd=tmp_path, env=environment({}), stderr=subprocess.PIPE)
    assert pipe.stdin is not None
    pipe.stdin.write(claiming(tarfile.REGTYPE, 1 << 20, "mediamill.db") + b"x" * 100_000)
    pipe.stdin.flush()
    until(lambda: list(tmp_path.glob("far/new/.restoring-*/mediamill.db")), seconds=20, what="it restores")
    pipe.terminate()
    _, said = pipe.communicate(timeout=20)

    assert (pipe.returncode, said) == (143, b"")
    assert list(tmp_path.iterdir()) == []


def test_a_long_name_is_backed_up_and_restored(mediamill: Mediamill, tmp_path: Path) -> None:
    key = "/".join(["k" * 120] * 4)
    with tarfile.open(tmp_path / "b.tar", "w", format=tarfile.PAX_FORMAT) as archive:
        contents = {**FINE, f"media/{key}": b"far away"}
        for info, data in unpacked_of(with_manifest(contents)):
            archive.addfile(info, io.BytesIO(data))
    result = mediamill("restore", "b.tar", "--data-dir", "new")

    assert result.exit_code == 0, result.output
    assert (tmp_path / "new" / "media" / key).read_bytes() == b"far away"


def unpacked_of(archive: bytes) -> list[tuple[tarfile.TarInfo, bytes]]:
    with tarfile.open(fileobj=io.BytesIO(archive)) as opened:
        return [(member, opened.extractfile(member).read()) for member in opened]  # type: ignore[union-attr]


def test_the_fine_one_among_them_is_restored(mediamill: Mediamill, tmp_path: Path) -> None:
    (tmp_path / "b.tar").write_bytes(with_manifest(FINE))
    (tmp_path / "new" / ".restoring-dead" / "media").mkdir(parents=True)  # left by one that was killed
    result = mediamill("restore", "b.tar", "--data-dir", "new")

    assert result.exit_code == 0, result.output
    assert {"media", "mediamill.db", "secret.key", "serve.lock"} == {one.name for one in (tmp_path / "new").iterdir()}
    assert {name: (tmp_path / "new" / name).read_bytes() for name in FINE} == FINE


@pytest.mark.parametrize("at_fault", ["secret.key", "mediamill.db"])
def test_a_restore_that_fails_at_its_last_step_takes_everything_back(
    mediamill: Mediamill, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at_fault: str
) -> None:
    (tmp_path / "b.tar").write_bytes(with_manifest(FINE))
    rename = Path.rename

    def fails(path: Path, target: Path) -> Path:
        if target == tmp_path / "new" / at_fault:
            raise OSError(errno.EIO, "Input/output error", str(target))
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", fails)
    (tmp_path / "new").mkdir()
    sentence = sentence_of(mediamill("restore", "b.tar", "--data-dir", str(tmp_path / "new")))

    assert sentence.endswith("Input/output error. Nothing was changed.")
    assert [] == list((tmp_path / "new").iterdir())


@pytest.mark.parametrize(
    ("archive", "said"),
    [
        (with_manifest({**FINE, "mediamill.db": empty_database(999)}), "mediamill 9.9.9, schema 999, this one knows"),
        (with_manifest(FINE, format=2), "mediamill 9.9.9, archive format 2"),
    ],
    ids=["a newer schema", "a newer format"],
)
def test_a_newer_backup_is_refused(mediamill: Mediamill, tmp_path: Path, archive: bytes, said: str) -> None:
    (tmp_path / "b.tar").write_bytes(archive)
    sentence = sentence_of(mediamill("restore", "b.tar", "--data-dir", "new"))

    assert sentence.startswith(f"The backup was made by a newer mediamill: {said}")
    assert not (tmp_path / "new").exists()


def test_an_older_database_is_backed_up_restored_and_brought_up_to_date(mediamill: Mediamill, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    with closing(sqlite3.connect(tmp_path / "data" / "mediamill.db", isolation_level=None)) as connection:
        for statement in ";\n".join(migrate.numbered(Dialect.SQLITE)[:2]).split(";\n"):
            connection.execute(statement)
        connection.execute("PRAGMA user_version = 2")
    told = json.loads(mediamill("backup", "b.tar", "--json").stdout)
    restored = mediamill("restore", "b.tar", "--data-dir", "new")

    assert told["schemaVersion"] == 2
    assert restored.exit_code == 0, restored.output
    assert mediamill("reconcile", "--data-dir", "new").exit_code == 0
    assert rows_of(tmp_path / "new" / "mediamill.db", "PRAGMA user_version") == [
        (len(migrate.numbered(Dialect.SQLITE)),)
    ]


@pytest.mark.parametrize(
    "command",
    [("worker",), *(pytest.param(each, marks=pytest.mark.slow) for each in (SERVE, (*SERVE, "--demo")))],
)
def test_who_meets_a_newer_database_says_so_and_ends(tmp_path: Path, command: tuple[str, ...]) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "mediamill.db").write_bytes(empty_database(999))
    ended = subprocess.run(
        [MEDIAMILL, *command, "--data-dir", "data"],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        cwd=tmp_path,
        env=environment({}),
    )

    assert ended.returncode == 1
    assert ended.stderr.splitlines()[-1].startswith("mediamill: The database was made by a newer mediamill (schema 999")
    assert "Traceback" not in ended.stderr
    assert rows_of(tmp_path / "data" / "mediamill.db", "PRAGMA user_version") == [(999,)]
