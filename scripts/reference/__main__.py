"""`python -m scripts.reference` writes every page that is made of the program."""

from collections.abc import Mapping
from pathlib import Path

from mediamill.catalogue import load
from mediamill.http import ENDPOINTS
from scripts.reference import api, catalogue, commands, endpoints, matrix, sdk

FOLDER = Path(__file__).parents[2] / "docs/reference"


def main() -> None:
    for name, text in pages().items():
        (FOLDER / name).write_text(text)


def pages() -> Mapping[str, str]:
    """The text of each page by its name."""
    return {
        "api.md": api.reference(ENDPOINTS, load()),
        "catalogue.md": catalogue.reference(),
        "commands.md": commands.reference(),
        "endpoints.md": endpoints.reference(ENDPOINTS),
        "matrix.md": matrix.reference(load()),
        "sdk.md": sdk.reference(),
    }


if __name__ == "__main__":
    main()
