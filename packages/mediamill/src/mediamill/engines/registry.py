"""Which engine runs which model: what comes with mediamill, and what the operator chose."""

import importlib
import importlib.metadata
import logging
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial

from mediamill.catalogue import Catalogue, Model
from mediamill.config import InvalidSettings
from mediamill.engines.engine import NOTHING_MORE, Engine, Needs, OptionalProgram, ToolModel, read_tool_model
from mediamill.engines.host.devices import Place, Residence
from mediamill.engines.installed import BrokenEngine, EngineEntry
from mediamill.engines.readiness import Answers, Readiness, ReadyState
from mediamill.engines.resident import ResidentEngine, shelf_name
from mediamill.engines.residents import ResidentSetup
from mediamill.engines.section import RemoteSetup

REMOTE_POOL = "remote"
OWN_ENGINE = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_]\w*")
VERSION_CHARACTERS_MAX = 40
# The extras of mediamill with an engine for every model of the packaged catalogue.
EXTRAS = ("procedural",)
# What engines were called before they came in packages of their own, and what they are called now.
FORMER_PREFIX, PREFIX = "builtin/", "procedural."
FORMER_MODULE = "mediamill.engines.builtin."
NOT_INSTALLED = "install {name} as a package with an entry point (docs/engines.md): it keeps weights loaded"
NOT_READY = "No engine is set up for {model}: {missing}"

log = logging.getLogger("mediamill.engines")


@dataclass(frozen=True, slots=True)
class EngineRow:
    """One model, the engine that runs it if there is one, and what is missing before it can (None: nothing)."""

    tool: str
    model: str
    engine: str | None
    missing: str | None
    note: str = ""  # which values of its fields can be had here, where not all can
    programs: tuple[OptionalProgram, ...] = ()  # that the engine works better with
    weights: tuple[str, ...] = ()  # that it loads, each with its licence


def no_engine(tool: str, model: str) -> str:
    """The sentence for a caller when nothing can run the model."""
    return (
        f"No engine is set up for {tool}/{model}. The operator of this service can set one up: "
        "`mediamill engines` shows which there are and what they need."
    )


def how_to_install() -> str:
    """The advice for an operator when no installed engine serves a model."""
    packages = " or ".join(f'pip install "mediamill[{extra}]"' for extra in EXTRAS)
    return f"No installed engine serves it: {packages}, or name an engine of your own in mediamill.toml."


@cache
def package_version(target: str) -> str | None:
    """The version of the distribution that has the name of the target's package; None where there is none."""
    package = target.partition(":")[0].partition(".")[0]
    try:
        return importlib.metadata.version(package)[:VERSION_CHARACTERS_MAX]
    except importlib.metadata.PackageNotFoundError:
        return None


def refuse_unknown_models(choices: Iterable[str], catalogue: Catalogue) -> None:
    """Raises InvalidSettings when the operator chose an engine for a model that is not in the catalogue."""
    known = [f"{model.tool}/{model.slug}" for model in catalogue.models()]
    for choice in choices:
        if choice not in known:
            close = [name for name in known if name.startswith(f"{choice.partition('/')[0]}/")]
            raise InvalidSettings(
                fault=f"engines: there is no model `{choice}`; there are: {', '.join(sorted(close or known))}"
            )


@dataclass(frozen=True, slots=True)
class Tables:
    """What a registry knows, replaced as a whole."""

    entries: tuple[EngineEntry, ...]
    broken: tuple[BrokenEngine, ...]
    setups: Mapping[str, RemoteSetup]
    of_model: Mapping[ToolModel, tuple[EngineEntry, ...]]
    draining: Mapping[str, RemoteSetup] = field(default_factory=dict)
    residents: Mapping[str, ResidentSetup] = field(default_factory=dict)


class Registry:
    """The engine of each model."""

    def __init__(
        self,
        entries: Sequence[EngineEntry],
        choices: Mapping[str, str | Sequence[str]],
        broken: Sequence[BrokenEngine] = (),
        setups: Iterable[RemoteSetup] = (),
        residents: Mapping[str, ResidentSetup] | None = None,
    ) -> None:
        """`choices` maps "tool/model" to an engine's name, or to a class of the operator's own: "package.module:Class";
        or to a list of such, in order of preference. `broken` are the installed ones that cannot be used. `setups` are
        the remote engines that have settings, the preferred first: where one makes a model by default, no other kind
        does unless it is chosen. `residents` are those that keep weights loaded: they serve where they are chosen.

        Raises InvalidSettings for what no entry is or serves.
        """
        by_name = {setup.name: setup for setup in setups}
        of_model: dict[ToolModel, tuple[EngineEntry, ...]] = {}
        for entry, models in by_preference(entries, by_name):
            for served in models:
                before = of_model.get(served, ())
                if not before or before[0].kind == entry.kind:
                    of_model[served] = (*before, entry)
        for model, names in choices.items():
            chosen = [_chosen(entries, model, name) for name in ([names] if isinstance(names, str) else names)]
            if not chosen:
                raise InvalidSettings(fault=f"engines: no engine is named for `{model}`")
            of_model[chosen[0][0]] = tuple(entry for _, entry in chosen)
        self._tables = Tables(tuple(entries), tuple(broken), by_name, of_model, residents=residents or {})
        self._engines: dict[str, Engine | ResidentEngine] = {}
        self._answers = Answers()

    def replace(self, other: "Registry") -> None:
        """Be like another registry from now on, in one step. Remote engines that it does not have are draining: they
        serve nothing, and their setups are kept for what was bought with them.
        """
        dropped = {**self._tables.draining, **self._tables.setups}
        draining = {name: setup for name, setup in dropped.items() if name not in other.setups}
        self._tables = replace(other._tables, draining=draining)
        self._answers = Answers()

    def drain(self, setup: RemoteSetup) -> None:
        """It serves nothing; what was bought with it is looked at."""
        self._tables = replace(self._tables, draining={**self._tables.draining, setup.name: setup})

    def forget_drained(self, has_jobs: Collection[str]) -> None:
        """Draining engines that have no jobs under way are gone."""
        left = {name: setup for name, setup in self._tables.draining.items() if name in has_jobs}
        self._tables = replace(self._tables, draining=left)

    @property
    def entries(self) -> tuple[EngineEntry, ...]:
        """Every engine, installed or made by a section."""
        return self._tables.entries

    @property
    def broken(self) -> tuple[BrokenEngine, ...]:
        """The installed ones that cannot be used."""
        return self._tables.broken

    @property
    def setups(self) -> Mapping[str, RemoteSetup]:
        """The remote engines that have settings."""
        return self._tables.setups

    @property
    def draining(self) -> Mapping[str, RemoteSetup]:
        """Those that had settings before, and may have jobs under way."""
        return self._tables.draining

    def setup_of(self, engine: str) -> RemoteSetup | None:
        """The setup of a remote engine, draining ones included."""
        return self._tables.setups.get(engine) or self._tables.draining.get(engine)

    def engines_for(self, tool: str, model: str) -> tuple[EngineEntry, ...]:
        """The engines that may run the model, in order of preference."""
        return self._tables.of_model.get((tool, model), ())

    def engine_for(self, tool: str, model: str) -> EngineEntry | None:
        """The first of them; None where none is set up."""
        return next(iter(self.engines_for(tool, model)), None)

    def chosen(self) -> tuple[tuple[EngineEntry, ...], ...]:
        """The engines of each model, as `engines_for` has them."""
        return tuple(self._tables.of_model.values())

    def candidates(self, tool: str, model: str) -> tuple[EngineEntry, ...]:
        """Every installed engine that could serve the model, those that may run it first."""
        chosen = self.engines_for(tool, model)
        others = (entry for entry in self.entries if (tool, model) in entry.serves and entry not in chosen)
        return (*chosen, *others)

    def pools_of(self, model: Model) -> tuple[str, ...]:
        """The pools in which the model is run, that of the preferred engine first."""
        engines = self.engines_for(model.tool, model.slug)
        return tuple(dict.fromkeys(pool_of(entry, model) for entry in engines)) or (model.pool,)

    def ready(self, entry: EngineEntry) -> str | None:
        """None when the engine can work here, else one sentence that says what to do; cached for READY_SECONDS.

        For commands: it waits for the engine, though not for long.
        """
        return missing_in(self._answers.wait(entry.name, partial(self._ask, entry)))

    async def unable(self, tool: str, model: str, values: Mapping[str, object]) -> str | None:
        """Why no engine can work on these values here, in one sentence; None when one can or may be able to later."""
        sentences, missing = list[str](), list[str]()
        for entry in self.engines_for(tool, model):
            readiness = await self.readiness(entry)
            if readiness.state is ReadyState.UNKNOWN:
                return None
            if readiness.state is ReadyState.MISSING:
                missing.append(NOT_READY.format(model=f"{tool}/{model}", missing=readiness.sentence))
            elif (sentence := readiness.unable((tool, model), values)) is None:
                return None
            else:
                sentences.append(sentence)
        return next(iter([*sentences, *missing]), no_engine(tool, model))

    async def note_of(self, tool: str, model: str) -> str:
        """What the description of a model's tool has to add; empty where every value can be had."""
        entry = self.engine_for(tool, model)
        if entry is None or not entry.is_partial:
            return ""
        return (await self.readiness(entry)).note((tool, model))

    async def readiness(self, entry: EngineEntry) -> Readiness:
        """The same for the event loop, which never waits for it."""
        return await self._answers.of(entry.name, partial(self._ask, entry))

    def version_of(self, entry: EngineEntry) -> str | None:
        """The version that the engine's class names once it is loaded, else that of the package it comes in."""
        own = getattr(self._engines.get(entry.name), "version", None)
        if isinstance(own, str) and own.isprintable():
            return own[:VERSION_CHARACTERS_MAX]
        return entry.version[:VERSION_CHARACTERS_MAX] if entry.version else package_version(entry.target)

    def needs_of(self, entry: EngineEntry) -> Needs:
        """What the engine's class declares, once it is loaded; nothing else is within its reach."""
        own = getattr(self._engines.get(entry.name), "needs", NOTHING_MORE)
        return own if isinstance(own, Needs) else NOTHING_MORE

    def residences(self) -> dict[str, Residence]:
        """How the resident engines that some model is made with live on devices, by target."""
        return {setup.entry.target: setup.residence for setup in self.residents()}

    def residents(self) -> list[ResidentSetup]:
        """The resident engines that some model is made with."""
        used = {entry.name: None for entries in self.chosen() for entry in entries if entry.kind == "resident"}
        return [self._tables.residents[name] for name in used]

    def place_of(self, entry: EngineEntry, tool: str, model: str) -> Place | None:
        """How a resident engine lives on devices, and the weights that a model needs; None for every other engine."""
        setup = self._tables.residents.get(entry.name)
        return None if setup is None else (setup.residence, setup.engine.weights_of(tool, model))

    def models_of(self, loaded: Collection[str]) -> list[ToolModel]:
        """The models whose preferred engine keeps its weights loaded, and has them among these shelf names."""
        residents = self._tables.residents
        return [
            model
            for model, (first, *_) in self._tables.of_model.items()
            if first.name in residents
            and shelf_name(first.target, residents[first.name].engine.weights_of(*model)) in loaded
        ]

    def table(self, catalogue: Catalogue) -> list[EngineRow]:
        """A row for every model of the catalogue, in its order."""
        return [self._row(model.tool, model.slug) for model in catalogue.models()]

    def _row(self, tool: str, model: str) -> EngineRow:
        entry = self.engine_for(tool, model)
        return EngineRow(tool, model, None, how_to_install()) if entry is None else self.row_of(tool, model, entry)

    def row_of(self, tool: str, model: str, entry: EngineEntry) -> EngineRow:
        """The row for one engine that could serve the model."""
        readiness = self._answers.wait(entry.name, partial(self._ask, entry))
        note = readiness.note((tool, model))
        resident = self._tables.residents.get(entry.name)
        weights = resident.licences() if resident is not None else ()
        return EngineRow(tool, model, entry.name, missing_in(readiness), note, readiness.programs, weights)

    def _ask(self, entry: EngineEntry) -> Readiness:
        if entry.kind == "remote":
            return self._ask_remote(entry)
        resident = self._tables.residents.get(entry.name)
        if entry.kind == "resident" and resident is None:
            return Readiness(ReadyState.MISSING, NOT_INSTALLED.format(name=entry.name))
        if resident is not None:
            self._engines[entry.name] = resident.engine
        try:
            if entry.name not in self._engines:
                module, _, class_name = entry.target.partition(":")
                self._engines[entry.name] = getattr(importlib.import_module(module), class_name)()
        except Exception:
            # Callers read what is missing: why it cannot be loaded is for the operator.
            log.exception("the engine %s cannot be loaded", entry.name)
            sentence = f"The engine {entry.name} cannot be loaded; the log of the service says why."
            return Readiness(ReadyState.MISSING, sentence)
        missing = resident.missing() if resident is not None else self._engines[entry.name].ready()
        if missing is not None:
            return Readiness(ReadyState.MISSING, missing)
        offers = getattr(self._engines[entry.name], "offers", None)
        found = {model: offers(*model) or {} for model in sorted(entry.serves)} if offers else {}
        programs = getattr(self._engines[entry.name], "programs", None)
        return Readiness(ReadyState.READY, offers=found, programs=tuple(programs() if programs else ()))

    def _ask_remote(self, entry: EngineEntry) -> Readiness:
        setup = self.setup_of(entry.name)
        missing = f'set it up: write [engine."{entry.name}"] in mediamill.toml' if setup is None else setup.missing
        if setup is None or missing is not None:
            return Readiness(ReadyState.MISSING, missing or "")
        found = {model: setup.engine.offers(*model) for model in sorted(entry.serves)}
        return Readiness(ReadyState.READY, offers=found)


def pool_of(entry: EngineEntry, model: Model) -> str:
    """Where an engine runs a model: what a vendor does needs no slot of this machine, weights a device of theirs."""
    match entry.kind:
        case "remote":
            return REMOTE_POOL
        case "resident":
            return entry.pool
        case "process":
            return model.pool


def by_preference(
    entries: Iterable[EngineEntry], setups: Mapping[str, RemoteSetup]
) -> list[tuple[EngineEntry, frozenset[ToolModel]]]:
    """The engines that serve unless the operator chooses otherwise, each with its models: configured remote ones, in
    the order of `setups`; then those of this machine that need no device. Raises InvalidSettings.
    """
    all_of_them = {entry.name: entry for entry in entries}
    return [
        *(
            (all_of_them[name], by_default(all_of_them[name], setup))
            for name, setup in setups.items()
            if setup.is_configured and name in all_of_them
        ),
        *((entry, entry.serves) for entry in all_of_them.values() if entry.kind == "process"),
    ]


def by_default(entry: EngineEntry, setup: RemoteSetup) -> frozenset[ToolModel]:
    """The models that a remote engine makes where [engines] is silent. Raises InvalidSettings."""
    named = setup.engine.options.models
    named = setup.engine.default_models if named is None else named
    if named is None:
        return entry.serves
    models = [read_tool_model(name) for name in named]
    for name, model in zip(named, models, strict=True):
        if model not in entry.serves:
            others = ", ".join(sorted("/".join(pair) for pair in entry.serves))
            raise InvalidSettings(
                fault=f'engine."{entry.name}".models: it does not serve `{name}`; it serves: {others}'
            )
    return frozenset(model for model in models if model is not None)


def missing_in(readiness: Readiness) -> str | None:
    """What is missing; None when the engine can work."""
    return None if readiness.state is ReadyState.READY else readiness.sentence


def _chosen(entries: Iterable[EngineEntry], model: str, name: str) -> tuple[ToolModel, EngineEntry]:
    """The model and the engine that one choice names."""
    tool, _, slug = model.partition("/")  # one without a slash is no model that an engine serves: it is refused below
    served = (tool, slug)
    if (renamed := _renamed(name)) is not None:
        raise InvalidSettings(fault=f"engines: `{name}` (for {model}) is called `{renamed}` now")
    if OWN_ENGINE.fullmatch(name):
        return served, EngineEntry(name, name, frozenset({served}), is_partial=True)
    entry = next((entry for entry in entries if entry.name == name), None)
    if entry is None:
        known = ", ".join(sorted(entry.name for entry in entries)) or "none"
        raise InvalidSettings(fault=f"engines: there is no engine `{name}` (for {model}); there are: {known}")
    if served not in entry.serves:
        others = ", ".join(sorted("/".join(pair) for pair in entry.serves))
        raise InvalidSettings(fault=f"engines: `{name}` does not serve `{model}`; it serves: {others}")
    return served, entry


def _renamed(name: str) -> str | None:
    """What an engine is called now that the operator names as it was called before; None for every other name."""
    if name.startswith(FORMER_PREFIX):
        return PREFIX + name.removeprefix(FORMER_PREFIX)
    if name.startswith(FORMER_MODULE):
        return PREFIX + re.split("[.:]", name.removeprefix(FORMER_MODULE))[0]
    return None
