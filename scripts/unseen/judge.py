"""Have before and after judged without knowing which is which.

`python -m scripts.unseen.judge shuffle FOLDER` cuts the sheets of before and after into cells and puts all cells of
a kind, shuffled, on sheets in the folder, with a list of their prompts. Judges write a line for each cell
into FOLDER/KIND.scores: its number and 0 to 3, as docs/unseen/README.md says.
`python -m scripts.unseen.judge tell FOLDER` prints the means of both.
"""

import argparse
import random
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import mean

from PIL import Image, ImageDraw, ImageFont

from scripts.unseen.prompts import FILE
from scripts.unseen.sheets import CELL, FOLDER, INK, KINDS, PAPER, WORDS_PIXELS

SIDES = ("before", "after")
SHUFFLED_BY = 20261123
ENLARGED = 2  # times: cells are small
HEAD_PIXELS = 22  # for a cell's number
WIDTH_MAX, ROWS = 1_600, 5  # of a sheet to look at: pixels, rows of cells
SCORES = range(4)


@dataclass(frozen=True, slots=True)
class Cell:
    """What one side made of one prompt."""

    side: str
    prompt: int


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m scripts.unseen.judge", description=__doc__)
    parser.add_argument("act", choices=("shuffle", "tell"))
    parser.add_argument("folder", type=Path)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    for kind, prompts in tomllib.loads(FILE.read_text()).items():
        if options.act == "shuffle":
            shuffle(kind, prompts, options.folder)
        else:
            print(told(kind, scores_in(options.folder / f"{kind}.scores", 2 * len(prompts)), len(prompts)))


def order_of(kind: str, count: int) -> list[Cell]:
    """The cells of a kind as judges see them."""
    cells = [Cell(side, prompt) for side in SIDES for prompt in range(count)]
    random.Random(f"{SHUFFLED_BY} {kind}").shuffle(cells)
    return cells


def shuffle(kind: str, prompts: list[str], folder: Path) -> None:
    """Sheets of one kind, and the list of their prompts."""
    cells = order_of(kind, len(prompts))
    pictures = list(cut(kind, cells))
    wide, high = pictures[0].size
    columns = max(1, WIDTH_MAX // wide)
    font = ImageFont.load_default(HEAD_PIXELS - 6)
    for first in range(0, len(cells), columns * ROWS):
        shown = pictures[first : first + columns * ROWS]
        sheet = Image.new("RGB", (columns * wide, -(-len(shown) // columns) * (high + HEAD_PIXELS)), PAPER)
        draw = ImageDraw.Draw(sheet)
        for number, picture in enumerate(shown):
            left, top = number % columns * wide, number // columns * (high + HEAD_PIXELS)
            draw.text((left + 2, top), f"#{first + number}", INK, font)
            sheet.paste(picture, (left, top + HEAD_PIXELS))
        sheet.save(folder / f"{kind}-{first:03d}.png")
    lines = (f"{number} {prompts[cell.prompt]}" for number, cell in enumerate(cells))
    (folder / f"{kind}.prompts").write_text("\n".join(lines) + "\n")


def cut(kind: str, cells: list[Cell]) -> Iterator[Image.Image]:
    """Each cell out of the sheet of its side, enlarged."""
    wide, high, columns = CELL * KINDS[kind].cells, CELL + WORDS_PIXELS, KINDS[kind].columns
    sheets = {side: Image.open(FOLDER / f"{side}-{kind}.webp").convert("RGB") for side in SIDES}
    for cell in cells:
        left, top = cell.prompt % columns * wide, cell.prompt // columns * high
        picture = sheets[cell.side].crop((left, top, left + wide, top + high))
        yield picture.resize((wide * ENLARGED, high * ENLARGED), Image.Resampling.LANCZOS)


def scores_in(path: Path, count: int) -> list[int]:
    """The score of every cell. Raises ValueError where one is missing or is none."""
    lines = (line.split() for line in path.read_text().splitlines() if line.strip())
    found = {int(line[0]): int(line[1]) for line in lines}
    if set(found) != set(range(count)) or not set(found.values()) <= set(SCORES):
        raise ValueError(f"{path}: one score from 0 to 3 is wanted for each of {count} cells")
    return [found[number] for number in range(count)]


def told(kind: str, scores: list[int], count: int) -> str:
    """One line of the table in docs/unseen/README.md."""
    of_side: dict[str, list[int]] = {side: [] for side in SIDES}
    for cell, score in zip(order_of(kind, count), scores, strict=True):
        of_side[cell.side].append(score)
    means = " | ".join(f"{mean(of_side[side]):.2f}" for side in SIDES)
    wrong = " | ".join(f"{100 * of_side[side].count(0) / count:.0f} %" for side in SIDES)
    return f"| {kind} | {count} | {means} | {wrong} |"


if __name__ == "__main__":
    main()
