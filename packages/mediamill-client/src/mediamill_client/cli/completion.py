"""mediamill completion: what makes a shell complete commands and options."""

import click
from click.shell_completion import get_completion_class

from mediamill_client.cli.output import PROGRAM

VARIABLE = "_MEDIAMILL_COMPLETE"


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print the completion for SHELL, to be read when the shell starts.

    bash: `mediamill completion bash >~/.local/share/bash-completion/completions/mediamill`. zsh: put it into a file
    `_mediamill` of a folder in $fpath. fish: `mediamill completion fish >~/.config/fish/completions/mediamill.fish`.
    """
    kind = get_completion_class(shell)
    assert kind is not None, "click knows the shells that are offered"
    click.echo(kind(ctx.find_root().command, {}, PROGRAM, VARIABLE).source())
