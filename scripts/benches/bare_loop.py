"""The same engine without a service: a loop that makes pictures, draws their thumbnails and writes both."""

import argparse
import json
import tempfile
from pathlib import Path

from mediamill.codecs import thumbnail_of
from mediamill.engines.sdk import Request, WeightsFolders
from mediamill_local.kit import VisualOptions
from scripts.benches.local_engine import First


class Unheard:
    """A report that nobody reads."""

    def progress(self, fraction: float, stage: str = "") -> None:
        """Nothing."""

    def checkpoint(self, text: str) -> None:
        raise AssertionError(text)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m scripts.benches.bare_loop", description=__doc__)
    parser.add_argument("weights", type=Path)
    parser.add_argument("--runs", type=int, required=True)
    parser.add_argument("--steps", type=int, required=True)
    parser.add_argument("--scale", type=float, required=True)
    options = parser.parse_args()
    engine = First(VisualOptions(scale=options.scale, steps=options.steps), WeightsFolders(options.weights))
    loaded = engine.load("flux2-klein", "cpu")
    spans = []
    with tempfile.TemporaryDirectory(prefix="mediamill-bare-") as name:
        for seed in range(options.runs):
            folder = Path(name) / str(seed)
            folder.mkdir()
            given: dict[str, str | int | float] = {"prompt": "a heron", "aspect_ratio": "1:1", "seed": seed}
            made = engine.generate(loaded, Request(str(seed), "create-image", "flux-2-flex", given, folder), Unheard())
            thumbnail_of(made.path, folder)
            spans.append((made.provenance["began"], made.provenance["ended"]))
    print(json.dumps(spans))


if __name__ == "__main__":
    main()
