"""A run of a pipeline: its seed, its steps as progress, and what is left in order when it is cancelled."""

from collections.abc import Mapping
from typing import Any

from mediamill.engines.sdk import EngineFailed, Report
from mediamill_local.kit.opening import Opened

SEEDS = 2**63  # that a generator takes


class Nobody:
    """Who a run reports to that nobody asked for: a warm-up."""

    def progress(self, fraction: float, stage: str = "") -> None:
        """Not heard."""

    def checkpoint(self, text: str) -> None:
        """Not kept."""


NOBODY = Nobody()


def seeded(seed: float | str) -> Any:
    """A generator whose noise is the same on every device: it is made on the processor."""
    import torch

    return torch.Generator("cpu").manual_seed(int(seed) % SEEDS)


def run(opened: Opened, report: Report, steps: int, arguments: Mapping[str, Any], *, end: float = 1.0) -> Any:
    """What the pipeline makes in so many steps. Each is reported, and there a cancelled run ends; the last share before
    `end` is for decoding.
    """

    def on_step(_: Any, index: int, __: Any, tensors: dict[str, Any]) -> dict[str, Any]:
        done = index + 1
        report.progress(end * done / (steps + 1), "denoising" if done < steps else "decoding")
        return tensors

    report.progress(0.0, "reading the prompt")
    try:
        return opened.pipeline(**arguments, num_inference_steps=steps, callback_on_step_end=on_step)
    except BaseException:
        opened.pipeline.maybe_free_model_hooks()  # parts that come and go would stay where the run ended
        raise


def refuse_broken(numbers: Any) -> None:
    """Raises EngineFailed where a model made no numbers: 16 bits were too few, or its files are broken."""
    import numpy as np

    if not np.isfinite(numbers).all():
        raise EngineFailed(
            sentence="The model made no picture or sound, only invalid numbers; please try another prompt."
        )
