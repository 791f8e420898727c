"""For each model the engines that could serve it: which does, what a typical call costs and brings, what is missing."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp

from mediamill.assembly import engine_registry, least_margin, load_catalogue
from mediamill.breakers import Breaker
from mediamill.catalogue import Catalogue, Model
from mediamill.cli.options import has_database, read
from mediamill.config import Settings
from mediamill.dispatch.remote.standing import EngineStanding, standings, unused
from mediamill.engines import EngineEntry, EngineRow, LeastMargin, Registry, RemoteEngine, Request, pool_of
from mediamill.engines.section import class_at
from mediamill.testing.samples import SECONDS, SEED, SampleOverrides, example, files_of
from mediamill.units import MILLIONTHS


@dataclass(frozen=True, slots=True)
class TypicalCall:
    """The catalogue's example of a model, as one engine would charge for it."""

    credits: int  # that it brings
    brings: Decimal | None = None  # the same in the currency; None where a credit has no price
    cost: int | None = None  # millionths of the currency; None for nothing, or where nobody knows
    price_line: str | None = None  # that the cost was found with
    trouble: str | None = None  # why nobody knows

    @property
    def margin(self) -> Decimal | None:
        """What is left of what it brings."""
        return None if self.brings is None else round(self.brings - Decimal(self.cost or 0) / MILLIONTHS, 6) + 0

    @property
    def is_loss(self) -> bool:
        """Whether it costs more than it brings."""
        return self.margin is not None and self.margin < 0


@dataclass(frozen=True, slots=True)
class Candidate:
    """One engine that could serve a model."""

    entry: EngineEntry
    row: EngineRow
    pool: str
    place: int | None  # in the order of preference, the one that serves has 1; None: it is not among those chosen
    call: TypicalCall
    standing: EngineStanding | None  # of a remote engine that is configured
    least_margin: LeastMargin | None = None  # that it has to leave

    @property
    def is_passed_over(self) -> bool:
        """Whether a typical call would leave less than `min_margin`."""
        least = self.least_margin
        return least is not None and self.call.cost is not None and not least.allows(self.call.credits, self.call.cost)

    @property
    def breakers(self) -> list[Breaker]:
        """The open ones that keep it from this model."""
        model = f"{self.row.tool}/{self.row.model}"
        return [one for one in self.standing.breakers if one.model in ("", model)] if self.standing else []


@dataclass(frozen=True, slots=True)
class ModelReport:
    """One model, with its row of the plain table."""

    model: Model
    row: EngineRow
    candidates: tuple[Candidate, ...]


@dataclass(frozen=True, slots=True)
class EngineReport:
    """Everything."""

    catalogue: Catalogue
    registry: Registry
    models: tuple[ModelReport, ...]
    standings: tuple[EngineStanding, ...]


def engine_report(settings: Settings) -> EngineReport:
    """What can be said without asking a vendor; it makes no database. Raises InvalidSettings."""
    catalogue = load_catalogue(settings)
    registry = engine_registry(settings, catalogue)
    found = (
        read(settings, lambda tx: standings(tx, registry.setups)) if has_database(settings) else unused(registry.setups)
    )
    with TemporaryDirectory() as folder:
        work = Examples(settings, registry, Path(folder), {one.engine: one for one in found})
        rows = zip(catalogue.models(), registry.table(catalogue), strict=True)
        models = tuple(ModelReport(model, row, tuple(work.candidates(model))) for model, row in rows)
    return EngineReport(catalogue, registry, models, tuple(found))


class Examples:
    """Puts each model's example before the engines that could serve it."""

    def __init__(
        self, settings: Settings, registry: Registry, folder: Path, standings: Mapping[str, EngineStanding]
    ) -> None:
        """`folder` is for the files of examples."""
        self.settings = settings
        self.registry = registry
        self.folder = folder
        self.standings = standings
        self.unconfigured: dict[str, RemoteEngine] = {}

    def candidates(self, model: Model) -> Iterator[Candidate]:
        """Every engine that could serve the model, in order of preference."""
        chosen = self.registry.engines_for(model.tool, model.slug)
        for entry in self.registry.candidates(model.tool, model.slug):
            yield Candidate(
                entry=entry,
                row=self.registry.row_of(model.tool, model.slug, entry),
                pool=pool_of(entry, model),
                place=chosen.index(entry) + 1 if entry in chosen else None,
                call=self.typical_call(model, entry),
                standing=self.standings.get(entry.name),
                least_margin=least_margin(self.settings),
            )

    def typical_call(self, model: Model, entry: EngineEntry) -> TypicalCall:
        """What the example costs and brings."""
        values = example(model, SampleOverrides())
        credits = model.charge(values, SECONDS if model.priced_by_input else None)
        price = self.settings.credit_price
        brings = None if price is None else credits * price
        if entry.kind != "remote":
            return TypicalCall(credits, brings)
        folder = Path(mkdtemp(dir=self.folder))  # of this call alone: files of several would have one name
        files = files_of(model, folder, SampleOverrides())
        request = Request("gen_example", model.tool, model.slug, values, folder, files, seed=SEED)
        try:
            estimate = self.engine(entry).estimate(request)
        except Exception as fault:  # noqa: BLE001 (an engine's own code; the table says what it said)
            return TypicalCall(credits, brings, trouble=f"{entry.name} cannot say what it costs: {fault}")
        if estimate is None:
            return TypicalCall(credits, brings, trouble=f"{entry.name} has no price for it")
        return TypicalCall(credits, brings, estimate.amount, estimate.line)

    def engine(self, entry: EngineEntry) -> RemoteEngine:
        """The engine as it is configured, or without settings: prices come with it. Raises InvalidSettings."""
        setup = self.registry.setups.get(entry.name)
        if setup is not None:
            return setup.engine
        if entry.name not in self.unconfigured:
            kind = class_at(entry, RemoteEngine)
            self.unconfigured[entry.name] = kind(kind.Options())
        return self.unconfigured[entry.name]
