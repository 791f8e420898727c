"""mediamill upload: files of one's own, as addresses for inputs."""

from pathlib import Path

import click

from mediamill_client.cli.failures import EXIT_USAGE, Stopped, explained
from mediamill_client.cli.following import progress_shown
from mediamill_client.cli.options import Access, as_json, of_service, opened
from mediamill_client.cli.output import say_json

MAYBE_UPLOADED = "It may have been uploaded: `mediamill files list` shows it."


@click.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path(path_type=Path))
@as_json
@of_service
def upload(
    files: tuple[Path, ...],
    as_json: bool,
    access: Access,
) -> None:
    """Upload images or audio files, and print the address of each; `mediamill generate` takes paths itself."""
    for path in files:
        if not path.is_file():
            raise click.UsageError(f"{str(path)!r} is no file")
    done = []
    with opened(access) as client:
        for path in files:
            with explained(MAYBE_UPLOADED, also=f"The file was {path}."), progress_shown(f"uploading {path.name}"):
                try:
                    uploaded = client.upload(path)
                except OSError as error:
                    raise Stopped(EXIT_USAGE, f"{path}: {error.strerror}") from error
            done.append(uploaded.raw)
            if not as_json:
                click.echo(uploaded.url)
    if as_json:
        say_json(done)
