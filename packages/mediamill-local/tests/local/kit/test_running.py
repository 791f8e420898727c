"""A run of a pipeline: its steps are told, and what it leaves behind is put in order."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mediamill.engines.sdk import EngineFailed, Request, WeightsFolders
from mediamill_local.kit import Checkpoint, Memory, Opened, Precision, facts, refuse_broken, run, title_of

CHECKPOINT = Checkpoint("flux2-klein", "Flux2KleinPipeline", run_bytes=0)


class Loom:
    """A pipeline of four steps."""

    def __init__(self) -> None:
        self.freed = 0

    def __call__(self, *, num_inference_steps: int, callback_on_step_end: Any, **given: Any) -> Any:
        for index in range(num_inference_steps):
            assert callback_on_step_end(self, index, None, {"latents": index}) == {"latents": index}
        return given

    def maybe_free_model_hooks(self) -> None:
        self.freed += 1


class Listener:
    def __init__(self, stop_after: int = 99) -> None:
        self.heard: list[tuple[float, str]] = []
        self.stop_after = stop_after

    def progress(self, fraction: float, stage: str = "") -> None:
        self.heard.append((round(fraction, 3), stage))
        if len(self.heard) > self.stop_after:
            raise KeyboardInterrupt

    def checkpoint(self, text: str) -> None:
        raise AssertionError(text)


def opened(loom: Loom) -> Opened:
    return Opened(loom, CHECKPOINT, "cpu", Precision.FLOAT32, Memory.RESIDENT, 12)


def test_steps_are_progress_and_the_last_share_is_for_decoding() -> None:
    listener = Listener()

    assert run(opened(Loom()), listener, 4, {"prompt": "a fox"}) == {"prompt": "a fox"}
    assert listener.heard == [
        (0.0, "reading the prompt"),
        (0.2, "denoising"),
        (0.4, "denoising"),
        (0.6, "denoising"),
        (0.8, "decoding"),
    ]


def test_a_cancelled_run_leaves_nothing_on_the_device_that_comes_and_goes() -> None:
    loom = Loom()

    with pytest.raises(KeyboardInterrupt):
        run(opened(loom), Listener(stop_after=2), 4, {})
    assert loom.freed == 1


def test_invalid_numbers_are_no_picture() -> None:
    refuse_broken(np.zeros((2, 2, 3)))

    with pytest.raises(EngineFailed, match="only invalid numbers"):
        refuse_broken(np.array([0.5, np.nan]))


def test_what_a_file_says_is_where_its_weights_came_from_and_how_they_were_used(tmp_path: Path) -> None:
    request = Request("g_1", "create-image", "nano-banana", {}, tmp_path)
    told = facts("local.flux2", opened(Loom()), WeightsFolders(tmp_path), request, seed=7, steps=4)

    assert told["weights"] == "flux2-klein"  # no lock file here; with one it is repository, commit and licence
    assert (told["model"], told["dtype"], told["memory"]) == ("nano-banana", "float32", "resident")
    assert (told["seed"], told["steps"], told["method"]) == (7, 4, "Flux2KleinPipeline of diffusers")


def test_a_title_is_one_line() -> None:
    assert title_of("a fox\n\tin\x00 the snow ") == "a fox in the snow"
    assert len(title_of("a fox " * 100)) == 120
