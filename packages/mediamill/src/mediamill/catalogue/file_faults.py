"""What pydantic finds wrong in a tool's file, as sentences with the table, the key and the line."""

from collections.abc import Iterator
from dataclasses import dataclass

from pydantic import ValidationError

from mediamill.catalogue.document import CatalogueFault, Document, Keys
from mediamill.catalogue.tables import FIELD_TABLES, PRICE_TABLES, LimitsTable, ModelTable, Table, ToolTable

KEY_ITSELF = "[key]"  # how pydantic ends the location of a fault in the key of a mapping


@dataclass(frozen=True, slots=True)
class Place:
    """A table of a document: what sentences call it, where it is, and what it has to look like."""

    subject: str
    keys: Keys
    shape: type[Table]

    def fault(self, document: Document, key: str | None, sentence: str) -> CatalogueFault:
        """A fault of the table, or of one of its keys; `sentence` goes on after the name."""
        line = document.line_of(self.keys if key is None else (*self.keys, key))
        subject = self.subject if key is None else f'{self.subject}: "{key}"'
        return CatalogueFault(document.path, line, f"{subject} {sentence}")


TOOL = Place("the tool", (), ToolTable)


def faults_in(error: ValidationError, document: Document) -> Iterator[CatalogueFault]:
    """Every fault that pydantic found in the data of the document."""
    for found in error.errors(include_url=False, include_input=False):
        place, key = place_of(tuple(map(str, found["loc"])))
        match found["type"]:
            case "missing":
                yield place.fault(document, None, f'needs "{key}"')
            case "extra_forbidden":
                known = ", ".join(place.shape.model_fields)
                yield place.fault(document, key, f"is not a known key (known: {known})")
            case "dict_type" | "model_type" | "model_attributes_type":
                yield place.fault(document, key, "must be a table")
            case "union_tag_invalid" | "union_tag_not_found":
                if key is not None:
                    place, key = Place(f"{place.subject}: {key}", (*place.keys, key), Table), None
                tag, tags = ("rule", [*PRICE_TABLES]) if place.keys[-1] == "price" else ("kind", [*FIELD_TABLES])
                yield place.fault(document, tag, f"must be one of: {', '.join(tags)}")
            case _:
                yield place.fault(document, key, found["msg"])


def place_of(location: Keys) -> tuple[Place, str | None]:
    """The table that a location of pydantic's is in, and the key of it, None where the table itself is meant.

    A location names the way through the tables and, below a price or a field, which of the shapes it has.
    """
    match location:
        case ("models", slug, "fields", name, *below):
            kind, *below = below or [""]
            place = Place(f'model "{slug}": field "{name}"', location[:4], FIELD_TABLES.get(kind, Table))
        case ("models", slug, "price", rule, *below):
            place = Place(f'model "{slug}": price "{rule}"', location[:3], PRICE_TABLES[rule][0])
        case ("models", slug, "limits", *below) if below:
            place = Place(f'model "{slug}": limits', location[:3], LimitsTable)
        case ("models", slug, *below):
            place = Place(f'model "{slug}"', location[:2], ModelTable)
        case _:
            place, below = TOOL, [*location]
    return place, below[0] if below and below[0] != KEY_ITSELF else None
