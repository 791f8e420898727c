"""The code blocks of the documentation, as tests read them.

A line `<!-- not run: REASON -->` before a block says why no test runs it. The REASONS are few; a note may follow in
parentheses. A line "`name`:" before a block names the file that the block is.
"""

import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.places import REPOSITORY

# What is not on the machine that runs the tests.
REASONS = frozenset(
    {
        "cluster",
        "container",
        "database server",
        "GPU",
        "names",  # of one installation: ids, keys, addresses
        "network",
        "repository",  # works on the clone itself: the tests, its image
        "root",
        "vendor key",
        "weights",
    }
)
BLOCK = re.compile(
    r"(?:^ *<!-- not run: (?P<reason>[^(\n]+?) *(?:\([^\n]*\) *)?-->\n)?"
    r"^(?P<indent> *)```(?P<language>\w*)[^\n]*\n(?P<text>.*?)^(?P=indent)```$",
    re.M | re.S,
)
NAMED = re.compile(r"^ *`([\w/.-]+\.\w+)`:\n\s*\Z", re.M)
SHELL = ("sh", "bash")
CONTINUED = re.compile(r"\\\n\s*")


@dataclass(frozen=True, slots=True)
class Block:
    """One fenced block of a page."""

    page: Path
    line: int
    language: str
    text: str
    reason: str | None  # why no test runs it
    file: str | None  # the name of the file that it is

    @property
    def place(self) -> str:
        """Where to find it."""
        return f"{self.page.relative_to(REPOSITORY)}:{self.line}"

    @property
    def commands(self) -> list[str]:
        """Of a shell block its lines, without comments."""
        lines = CONTINUED.sub(" ", self.text).splitlines()
        return [line for line in lines if line.strip() and not line.startswith("#")]


def pages() -> list[Path]:
    """Every page that people read, generated ones and history left out."""
    docs = [path for path in (REPOSITORY / "docs").rglob("*.md") if "decisions" not in path.parts]
    readmes = sorted(REPOSITORY.glob("packages/*/README.md"))
    return sorted(docs) + [REPOSITORY / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")] + readmes


def blocks_of(page: Path) -> Iterator[Block]:
    """The blocks of a page, in order."""
    text = page.read_text()
    for match in BLOCK.finditer(text):
        named = NAMED.search(text[: match.start()])
        yield Block(
            page,
            text.count("\n", 0, match.start()) + 1,
            match["language"],
            textwrap.dedent(match["text"]),
            match["reason"],
            named[1] if named else None,
        )


def every_block() -> list[Block]:
    return [block for page in pages() for block in blocks_of(page)]


def is_shell(block: Block) -> bool:
    return block.language in SHELL
