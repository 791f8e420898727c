"""What operators have stopped for everybody: the service, pools, tools, models. Every process reads it each second.

| | new generations | what waits | what runs |
|---|---|---|---|
| draining (the service, a pool, a tool, a model) | refused | is worked off | ends |
| paused (a tool, a model) | refused | waits | ends |
| paused pool (`orders.pause_pool`) | accepted | waits | ends |
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from mediamill.db import Row, Transaction, named_queries

SQL = named_queries(__file__)

SERVICE = ""  # the name of the service among halts


class HaltKind(StrEnum):
    """What is stopped."""

    SERVICE = "service"
    POOL = "pool"
    TOOL = "tool"
    MODEL = "model"


class HaltMode(StrEnum):
    """How it is stopped."""

    PAUSED = "paused"
    DRAINING = "draining"


@dataclass(frozen=True, slots=True)
class Halt:
    """One thing that is stopped."""

    kind: HaltKind
    name: str  # SERVICE, a pool, a tool, or tool/model
    mode: HaltMode
    since: int
    reason: str


@dataclass(frozen=True, slots=True)
class Halts:
    """All that is stopped at one moment."""

    every: tuple[Halt, ...] = ()

    def of(self, kind: HaltKind, name: str) -> Halt | None:
        """How this is stopped; None when it is not."""
        return next((one for one in self.every if one.kind is kind and one.name == name), None)

    def of_creates(self, tool: str, model: str, pool: str) -> Halt | None:
        """Why nothing new is accepted for a model that would wait in this pool; None when it is."""
        return (
            self.of(HaltKind.SERVICE, SERVICE)
            or self.of(HaltKind.TOOL, tool)
            or self.of(HaltKind.MODEL, f"{tool}/{model}")
            or self.of(HaltKind.POOL, pool)
        )

    def is_claimed(self, tool: str, model: str) -> bool:
        """Whether what waits for this model is worked on."""
        found = (self.of(HaltKind.TOOL, tool), self.of(HaltKind.MODEL, f"{tool}/{model}"))
        return all(one is None or one.mode is HaltMode.DRAINING for one in found)

    def claimed(self, models: Iterable[tuple[str, str]]) -> set[tuple[str, str]]:
        """Of these (tool, model) those that are worked on."""
        return {(tool, model) for tool, model in models if self.is_claimed(tool, model)}


def halt(tx: Transaction, kind: HaltKind, name: str, mode: HaltMode, reason: str) -> Halt:
    """Stop it from now on; of what was stopped before the first instant counts."""
    row = tx.one(SQL.halt, kind=kind.value, name=name, mode=mode.value, reason=reason, now=tx.now())
    assert row is not None
    return from_row(row)


def lift_halt(tx: Transaction, kind: HaltKind, name: str) -> Halt | None:
    """Let it go on; what had stopped it, None when nothing had."""
    row = tx.one(SQL.lift_halt, kind=kind.value, name=name)
    return from_row(row) if row else None


def halts(tx: Transaction) -> Halts:
    """All that is stopped now."""
    return Halts(tuple(from_row(row) for row in tx.all(SQL.halts)))


def from_row(row: Row) -> Halt:
    """A halt from its row."""
    return Halt(HaltKind(row["kind"]), row["name"], HaltMode(row["mode"]), row["since"], row["reason"])
