"""Have everything in prompts.toml made and draw it on sheets, with the prompts and what was not understood.

`python -m scripts.unseen.sheets NAME [KIND …]` writes docs/unseen/NAME-KIND.webp: what there is to see before and after
the engines change.
"""

import argparse
import sys
import tempfile
import textwrap
import tomllib
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

import av
import numpy as np
from PIL import Image, ImageDraw, ImageFont, ImageOps

from mediamill.codecs import Drawn, draw_meshes
from mediamill_client import Client, Generation, GenerationFailed, Output
from mediamill_procedural.motion.clip import clip_of
from mediamill_procedural.motion.figure import body
from mediamill_procedural.motion.moment import posed
from scripts.draw_tool_pictures import linear
from scripts.stage import running_service
from scripts.unseen.prompts import FILE

FOLDER = Path(__file__).parents[2] / "docs" / "unseen"
AT_ONCE = 6  # generations that are waited for
SEED = 7
CELL = 128  # pixels of a picture on a sheet
WORDS_PIXELS, WORDS_SIZE, LINE_CHARACTERS = 38, 9, 27  # below it
MOMENTS = (0.15, 0.5, 0.85)  # of a film
POSES, POSE_STEP = (0.1, 0.3, 0.5, 0.7, 0.9), 90.0  # of a motion, and how far apart they stand, in centimetres
MOTION_SECONDS = 4
QUALITY = 50  # of the sheets, as WebP: all of them together have room in a repository
INK, FAINT, PAPER = (20, 20, 24), (176, 40, 40), (255, 255, 255)


@dataclass(frozen=True, slots=True)
class Made:
    """What was made of a prompt, and a folder to look at it in."""

    client: Client
    generation: Generation
    prompt: str
    folder: Path

    def file(self) -> Path:
        """The output."""
        return self.client.download(self.generation, self.folder / "output")


@dataclass(frozen=True, slots=True)
class Kind:
    """How a kind of prompt is made and shown."""

    tool: str
    model: str
    input: Mapping[str, int | str]
    columns: int
    cells: int  # beside each other, of one result
    shown: Callable[[Made], Image.Image]


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a prompt."""

    number: int
    prompt: str
    picture: Image.Image | None
    words: str  # what was not understood, or why nothing was made


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m scripts.unseen.sheets", description=__doc__)
    parser.add_argument("name", help="of the sheets, such as before")
    parser.add_argument("kinds", nargs="*", help=f"of {', '.join(KINDS)}; default: all")
    options = parser.parse_args()
    prompts = tomllib.loads(FILE.read_text())
    FOLDER.mkdir(parents=True, exist_ok=True)
    with running_service() as stage, Client(stage.api_key, stage.base_url) as client:
        for name in options.kinds or KINDS:
            results = all_of(client, KINDS[name], prompts[name])
            sheet_of(results, KINDS[name]).save(FOLDER / f"{options.name}-{name}.webp", quality=QUALITY, method=6)
            told = sum(bool(result.words) for result in results)
            print(f"{name}: {len(results)} prompts, {told} with something that was not understood", file=sys.stderr)


def all_of(client: Client, kind: Kind, prompts: list[str]) -> list[Result]:
    """Every prompt, in order."""

    def make(numbered: tuple[int, str]) -> Result:
        number, prompt = numbered
        input = {"model": kind.model, "prompt": prompt, **kind.input}
        try:
            made = client.wait(client.submit(kind.tool, input))
        except GenerationFailed as failed:
            return Result(number, prompt, None, str(failed.generation.error))
        with tempfile.TemporaryDirectory(prefix="mediamill-sheet-") as folder:
            picture = kind.shown(Made(client, made, prompt, Path(folder)))
        return Result(number, prompt, picture, ", ".join(client.generations.inspect(made.id).not_understood))

    with ThreadPoolExecutor(AT_ONCE) as threads:
        return list(threads.map(make, enumerate(prompts)))


def sheet_of(results: list[Result], kind: Kind) -> Image.Image:
    """All of them, numbered as their prompts are in the file, from 0."""
    wide, high = CELL * kind.cells, CELL + WORDS_PIXELS
    rows = -(-len(results) // kind.columns)
    sheet = Image.new("RGB", (kind.columns * wide, rows * high), PAPER)
    draw, font = ImageDraw.Draw(sheet), ImageFont.load_default(WORDS_SIZE)
    for result in results:
        left, top = result.number % kind.columns * wide, result.number // kind.columns * high
        if result.picture is not None:
            sheet.paste(ImageOps.contain(result.picture, (wide, CELL)), (left, top))
        lines = textwrap.wrap(f"{result.number} {result.prompt}", LINE_CHARACTERS * kind.cells)[:2]
        draw.multiline_text((left + 2, top + CELL), "\n".join(lines), INK, font, spacing=1)
        lost = textwrap.shorten(f"not: {result.words}", LINE_CHARACTERS * kind.cells, placeholder="…")
        if result.words:
            draw.text((left + 2, top + CELL + WORDS_PIXELS - WORDS_SIZE - 4), lost, FAINT, font)
    return sheet


def picture(made: Made) -> Image.Image:
    """The picture itself."""
    with Image.open(made.file()) as image:
        return ImageOps.contain(image.convert("RGB"), (CELL, CELL))


def thumbnail(made: Made) -> Image.Image:
    """The service's own view of an object."""
    assert made.generation.thumbnail is not None, f"{made.prompt}: a thumbnail is drawn of every object"
    return picture(replace(made, generation=replace(made.generation, output=Output(made.generation.thumbnail))))


def moments(made: Made) -> Image.Image:
    """A film at three moments, side by side."""
    with av.open(str(made.file())) as film:
        frames = [Image.fromarray(frame.to_ndarray(format="rgb24")) for frame in film.decode(video=0)]
    chosen = [frames[int(share * (len(frames) - 1))] for share in MOMENTS]
    return side_by_side([ImageOps.contain(frame, (CELL, CELL)) for frame in chosen])


def poses(made: Made) -> Image.Image:
    """A figure at five moments, from the side."""
    figure, motion = body(), clip_of(made.prompt, MOTION_SECONDS).motion
    meshes = []
    for number, share in enumerate(POSES):
        frame = int(share * (len(motion.places) - 1))
        for part in posed(figure, motion, frame):
            vertices = part.vertices - np.array([0.0, 0.0, motion.places[frame, 0, 2] - POSE_STEP * number])
            colours = linear(part.colour)
            meshes.append(Drawn(vertices=vertices, faces=part.faces, normals=part.normals, colours=colours))
    target = made.folder / "poses.png"
    draw_meshes(meshes, target, azimuth=62.0, ground=0.0, size=3 * CELL)
    with Image.open(target) as image:
        return image.convert("RGB").crop((0, CELL // 2, 3 * CELL, CELL // 2 + 2 * CELL))


def side_by_side(images: list[Image.Image]) -> Image.Image:
    strip = Image.new("RGB", (CELL * len(images), max(image.height for image in images)), PAPER)
    for number, image in enumerate(images):
        strip.paste(image, (CELL * number, 0))
    return strip


KINDS = {
    "picture": Kind("create-image", "nano-banana", {"seed": SEED}, 20, 1, picture),
    "object": Kind("text-to-3d", "alpha3d-v3", {}, 20, 1, thumbnail),
    "motion": Kind("motion-3d", "alpha-motion", {"duration": MOTION_SECONDS}, 8, 2, poses),
    "film": Kind("create-video", "ltx-video", {"duration": 3, "seed": SEED}, 5, 3, moments),
}


if __name__ == "__main__":
    main()
