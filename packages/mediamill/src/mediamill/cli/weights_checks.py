"""Weights examined for `mediamill doctor`: of every resident engine that makes some model, or is fallen back to."""

from collections.abc import Iterator
from dataclasses import dataclass

from mediamill.engines import Registry
from mediamill.units import MEGABYTE
from mediamill.weights import UnknownWeights, WeightsState, state_of


@dataclass(frozen=True, slots=True)
class WeightsFinding:
    """How some weights stand; `advice` is None where they can be used."""

    subject: str
    state: str
    advice: str | None = None


def weights_findings(registry: Registry) -> Iterator[WeightsFinding]:
    """Each weights once. Looks at names and sizes; `mediamill models verify` reads the files."""
    told: set[str] = set()
    for setup in registry.residents():
        try:
            rows = setup.rows()
        except UnknownWeights as fault:
            yield WeightsFinding(f"weights of {setup.entry.name}", "unknown", str(fault))
            continue
        for row in rows:
            if row.name not in told:
                told.add(row.name)
                found = state_of(row, setup.weights.home)
                yield WeightsFinding(f"weights {row.name}", shown(found, row.licence.name), found.sentence)


def shown(found: WeightsState, licence: str) -> str:
    """In a few words."""
    size = f", {found.bytes // MEGABYTE:,} MB" if found.bytes else ""
    return f"{found.presence}{size}, licence {licence}"
