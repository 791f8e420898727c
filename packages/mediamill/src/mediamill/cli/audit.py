"""mediamill audit: what operators did."""

from pathlib import Path

import click
import orjson

from mediamill import audit as auditing
from mediamill import clock
from mediamill.audit import AuditFilter
from mediamill.cli.options import as_json, data_dir, read, settings_with_database
from mediamill.cli.output import say_json, say_table

LISTED = 50  # unless --limit says otherwise


@click.command()
@click.option("--actor", default="", help="Only of this one: key:… or user:…")
@click.option("--act", default="", help="Only acts of this name, such as account.grant.")
@click.option("--subject", default="", help="Only about this one, such as an account's id.")
@click.option(
    "--limit", type=click.IntRange(1, 10_000), default=LISTED, show_default=True, help="How many, the newest first."
)
@as_json
@data_dir
def audit(actor: str, act: str, subject: str, limit: int, as_json: bool, data_dir: Path | None) -> None:
    """Show who did what to what, and what it was before and after."""
    wanted = AuditFilter(actor, act, subject)
    entries, _ = read(settings_with_database(data_dir), lambda tx: auditing.page(tx, wanted, limit=limit, offset=0))
    shown = [
        {
            "createdAt": clock.iso(entry.created_at),
            "actor": entry.actor,
            "act": entry.act,
            "subject": entry.subject,
            "before": entry.before,
            "after": entry.after,
        }
        for entry in entries
    ]
    if as_json:
        say_json(shown)
        return
    cells = [
        [orjson.dumps(cell).decode() if isinstance(cell, dict) else cell or "" for cell in line.values()]
        for line in shown
    ]
    say_table(("when", "who", "what", "subject", "before", "after"), cells)
