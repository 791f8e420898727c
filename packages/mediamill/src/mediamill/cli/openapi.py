"""mediamill openapi: the interface as a document, without a service."""

from pathlib import Path

import click

from mediamill.cli.options import data_dir, settings_of


@click.command()
@data_dir
def openapi(data_dir: Path | None) -> None:
    """Print the OpenAPI document."""
    from mediamill.assembly import load_catalogue
    from mediamill.http import ENDPOINTS
    from mediamill.http.openapi import openapi_bytes

    settings = settings_of(data_dir=data_dir)
    click.echo(openapi_bytes(ENDPOINTS, load_catalogue(settings), settings.base_url))
