"""mediamill worker: runs generations for a service whose data folder it shares."""

import asyncio
import logging
import socket
from pathlib import Path

import click

from mediamill.catalogue import Pool
from mediamill.cli.options import data_dir, settings_with_database
from mediamill.cli.privacy import keep_private
from mediamill.config import Settings
from mediamill.telemetry import set_up_logs

POOLS = tuple(pool.value for pool in Pool)

log = logging.getLogger("mediamill")


@click.command()
@click.option("--pools", default=",".join(POOLS), show_default=True, help="Which pools to work for, with commas.")
@click.option(
    "--metrics-port",
    type=click.IntRange(0, 65_535),
    help="Serve /metrics, /healthz and /readyz of this worker on this port of MEDIAMILL_HOST (0: any); else nowhere.",
)
@data_dir
def worker(pools: str, metrics_port: int | None, data_dir: Path | None) -> None:
    """Run generations for a service that uses the same data folder; start `mediamill serve` there first."""
    from mediamill import app, assembly

    wanted = [pool.strip() for pool in pools.split(",") if pool.strip()]
    if not wanted or (unknown := set(wanted) - set(POOLS)):
        named = ", ".join(sorted(unknown)) if wanted else "nothing"
        raise click.BadParameter(f"{named}: the pools are {', '.join(POOLS)}", param_hint="--pools")
    settings = settings_with_database(data_dir)
    keep_private()
    set_up_logs(settings.log_level, settings.log_format)
    service = app.Service(settings, serves=False, pools=assembly.pools_of(settings, wanted))
    log.info("working for %s in %s", ", ".join(wanted), settings.data_dir)
    if metrics_port is None:
        asyncio.run(app.work(service))
        return
    with listener_at(settings, metrics_port) as listener:
        address = "{}:{}".format(*listener.getsockname()[:2])
        asyncio.run(app.serve(service, listener, lambda: log.info("metrics are at http://%s/metrics", address)))


def listener_at(settings: Settings, port: int) -> socket.socket:
    """The socket for metrics; the settings, whose port is the service's, stay as they are."""
    from mediamill.http import listen

    try:
        return listen(settings.model_copy(update={"port": port}))[0]
    except OSError as error:
        raise click.ClickException(f"Cannot listen at {settings.host}:{port}: {error.strerror}.") from None
