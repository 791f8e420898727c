"""docs/reference/catalogue.md: every key of a tool's TOML file, from the tables that read it."""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

from pydantic.fields import FieldInfo

from mediamill.catalogue.load_catalogue import PACKAGED_TOOLS
from mediamill.catalogue.tables import (
    FIELD_TABLES,
    PRICE_TABLES,
    LimitsTable,
    ModelTable,
    MustBe,
    Table,
    ToolTable,
    Whole,
)

MEANINGS: Mapping[str, Mapping[str, str]] = tomllib.loads(Path(__file__).with_name("catalogue.toml").read_text())
EXAMPLE = "text-to-speech.toml"
HEAD = """# Catalogue files

Made by `python -m scripts.reference` from the tables that read such files; a test says so.

A tool is one TOML file, whose name is the tool's slug. [Your own tools and
models](../operating.md#your-own-tools-and-models) says where files are put and how they are laid over each other.
Any other key than these is an error that names file and line.
"""


def reference() -> str:
    """The page as Markdown."""
    return "\n".join(
        [
            HEAD,
            *section("The tool", "tool", ToolTable),
            *section("Models: `[models.slug]`", "model", ModelTable),
            *section("Limits", "limits", LimitsTable),
            "## Prices\n",
            *(
                line
                for rule, (table, _) in PRICE_TABLES.items()
                for line in section(f'`rule = "{rule}"`', "price", table, 3)
            ),
            "## Fields: `[models.slug.fields.name]`\n",
            *(
                line
                for kind, table in FIELD_TABLES.items()
                for line in section(f'`kind = "{kind}"`', "field", table, 3)
            ),
            "## A whole file\n",
            f"`{EXAMPLE}`, as it is packaged:\n",
            f"```toml\n{(PACKAGED_TOOLS / EXAMPLE).read_text()}```\n",
        ]
    )


def section(title: str, meanings: str, table: type[Table], level: int = 2) -> Iterator[str]:
    yield f"{'#' * level} {title}\n"
    if level > 2 and table.__doc__:
        yield f"{table.__doc__.strip()}\n"
    yield "| key | takes | default | meaning |"
    yield "|---|---|---|---|"
    for key, field in table.model_fields.items():
        yield f"| `{key}` | {takes(field)} | {default(field)} | {MEANINGS[meanings][key]} |"
    yield ""


def takes(field: FieldInfo) -> str:
    """What a value has to be, in the words of the error where it is not."""
    return next(words((*field.metadata, field.annotation)), "a table")


def words(parts: Iterable[Any]) -> Iterator[str]:
    """The words of a type, from the outside in."""
    for part in parts:
        if isinstance(part, MustBe):
            yield part.what
        elif isinstance(part, Whole):
            yield f"a whole number from {part.lowest:,} to {part.highest:,}"
        elif get_origin(part) is Literal:
            yield ", ".join(f"`{value}`" for value in get_args(part))
        elif get_origin(part) is dict:
            return
        else:
            yield from words((*getattr(part, "__metadata__", ()), *get_args(part)))


def default(field: FieldInfo) -> str:
    if field.is_required():
        return "required"
    value = field.default.value if isinstance(field.default, Enum) else field.default
    if value is None:
        return "none"
    shown = str(value).lower() if isinstance(value, bool) else f"{value:,}" if isinstance(value, int) else str(value)
    return "the defaults of its keys" if isinstance(value, Table) else f"`{shown}`"
