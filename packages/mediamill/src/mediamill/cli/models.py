"""mediamill models: weights of local models, pulled from a hub or imported, verified, removed."""

import shutil
import sys
from collections.abc import Callable, Iterator, Set
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mediamill import clock, config, weights
from mediamill.cli.options import as_json, data_dir, settings_of
from mediamill.cli.output import say_json, say_table
from mediamill.config import Settings
from mediamill.errors import MediamillError
from mediamill.fsync import make_data_folder
from mediamill.plugins import plugins
from mediamill.units import MEGABYTE

if TYPE_CHECKING:
    from mediamill.weights import WeightsPlace, WeightsRow, WeightsRows, WeightsState
    from mediamill.weights.hub import HubFile
    from mediamill.weights.pull import PullPlan

EXIT_DIFFERS = 1
COMMIT_SHOWN = 7  # digits
TOKEN_BYTES_MAX = 4_096

accept_licence = click.option("--accept-licence", metavar="NAME", help="You have read the licence of this name.")
yes = click.option("--yes", is_flag=True, help="Do not ask.")


class UnusableToken(MediamillError):
    """{file} does not hold a token: one line of visible ASCII characters is wanted."""

    code = "unusable_token"


class NoSuchWeights(MediamillError):
    """There is nothing of weights called `{name}` here; there are: {known}."""

    code = "no_such_weights"


@click.group()
def models() -> None:
    """Pull, check and remove weights of local models."""


@models.command("list")
@as_json
@data_dir
def list_models(as_json: bool, data_dir: Path | None) -> None:
    """Weights that can be pulled, what is here of each, under which licence, and what to do."""
    from mediamill.engines import installed_engines

    settings = settings_of(data_dir=data_dir)
    known = rows_of(settings)
    engines = {entry.name for entry in installed_engines()}
    found = [(row, weights.state_of(row, settings.weights_home)) for row in known.rows.values()]
    if as_json:
        say_json([described(row, state) | {"engineInstalled": row.engine in engines} for row, state in found])
    else:
        columns = ("name", "engine", "licence", "state", "size", "commit", "accepted", "from", "what to do")
        say_table(columns, [line_of(row, state, engines) for row, state in found])
    for name in sorted(names_here(settings.weights_home) - set(known.rows)):
        click.echo(f"{name} is here too, and nothing asks for it: mediamill models remove {name}", err=True)


@models.command()
@click.argument("name")
@click.option("--commit", metavar="SHA", help="The commit, 40 hex digits; it counts from then on.")
@accept_licence
@click.option("--token-file", type=click.Path(dir_okay=False, path_type=Path), help="For gated weights.")
@yes
@as_json
@data_dir
def pull(
    name: str,
    *,
    commit: str | None,
    accept_licence: str | None,
    token_file: Path | None,
    yes: bool,
    as_json: bool,
    data_dir: Path | None,
) -> None:
    """Bring the weights NAME from the hub, or go on where a pull was interrupted; verify what is here already.

    The hub is huggingface.co, or HF_ENDPOINT; proxies are those of HTTPS_PROXY and NO_PROXY.
    """
    from mediamill.weights.hub import HUB, Hub, HubRefused, gated_advice
    from mediamill.weights.pull import plan_pull
    from mediamill.weights.pull import pull as bring_from_hub

    if commit is not None and not weights.COMMIT.fullmatch(commit):
        raise click.UsageError("--commit: write all 40 hex digits of a commit; a branch or a tag may change")
    settings = settings_of(data_dir=data_dir)
    row = rows_of(settings).named(name)
    endpoint = config.environment("HF_ENDPOINT") or HUB
    token = None if token_file is None else read_token(token_file)
    if row.is_gated and token is None:
        raise HubRefused(fault=gated_advice(row, f"{endpoint}/{row.repository}"))
    place = place_in(settings, name)
    with Hub(endpoint, token) as hub, weights.alone(place):
        licence = weights.accept(row, accept_licence, weights.known_lock(place.folder), now=clock.now())
        spare = settings.disk_free_megabytes_min * MEGABYTE
        plan = plan_pull(row, place, hub, commit, spare=spare)
        if plan.is_there and is_sound(place):
            assert plan.lock is not None
            if plan.lock.licence != licence:
                weights.write_lock(place.folder, replace(plan.lock, licence=licence))
            done = f"{name} is here and verified"
        else:
            say_plan(plan)
            if not yes:
                click.confirm("Pull them?", abort=True, err=True)
            with progress_shown(plan) as report:
                bring_from_hub(plan, place, hub, licence, report=report)
            done = f"{name} is pulled and verified"
    say_done(row, settings, done, as_json)


@models.command("import")
@click.argument("name")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--link", is_flag=True, help="Link the files instead of copying them: no room is taken.")
@accept_licence
@as_json
@data_dir
def import_folder(
    name: str, folder: Path, *, link: bool, accept_licence: str | None, as_json: bool, data_dir: Path | None
) -> None:
    """Take the weights NAME from FOLDER, which was brought by hand, by the same rules as from the hub."""
    from mediamill.weights.bring import bring, copied, linked

    settings = settings_of(data_dir=data_dir)
    row = rows_of(settings).named(name)
    place = place_in(settings, name)
    with weights.alone(place):
        licence = weights.accept(row, accept_licence, weights.known_lock(place.folder), now=clock.now())
        put = linked if link else copied
        spare = settings.disk_free_megabytes_min * MEGABYTE
        bring(row, folder, place, licence, put, spare=spare, report=lambda path: click.echo(path, err=True))
    say_done(row, settings, f"{name} is imported", as_json)


@models.command()
@click.argument("name", required=False)
@as_json
@data_dir
def verify(name: str | None, as_json: bool, data_dir: Path | None) -> None:
    """Read every file of NAME, or of all, against its lock file; exit code 1 where something differs."""
    settings = settings_of(data_dir=data_dir)
    here = names_here(settings.weights_home)
    if name is not None and name not in here:
        raise NoSuchWeights(name=name, known=", ".join(sorted(here)) or "none")
    findings = []
    for one in sorted(here) if name is None else [name]:
        folder = weights.place_of(settings.weights_home, one).folder
        findings += [(one, path, fault) for path, fault in differences_in(folder)]
        if not as_json:
            click.echo(f"{one}: {'differs' if findings and findings[-1][0] == one else 'as locked'}", err=True)
    if as_json:
        say_json([{"name": one, "path": path, "fault": fault} for one, path, fault in findings])
    else:
        say_table(("name", "file", "what"), findings)
    if findings:
        sys.exit(EXIT_DIFFERS)


@models.command()
@click.argument("name")
@yes
@as_json
@data_dir
def remove(name: str, yes: bool, as_json: bool, data_dir: Path | None) -> None:
    """Delete the weights NAME, with what an interrupted pull left."""
    settings = settings_of(data_dir=data_dir)
    here = names_here(settings.weights_home)
    if name not in here:
        raise NoSuchWeights(name=name, known=", ".join(sorted(here)) or "none")
    place = weights.place_of(settings.weights_home, name)
    if not yes:
        click.confirm(f"Delete {name} ({place.folder})?", abort=True, err=True)
    with weights.alone(place):
        freed = weights.remove(place)
    if as_json:
        say_json({"name": name, "removed": True, "bytes": freed})
    else:
        click.echo(f"{name} is removed: {size(freed)}.")


def rows_of(settings: Settings) -> "WeightsRows":
    """Every row; what installed packages have wrong is said."""
    known = weights.read_rows(settings.weights_file, plugins(weights.PLUGIN_GROUP))
    for broken in known.broken:
        click.echo(f"The weights {broken.name} of {broken.package} are left out. {broken.fault}", err=True)
    return known


def place_in(settings: Settings, name: str) -> "WeightsPlace":
    """Where the weights of that name belong; a data folder is made as the service makes it."""
    if settings.weights_dir is None:
        make_data_folder(settings.data_dir)
    return weights.place_of(settings.weights_home, name)


def names_here(home: Path) -> set[str]:
    """The names of which there is something, whole or in part."""
    if not home.is_dir():
        return set()
    found = {path.name.removesuffix(".part").removesuffix(".former") for path in home.iterdir() if path.is_dir()}
    return {name for name in found if weights.NAME.fullmatch(name)}


def read_token(file: Path) -> str:
    """The token in a file. Raises UnusableToken."""
    from mediamill.engines.section import SENDABLE

    try:
        with file.open("rb") as opened:
            token = opened.read(TOKEN_BYTES_MAX).decode("ascii").strip()
    except (OSError, UnicodeDecodeError):
        raise UnusableToken(file=file) from None
    if not SENDABLE.fullmatch(token):
        raise UnusableToken(file=file)
    return token


def is_sound(place: "WeightsPlace") -> bool:
    """Whether what is there is what its lock file says; what differs is said, and brought anew."""
    found = differences_in(place.folder)
    for path, fault in found:
        click.echo(f"{path} {fault}", err=True)
    return not found


def differences_in(folder: Path) -> list[tuple[str, str]]:
    """What is not as the lock file of a folder says: path and fault."""
    try:
        lock = weights.read_lock(folder)
    except weights.UnreadableLock as error:
        return [(weights.LOCK_FILE, str(error))]
    if lock is None:
        return [(weights.LOCK_FILE, "is missing")]
    return [(one.path, one.fault) for one in weights.verify(folder, lock)]


def say_plan(plan: "PullPlan") -> None:
    """What would be brought, from where, under which licence, and how much room there is."""
    row = plan.row
    for file in plan.listing.files:
        click.echo(f"  {size(file.bytes):>12}  {file.path}", err=True)
    click.echo(f"{row.repository} at commit {plan.listing.commit}", err=True)
    click.echo(f"licence: {row.licence.name} ({row.licence.url})", err=True)
    click.echo(
        f"{len(plan.listing.files)} files, {size(plan.bytes)}, of which {size(plan.needed)} are to be brought; "
        f"{size(plan.free)} are free",
        err=True,
    )


@contextmanager
def progress_shown(plan: "PullPlan") -> Iterator[Callable[["HubFile"], Callable[[int], None]]]:
    """A bar on stderr if that is a terminal, else a line for each file."""
    if not sys.stderr.isatty():

        def named(file: "HubFile") -> Callable[[int], None]:
            click.echo(f"{file.path} ({size(file.bytes)})", err=True)
            return lambda _: None

        yield named
        return
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn, TransferSpeedColumn

    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        DownloadColumn(),
        TransferSpeedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=plan.bytes)

        def shown(file: "HubFile") -> Callable[[int], None]:
            progress.update(task, description=shortened(file.path))
            return lambda more: progress.advance(task, more)

        yield shown


def shortened(path: str) -> str:
    """The end of a path, as far as a line has room for it."""
    room = max(10, shutil.get_terminal_size().columns // 3)
    return path if len(path) <= room else f"…{path[1 - room :]}"


def say_done(row: "WeightsRow", settings: Settings, done: str, as_json: bool) -> None:
    """How the weights stand now."""
    state = weights.state_of(row, settings.weights_home)
    if as_json:
        say_json(described(row, state))
    else:
        click.echo(f"{done}: {size(state.bytes)} in {state.folder}")
    if state.sentence:
        click.echo(state.sentence, err=True)


def line_of(row: "WeightsRow", state: "WeightsState", engines: Set[str]) -> tuple[str, ...]:
    """One row of the table."""
    lock = state.lock
    source = f"{row.source}, instead of {row.replaces}" if row.replaces else row.source
    return (
        row.name,
        row.engine if row.engine in engines else f"{row.engine} (not installed)",
        row.licence.name,
        state.presence,
        size(state.bytes) if state.bytes else "",
        lock.commit[:COMMIT_SHOWN] if lock is not None and lock.commit else "",
        accepted(state) or ("conditions" if row.licence.conditions else ""),
        source,
        state.sentence or "",
    )


def accepted(state: "WeightsState") -> str | None:
    """When the licence was accepted."""
    return state.lock.licence.accepted_at if state.lock is not None else None


def described(row: "WeightsRow", state: "WeightsState") -> dict[str, Any]:
    """Weights as JSON."""
    lock = state.lock
    return {
        "name": row.name,
        "engine": row.engine,
        "repository": row.repository,
        "licence": {
            "name": row.licence.name,
            "url": row.licence.url,
            "conditions": row.licence.conditions,
            "acceptedAt": accepted(state),
        },
        "gated": row.is_gated,
        "source": row.source,
        "replaces": row.replaces,
        "state": state.presence,
        "bytes": state.bytes,
        "commit": lock.commit if lock is not None else None,
        "pinnedCommit": row.commit,
        "cameBy": lock.came_by if lock is not None else None,
        "at": lock.at if lock is not None else None,
        "folder": str(state.folder),
        "sentence": state.sentence,
    }


def size(count: int) -> str:
    """Bytes for people."""
    return f"{count / MEGABYTE:,.1f} MB" if count >= MEGABYTE / 10 else f"{count:,} bytes"
