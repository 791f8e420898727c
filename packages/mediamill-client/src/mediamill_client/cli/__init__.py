"""The command line for whoever has a key. Needs the extra `cli`."""

import sys


def main() -> None:
    """The `mediamill` program."""
    try:
        from mediamill_client.cli import program
    except ModuleNotFoundError as missing:
        if missing.name != "click":
            raise
        sys.exit("mediamill: The command line is not installed: pip install 'mediamill-client[cli]'")
    program.main()
