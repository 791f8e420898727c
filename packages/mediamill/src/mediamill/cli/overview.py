"""mediamill overview: what is the matter right now."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from mediamill import dispatch
from mediamill.cli.options import as_json, data_dir, read, settings_with_database
from mediamill.cli.output import say_json, say_table

GIGABYTE = 1_000_000_000


@click.command()
@as_json
@data_dir
def overview(as_json: bool, data_dir: Path | None) -> None:
    """Queues, failures, how long models take, webhooks, disk, and what nobody serves; the last three of 24 hours."""
    from mediamill.assembly import load_catalogue
    from mediamill.http.admin.handlers.overview import overview_item
    from mediamill.http.disk_space import DiskSpace

    settings = settings_with_database(data_dir)
    pools = {model.pool for model in load_catalogue(settings).models()}
    seen = read(settings, lambda tx: dispatch.overview(tx, pools))
    shown = overview_item(seen, DiskSpace(settings.data_dir, settings.disk_free_megabytes_min))
    if as_json:
        say_json(shown)
    else:
        say_table(("what", "of", "how it is"), list(lines_of(shown)))


def lines_of(shown: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    """What is wrong first."""
    if shown["maintenance"]:
        yield "maintenance", "", "nothing new is accepted"
    for one in shown["unserved"]:
        yield "unserved", f"{one['tool']}/{one['model']}", f"something waits in the pool {one['pool']}"
    for sentence in shown["warnings"]:
        yield "attention", "", sentence
    for one in shown["pools"]:
        oldest = "" if one["oldestSeconds"] is None else f", the oldest for {one['oldestSeconds']:.0f} s"
        served = "served" if one["isServed"] else "served by nobody"
        yield "pool", one["pool"], f"{one['waiting']} waiting{oldest}, {one['running']} running, {served}"
    for one in shown["failures"]:
        yield "failures", f"{one['tool']} {one['engine']}".strip(), f"{one['count']}: {one['reason']}"
    for one in shown["models"]:
        times = f"half within {one['p50Seconds']:.1f} s, 95 of 100 within {one['p95Seconds']:.1f} s"
        yield "model", f"{one['tool']}/{one['model']}", f"{one['runs']} runs, {times}"
    yield "webhooks", "", ", ".join(f"{count} {status}" for status, count in shown["webhooks"].items())
    yield "workers", "", f"{shown['workers']}"
    yield "alerts", "", f"{shown['openAlerts']} open"
    yield "disk", "", f"{shown['diskFreeBytes'] / GIGABYTE:.1f} GB free{', too little' if shown['diskIsLow'] else ''}"
