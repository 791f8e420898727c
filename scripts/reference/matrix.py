"""docs/reference/matrix.md: which engine makes which model, at what price, within which limits, under which licence."""

import importlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from mediamill.catalogue import Catalogue, Model
from mediamill.engines import EngineEntry, installed_engines
from mediamill.plugins import plugins
from mediamill.weights import PLUGIN_GROUP, WeightsRow, read_rows
from mediamill_remote.mapped import MappedEngine
from mediamill_remote.mapping import ModelMapping
from mediamill_remote.prices import PriceLine

OUTSIDE_TESTS = "rehearsal"  # makes wrong media on purpose
NOTHING = "–"
HEAD = """# Which engine makes which model

Made by `python -m scripts.reference` from the tables of the engines; a test says so.

*Price* is what a run costs the operator: list prices that nobody has checked against a bill, unless [the engine's
page](../engines/README.md) says so, or this machine's own time. *Limits*: other values are refused before anything is
accepted, or go to the next engine that is set. *Not mapped*: fields of the interface that this engine is not told;
without `seed` a run cannot be repeated. *Licence*: of the weights; vendors have terms besides. *Run against*: the real
thing that was tried with this entry, not counting stand-ins on loopback and random numbers for weights.
"""


@dataclass(frozen=True, slots=True)
class Row:
    """One engine for one model."""

    engine: str
    where: str  # what makes it there
    price: str
    limits: str
    unmapped: str
    licence: str
    tried: str

    def __str__(self) -> str:
        cells = (f"`{self.engine}`", self.where, self.price, self.limits, self.unmapped, self.licence, self.tried)
        return f"| {' | '.join(cells)} |"


def reference(catalogue: Catalogue) -> str:
    """The page as Markdown."""
    entries = [entry for entry in installed_engines() if OUTSIDE_TESTS not in entry.name]
    vendors = {entry.name: vendor_of(entry) for entry in entries if entry.kind == "remote"}
    weights = list(read_rows(None, plugins(PLUGIN_GROUP)).rows.values())
    lines = [HEAD]
    for model in catalogue.models():
        lines += [f"## {model.tool}/{model.slug}\n"]
        lines += [
            "| engine | there | price | limits | not mapped | licence | run against |",
            "|---|---|---|---|---|---|---|",
        ]
        serving = [entry for entry in entries if (model.tool, model.slug) in entry.serves]
        lines += [str(row) for row in rows(model, serving, vendors, weights)]
        lines += [""]
    return "\n".join(lines)


def vendor_of(entry: EngineEntry) -> MappedEngine:
    """A remote engine as it is without settings."""
    module, _, name = entry.target.partition(":")
    engine = getattr(importlib.import_module(module), name)
    made: MappedEngine = engine(engine.Options())
    return made


def rows(
    model: Model, entries: Iterable[EngineEntry], vendors: Mapping[str, MappedEngine], weights: Iterable[WeightsRow]
) -> Iterator[Row]:
    """Engines of this machine first, then those that ask elsewhere."""
    for entry in sorted(entries, key=lambda one: (one.kind == "remote", one.kind == "resident", one.name)):
        if entry.kind == "remote":
            yield of_vendor(model, entry, vendors[entry.name])
        else:
            yield of_this_machine(entry, weights)


def of_vendor(model: Model, entry: EngineEntry, engine: MappedEngine) -> Row:
    mapping = engine.models.get((model.tool, model.slug))
    if mapping is None:
        return Row(entry.name, "as `models_file` says", NOTHING, NOTHING, NOTHING, NOTHING, entry.tried or "nothing")
    prices = [line for line in engine.prices.lines if line.model == mapping.endpoint]
    notes = [f"`{name}`: {field.note}" for name, field in mapping.fields.items() if field.note]
    return Row(
        entry.name,
        f"`{mapping.endpoint}`",
        "; ".join(map(price_of, prices)) or "the server's own time",
        "; ".join(notes) or NOTHING,
        ", ".join(f"`{name}`" for name in unmapped(model, mapping)) or NOTHING,
        mapping.licence or ("the vendor's terms" if prices else "that of what the server runs"),
        "the vendor" if mapping.verified else entry.tried or "nothing",
    )


def unmapped(model: Model, mapping: ModelMapping) -> list[str]:
    """The fields of the interface that leave no trace in what is sent."""
    told = {*mapping.input_fields(), *mapping.input_files(), "seed"}
    lacking = [field.name for field in model.fields if field.name not in told]
    return [*lacking, *(["seed"] if mapping.seed is None else [])]


def price_of(line: PriceLine) -> str:
    """One price, with what it depends on."""
    conditions = ", ".join(f"`{name}` {str(value).lower()}" for name, value in line.when.items())
    amount = f"{line.amount.normalize():f} {line.currency} per {'started ' if line.started else ''}{line.unit}"
    return f"{amount} ({conditions})" if conditions else amount


def of_this_machine(entry: EngineEntry, weights: Iterable[WeightsRow]) -> Row:
    used = [row for row in weights if row.engine == entry.name]
    licence = "; ".join(f"{row.name}: {row.licence.name}" for row in used)
    is_local = entry.kind == "resident"
    return Row(
        entry.name,
        "weights in a process of a device" if is_local else "a procedure",
        "this machine's own time",
        "as its page says" if entry.is_partial else NOTHING,
        NOTHING,
        licence or (NOTHING if is_local else "Apache-2.0, as mediamill"),
        entry.tried or ("nothing" if is_local else NOTHING),
    )
