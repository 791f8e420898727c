"""The contract of a resident engine: what it loads stays in the memory of a device, between generations."""

from dataclasses import dataclass
from typing import Any

from mediamill.engines.engine import NOTHING_MORE, Artifact, Needs, Report, Request
from mediamill.engines.folders import WeightsFolders


def shelf_name(target: str, weights: str) -> str:
    """What loaded weights are called outside of their engine; `target` is its "module:Class"."""
    return f"{target} {weights}"


def read_shelf_name(name: str) -> tuple[str, str]:
    """Target and weights."""
    target, _, weights = name.partition(" ")
    return target, weights


@dataclass(frozen=True, slots=True)
class ResidentOptions:
    """What `[engine."name"]` may say of every resident engine; a subclass adds options of its own."""

    preload: tuple[str, ...] = ()  # weights to load as soon as the process of the device has started
    pinned: tuple[str, ...] = ()  # weights that never make room for others
    python: str = ""  # the interpreter of another environment, whose libraries this engine needs


class ResidentEngine:
    """Code that keeps weights loaded; one instance lives in the process of each device, another one in the service,
    which never loads anything.

    A step of a run is reported with `report.progress`: there a cancelled run ends, by an exception that is not to be
    caught. What the memory of the device cannot hold is raised as it is (`MemoryError`, `torch.OutOfMemoryError`):
    everything is unloaded and the run tried once more.
    """

    Options: type[ResidentOptions] = ResidentOptions
    needs: Needs = NOTHING_MORE  # weights to read, nodes of the device

    def __init__(self, options: ResidentOptions, folders: WeightsFolders) -> None:
        self.options = options
        self.folders = folders

    def rows(self) -> tuple[str, ...]:
        """The names of the weights (`mediamill models list`) that have to be on this machine, as its options choose.
        It is not ready without them, and may read `self.folders.of(name)`.
        """
        return ()

    def ready(self) -> str | None:
        """None when it can work here; else one sentence that says what to do. Asked in the service where its weights
        are there: it looks at files and settings, and imports no large library.
        """
        return None

    def finds(self, library: str) -> bool:
        """Whether a library is there in the environment that it runs in; nothing is imported. For `ready`."""
        from mediamill.engines.environments import finds  # noqa: PLC0415 (engine processes start without subprocess)

        return finds(self.options.python, library)

    def weights_of(self, tool: str, model: str) -> str:  # noqa: ARG002 (for engines of several tools)
        """The name of what has to be loaded for a model; models may share it."""
        return model

    def bytes_wanted(self, weights: str) -> int:  # noqa: ARG002
        """How many bytes of the device's memory they will take: room is made for so many before they are loaded."""
        return 0

    def load(self, weights: str, device: str) -> Any:
        """Load them to "cpu", "cuda:0", … and warm them up, so that the first run is like every other one."""
        raise NotImplementedError

    def bytes_held(self, loaded: Any) -> int:  # noqa: ARG002
        """How many bytes what was loaded takes; asked once, right after `load`. 0: as many as were wanted."""
        return 0

    def generate(self, loaded: Any, request: Request, report: Report) -> Artifact:
        """Make the media inside `request.folder`. Raises EngineRefused, EngineFailed, EngineUnavailable."""
        raise NotImplementedError
