"""Reads the catalogue: the packaged files and the operator's laid over them, all checked before any is used."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mediamill.catalogue import shape
from mediamill.catalogue.document import CatalogueFault, Document, InvalidCatalogue, read_document
from mediamill.catalogue.model import Limits, Model
from mediamill.catalogue.place import Place
from mediamill.catalogue.read_field import read_fields
from mediamill.catalogue.read_price import read_price, unanswerable
from mediamill.catalogue.tool import Catalogue, Category, OutputType, Tool

PACKAGED_TOOLS = Path(__file__).with_name("tools")
REHEARSAL_TOOLS = Path(__file__).with_name("rehearsal")  # for tests of clients
PACKAGED_PICTURES = Path(__file__).with_name("pictures")
PICTURE_SUFFIXES = (".webp", ".png", ".jpg")
# For an operator's tool that has no picture of its own; no slug has an underscore.
ANY_TOOL_PICTURE = PACKAGED_PICTURES / "any_tool.webp"
# What is laid over key by key; every other value (a price, limits, a field) is replaced whole.
LAYERS: Mapping[str, Any] = {"models": {"*": {"fields": {}}}}


def load(overlay: Path | None = None, *, rehearsal: bool = False) -> Catalogue:
    """What can be asked for; `overlay` is the operator's own folder, `rehearsal` adds runs that fail on purpose.

    Raises InvalidCatalogue with every fault.
    """
    faults: list[CatalogueFault] = []
    packaged = documents_in(PACKAGED_TOOLS, faults)
    if rehearsal:
        packaged |= documents_in(REHEARSAL_TOOLS, faults)
    laid = {} if overlay is None else documents_in(overlay, faults)
    tools = []
    for slug in packaged | laid:
        documents = [layer[slug] for layer in (packaged, laid) if slug in layer]
        data: dict[str, Any] = {}
        for document in documents:
            data = laid_over(data, document.data, LAYERS)
        # What is packaged is known to be sound (a test says so): a fault comes from what was laid over it.
        if tool := read_tool(Place(documents[-1], faults), slug, data, picture_of(slug, overlay)):
            tools.append((data.get("order", shape.LAST), slug, tool))
    if faults:
        raise InvalidCatalogue(tuple(sorted(faults, key=lambda fault: (fault.file, fault.line or 0))))
    return Catalogue({slug: tool for _, slug, tool in sorted(tools, key=lambda entry: entry[:2])})


def documents_in(folder: Path, faults: list[CatalogueFault]) -> dict[str, Document]:
    """The readable files of a folder by tool slug; hidden files are no part of it."""
    if not folder.is_dir():
        faults.append(CatalogueFault(folder, None, "is no folder"))
        return {}
    documents = {}
    for path in sorted(folder.glob("*.toml")):
        if path.name.startswith("."):
            continue
        document = read_document(path)
        if isinstance(document, CatalogueFault):
            faults.append(document)
        else:
            documents[path.stem] = document
    return documents


def laid_over(under: Mapping[str, Any], over: Mapping[str, Any], layers: Mapping[str, Any]) -> dict[str, Any]:
    """`over` on `under`, key by key; the tables that `layers` names are laid over likewise."""
    mixed = dict(under)
    for key, value in over.items():
        deeper = layers.get(key, layers.get("*"))
        both_tables = isinstance(value, dict) and isinstance(under.get(key), dict)
        mixed[key] = laid_over(under[key], value, deeper) if deeper is not None and both_tables else value
    return mixed


def picture_of(slug: str, overlay: Path | None) -> Path:
    """The operator's picture of the tool, else the packaged one, else the one for any tool."""
    folders = [PACKAGED_PICTURES] if overlay is None else [overlay, PACKAGED_PICTURES]
    candidates = (folder / f"{slug}{suffix}" for folder in folders for suffix in PICTURE_SUFFIXES)
    return next((picture for picture in candidates if picture.is_file()), ANY_TOOL_PICTURE)


def read_tool(place: Place, slug: str, data: Mapping[str, Any], picture: Path) -> Tool | None:
    """The tool, or None when something in it is wrong."""
    found = len(place.faults)
    if not shape.SLUG.fullmatch(slug):
        place.fault("has a file name that is no slug: lower-case letters, digits and single hyphens")
    given = place.read(data, shape.TOOL)
    models = read_models(place, slug, data)
    primary = data.get("primary")
    if isinstance(primary, str) and primary not in table_in(data, "models"):
        place.fault_of("primary", f'names a model that is not there: "{primary}"')
    if given is None or len(place.faults) > found:
        return None
    return Tool(
        slug=slug,
        name=given["name"],
        description=given["description"],
        category=Category(given["category"]),
        output_type=OutputType(given["output_type"]),
        primary=given["primary"],
        models=models,
        picture=picture,
    )


def read_models(place: Place, tool: str, data: Mapping[str, Any]) -> dict[str, Model]:
    """The tool's models that are sound, by slug, in the order of the file."""
    models = {}
    for slug, table in table_in(data, "models").items():
        here = place.within("models", slug, subject=f'model "{slug}"')
        if not shape.SLUG.fullmatch(slug):
            here.fault("has a name that is no slug: lower-case letters, digits and single hyphens")
        elif not isinstance(table, dict):
            here.fault("must be a table")
        elif model := read_model(here, tool, slug, table, data):
            models[slug] = model
    return models


def read_model(place: Place, tool: str, slug: str, table: Mapping[str, Any], data: Mapping[str, Any]) -> Model | None:
    """The model, or None when something in it is wrong."""
    found = len(place.faults)
    given = place.read(table, shape.MODEL)
    fields = read_fields(place, table_in(table, "fields"))
    at_limits = place.within("limits", subject=f"{place.subject}: limits")
    limits = at_limits.read(table_in(table, "limits"), shape.LIMITS)
    at_price = place.within("price", subject=f"{place.subject}: price")
    price = read_price(at_price, table["price"]) if isinstance(table.get("price"), dict) else None
    if given is None or limits is None or price is None or len(place.faults) > found:
        return None
    for why in unanswerable(price, {field.name: field for field in fields}, data.get("output_type")):
        at_price.fault(f'"{table["price"]["rule"]}" {why}')
    if len(place.faults) > found:
        return None
    return Model(
        tool=tool,
        slug=slug,
        name=given["name"],
        description=given["description"],
        required=given["required"],
        primary=slug == data.get("primary"),
        fields=fields,
        price=price,
        pool=given["pool"],
        limits=Limits(**limits),
    )


def table_in(table: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    """The table inside a table, empty where there is none: its absence is said elsewhere."""
    inner = table.get(key)
    return inner if isinstance(inner, dict) else {}
