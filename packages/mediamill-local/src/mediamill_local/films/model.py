"""The models of films, as `models.toml` has them."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from mediamill_local.kit import Checkpoint, Size, read_table, sizes_in

MEGABYTE = 1_000_000


@dataclass(frozen=True, slots=True)
class FilmModel:
    """A row of the table."""

    checkpoint: Checkpoint
    steps: int
    sigmas: tuple[float, ...]  # of so many steps; without any the schedule is the pipeline's
    tokens: int
    fps: int
    seconds: frozenset[int]
    multiple: int
    sizes: Mapping[str, Size]
    arguments: Mapping[str, Any]

    def frames_in(self, seconds: int) -> int:
        """Of a film; decoders make one more than a whole number of groups."""
        return self.fps * seconds + 1


@cache
def models() -> Mapping[str, FilmModel]:
    """The table, by row."""
    return {row: model_in(row, table) for row, table in read_table(__package__, "models.toml").items()}


def model_in(row: str, table: Mapping[str, Any]) -> FilmModel:
    """A row of it."""
    return FilmModel(
        checkpoint=Checkpoint(
            row,
            table["pipeline"],
            table["run_megabytes"] * MEGABYTE,
            exact=tuple(table.get("exact", ())),
            tiling=True,
            without=tuple(table.get("without", ())),
        ),
        steps=table["steps"],
        sigmas=tuple(table.get("sigmas", ())),
        tokens=table["tokens"],
        fps=table["fps"],
        seconds=frozenset(table["seconds"]),
        multiple=table["multiple"],
        sizes=sizes_in(table["sizes"]),
        arguments=table["arguments"],
    )
