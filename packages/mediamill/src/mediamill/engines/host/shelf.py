"""What a device's process keeps in memory: weights, least recently used first, together within a budget."""

import gc
import sys
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mediamill.engines.host import wire
from mediamill.engines.resident import ResidentEngine

CPU_SHARE = 0.5  # of the machine's memory, where no budget is set: others live there too
GPU_SHARE = 0.92  # of the card's memory; drivers and fragments take the rest


@dataclass(slots=True)
class Held:
    """Weights in memory."""

    loaded: Any
    bytes: int
    run_bytes: int = 0  # what runs with them took beyond that, the most so far


class Shelf:
    """Weights by name. `say` hears what is loaded and dropped."""

    def __init__(self, device: str, budget: int | None, pinned: Iterable[str], say: Callable[[wire.Message], None]):
        self._device = device
        self._budget = budget
        self._pinned = frozenset(pinned)
        self._say = say
        self._held: OrderedDict[str, Held] = OrderedDict()

    def take(self, name: str, engine: ResidentEngine, weights: str) -> Held:
        """What was loaded, or is loaded now; what was not used for longest makes room."""
        if name not in self._held:
            self._make_room(engine.bytes_wanted(weights))
            begun = time.monotonic()
            loaded = engine.load(weights, self._device)
            held = Held(loaded, engine.bytes_held(loaded) or engine.bytes_wanted(weights))
            self._held[name] = held
            self._say(wire.Loaded(name, held.bytes, time.monotonic() - begun))
            self._make_room(0, keep=name)  # it may be larger than was thought
        self._held.move_to_end(name)
        return self._held[name]

    def drop_all(self) -> None:
        """Unload everything, pinned weights too: what is loaded afresh leaves no fragments."""
        for name in list(self._held):
            self._drop(name)

    def _make_room(self, wanted: int, keep: str | None = None) -> None:
        droppable = [name for name in self._held if name not in self._pinned and name != keep]
        while droppable and self._used() + wanted > self.budget:
            self._drop(droppable.pop(0))

    def _used(self) -> int:
        """Of all weights, and of the run that takes the most beside them."""
        return sum(held.bytes for held in self._held.values()) + max(
            (held.run_bytes for held in self._held.values()), default=0
        )

    @property
    def budget(self) -> int:
        """Bytes; asked of the device where none is set."""
        if self._budget is None:
            self._budget = memory_of(self._device)
        return self._budget

    def _drop(self, name: str) -> None:
        del self._held[name]
        give_back(self._device)
        self._say(wire.Dropped(name))


def memory_of(device: str) -> int:
    """Bytes that weights and runs may take on a device."""
    if (cuda := cuda_of(device)) is not None:
        return int(cuda.mem_get_info(device)[1] * GPU_SHARE)
    lines = Path("/proc/meminfo").read_text().splitlines()
    kilobytes = next(int(line.split()[1]) for line in lines if line.startswith("MemTotal:"))
    return int(kilobytes * 1_024 * CPU_SHARE)


def measured_run(device: str, held: Held, run: Callable[[], Any]) -> Any:
    """What the run returns; how much of a GPU's memory it took is noted."""
    cuda = cuda_of(device)
    if cuda is None:
        return run()
    cuda.reset_peak_memory_stats(device)
    before = cuda.memory_allocated(device)
    try:
        return run()
    finally:
        held.run_bytes = max(held.run_bytes, cuda.max_memory_allocated(device) - before)


def give_back(device: str) -> None:
    """Memory that nothing refers to any more goes back to the device."""
    gc.collect()
    if (cuda := cuda_of(device)) is not None:
        cuda.empty_cache()


def cuda_of(device: str) -> Any:
    """torch.cuda where the device is a GPU of it and an engine has imported torch; else None."""
    torch = sys.modules.get("torch")
    return torch.cuda if torch is not None and device.startswith("cuda") else None
