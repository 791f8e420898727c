"""What an operator may set for every engine of a diffusers pipeline."""

from dataclasses import dataclass
from enum import StrEnum

from mediamill.engines.sdk import ResidentOptions
from mediamill_local.kit.memory import Memory
from mediamill_local.kit.stored import Stored

STEPS_MAX = 200  # more change nothing that anybody sees
BFLOAT16_CAPABILITY = 8  # of a CUDA card: from Ampere on it computes with it


class Precision(StrEnum):
    """The numbers that weights are kept and computed in; another one makes another file of the same seed."""

    AUTO = "auto"
    BFLOAT16 = "bfloat16"
    FLOAT16 = "float16"
    FLOAT32 = "float32"


@dataclass(frozen=True, slots=True)
class DiffusionOptions(ResidentOptions):
    """What `[engine."local.…"]` may say."""

    dtype: Precision = Precision.AUTO  # on a GPU bfloat16, or float16 where the card is older; else as stored
    memory: Memory = Memory.AUTO  # by the card and the weights
    steps: int | None = None  # of denoising, in place of the model's own

    def __post_init__(self) -> None:
        if self.steps is not None and not 1 <= self.steps <= STEPS_MAX:
            raise ValueError(f"steps is a number from 1 to {STEPS_MAX}")

    def precision_of(self, stored: Stored, device: str | None = None) -> Precision:
        """The numbers to keep weights in; without a device, which is not known yet, as on a GPU of today."""
        if self.dtype is not Precision.AUTO:
            return self.dtype
        if device is None:
            return Precision.BFLOAT16
        if device.startswith("cuda"):
            return Precision.BFLOAT16 if capability_of(device) >= BFLOAT16_CAPABILITY else Precision.FLOAT16
        return Precision(stored.numbers) if stored.numbers in set(Precision) else Precision.FLOAT32


def capability_of(device: str) -> int:
    """The first number of a CUDA card's generation."""
    import torch

    return int(torch.cuda.get_device_capability(device)[0])
