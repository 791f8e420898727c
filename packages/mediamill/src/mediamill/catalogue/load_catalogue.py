"""Reads the catalogue: packaged files, installed packages' and the operator's, all checked before any is used."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from mediamill.catalogue.document import CatalogueFault, Document, InvalidCatalogue, read_document
from mediamill.catalogue.file_faults import TOOL, faults_in
from mediamill.catalogue.tables import SLUG, SLUG_CHARACTERS, ToolTable
from mediamill.catalogue.tool import BrokenCatalogue, Catalogue, Tool
from mediamill.errors import MediamillError
from mediamill.plugins import Plugin

PLUGIN_GROUP = "mediamill.catalogue"  # entry points whose value is a package with tool files in its folder

PACKAGED_TOOLS = Path(__file__).with_name("tools")
REHEARSAL_TOOLS = Path(__file__).with_name("rehearsal")  # for tests of clients
PACKAGED_PICTURES = Path(__file__).with_name("pictures")
PICTURE_SUFFIXES = (".webp", ".png", ".jpg")
# For a tool that has no picture of its own; no slug has an underscore.
ANY_TOOL_PICTURE = PACKAGED_PICTURES / "any_tool.webp"
# What is merged key by key; every other value (a price, limits, a field) is replaced as a whole.
LAYERS: Mapping[str, Any] = {"models": {"*": {"fields": {}}}}


class InvalidPlugin(MediamillError):
    """{fault}"""

    code = "invalid_plugin"


@dataclass(frozen=True, slots=True)
class ReadTool:
    """A tool as its files, merged, describe it."""

    data: Mapping[str, Any]
    table: ToolTable


def load(overlay: Path | None = None, *, rehearsal: bool = False, installed: Iterable[Plugin] = ()) -> Catalogue:
    """Read what can be asked for: the packaged tools, what `installed` packages add, and the operator's own folder.

    Each is laid over the one before. `rehearsal` adds runs that fail on purpose. A package whose files have a fault is
    left out: `Catalogue.broken`. Raises InvalidCatalogue with every fault of the operator's folder.
    """
    read = read_folder(PACKAGED_TOOLS, {})
    if rehearsal:
        read |= read_folder(REHEARSAL_TOOLS, read)
    pictures, broken = [PACKAGED_PICTURES], []
    for plugin in installed:
        try:
            folder = folder_of(plugin)
            read |= read_folder(folder, read)
        except (InvalidPlugin, InvalidCatalogue) as error:
            broken.append(BrokenCatalogue(plugin.name, plugin.distribution, str(error)))
        else:
            pictures.insert(0, folder)
    if overlay is not None:
        read |= read_folder(overlay, read)
        pictures.insert(0, overlay)
    in_order = sorted(read.items(), key=lambda entry: (entry[1].table.order, entry[0]))
    return Catalogue(
        {slug: tool_of(slug, tool.table, find_picture(slug, pictures)) for slug, tool in in_order}, tuple(broken)
    )


def folder_of(plugin: Plugin) -> Path:
    """The folder of the package that an entry point names. Raises InvalidPlugin."""
    if ":" in plugin.value:
        raise InvalidPlugin(fault=f"`{plugin.value}` is not the name of a package.")
    folder = plugin.files_of_module()
    if folder is None or not folder.is_dir():
        raise InvalidPlugin(fault=f"There is no package `{plugin.value}`.")
    if not any(folder.glob("*.toml")):
        raise InvalidPlugin(fault=f"{folder} has no TOML file.")
    return folder


def read_folder(folder: Path, under: Mapping[str, ReadTool]) -> dict[str, ReadTool]:
    """The tools of a folder, laid over those of the same name. Raises InvalidCatalogue with every fault."""
    faults: list[CatalogueFault] = []
    read = {}
    for slug, document in read_documents(folder, faults).items():
        data = merge(under[slug].data if slug in under else {}, document.data, LAYERS)
        # What is below is known to be sound: a fault comes from what was laid over it.
        table = read_table(slug, data, document, faults)
        if table is not None:
            read[slug] = ReadTool(data, table)
    if faults:
        raise InvalidCatalogue(tuple(sorted(faults, key=lambda fault: (fault.file, fault.line or 0))))
    return read


def read_documents(folder: Path, faults: list[CatalogueFault]) -> dict[str, Document]:
    """Read the files of a folder, by tool slug; hidden ones are skipped, unreadable ones are faults."""
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


def merge(under: Mapping[str, Any], over: Mapping[str, Any], layers: Mapping[str, Any]) -> dict[str, Any]:
    """`under` with the keys of `over` in it; the tables that `layers` names are merged likewise."""
    mixed = dict(under)
    for key, value in over.items():
        deeper = layers.get(key, layers.get("*"))
        both_tables = isinstance(value, dict) and isinstance(under.get(key), dict)
        mixed[key] = merge(under[key], value, deeper) if deeper is not None and both_tables else value
    return mixed


def read_table(
    slug: str, data: Mapping[str, Any], document: Document, faults: list[CatalogueFault]
) -> ToolTable | None:
    """Validate a tool's data; None if it has faults, which are located in `document`."""
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


def find_picture(slug: str, folders: Iterable[Path]) -> Path:
    """Find the tool's picture in the first folder that has one; otherwise the default picture."""
    candidates = (folder / f"{slug}{suffix}" for folder in folders for suffix in PICTURE_SUFFIXES)
    return next((picture for picture in candidates if picture.is_file()), ANY_TOOL_PICTURE)
