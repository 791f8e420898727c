"""The process of one device: engines of the kind `resident` live in it, and the weights that they have loaded.

One thread listens, so that a run can be cancelled while another thread works on it.
"""

import os
import queue
import socket
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from mediamill.engines.causes import causes, is_out_of_memory
from mediamill.engines.engine import Artifact
from mediamill.engines.folders import WeightsFolders
from mediamill.engines.host import child, wire
from mediamill.engines.host.shelf import Held, Shelf, measured_run
from mediamill.engines.resident import ResidentEngine, shelf_name

# After these the driver's context is of no use to anybody: the process ends, and another one starts.
BROKEN_CONTEXT = ("AcceleratorError", "CudaError")


def serve(end: int, *, cell: Mapping[str, Any]) -> None:
    """Run the orders that come over the socket `end`, one after another, until the host hangs up."""
    child.enter_jail(cell)
    device = DeviceProcess(ListeningHost(socket.socket(fileno=end)), cell["device"])
    while (order := device.host.order()) is not None:
        device.obey(order)


class ListeningHost(child.Host):
    """The connection to the host, read by a thread of its own."""

    def __init__(self, connection: socket.socket) -> None:
        super().__init__(connection)
        self.cancelled: set[int] = set()
        self._orders: queue.SimpleQueue[wire.Order | None] = queue.SimpleQueue()
        threading.Thread(target=self._listen, name="listener", daemon=True).start()

    def order(self) -> wire.Order | None:
        """The next order that is not a cancellation; None when the host has hung up."""
        return self._orders.get()

    def _listen(self) -> None:
        while (order := super().order()) is not None:
            if isinstance(order, wire.Cancel):
                self.cancelled.add(order.run)
            else:
                self._orders.put(order)
        self._orders.put(None)


class CancellableReport(child.LiveReport):
    """The Report of a run that can be cancelled where it reports a step."""

    def __init__(self, host: ListeningHost, run: int) -> None:
        super().__init__(host, run)
        self._cancelled = host.cancelled
        self._number = run

    def progress(self, fraction: float, stage: str = "") -> None:
        """Raises RunCancelled."""
        if self._number in self._cancelled:
            raise child.RunCancelled
        super().progress(fraction, stage)


class DeviceProcess:
    """The engines of a device's process and its shelf."""

    def __init__(self, host: ListeningHost, plan: Mapping[str, Any]) -> None:
        self.host = host
        self._name: str = plan["name"]
        self._options: Mapping[str, Mapping[str, Any]] = plan["options"]  # by target
        self._weights_homes: Mapping[str, str] = plan["weights_homes"]  # by target
        self._engines: dict[str, ResidentEngine] = {}
        self._is_broken = False
        self._report = CancellableReport(host, 0)
        self._shelf = Shelf(self._name, plan["budget"], plan["pinned"], lambda message: self._report.send(message))

    def obey(self, order: wire.Order) -> None:
        """One order, to its last message."""
        self._report = report = CancellableReport(self.host, order.run)
        if isinstance(order, wire.Preload):
            report.send(self._preload(order), last=True)
        elif isinstance(order, wire.RunOrder):
            report.send(child.run(order, lambda: self._made(order, report)), last=True)
            if self._is_broken:
                os._exit(1)  # a driver in this state may hang whoever says goodbye
            self.host.cancelled.discard(order.run)

    def _preload(self, order: wire.Preload) -> wire.Message:
        try:
            engine = self._engine_at(order.target)
            self._shelf.take(shelf_name(order.target, order.weights), engine, order.weights)
        except Exception as fault:  # noqa: BLE001 (the run that needs them says what is wrong)
            return wire.Broke(child.reason_of(fault), None, child.detail_of(fault))
        return wire.Preloaded()

    def _made(self, order: wire.RunOrder, report: CancellableReport) -> Artifact:
        """What the engine makes; tried again on an empty device where its memory was too small."""
        engine = self._engine_at(order.target)
        try:
            return self._made_once(order, report, engine)
        except Exception as fault:
            if not is_out_of_memory(fault):
                raise
        # Outside of the handler: the traceback kept alive what the run had in memory.
        self._shelf.drop_all()
        report.send(wire.Retried())
        return self._made_once(order, report, engine)

    def _made_once(self, order: wire.RunOrder, report: CancellableReport, engine: ResidentEngine) -> Artifact:
        weights = engine.weights_of(order.request.tool, order.request.model)
        held: Held = self._shelf.take(shelf_name(order.target, weights), engine, weights)
        report.send(wire.Started())
        report.progress(0.0)  # it may have been cancelled while weights were loaded
        try:
            made: Artifact = measured_run(self._name, held, lambda: engine.generate(held.loaded, order.request, report))
        except Exception as fault:
            self._is_broken = is_broken_context(fault)
            raise
        return made

    def _engine_at(self, target: str) -> ResidentEngine:
        if target not in self._engines:
            kind = child.class_at(target)
            options = TypeAdapter(kind.Options).validate_python(self._options.get(target, {}))  # type: ignore[attr-defined]
            folders = WeightsFolders(Path(self._weights_homes.get(target, ".")))
            self._engines[target] = kind(options, folders)
        return self._engines[target]


def is_broken_context(fault: BaseException) -> bool:
    """Whether nothing can run on the device from this process any more."""
    return any(type(cause).__name__ in BROKEN_CONTEXT for cause in causes(fault))
