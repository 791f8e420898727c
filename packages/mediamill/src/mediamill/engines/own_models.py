"""Models that operators describe in files of their own, which engines then serve beside those they come with."""

from collections.abc import Iterable, Mapping, Set
from dataclasses import replace

from mediamill.catalogue import Catalogue, Model
from mediamill.config import InvalidSettings
from mediamill.engines.engine import ToolModel
from mediamill.engines.installed import EngineEntry
from mediamill.engines.remote import OwnModel
from mediamill.engines.section import RemoteSetup


def with_own_models(
    entries: Iterable[EngineEntry], setups: Iterable[RemoteSetup], catalogue: Catalogue
) -> list[EngineEntry]:
    """The engines, each serving what the operator's files add. Raises InvalidSettings, which names file and key."""
    models = {(model.tool, model.slug): model for model in catalogue.models()}
    own = {setup.name: added_by(setup, models) for setup in setups}
    return [replace(entry, serves=entry.serves | own.get(entry.name, frozenset())) for entry in entries]


def added_by(setup: RemoteSetup, models: Mapping[ToolModel, Model]) -> frozenset[ToolModel]:
    """What the files of one engine describe. Raises InvalidSettings."""
    try:
        described = setup.engine.own_models()
        for own in described:
            refuse_strange(own, models)
    except ValueError as fault:
        raise InvalidSettings(fault=f'engine."{setup.name}": {fault}') from None
    return frozenset((own.tool, own.model) for own in described)


def refuse_strange(own: OwnModel, models: Mapping[ToolModel, Model]) -> None:
    """Raises ValueError for a model that the catalogue does not have, and for a field that the model does not."""
    model = models.get((own.tool, own.model))
    if model is None:
        there = sorted(f"{tool}/{slug}" for tool, slug in models if tool == own.tool)
        where = ", ".join(there) if there else "the tools " + ", ".join(sorted({tool for tool, _ in models}))
        raise ValueError(
            f"{own.place}: there is no such model; there are: {where} (MEDIAMILL_CATALOGUE_DIR may add models)"
        )
    files = {field.name for field in model.url_fields}
    others = {field.name for field in model.fields} - files
    for name, key in own.fields.items():
        if name in files:
            raise ValueError(f"{own.place}: {key}: `{name}` is a file: write it below `files`")
        refuse_unknown(own, key, name, others)
    for name, key in own.files.items():
        refuse_unknown(own, key, name, files)


def refuse_unknown(own: OwnModel, key: str, name: str, known: Set[str]) -> None:
    """Raises ValueError for a name that is not among those known."""
    if name not in known:
        there = ", ".join(sorted(known)) or "none"
        raise ValueError(f"{own.place}: {key}: the model has no field `{name}` there; it has: {there}")
