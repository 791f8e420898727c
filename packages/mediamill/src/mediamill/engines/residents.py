"""Resident engines as they are configured: each with the options that `[engine."name"]` gives it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from mediamill.engines.engine import NOTHING_MORE, Needs
from mediamill.engines.environments import fault_of
from mediamill.engines.folders import WeightsFolders
from mediamill.engines.host.devices import Residence
from mediamill.engines.installed import EngineEntry
from mediamill.engines.resident import ResidentEngine
from mediamill.engines.section import class_at, options_of
from mediamill.weights import UnknownWeights, WeightsRow, WeightsRows, state_of


@dataclass(frozen=True, slots=True)
class WeightsHere:
    """The weights of this machine, and what is known of them."""

    home: Path
    read_rows: Callable[[], WeightsRows] = lambda: WeightsRows({})


@dataclass(frozen=True, slots=True)
class ResidentSetup:
    """A resident engine as it is configured."""

    entry: EngineEntry
    engine: ResidentEngine
    given: Mapping[str, Any]  # what its section says
    weights: WeightsHere

    @property
    def residence(self) -> Residence:
        """How it lives on a device; weights that were brought anew change it. Looks at the disk."""
        options, needs, folders = self.engine.options, self.engine.needs, WeightsFolders(self.weights.home)
        stamps = {folders.of(name): folders.stamp_of(name) for name in self.engine.rows()}
        there = tuple(folder for folder, stamp in stamps.items() if stamp is not None)
        needs = needs if isinstance(needs, Needs) else NOTHING_MORE
        return Residence(
            pool=self.entry.pool,
            needs=replace(needs, readable=(*needs.readable, *there)),
            options=self.given,
            preload=options.preload,
            pinned=options.pinned,
            python=Path(options.python) if options.python else None,
            weights_home=self.weights.home,
            stamps=tuple(stamps.values()),
        )

    def missing(self) -> str | None:
        """What has to be done before it can work, in one sentence; None when nothing. Looks at the disk."""
        try:
            sentences = (state_of(row, self.weights.home).sentence for row in self.rows())
            return fault_of(self.engine.options.python) or next(filter(None, sentences), None) or self.engine.ready()
        except UnknownWeights as fault:
            return str(fault)

    def licences(self) -> tuple[str, ...]:
        """The weights it needs, each with the licence it comes under."""
        try:
            return tuple(f"{row.name} ({row.licence.name})" for row in self.rows())
        except UnknownWeights:
            return ()

    def rows(self) -> list[WeightsRow]:
        """The weights it needs. Raises UnknownWeights."""
        names = self.engine.rows()
        known = self.weights.read_rows() if names else WeightsRows({})
        return [known.named(name) for name in names]


def set_up_residents(
    entries: Iterable[EngineEntry], sections: Mapping[str, Mapping[str, Any]], weights: WeightsHere
) -> dict[str, ResidentSetup]:
    """Every installed engine of this kind, by name. Raises InvalidSettings."""
    return {
        entry.name: set_up_resident(entry, sections.get(entry.name, {}), weights)
        for entry in entries
        if entry.kind == "resident"
    }


def set_up_resident(entry: EngineEntry, section: Mapping[str, Any], weights: WeightsHere) -> ResidentSetup:
    """One of them. Raises InvalidSettings."""
    kind = class_at(entry, ResidentEngine)
    engine = kind(options_of(entry.name, kind.Options, section), WeightsFolders(weights.home))
    return ResidentSetup(entry, engine, section, weights)
