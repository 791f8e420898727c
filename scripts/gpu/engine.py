"""The engine of the check: it makes a pipeline of random numbers for its weights, and measures each phase of a run."""

import hashlib
import time
from dataclasses import dataclass, field
from typing import Any

from mediamill.engines.sdk import Artifact, Report, Request, ResidentEngine, ResidentOptions
from mediamill_local.kit.memory import Memory
from mediamill_local.kit.opening import be_deterministic, keep_in_eight_bits
from mediamill_local.kit.options import Precision
from scripts.gpu.random_models import MODELS, RandomModel, make

PROMPT = "A red fox that looks back over its shoulder, in snow, early in the morning"
MEGABYTE = 1_000_000
LINGER_SECONDS = 600.0  # in a step of a run that is to be killed: longer than whoever kills it needs
HUGE_BYTES = 2**60  # no device has them


@dataclass(frozen=True, slots=True)
class SizeOptions(ResidentOptions):
    """Full size is for GPUs."""

    small: bool = False


@dataclass(frozen=True, slots=True)
class Loaded:
    """A pipeline on its device."""

    model: RandomModel
    pipeline: Any
    device: str
    make_seconds: float


class RandomModels(ResidentEngine):
    """Noise. Its weights are called as a model and a way to keep them: "ltx-2 offload"."""

    Options = SizeOptions
    options: SizeOptions

    def load(self, weights: str, device: str) -> Loaded:
        """Make it, and keep it as it is wanted."""
        import diffusers

        began = time.perf_counter()
        name, _, kept = weights.partition(" ")
        model, memory = MODELS[name], Memory(kept)
        be_deterministic()
        diffusers.utils.logging.disable_progress_bar()
        comes_and_goes = memory.comes_and_goes and device != "cpu"
        pipeline = make(model, device, small=self.options.small, kept_on="cpu" if comes_and_goes else device)
        if memory.is_eight_bit:
            keep_in_eight_bits(pipeline, Precision.BFLOAT16)
        if comes_and_goes:
            pipeline.enable_model_cpu_offload(device=device)
        pipeline.set_progress_bar_config(disable=True)
        return Loaded(model, pipeline, device, time.perf_counter() - began)

    def generate(self, loaded: Loaded, request: Request, report: Report) -> Artifact:
        """`picture.png`: a picture, or the first one of a film."""
        import torch

        meter, size = Meter(loaded.device), loaded.model.size(self.options.small)

        def on_step(_: Any, index: int, __: Any, tensors: dict[str, Any]) -> dict[str, Any]:
            meter.end("step")
            if index == 0 and request.input.get("exhaust"):
                exhaust(loaded.device, request)
            report.progress((index + 1) / (size.steps + 1), "denoising")
            if request.input.get("linger"):
                time.sleep(LINGER_SECONDS)
            return tensors

        hook = loaded.pipeline.transformer.register_forward_pre_hook(lambda *_: meter.end_once("encode"))
        try:
            made = loaded.pipeline(
                prompt=PROMPT,
                num_inference_steps=size.steps,
                guidance_scale=1.0,
                output_type="np",
                generator=torch.Generator("cpu").manual_seed(int(str(request.input["seed"]))),
                callback_on_step_end=on_step,
                **size.arguments(),
            )
        finally:
            hook.remove()
        meter.end("decode")
        numbers = made.images if hasattr(made, "images") else made.frames
        path = request.folder / "picture.png"
        write_first(numbers, path)
        facts: dict[str, float | str] = {"make_seconds": loaded.make_seconds}
        facts["sha256"] = hashlib.sha256(numbers.tobytes()).hexdigest()
        return Artifact(path, provenance={"method": "random numbers", **facts, **meter.facts()})


@dataclass
class Meter:
    """Seconds and the most memory of each phase of a run; a step that comes again counts by its mean and its peak."""

    device: str
    seconds: dict[str, list[float]] = field(default_factory=dict)
    allocated: dict[str, int] = field(default_factory=dict)
    reserved: dict[str, int] = field(default_factory=dict)
    since: float = 0.0

    def __post_init__(self) -> None:
        self._restart()

    def end_once(self, phase: str) -> None:
        """End it, unless it has ended."""
        if phase not in self.seconds:
            self.end(phase)

    def end(self, phase: str) -> None:
        """The phase is over, the next one begins."""
        if self.device != "cpu":
            import torch

            torch.cuda.synchronize(self.device)
            of_phase = torch.cuda.max_memory_allocated(self.device), torch.cuda.max_memory_reserved(self.device)
            self.allocated[phase] = max(self.allocated.get(phase, 0), of_phase[0])
            self.reserved[phase] = max(self.reserved.get(phase, 0), of_phase[1])
        self.seconds.setdefault(phase, []).append(time.perf_counter() - self.since)
        self._restart()

    def facts(self) -> dict[str, float]:
        """Flat, for the provenance."""
        seconds = {f"{phase}_seconds": sum(each) / len(each) for phase, each in self.seconds.items()}
        peaks = {f"{phase}_megabytes": size / MEGABYTE for phase, size in self.allocated.items()}
        return {**seconds, **peaks, "reserved_megabytes": max(self.reserved.values(), default=0) / MEGABYTE}

    def _restart(self) -> None:
        if self.device != "cpu":
            import torch

            torch.cuda.reset_peak_memory_stats(self.device)
        self.since = time.perf_counter()


def exhaust(device: str, request: Request) -> None:
    """Ask the device for more than it has, at the first try of a run: a real torch.OutOfMemoryError, or MemoryError."""
    tried = request.folder / "tried"
    if tried.exists():
        return
    tried.write_bytes(b"")
    if device == "cpu":
        bytearray(HUGE_BYTES)
    else:
        import torch

        torch.empty(torch.cuda.mem_get_info(device)[1] * 2, dtype=torch.uint8, device=device)


def write_first(numbers: Any, path: Any) -> None:
    """The first picture of a run."""
    from PIL import Image

    picture = numbers.reshape(-1, *numbers.shape[-3:])[0]
    Image.fromarray((picture.clip(0, 1) * 255).astype("uint8")).save(path)
