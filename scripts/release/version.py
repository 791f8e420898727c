"""The one version of every package and image: `python -m scripts.release.version` prints it, or sets another one."""

import re
import sys
from collections.abc import Mapping
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]
VERSION = re.compile(r"\d+\.\d+\.\d+(?:(?:a|b|rc)\d+)?")
PYTHON, JSON = r'^__version__ = "(.+)"$', r'^  "version": "(.+)",$'
# Each place that says it, once or more, and how.
PLACES: Mapping[str, str] = {
    "packages/mediamill/src/mediamill/__init__.py": PYTHON,
    "packages/mediamill-client/src/mediamill_client/version.py": PYTHON,
    "packages/mediamill-local/src/mediamill_local/__init__.py": PYTHON,
    "packages/mediamill-procedural/src/mediamill_procedural/__init__.py": PYTHON,
    "packages/mediamill-remote/src/mediamill_remote/__init__.py": PYTHON,
    "packages/client-js/package.json": JSON,
    "studio/package.json": r'^    "@mediamill/client": "(.+)",$',
    "package-lock.json": r'"@mediamill/client",\n      "version": "(.+)",$|^        "@mediamill/client": "(.+)",$',
    "deploy/Dockerfile": r'-t mediamill:(\S+) \.|image\.version="([^"]+)"',
    "deploy/compose.yaml": r"^  image: mediamill:(\S+)$",
    "deploy/kubernetes/kustomization.yaml": r'newName: mediamill, newTag: "([^"]+)"',
    "docs/deploying.md": r"-t mediamill:(\S+) \.",
}


class Disagreement(Exception):
    """Places that say another version than others, or none."""


def main() -> None:
    if len(sys.argv) > 1:
        write(sys.argv[1])
    print(version())


def version(root: Path = REPOSITORY) -> str:
    """What all of them say. Raises Disagreement."""
    told = {place: said((root / place).read_text(), pattern) for place, pattern in PLACES.items()}
    if len(set().union(*told.values())) != 1 or not all(told.values()):
        raise Disagreement(
            ", ".join(f"{place}: {' and '.join(sorted(found)) or 'none'}" for place, found in told.items())
        )
    return min(next(iter(told.values())))


def said(text: str, pattern: str) -> set[str]:
    """Every version that the pattern finds."""
    return {next(filter(None, match.groups())) for match in re.finditer(pattern, text, re.M)}


def write(new: str, root: Path = REPOSITORY) -> None:
    """Have all of them say another version."""
    if not VERSION.fullmatch(new):
        sys.exit(f"{new} is not a version such as 1.2.3 or 1.2.3rc1")
    for place, pattern in PLACES.items():
        path = root / place
        path.write_text(re.sub(pattern, lambda match: replaced(match, new), path.read_text(), flags=re.M))


def replaced(match: re.Match[str], new: str) -> str:
    group = match.lastindex or 0
    start, end = (place - match.start() for place in match.span(group))
    return match[0][:start] + new + match[0][end:]


if __name__ == "__main__":
    main()
