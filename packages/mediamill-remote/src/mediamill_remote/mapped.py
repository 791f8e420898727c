"""A remote engine whose models and prices are tables: what all vendors have in common."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from mediamill.engines.sdk import (
    EngineRefused,
    EngineUnavailable,
    Estimate,
    Offer,
    OwnModel,
    RemoteEngine,
    RemoteOptions,
    Request,
    Scope,
    ToolModel,
)
from mediamill_remote.mapping import Alternatives, Body, FileForm, ModelMapping, Unmappable, read_mappings
from mediamill_remote.prices import PriceLine, Prices, quantities_of, read_prices, today
from mediamill_remote.tables import TableFault, read_own, read_packaged

MODELS, PRICES = "models.toml", "prices.toml"
NO_MODEL_SECONDS = 3_600.0  # before a model that is in no table is tried again: somebody has to write the table


@dataclass(frozen=True, kw_only=True)
class MappedOptions(RemoteOptions):
    """Files of the operator's own that are laid over the packaged tables."""

    models_file: str = ""  # TOML: adds models, or takes the place of packaged ones
    prices_file: str = ""  # TOML: its lines take the place of the packaged ones for the same models


@dataclass(frozen=True, slots=True)
class Mapped:
    """A request as the vendor will see it."""

    mapping: ModelMapping
    body: Body  # its files still missing
    result: Alternatives  # where the answer will have the files
    line: PriceLine | None  # that counts today
    estimate: Estimate | None


class MappedEngine(RemoteEngine):
    """A vendor's engine with `models.toml` and `prices.toml` in its package. A fault in a table is said by `ready`."""

    Options: ClassVar[type[RemoteOptions]] = MappedOptions
    vendor_name: ClassVar[str]  # as price lines have it
    package: ClassVar[str]  # where the tables stand
    shape: ClassVar[type[ModelMapping]] = ModelMapping  # of the entries of `models.toml`
    file_forms: ClassVar[frozenset[FileForm]] = frozenset()  # how it can hand files in
    answers_directly: ClassVar[bool] = False  # an answer to a submit can be the file itself
    takes_inputs_in_order: ClassVar[bool] = False  # values are told apart by their place, not by a name
    sells_in_steps: ClassVar[bool] = False  # a result can take two calls

    def __init__(self, options: RemoteOptions) -> None:
        super().__init__(options)
        self.models: Mapping[ToolModel, ModelMapping] = {}
        self.prices = Prices(self.vendor_name)
        self._own: Mapping[ToolModel, ModelMapping] = {}
        self._fault: TableFault | None = None
        try:
            self._read()
        except TableFault as fault:
            self._fault = fault

    def ready(self) -> str | None:
        """None, or what is wrong with a table, with file, entry and field."""
        return f"{self._fault}." if self._fault else None

    def own_models(self) -> Sequence[OwnModel]:
        """Those of `models_file`. Raises ValueError for a fault in that file or in `prices_file`."""
        for option, file in self._own_files().items():
            if self._fault and self._fault.file == file:
                raise ValueError(f"{option}: {self._fault}")
        place = f"models_file: {self._own_files().get('models_file')}"
        return [
            OwnModel(*model, f"{place}: `{'/'.join(model)}`", mapping.input_fields(), mapping.input_files())
            for model, mapping in self._own.items()
        ]

    def offers(self, tool: str, model: str) -> Mapping[str, Offer]:
        """As the model's table says."""
        mapping = self.models.get((tool, model))
        return mapping.offers() if mapping else {}

    def typical_seconds(self, tool: str, model: str) -> float:
        """As the model's table says."""
        mapping = self.models.get((tool, model))
        return mapping.typical_seconds if mapping else super().typical_seconds(tool, model)

    def estimate(self, request: Request) -> Estimate | None:
        """By the price line that counts for the body today."""
        try:
            return self.mapped(request).estimate
        except (EngineRefused, EngineUnavailable):
            return None

    def mapped(self, request: Request) -> Mapped:
        """What is to be sent, and what it costs. Raises EngineRefused, EngineUnavailable."""
        mapping = self.models.get((request.tool, request.model))
        if mapping is None:
            sentence = f"{self.vendor_name}: no table says how to make {request.tool}/{request.model}; see models_file."
            raise EngineUnavailable(sentence, NO_MODEL_SECONDS, Scope.MODEL)
        try:
            body, result = mapping.body_of(request), mapping.result_of(request)
        except Unmappable as fault:
            raise EngineRefused(sentence=fault.sentence) from None
        line = self.prices.line_of(mapping.endpoint, body, today())
        quantities = quantities_of(mapping.measures, body, request.files, mapping.typical_seconds)
        estimate = self.prices.estimate(line, quantities)
        return Mapped(mapping, body, result, line, estimate)

    def models_table(self) -> str:
        """The file in the package that has the models. Raises TableFault."""
        return MODELS

    def counts_packaged_prices(self) -> bool:
        """Whether the package's prices are those of the server that is asked."""
        return True

    def _read(self) -> None:
        """Raises TableFault."""
        table = self.models_table()
        models = read_mappings(f"{self.package}/{table}", read_packaged(self.package, table), self.shape)
        counts = self.counts_packaged_prices()
        lines = read_prices(f"{self.package}/{PRICES}", read_packaged(self.package, PRICES)) if counts else ()
        prices, files = Prices(self.vendor_name, lines), self._own_files()
        if file := files.get("models_file"):
            self._own = self._checked(file, read_mappings(file, read_own(file), self.shape))
        if file := files.get("prices_file"):
            prices = prices.with_own(read_prices(file, read_own(file)))
        self.models, self.prices = {**models, **self._own}, prices

    def _own_files(self) -> dict[str, str]:
        """The operator's files by the options that name them."""
        if not isinstance(self.options, MappedOptions):
            return {}
        named = {"models_file": self.options.models_file, "prices_file": self.options.prices_file}
        return {option: file for option, file in named.items() if file}

    def _checked(self, file: str, models: dict[ToolModel, ModelMapping]) -> dict[ToolModel, ModelMapping]:
        """With nothing that is handed in or comes back as this engine cannot. Raises TableFault."""
        for (tool, model), mapping in models.items():
            if mapping.direct and not self.answers_directly:
                raise TableFault(file, f"`{tool}/{model}`", "direct: the answers of this vendor are no files")
            if mapping.inputs and not self.takes_inputs_in_order:
                raise TableFault(file, f"`{tool}/{model}`", "inputs: what this vendor takes has names, and no order")
            if mapping.step and not self.sells_in_steps:
                raise TableFault(file, f"`{tool}/{model}`", "step: this vendor sells a result in one call")
            for name, way in mapping.files.items():
                if way.how not in self.file_forms:
                    known = ", ".join(sorted(self.file_forms))
                    raise TableFault(file, f"`{tool}/{model}`", f"files.{name}.how: `{way.how}` is not one of {known}")
        return models
