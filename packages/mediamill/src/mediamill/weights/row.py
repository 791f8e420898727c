"""What weights there are to be had: one row for each, with repository, files and licence."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

from mediamill.weights.paths import is_admitted, matches

COMMIT = re.compile(r"[0-9a-f]{40}")
NAME = re.compile(r"[a-z0-9]+(?:[.-][a-z0-9]+)*")
REPOSITORY = r"^[A-Za-z0-9][A-Za-z0-9._-]{0,95}/[A-Za-z0-9][A-Za-z0-9._-]{0,95}$"
TAKEN_ENDINGS = (".part", ".former", ".busy")  # of what lies beside the folder of a name
NAME_CHARACTERS_MAX = 60

# Safetensors hold numbers and nothing else; so does the one file of CTranslate2, which is recognised by its head. An
# ONNX model is a graph of known operators, which is looked through (`onnx.py`).
WeightsFormat = Literal["safetensors", "ctranslate2", "onnx"]
Line = Annotated[str, Field(pattern=r"^[^\x00-\x1f]{1,400}$")]


@dataclass(frozen=True, slots=True)
class Licence:
    """Under which weights are published."""

    name: str
    url: str
    conditions: str | None = None  # in one sentence; weights that have some are pulled once they are accepted


@dataclass(frozen=True, slots=True)
class WeightsRow:
    """Weights that can be pulled."""

    name: str
    engine: str  # that uses them
    repository: str  # "owner/name" at the hub
    files: tuple[str, ...]  # patterns; `*` stays within one folder
    licence: Licence
    source: str  # the package or the operator's file that it stands in
    format: WeightsFormat = "safetensors"
    is_gated: bool = False  # the hub gives them to accounts that asked for them
    commit: str | None = None  # 40 hex digits; None: the newest at the first pull, and that one from then on
    replaces: str | None = None  # the package whose row of the same name it takes the place of

    def chosen(self, paths: Iterable[str]) -> list[str]:
        """Those of the paths that are pulled or imported: what no pattern names, or may hold code, is left out."""
        return [
            path
            for path in paths
            if any(matches(path, pattern) for pattern in self.files) and is_admitted(path, self.format)
        ]


class RowTable(BaseModel):
    """A row as its TOML table has it."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    engine: Line
    repository: Annotated[str, Field(pattern=REPOSITORY)]
    files: Annotated[list[Line], Field(min_length=1, max_length=100)]
    licence: Line
    licence_url: Annotated[str, Field(pattern=r"^https://[^\s]{1,400}$")]
    conditions: Line | None = None
    format: WeightsFormat = "safetensors"
    gated: bool = False
    commit: Annotated[str, Field(pattern=r"^[0-9a-f]{40}$")] | None = None

    @field_validator("files")
    @classmethod
    def patterns_stay_inside(cls, patterns: list[str]) -> list[str]:
        """Reject what leads elsewhere."""
        for pattern in patterns:
            parts = PurePosixPath(pattern).parts
            if pattern.startswith("/") or ".." in parts or "**" in parts:
                raise ValueError(f"`{pattern}`: write a path within the repository; `*` stays within one folder")
        return patterns

    def row(self, name: str, source: str) -> WeightsRow:
        """The row of that name. Raises ValueError for patterns that its format does not admit."""
        if not NAME.fullmatch(name) or name.endswith(TAKEN_ENDINGS) or len(name) > NAME_CHARACTERS_MAX:
            raise ValueError("a name is lower-case letters, digits, dots and hyphens, such as `flux2-klein`")
        refused = [pattern for pattern in self.files if not is_admitted(pattern, self.format)]
        if refused:
            raise ValueError(f"files: `{refused[0]}` names files that may hold code, or archives: see docs/weights.md")
        return WeightsRow(
            name=name,
            engine=self.engine,
            repository=self.repository,
            files=tuple(self.files),
            licence=Licence(self.licence, self.licence_url, self.conditions),
            source=source,
            format=self.format,
            is_gated=self.gated,
            commit=self.commit,
        )
