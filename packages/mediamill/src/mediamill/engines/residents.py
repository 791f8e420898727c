"""Resident engines as they are configured: each with the options that `[engine."name"]` gives it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from mediamill.engines.engine import NOTHING_MORE, Needs
from mediamill.engines.host.devices import Residence
from mediamill.engines.installed import EngineEntry
from mediamill.engines.resident import ResidentEngine
from mediamill.engines.section import class_at, options_of


@dataclass(frozen=True, slots=True)
class ResidentSetup:
    """A resident engine as it is configured."""

    entry: EngineEntry
    engine: ResidentEngine
    given: Mapping[str, Any]  # what its section says

    @property
    def residence(self) -> Residence:
        """How it lives on a device."""
        options, needs = self.engine.options, self.engine.needs
        return Residence(
            pool=self.entry.pool,
            needs=needs if isinstance(needs, Needs) else NOTHING_MORE,
            options=self.given,
            preload=options.preload,
            pinned=options.pinned,
        )


def set_up_residents(
    entries: Iterable[EngineEntry], sections: Mapping[str, Mapping[str, Any]]
) -> dict[str, ResidentSetup]:
    """Every installed engine of this kind, by name. Raises InvalidSettings."""
    return {
        entry.name: set_up_resident(entry, sections.get(entry.name, {}))
        for entry in entries
        if entry.kind == "resident"
    }


def set_up_resident(entry: EngineEntry, section: Mapping[str, Any]) -> ResidentSetup:
    """One of them. Raises InvalidSettings."""
    kind = class_at(entry, ResidentEngine)
    return ResidentSetup(entry, kind(options_of(entry.name, kind.Options, section)), section)
