"""`python -m mediamill_remote.template NAME` writes a package for a vendor of that name into `mediamill-NAME/`."""

import re
import sys
from collections.abc import Mapping
from importlib import resources
from pathlib import Path

NAME = re.compile(r"[a-z][a-z0-9]{0,29}")
CODE = ("__init__.py", "engine.py", "engine.toml", "models.toml", "prices.toml")
USAGE = "Usage: python -m mediamill_remote.template NAME, with a NAME of small letters and digits, such as acme."


def main() -> None:
    """The command."""
    match sys.argv[1:]:
        case [name] if NAME.fullmatch(name):
            sys.exit(write(name, Path(f"mediamill-{name}")))
        case _:
            sys.exit(USAGE)


def write(name: str, folder: Path) -> str | None:
    """None, or why nothing was written."""
    if folder.exists():
        return f"{folder} is there already: nothing was written."
    for path, text in files_for(name).items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    sys.stdout.write(f"{folder} is an engine: fill in what its vendor wants, then `pip install -e {folder}`.\n")
    return None


def files_for(name: str) -> Mapping[str, str]:
    """Each file of the package, its path below the package's folder."""
    template = resources.files("mediamill_remote.template")
    texts = {"pyproject.toml": template / "package.toml"}
    texts |= {f"src/mediamill_acme/{file}": template / file for file in CODE}
    return {named(path, name): named(text.read_text(), name) for path, text in texts.items()}


def named(text: str, name: str) -> str:
    """With the vendor's name in place of Acme's."""
    return text.replace("acme", name).replace("Acme", name.capitalize())


if __name__ == "__main__":
    main()
