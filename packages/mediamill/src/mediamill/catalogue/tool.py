"""A tool: what a caller picks, with the models that do it."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from mediamill.catalogue import fault
from mediamill.catalogue.fault import FieldFault
from mediamill.catalogue.model import Model

DIGEST_LENGTH = 12  # hexadecimal digits: enough to distinguish catalogues


class Category(StrEnum):
    """The `type` of a tool."""

    IMAGE = "image"
    VIDEO = "video"
    AUDIO = "audio"
    THREE_D = "3d"


class OutputType(StrEnum):
    """The `outputType` of a tool and the `type` of its generations."""

    IMAGE = "image"
    VIDEO = "video"
    AUDIO = "audio"
    TEXT = "text"
    OBJECT = "object"


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool with its models by slug, in display order; `primary` is used if an input names none."""

    slug: str
    name: str
    description: str
    category: Category
    output_type: OutputType
    primary: str
    models: Mapping[str, Model]
    picture: Path  # .webp, .png or .jpg


@dataclass(frozen=True, slots=True)
class BrokenCatalogue:
    """An installed package's tools that are left out, and why, for the operator."""

    name: str  # of the entry point
    package: str
    fault: str


@dataclass(frozen=True, slots=True)
class Catalogue:
    """All tools by slug, in display order."""

    tools: Mapping[str, Tool]
    broken: tuple[BrokenCatalogue, ...] = ()

    def models(self) -> tuple[Model, ...]:
        """Every model of every tool."""
        return tuple(model for tool in self.tools.values() for model in tool.models.values())

    def find(self, tool: str, model: str) -> Model | None:
        """The model as it is on offer; None when it is not."""
        found = self.tools.get(tool)
        return found.models.get(model) if found else None

    def digest(self) -> str:
        """A short hash of what can be asked for and at what price; pictures and order do not count."""
        facts = sorted(
            (tool.slug, tool.output_type.value, tool.primary, model.slug, model.required, model.pool, repr(terms))
            for tool in self.tools.values()
            for model in tool.models.values()
            for terms in [(model.price, model.limits, model.fields)]
        )
        return hashlib.sha256(repr(facts).encode()).hexdigest()[:DIGEST_LENGTH]


def model_fault(tool: Tool, input: Mapping[str, object]) -> FieldFault | None:
    """The fault of an `input.model` that is absent though required, not a string, or empty."""
    return fault.model_fault(input, required=tool.models[tool.primary].required)
