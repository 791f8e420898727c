"""mediamill doctor: what is well here, what is not, and what to do about it."""

import asyncio
import os
import platform
import shlex
import shutil
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mediamill import clock, config
from mediamill.cli.options import as_json, data_dir, has_database, read, settings_of
from mediamill.cli.output import say_json, say_table
from mediamill.config import Settings
from mediamill.errors import MediamillError
from mediamill.fsync import FILE_MODE, FOLDER_MODE, data_folder_mode
from mediamill.units import DAY_MS

if TYPE_CHECKING:
    from mediamill.engines.host.drill import Confinement

PYTHON_MIN, PYTHON_BELOW = (3, 11), (3, 14)
FREE_MEGABYTES_MIN = 500
EXIT_UNWELL = 1
ASIDE_CONNECTIONS = 2  # of each process, for reports
CLOCK_MS_MAX = 2_000  # of difference: leases go by the server's clock, logs and links by this machine's
CERTIFICATE_DAYS_LEFT = 30
WORK = "work"  # the folder of engine processes, which may be other users
LANDLOCK_WANTED = 6  # from here on signals are confined too: SECURITY.md


LIFECYCLE = "A rule of the bucket has to clear unfinished multipart uploads: docs/bucket.md; from here it is not seen."


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """One thing looked at; `advice` is None when it is well."""

    subject: str
    state: str
    advice: str | None = None
    optional: bool = False


@click.command()
@as_json
@data_dir
def doctor(as_json: bool, data_dir: Path | None) -> None:
    """Check this installation and print what to fix; exit code 1 if the service could not run."""
    findings = list(examine(data_dir))
    if as_json:
        say_json(
            [
                {"subject": one.subject, "state": one.state, "advice": one.advice, "optional": one.optional}
                for one in findings
            ]
        )
    else:
        say_table(("subject", "state", "what to do"), [(one.subject, one.state, one.advice or "") for one in findings])
    if any(one.advice and not one.optional for one in findings):
        sys.exit(EXIT_UNWELL)


def examine(data_dir: Path | None) -> Iterator[Diagnosis]:
    """Every finding, the most basic first."""
    yield python()
    try:
        settings = settings_of(data_dir=data_dir)
    except config.InvalidSettings as error:
        yield Diagnosis("settings", "unusable", str(error))
        return
    yield Diagnosis("settings", "ok")
    for subject, look in LOOKS.items():
        try:
            yield look(settings)
        except MediamillError as error:
            yield Diagnosis(subject, "unusable", str(error))
    yield from process_findings(settings)
    yield confinement_finding(settings)
    yield from engine_findings(settings)


def python() -> Diagnosis:
    """Is this a Python and a system that are promised?"""
    version = platform.python_version()
    if not PYTHON_MIN <= sys.version_info[:2] < PYTHON_BELOW:
        return Diagnosis("python", version, "Use CPython 3.11, 3.12 or 3.13.")
    if not sys.platform.startswith("linux"):
        return Diagnosis("python", f"{version} on {sys.platform}", "Only Linux is promised.", optional=True)
    return Diagnosis("python", version)


def data_folder(settings: Settings) -> Diagnosis:
    """Can it be written, or made, and is there room? Nothing is made here."""
    folder = settings.data_dir.absolute()
    there = next(path for path in (folder, *folder.parents) if path.exists())
    if not there.is_dir():
        return Diagnosis("data folder", str(folder), f"{there} is a file. Choose another --data-dir.")
    if not os.access(there, os.W_OK | os.X_OK):
        return Diagnosis("data folder", str(folder), f"{there} is not writable: change its owner or choose another.")
    free = shutil.disk_usage(there).free // 2**20
    advice = f"Only {free} MB are free: make room." if free < FREE_MEGABYTES_MIN else None
    missing = "" if folder == there else "not there yet, "
    return Diagnosis("data folder", f"{folder}, {missing}{free} MB free", advice)


def rights(settings: Settings) -> Diagnosis:
    """Can others read what is kept here?"""
    folder, file = settings.data_dir, settings.database_file
    kept = [path for path in folder.iterdir() if path.name != WORK] if folder.is_dir() else []
    if file is not None:
        kept += [path for path in (file, Path(f"{file}-wal"), Path(f"{file}-shm")) if path.exists()]
    right = {path: FOLDER_MODE if path.is_dir() else FILE_MODE for path in kept}
    if folder.is_dir():
        right[folder] = data_folder_mode()
    wide = {path: mode for path, mode in sorted(right.items()) if path.stat().st_mode & 0o777 & ~mode}
    if not wide:
        return Diagnosis("rights", "private")
    commands = "; ".join(f"chmod {mode:o} {shlex.quote(str(path))}" for path, mode in wide.items())
    return Diagnosis("rights", f"{len(wide)} files or folders can be read by others", f"Run: {commands}", optional=True)


def database(settings: Settings) -> Diagnosis:
    """Does it open, and is it exact?"""
    from mediamill import credits, generations

    if not has_database(settings):
        return Diagnosis("database", f"none at {settings.database_file} yet: `mediamill serve` makes it")
    found = read(settings, lambda tx: [*credits.discrepancies(tx), *generations.discrepancies(tx)])
    advice = f"{len(found)} discrepancies: see `mediamill reconcile`." if found else None
    file = settings.database_file
    if file is not None:
        return Diagnosis("database", f"SQLite {sqlite3.sqlite_version}, {file}", advice)
    return Diagnosis("database", "PostgreSQL, exact" if advice is None else "PostgreSQL", advice)


def server(settings: Settings) -> Diagnosis:
    """Has the database server room for another process, does it keep what it commits, and does its clock agree?"""
    if settings.database_file is not None:
        return Diagnosis("database server", "none needed")
    from mediamill.db.postgres import server_facts

    facts = server_facts(settings.database_url)
    wanted = settings.database_connections + ASIDE_CONNECTIONS
    advice = []
    if facts.connections_left < wanted:
        advice.append(
            f"A process wants {wanted} connections: raise max_connections or lower MEDIAMILL_DATABASE_CONNECTIONS."
        )
    if not facts.is_synced:
        advice.append("fsync is off: a crash of its machine can destroy the database.")
    if abs(facts.clock_ahead_ms) > CLOCK_MS_MAX:
        advice.append("Clocks differ: have both machines set theirs by NTP.")
    state = (
        f"PostgreSQL {facts.version}, {facts.connections_left} of {facts.connections} connections left, "
        f"synchronous_commit {facts.synchronous_commit}, clock {facts.clock_ahead_ms:+d} ms from this machine's"
    )
    return Diagnosis("database server", state, " ".join(advice) or None, optional=True)


def secret(settings: Settings) -> Diagnosis:
    """Is it the one that the keys in the database were made with? None is made here."""
    from mediamill.secret import FILE, Secrets
    from mediamill.workers import check_secret

    is_there = settings.secret is not None or (settings.data_dir / FILE).is_file()
    mark = Secrets.open(settings.secret, settings.data_dir).mark if is_there else ""
    if has_database(settings) and read(settings, partial(check_secret, mark=mark)):
        return Diagnosis("secret", "the one that keys were made with")
    return Diagnosis("secret", "not used yet" if is_there else "none yet: the first start makes one")


def storage(settings: Settings) -> Diagnosis:
    """Does it do what the service will ask of it? A bucket is tried out; nothing is made in a folder."""
    from mediamill.assembly import media_location
    from mediamill.storage import open_storage, storage_folder

    location = media_location(settings)
    if (folder := storage_folder(location)) is not None:
        return Diagnosis("storage", f"{folder}{'' if folder.is_dir() else ', not there yet'}")
    started = time.monotonic()
    asyncio.run(open_storage(location).try_out())
    took = round(1_000 * (time.monotonic() - started))
    return Diagnosis("storage", f"{location}: a file was stored, listed and deleted in {took} ms. {LIFECYCLE}")


def media_url(settings: Settings) -> Diagnosis:
    """Are outputs found where their URLs say, under headers that make them harmless?"""
    from mediamill.assembly import media_location
    from mediamill.cli.media_check import media_url_fault
    from mediamill.storage import open_storage, storage_folder

    location = media_location(settings)
    folder = storage_folder(location)
    if not settings.media_url or (folder is not None and not folder.is_dir()):
        return Diagnosis("media url", settings.media_base)
    return Diagnosis("media url", settings.media_url, media_url_fault(open_storage(location), settings.media_url))


def tools(settings: Settings) -> Diagnosis:
    """Is the catalogue, with the operator's folder over it, without fault?"""
    from mediamill.assembly import load_catalogue

    loaded = load_catalogue(settings)
    return Diagnosis("catalogue", f"{len(loaded.tools)} tools, {len(list(loaded.models()))} models")


def confinement_finding(settings: Settings) -> Diagnosis:
    """What a hostile engine could do here: tried, not guessed from versions."""
    from mediamill import assembly
    from mediamill.engines.host.drill import confinement

    if not sys.platform.startswith("linux"):
        return Diagnosis("engine confinement", "none", "Engines run on Linux only.", optional=True)
    work = settings.data_dir / "work"
    usable = work.is_dir() and os.access(work, os.W_OK | os.X_OK)
    found = confinement(work if usable else None, assembly.private_paths(settings))
    if found.failure:
        advice = "Start the service and look at its log for `mediamill.engines`."
        return Diagnosis("engine confinement", f"not known: {found.failure}", advice, optional=True)
    user = "the service's user" if found.shared_user else f"a user of its own ({found.uid})"
    layers = f"Landlock {found.landlock or 'missing'}, {'filter' if found.filtered else 'no filter'}, {user}"
    state = f"{found.tried} attacks tried, {len(found.open) or 'none'} open ({layers})"
    return Diagnosis("engine confinement", state, confinement_advice(found), optional=True)


def confinement_advice(found: "Confinement") -> str | None:
    """Which layer lacks, and how to have it; None when nothing is open."""
    if not found.open:
        return None
    advice = [f"An engine could: {'; '.join(found.open)}."]
    if found.landlock == 0:
        advice.append("Landlock is missing: use Linux 5.13 or later with `landlock` in its `lsm=` list.")
    elif found.landlock < LANDLOCK_WANTED:
        advice.append(f"Landlock {found.landlock} is old: Linux 6.12 brings version {LANDLOCK_WANTED}.")
    if not found.filtered:
        advice.append("Kernel calls are not filtered: allow seccomp (x86-64 and arm64 only).")
    if found.shared_user:
        advice.append(f"Engines run as the service's user ({found.shared_user}): see SECURITY.md for what that leaves.")
    return " ".join(advice)


def process_findings(settings: Settings) -> Iterator[Diagnosis]:
    """Which processes share the database, and what they do not agree on."""
    from mediamill import dispatch, workers

    if not has_database(settings):
        return
    try:
        alive, warnings = read(settings, lambda tx: (workers.alive(tx), dispatch.warnings(tx)))
    except MediamillError as error:
        yield Diagnosis("processes", "unknown", str(error))
        return
    yield Diagnosis("processes", ", ".join(worker.name for worker in alive) or "none is running")
    for warning in warnings:
        yield Diagnosis("processes", "attention", warning, optional=True)


def engine_findings(settings: Settings) -> Iterator[Diagnosis]:
    """What each model lacks, and whether vendors take their keys."""
    from mediamill.assembly import engine_registry, load_catalogue
    from mediamill.cli.vendor_checks import vendor_findings
    from mediamill.cli.weights_checks import weights_findings

    try:
        offered = load_catalogue(settings)
        registry = engine_registry(settings, offered)
        rows = registry.table(offered)
    except MediamillError as error:
        yield Diagnosis("engines", "unusable", str(error))
        return
    ready = sum(row.missing is None for row in rows)
    yield Diagnosis("engines", f"{ready} of {len(rows)} models ready")
    for row in rows:
        if row.missing:
            yield Diagnosis(f"{row.tool}/{row.model}", "not ready", row.missing, optional=True)
    for weights in weights_findings(registry):
        yield Diagnosis(weights.subject, weights.state, weights.advice, optional=True)
    for left_out in offered.broken:
        yield Diagnosis(left_out.name, f"left out, though {left_out.package} is installed", left_out.fault)
    for broken in registry.broken:
        yield Diagnosis(broken.name, f"left out, though {broken.package} is installed", broken.fault)
    yield from (
        Diagnosis(one.subject, one.state, one.advice, optional=one.is_warning)
        for one in vendor_findings(settings, registry)
    )
    for program in dict.fromkeys(program for row in rows for program in row.programs):
        yield Diagnosis(program.name, program.state, program.advice, optional=True)


def content_credentials(settings: Settings) -> Diagnosis:
    """Can outputs be signed, and until when?"""
    from mediamill.assembly import signing_identity

    identity = signing_identity(settings)
    if identity is None:
        return Diagnosis("content credentials", "outputs are not signed: no certificate is set")
    until, now = clock.day_of(identity.valid_until), clock.now()
    if not identity.is_valid(now):
        since = f"valid from {clock.day_of(identity.valid_from)} to {until}"
        advice = "Outputs are not signed: renew the certificate, then restart."
        return Diagnosis("content credentials", since, advice, optional=True)
    renew = f"Renew the certificate before {until}, then restart: without it outputs are not signed."
    is_over_soon = identity.valid_until - now < CERTIFICATE_DAYS_LEFT * DAY_MS
    state = f"{identity.subject}, until {until}"
    return Diagnosis("content credentials", state, renew if is_over_soon else None, optional=True)


LOOKS: dict[str, Callable[[Settings], Diagnosis]] = {
    "data folder": data_folder,
    "rights": rights,
    "database": database,
    "database server": server,
    "secret": secret,
    "storage": storage,
    "media url": media_url,
    "catalogue": tools,
    "content credentials": content_credentials,
}
