"""mediamill generations: list, show, cancel, retry, failures, retry-failures."""

from pathlib import Path

import click
import orjson

from mediamill import accounts, admin, clock
from mediamill import generations as all_generations
from mediamill.admin import RETRIED_MAX
from mediamill.cli.acting import operator
from mediamill.cli.options import as_json, data_dir, read, settings_with_database, write
from mediamill.cli.output import say_json, say_table
from mediamill.config import Settings
from mediamill.db import Transaction
from mediamill.generations import FailureCause, GenerationFilter, OfferOf, OverseenGeneration, Status
from mediamill.units import DAY_MS, HOUR_MS

LISTED = 50  # generations, unless --limit says otherwise
DAYS = 30  # that a list goes back
CAUSES_MAX = 200

hours = click.option("--hours", type=click.IntRange(1), default=24, show_default=True, help="How far back.")


@click.group()
def generations() -> None:
    """Look at generations of all accounts, cancel them, and make failed ones again."""


@generations.command("list")
@click.option("--status", type=click.Choice([status.value for status in Status]), help="Only in this status.")
@click.option("--account", metavar="EMAIL", help="Only of this account.")
@click.option("--tool", default="", help="Only of this tool.")
@click.option("--model", default="", help="Only of models with this slug.")
@click.option("--engine", default="", help="Only those whose last attempt was with this engine.")
@click.option("--reason", default="", help="Only those that ended with this sentence.")
@click.option("--days", type=click.IntRange(1), default=DAYS, show_default=True, help="How far back.")
@click.option("--limit", type=click.IntRange(1, 10_000), default=LISTED, show_default=True, help="How many.")
@as_json
@data_dir
def list_generations(
    status: str | None,
    account: str | None,
    tool: str,
    model: str,
    engine: str,
    reason: str,
    days: int,
    limit: int,
    as_json: bool,
    data_dir: Path | None,
) -> None:
    """Generations of all accounts, newest first."""

    def find(tx: Transaction) -> list[OverseenGeneration]:
        account_id = accounts.named(tx, account).id if account else ""
        wanted = GenerationFilter(status or "", tool, model, engine, account_id, reason)
        since, until = tx.now() - days * DAY_MS, tx.now() + DAY_MS
        return all_generations.page_of_all(tx, wanted, since=since, until=until, limit=limit, offset=0)[0]

    shown = [described(one) for one in read(settings_with_database(data_dir), find)]
    if as_json:
        say_json(shown)
        return
    columns = ("id", "account", "tool", "model", "engine", "status", "created", "error")
    names = ("id", "account", "tool", "model", "engine", "status", "createdAt", "error")
    say_table(columns, [[one[name] or "" for name in names] for one in shown])


@generations.command()
@click.argument("generation_id")
@as_json
@data_dir
def show(generation_id: str, as_json: bool, data_dir: Path | None) -> None:
    """Everything that is known of a generation, whoever's it is."""
    from mediamill.http.admin.handlers.generations import everything_of

    settings = settings_with_database(data_dir)
    shown = read(settings, lambda tx: everything_of(tx, generation_id, settings.media_base))
    if as_json:
        say_json(shown)
        return
    rows = [(name, value if isinstance(value, str) else json_text(value)) for name, value in shown.items()]
    say_table(("what", "value"), [(name, value) for name, value in rows if value not in ("", "null")])


@generations.command()
@click.argument("generation_id")
@as_json
@data_dir
def cancel(generation_id: str, as_json: bool, data_dir: Path | None) -> None:
    """End a generation, whoever's it is; it is not charged."""
    canceled = write(settings_with_database(data_dir), lambda tx: admin.cancel(tx, operator(), generation_id))
    if as_json:
        say_json({"id": canceled.id, "status": canceled.status.value})
    else:
        click.echo(f"{canceled.id} is canceled.")


@generations.command()
@click.argument("generation_id")
@as_json
@data_dir
def retry(generation_id: str, as_json: bool, data_dir: Path | None) -> None:
    """Make a failed generation again: same account, input and seed, at the price of now."""
    settings = settings_with_database(data_dir)
    offer_of = offers(settings)
    accepted = write(settings, lambda tx: admin.retry(tx, operator(), generation_id, offer_of))
    if as_json:
        say_json({"id": accepted.id, "retryOf": generation_id})
    else:
        click.echo(f"{generation_id} is made again as {accepted.id}.")


@generations.command()
@hours
@as_json
@data_dir
def failures(hours: int, as_json: bool, data_dir: Path | None) -> None:
    """What failed, by tool, engine and reason, the most frequent first."""

    def find(tx: Transaction) -> list[FailureCause]:
        return all_generations.failure_causes(tx, tx.now() - hours * HOUR_MS, CAUSES_MAX)

    shown = [
        {
            "tool": one.tool,
            "engine": one.engine,
            "reason": one.reason,
            "count": one.total,
            "lastAt": clock.iso(one.last_at),
            "lastId": one.last_id,
        }
        for one in read(settings_with_database(data_dir), find)
    ]
    if as_json:
        say_json(shown)
    else:
        say_table(("tool", "engine", "reason", "count", "last", "its id"), [list(one.values()) for one in shown])


@generations.command("retry-failures")
@click.option("--tool", required=True, help="As `failures` lists it.")
@click.option("--reason", required=True, help="As `failures` lists it.")
@click.option("--engine", default="", help="As `failures` lists it.")
@hours
@click.option("--limit", type=click.IntRange(1, RETRIED_MAX), default=RETRIED_MAX, show_default=True, help="How many.")
@as_json
@data_dir
def retry_failures(
    tool: str, reason: str, engine: str, hours: int, limit: int, as_json: bool, data_dir: Path | None
) -> None:
    """Make again what failed of one cause, the oldest first."""
    settings = settings_with_database(data_dir)
    offer_of = offers(settings)
    done = write(
        settings,
        lambda tx: admin.retry_all(tx, operator(), tool, engine, reason, tx.now() - hours * HOUR_MS, limit, offer_of),
    )
    if as_json:
        refused = [{"id": one.facts["id"], "message": str(one)} for one in done.refused]
        say_json({"retried": [one.id for one in done.retried], "refused": refused})
        return
    click.echo(f"{len(done.retried)} are made again.")
    for refusal in done.refused:
        click.echo(str(refusal), err=True)


def json_text(value: object) -> str:
    """A value that is no text, in one line."""
    return orjson.dumps(value).decode()


def offers(settings: Settings) -> OfferOf:
    """What making a generation again would cost now, and where it would wait."""
    from mediamill.assembly import engine_registry, load_catalogue

    catalogue = load_catalogue(settings)
    return admin.offers(catalogue, engine_registry(settings, catalogue))


def described(found: OverseenGeneration) -> dict[str, str | int | None]:
    """A generation as commands show it."""
    generation = found.generation
    return {
        "id": generation.id,
        "account": generation.account_id,
        "tool": generation.tool,
        "model": generation.model,
        "engine": found.engine,
        "status": generation.status.value,
        "error": generation.error,
        "createdAt": clock.iso(generation.created_at),
        "finishedAt": clock.iso_or_none(found.finished_at),
        "retriedAs": found.retried_as,
    }
