"""Which pages the site has, and in which parts: docs/guide.toml."""

import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]
DOCS = REPOSITORY / "docs"
LIST = "guide.toml"
HEADING = re.compile(r"^# (.+)$", re.M)


class Unlisted(Exception):
    """What docs/guide.toml says and what is in docs/ do not fit together."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the site."""

    source: Path
    place: str  # in the site, with its suffix: `tasks/nginx.md`

    @property
    def title(self) -> str:
        """Its own first heading, without marks."""
        if found := HEADING.search(self.source.read_text()):
            return found[1].replace("`", "")
        raise Unlisted(f"{self.place} has no heading: begin it with `# …`")


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the site, or a group in it."""

    title: str
    pages: tuple[Page, ...]
    groups: tuple["Section", ...] = ()

    def every_page(self) -> Iterator[Page]:
        """Its pages, then those of its groups."""
        yield from self.pages
        for group in self.groups:
            yield from group.every_page()


def sections(docs: Path = DOCS) -> tuple[Section, ...]:
    """The parts of the site. Raises Unlisted for a page that is named but missing, and for one that nothing names."""
    parts = tomllib.loads((docs / LIST).read_text())["part"]
    named = {name for name in every_name(parts) if "*" not in name}
    found = tuple(
        Section(
            part["title"],
            pages_of(docs, part["pages"], named),
            tuple(Section(group["title"], pages_of(docs, group["pages"], named)) for group in part.get("group", ())),
        )
        for part in parts
    )
    listed = {page.source.resolve() for part in found for page in part.every_page()}
    forgotten = sorted(str(path.relative_to(docs)) for path in docs.rglob("*.md") if path.resolve() not in listed)
    if forgotten:
        raise Unlisted(f"not in docs/{LIST}: {', '.join(forgotten)}")
    return found


def every_name(parts: Sequence[dict[str, list[object]]]) -> Iterator[str]:
    for part in parts:
        yield from map(str, part["pages"])
        yield from every_name(part.get("group", []))  # type: ignore[arg-type]


def pages_of(docs: Path, names: Sequence[str], named: set[str]) -> tuple[Page, ...]:
    """The pages that a line names or fits."""
    found = []
    for name in names:
        if "*" in name:
            fitting = sorted(path.relative_to(docs).as_posix() for path in docs.glob(name))
            found += [one for one in fitting if one not in named]
        elif (docs / name).is_file():
            found.append(name)
        else:
            raise Unlisted(f"docs/{LIST} names {name}, which is not there")
    return tuple(Page(docs / name, place_of(name)) for name in found)


def place_of(name: str) -> str:
    """Pages of the repository's folder stand beside the others, in small letters."""
    return name.removeprefix("../").lower() if name.startswith("../") else name
