"""A table of a document while it is being read: what it is called in sentences, and the faults found in it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from mediamill.catalogue.document import CatalogueFault, Document, Keys

REQUIRED = object()


@dataclass(frozen=True, slots=True)
class Key:
    """One key of a table: what its value must be, and what stands in its place when it is left out."""

    must_be: str
    accepts: Callable[[Any], bool]
    default: object = REQUIRED


@dataclass(frozen=True, slots=True)
class Place:
    """A table by the name it has in sentences; its faults go to the list that all places of a catalogue share."""

    document: Document
    faults: list[CatalogueFault]
    subject: str = "the tool"
    keys: Keys = ()

    def within(self, *keys: str, subject: str) -> "Place":
        """A table inside this one."""
        return Place(self.document, self.faults, subject, self.keys + keys)

    def fault(self, sentence: str) -> None:
        """The table has a fault; the sentence goes on after its name."""
        self._add(self.keys, f"{self.subject} {sentence}")

    def fault_of(self, key: str, sentence: str) -> None:
        """One key of the table has a fault; the sentence goes on after the key."""
        self._add((*self.keys, key), f'{self.subject}: "{key}" {sentence}')

    def _add(self, keys: Keys, sentence: str) -> None:
        self.faults.append(CatalogueFault(self.document.path, self.document.line_of(keys), sentence))

    def read(self, table: Mapping[str, Any], shape: Mapping[str, Key]) -> dict[str, Any] | None:
        """The table's values with defaults filled in, or None when something in it is wrong."""
        found = len(self.faults)
        for key in table:
            if key not in shape:
                self.fault_of(key, f"is not known here (known: {', '.join(shape)})")
        for key, rule in shape.items():
            if key not in table:
                if rule.default is REQUIRED:
                    self.fault(f'needs "{key}"')
            elif not rule.accepts(table[key]):
                self.fault_of(key, f"must be {rule.must_be}")
        if len(self.faults) > found:
            return None
        return {key: table.get(key, rule.default) for key, rule in shape.items()}
