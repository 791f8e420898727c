"""Puts the site's sources together: `python -m scripts.guide.stage FOLDER`, before Zensical builds it.

Pages are copied with their links to what is in the site; of what is only in the repository the path stays as text.
"""

import json
import os
import re
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from scripts.guide.llms import llms, llms_full
from scripts.guide.navigation import DOCS, REPOSITORY, Section, Unlisted, sections

LINK = re.compile(r"(!?)\[((?:[^\]\[]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
FENCE = re.compile(r"^ *(```|~~~)")
BULLET = re.compile(r"^(-|\d+\.) ")
ELSEWHERE = re.compile(r"^([a-z]+:|#|/)")
PICTURES = {".webp", ".png", ".svg"}
NESTED = 4  # spaces before what belongs to a list item: Python-Markdown wants them, whatever the marker's width


def main() -> None:
    """Stage into a folder."""
    try:
        stage(Path(sys.argv[1]))
    except Unlisted as fault:
        sys.exit(f"make guide: {fault}")


def stage(folder: Path) -> None:
    """Pages, pictures, llms.txt and the settings of the site."""
    shutil.rmtree(folder, ignore_errors=True)
    parts = sections()
    places = {page.source.resolve(): page.place for part in parts for page in part.every_page()}
    for source, place in places.items():
        target = folder / "docs" / place
        target.parent.mkdir(parents=True, exist_ok=True)
        text, pictures = linked(source, place, places)
        target.write_text(indented(text))
        for picture, at in pictures.items():
            (folder / "docs" / at).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(picture, folder / "docs" / at)
    (folder / "docs/llms.txt").write_text(llms(parts))
    (folder / "docs/llms-full.txt").write_text(llms_full(parts))
    (folder / "mkdocs.yml").write_text(json.dumps(settings(parts), indent=1))  # JSON is YAML


def linked(source: Path, place: str, places: Mapping[Path, str]) -> tuple[str, dict[Path, str]]:
    """The page's text with its links as the site has them, and where the pictures that it shows go."""
    pictures: dict[Path, str] = {}

    def link(match: re.Match[str]) -> str:
        mark, words, target = match.groups()
        if ELSEWHERE.match(target):
            return match[0]
        path, hash, anchor = target.partition("#")
        file = (source.parent / path).resolve()
        if (index := file / "README.md") in places:
            file = index
        if file in places:
            return f"[{words}]({relative(places[file], place)}{hash}{anchor})"
        if file.suffix in PICTURES and file.is_file():
            pictures[file] = file.relative_to(DOCS if file.is_relative_to(DOCS) else REPOSITORY).as_posix()
            return f"{mark}[{words}]({relative(pictures[file], place)})"
        shown = file.relative_to(REPOSITORY).as_posix()
        return words if words.strip("`/") == shown else f"{words} (`{shown}`)"

    lines, fenced = [], False
    for line in source.read_text().split("\n"):
        fenced ^= bool(FENCE.match(line))
        lines.append(line if fenced else LINK.sub(link, line))
    return "\n".join(lines), pictures


def relative(target: str, place: str) -> str:
    return os.path.relpath(target, Path(place).parent).replace(os.sep, "/")


def indented(text: str) -> str:
    """What belongs to a list item, as far to the right as Python-Markdown wants it."""
    return "\n".join(indented_lines(text.split("\n")))


def indented_lines(lines: Sequence[str]) -> Iterator[str]:
    width, fenced = 0, False  # of the marker of the list item that the line belongs to; within a fence of no list
    for line in lines:
        if not width and FENCE.match(line):
            fenced = not fenced
        if not fenced and (bullet := BULLET.match(line)):
            width = len(bullet[0])
        elif width and line.strip() and not line.startswith(" " * width):
            width = 0
            fenced = bool(FENCE.match(line))
        nests = width and not BULLET.match(line) and line.strip()
        yield " " * (NESTED - width) + line if nests and width < NESTED else line


def settings(parts: Sequence[Section]) -> dict[str, object]:
    """What Zensical is told."""
    return {
        "site_name": "mediamill",
        "use_directory_urls": False,  # links lead to files, wherever the site lies
        "docs_dir": "docs",
        "site_dir": "site",
        "theme": {
            "name": "material",
            "font": False,  # the reader's own: nothing is fetched from elsewhere
            "features": [
                "content.code.copy",
                "navigation.footer",
                "navigation.indexes",
                "navigation.prune",
                "navigation.tabs",
                "navigation.top",
                "search.highlight",
            ],
            "palette": [
                {"media": "(prefers-color-scheme: light)", "scheme": "default"},
                {"media": "(prefers-color-scheme: dark)", "scheme": "slate"},
            ],
        },
        "extra": {"generator": False},
        "markdown_extensions": [
            "tables",
            "sane_lists",
            {"toc": {"permalink": True}},
            {"pymdownx.highlight": {"use_pygments": True}},
            "pymdownx.superfences",
        ],
        "nav": [{part.title: entries(part)} for part in parts],
    }


def entries(part: Section) -> list[object]:
    pages: list[object] = [{page.title: page.place} for page in part.pages]
    return pages + [{group.title: entries(group)} for group in part.groups]


if __name__ == "__main__":
    main()
