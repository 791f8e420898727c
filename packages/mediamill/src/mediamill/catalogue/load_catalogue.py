"""Reads the catalogue: the packaged files and the operator's laid over them, all checked before any is used."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from mediamill.catalogue.document import CatalogueFault, Document, InvalidCatalogue, read_document
from mediamill.catalogue.faults import TOOL, faults_in
from mediamill.catalogue.tables import SLUG, SLUG_CHARACTERS, ToolTable
from mediamill.catalogue.tool import Catalogue, Tool

PACKAGED_TOOLS = Path(__file__).with_name("tools")
REHEARSAL_TOOLS = Path(__file__).with_name("rehearsal")  # for tests of clients
PACKAGED_PICTURES = Path(__file__).with_name("pictures")
PICTURE_SUFFIXES = (".webp", ".png", ".jpg")
# For an operator's tool that has no picture of its own; no slug has an underscore.
ANY_TOOL_PICTURE = PACKAGED_PICTURES / "any_tool.webp"
# What is laid over key by key; every other value (a price, limits, a field) is replaced whole.
LAYERS: Mapping[str, Any] = {"models": {"*": {"fields": {}}}}


def load(overlay: Path | None = None, *, rehearsal: bool = False) -> Catalogue:
    """Read what can be asked for; `overlay` is the operator's own folder, `rehearsal` adds runs that fail on purpose.

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
        table = read_table(slug, data, documents[-1], faults)
        if table is not None:
            tools.append((table.order, slug, tool_of(slug, table, picture_of(slug, overlay))))
    if faults:
        raise InvalidCatalogue(tuple(sorted(faults, key=lambda fault: (fault.file, fault.line or 0))))
    return Catalogue({slug: tool for _, slug, tool in sorted(tools, key=lambda entry: entry[:2])})


def documents_in(folder: Path, faults: list[CatalogueFault]) -> dict[str, Document]:
    """The readable files of a folder by tool slug; hidden files are no part of it."""
    if not folder.is_dir():
        faults.append(CatalogueFault(folder, None, "is not a folder"))
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


def read_table(
    slug: str, data: Mapping[str, Any], document: Document, faults: list[CatalogueFault]
) -> ToolTable | None:
    """The tool's file, checked; None when something is wrong, each fault pointed at in `document`."""
    before = len(faults)
    if not re.fullmatch(SLUG, slug):
        faults.append(TOOL.fault(document, None, f"must have a file name of {SLUG_CHARACTERS}"))
    models, primary = data.get("models"), data.get("primary")
    if isinstance(models, dict) and isinstance(primary, str) and primary not in models:
        faults.append(TOOL.fault(document, "primary", f'names a model that does not exist: "{primary}"'))
    try:
        table = ToolTable.model_validate(data, context={"output_type": data.get("output_type")})
    except ValidationError as error:
        faults += faults_in(error, document)
        return None
    return table if len(faults) == before else None


def tool_of(slug: str, table: ToolTable, picture: Path) -> Tool:
    """The tool that the table describes."""
    return Tool(
        slug=slug,
        name=table.name,
        description=table.description,
        category=table.category,
        output_type=table.output_type,
        primary=table.primary,
        models={
            model: described.model(slug, model, primary=model == table.primary)
            for model, described in table.models.items()
        },
        picture=picture,
    )


def picture_of(slug: str, overlay: Path | None) -> Path:
    """The operator's picture of the tool, else the packaged one, else the one for any tool."""
    folders = [PACKAGED_PICTURES] if overlay is None else [overlay, PACKAGED_PICTURES]
    candidates = (folder / f"{slug}{suffix}" for folder in folders for suffix in PICTURE_SUFFIXES)
    return next((picture for picture in candidates if picture.is_file()), ANY_TOOL_PICTURE)
