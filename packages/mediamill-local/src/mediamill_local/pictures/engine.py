"""Pictures from a prompt: one class for every model, which is a row of `models.toml`."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from mediamill.engines.sdk import Artifact, Report, Request, facts_of
from mediamill_local.kit import (
    NOBODY,
    Checkpoint,
    DiffusionEngine,
    Opened,
    Size,
    VisualOptions,
    Wording,
    facts,
    fitted,
    read_table,
    refuse_broken,
    run,
    scaled,
    seeded,
    sizes_in,
    title_of,
    tokens_in,
)

MEGABYTE = 1_000_000
WARM_UP_STEPS = 1


@dataclass(frozen=True, slots=True)
class PictureModel:
    """A row of the table."""

    checkpoint: Checkpoint
    steps: int
    wording: Wording
    tokens: int
    multiple: int
    sizes: Mapping[str, Size]
    arguments: Mapping[str, Any]


class PictureEngine(DiffusionEngine):
    """Makes a PNG from `prompt`, `aspect_ratio` and `seed`: the same three, the same file. A prompt that is longer than
    the model reads is cut, and what was left out is told.
    """

    Options = VisualOptions
    options: VisualOptions
    row = ""  # of weights.toml and of the table

    @property
    def model(self) -> PictureModel:
        """Its row."""
        return models()[self.row]

    @property
    def checkpoint(self) -> Checkpoint:
        """Of its row."""
        return self.model.checkpoint

    def size_of(self, aspect_ratio: str) -> Size:
        """Pixels, as the operator scales them."""
        return scaled(self.model.sizes[aspect_ratio], self.options.scale, self.model.multiple)

    def warm_up(self, opened: Opened) -> None:
        """The smallest picture there is."""
        side = self.model.multiple * 2
        self._painted(opened, NOBODY, "a", (side, side), 0, WARM_UP_STEPS)

    def generate(self, loaded: Any, request: Request, report: Report) -> Artifact:
        """Make `picture.png`. Raises EngineFailed."""
        from mediamill.codecs import Tags, encode_image

        opened: Opened = loaded
        prompt, seed = str(request.input["prompt"]), int(request.input["seed"])
        size = self.size_of(str(request.input["aspect_ratio"]))
        steps = self.options.steps or self.model.steps
        read = fitted(prompt, self.model.tokens, tokens_in(opened.pipeline, self.model.wording))
        pixels = self._painted(opened, report, read.text, size, seed, steps)
        told = facts(self.name, opened, self.folders, request, seed=seed, steps=steps, width=size[0], height=size[1])
        tags = Tags(title_of(prompt) or "Picture", told | {"not_understood": list(read.left_out)})
        path = request.folder / "picture.png"
        encode_image(pixels, path, tags=tags)
        return Artifact(path, provenance=facts_of(told), not_understood=read.left_out)

    def _painted(self, opened: Opened, report: Report, prompt: str, size: Size, seed: int, steps: int) -> Any:
        """The pixels, (height, width, 3) of 8 bits."""
        width, height = size
        arguments = {
            **self.model.arguments,
            "prompt": prompt,
            "width": width,
            "height": height,
            "generator": seeded(seed),
            "output_type": "np",
        }
        (pixels,) = run(opened, report, steps, arguments).images
        refuse_broken(pixels)
        return (pixels * 255).round().astype("uint8")


@cache
def models() -> Mapping[str, PictureModel]:
    """The table, by row."""
    return {row: model_in(row, table) for row, table in read_table(__package__, "models.toml").items()}


def model_in(row: str, table: Mapping[str, Any]) -> PictureModel:
    """A row of it."""
    return PictureModel(
        checkpoint=Checkpoint(row, table["pipeline"], table["run_megabytes"] * MEGABYTE),
        steps=table["steps"],
        wording=Wording(table["wording"]),
        tokens=table["tokens"],
        multiple=table["multiple"],
        sizes=sizes_in(table["sizes"]),
        arguments=table["arguments"],
    )
