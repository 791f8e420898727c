"""A generation as its engine sees it."""

from collections.abc import Mapping
from pathlib import Path

import orjson

from mediamill.engines import Request
from mediamill.generations import Generation


def request_of(generation: Generation, folder: Path, files: Mapping[str, Path]) -> Request:
    """One try at it in a private folder, with its inputs at hand as local files, by field."""
    seed = orjson.loads(generation.seed) if generation.seed else 0
    values = orjson.loads(generation.input)
    names = (generation.id, generation.tool, generation.model)
    return Request(*names, values, folder, files, generation.checkpoint, seed=seed)
