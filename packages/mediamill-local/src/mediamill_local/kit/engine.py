"""What every engine of a diffusers pipeline does alike."""

from typing import Any

from mediamill.engines.sdk import ResidentEngine
from mediamill_local.kit.libraries import DIFFUSION, missing_library
from mediamill_local.kit.opening import Checkpoint, Opened, bytes_on_device, open_pipeline
from mediamill_local.kit.options import DiffusionOptions
from mediamill_local.kit.stored import stored_in


class DiffusionEngine(ResidentEngine):
    """One pipeline from one row of weights; a subclass says which, warms it up, and generates."""

    Options: type[DiffusionOptions] = DiffusionOptions
    options: DiffusionOptions
    name = ""  # as operators call it

    @property
    def checkpoint(self) -> Checkpoint:
        """Which weights, opened how; the options may decide."""
        raise NotImplementedError

    def prepare(self, opened: Opened) -> None:
        """Change what was opened, before it runs for the first time."""

    def warm_up(self, opened: Opened) -> None:
        """Run it once, as small and short as it goes: kernels are chosen and pages read before a caller waits."""
        raise NotImplementedError

    def rows(self) -> tuple[str, ...]:
        """The row of its checkpoint."""
        return (self.checkpoint.row,)

    def ready(self) -> str | None:
        """None where the libraries are installed; they are not imported."""
        return missing_library("diffusion", DIFFUSION, self.finds)

    def weights_of(self, tool: str, model: str) -> str:  # noqa: ARG002
        """Its row: all its models share the weights."""
        return self.checkpoint.row

    def bytes_wanted(self, weights: str) -> int:
        """Of its files as they will be kept. Which memory mode `auto` picks is known when they are loaded."""
        stored = stored_in(self.folders.of(weights))
        return bytes_on_device(self.checkpoint, stored, self.options.memory, self.options.precision_of(stored))

    def load(self, weights: str, device: str) -> Opened:
        """Open and warm up. Raises EngineFailed where the files are not what the row says."""
        opened = open_pipeline(self.checkpoint, self.folders.of(weights), device, self.options)
        self.prepare(opened)
        self.warm_up(opened)
        return opened

    def bytes_held(self, loaded: Any) -> int:
        """What it takes of the device's memory between two runs, or of a run where parts come and go."""
        opened: Opened = loaded
        return opened.bytes
