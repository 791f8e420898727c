"""What all examinations of engines have in common, wherever the engine runs."""

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Collection
from typing import ClassVar

from mediamill.catalogue import Catalogue, Model
from mediamill.engines import EngineEntry
from mediamill.testing.findings import Check, Finding, Verdict


class Examining(ABC):
    """Examines one engine."""

    entry: EngineEntry
    catalogue: Catalogue
    decisive: ClassVar[frozenset[Check]]  # where one of these has failed, nothing else can be tried

    async def of_everything(self, models: Collection[str] = ()) -> AsyncIterator[Finding]:
        """Every finding; of the given models ("tool/model") only, if any are given."""
        unusable = False
        async for finding in self.of_itself():
            unusable |= finding.check in self.decisive and finding.verdict is Verdict.FAILED
            yield finding
        if unusable:
            return
        for model in self.models():
            if not models or f"{model.tool}/{model.slug}" in models:
                async for finding in self.of_model(model):
                    yield finding
                async for finding in self.of_odd_inputs(model):
                    yield finding

    def models(self) -> tuple[Model, ...]:
        """The models of the catalogue that the engine serves."""
        return tuple(model for model in self.catalogue.models() if (model.tool, model.slug) in self.entry.serves)

    @abstractmethod
    def of_itself(self) -> AsyncIterator[Finding]:
        """The findings on no model."""

    @abstractmethod
    def of_model(self, model: Model) -> AsyncIterator[Finding]:
        """The findings on the model's example."""

    async def of_odd_inputs(self, model: Model) -> AsyncIterator[Finding]:  # noqa: ARG002 (for those that try some)
        """The findings on inputs that are no example; none where they would cost money."""
        return
        yield
