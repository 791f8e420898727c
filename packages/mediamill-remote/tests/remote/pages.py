"""What a vendor's page in docs/engines says of its engine, and what it has to say."""

import re
from collections.abc import Mapping
from dataclasses import fields

from mediamill_remote.mapped import MappedEngine

WORDS: Mapping[object, str] = {"": "none", None: "all"}  # for defaults


def prices_shown(page: str) -> list[str]:
    """The rows of the price table."""
    return re.findall(r"^\| `[\w./-]+` \| [\d.]+ per .*$", page, re.M)


def prices_of(engine: MappedEngine) -> list[str]:
    """The rows as they have to be."""
    return [
        f"| `{line.model}` | {line.amount.normalize():f} per {'started ' if line.started else ''}{line.unit} | "
        + (", ".join(f"`{name}` {str(value).lower()}" for name, value in line.when.items()) or "–")
        + f" | {line.valid_from} | {'yes' if line.verified else 'no'} |"
        for line in engine.prices.lines
    ]


def models_shown(page: str) -> list[tuple[str, str]]:
    """Model and endpoint of each row."""
    return re.findall(r"^\| ([\w-]+/[\w-]+) \| `([\w./-]+)` \|", page, re.M)


def models_of(engine: MappedEngine) -> list[tuple[str, str]]:
    """The same as it has to be."""
    return [(f"{tool}/{model}", mapping.endpoint) for (tool, model), mapping in engine.models.items()]


def options_shown(page: str) -> Mapping[str, str]:
    """Option -> its default, before the first other table."""
    return dict(re.findall(r"^\| `(\w+)` \| `?([^|`]+?)`? \|", page.split("## Which")[0], re.M))


def options_of(engine: MappedEngine) -> Mapping[str, str]:
    """The same as it has to be."""
    defaults = {
        one.name: f"{one.default:g}" if isinstance(one.default, float) else WORDS.get(one.default, one.default)
        for one in fields(type(engine).Options)
    }
    return {name: str(value) for name, value in {**defaults, "base_url": engine.base_url}.items()}
