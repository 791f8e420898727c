"""The engines that installed packages bring: each an entry point and a TOML file beside it, none of them imported."""

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from mediamill.engines.engine import ToolModel, read_tool_model
from mediamill.plugins import Plugin, plugins

GROUP = "mediamill.engines"
OF_PACKAGE = "engine.toml"  # of an entry point that names a package rather than a module
EngineKind = Literal["process", "resident", "remote"]
DevicePool = Literal["cpu", "gpu"]
# Of the IPTC's list of digital sources, those that an engine's outputs may have.
SourceType = Literal[
    "trainedAlgorithmicMedia",
    "algorithmicMedia",
    "algorithmicallyEnhanced",
    "composite",
    "compositeSynthetic",
    "compositeWithTrainedAlgorithmicMedia",
]


class Description(BaseModel):
    """What the TOML file beside an engine's module says."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    kind: EngineKind = "process"
    pool: DevicePool = "gpu"
    serves: tuple[ToolModel, ...] = Field(min_length=1)
    deterministic: bool = False
    partial: bool = False
    fallback: bool = False
    source_type: SourceType = "trainedAlgorithmicMedia"
    tried: str = ""

    @field_validator("serves", mode="before")
    @classmethod
    def split(cls, written: object) -> object:
        """Each "tool/model" as its two slugs."""
        found = [isinstance(one, str) and read_tool_model(one) for one in written] if isinstance(written, list) else []
        if not isinstance(written, list) or not all(found):
            raise ValueError('must be a list of "tool/model"')
        return found


@dataclass(frozen=True, slots=True)
class EngineEntry:
    """An engine that can be chosen: `target` is "package.module:ClassName", `serves` every model it can run."""

    name: str
    target: str
    serves: frozenset[ToolModel]
    is_partial: bool = False  # it may have offers: descriptions of its tools depend on them
    is_fallback: bool = False  # it serves only where no other engine does, unless the operator chooses it
    is_deterministic: bool = False  # it promises the same bytes for the same input
    package: str | None = None  # the distribution it comes in
    version: str | None = None  # of that distribution
    # Where it runs: in child processes, in the process of a device (a ResidentEngine), or elsewhere (a RemoteEngine).
    kind: EngineKind = "process"
    pool: DevicePool = "gpu"  # of a resident one: whose devices it runs on
    source_type: SourceType = "trainedAlgorithmicMedia"  # what its outputs come from
    tried: str = ""  # the real thing it was run against: a vendor, a server, trained weights; "" for none


@dataclass(frozen=True, slots=True)
class BrokenEngine:
    """An entry point that cannot be used, and why, in one sentence for the operator."""

    name: str
    package: str
    fault: str
    has_no_description: bool = False  # its module is there, the TOML file beside it is not


def read_installed() -> tuple[tuple[EngineEntry, ...], tuple[BrokenEngine, ...]]:
    """The engines that are installed, the preferred first, and the entry points that cannot be used."""
    return read_engines(plugins(GROUP))


def installed_engines() -> tuple[EngineEntry, ...]:
    """The engines that are installed, the preferred first."""
    return read_installed()[0]


def find_installed(name: str) -> EngineEntry | BrokenEngine:
    """The installed engine of that name."""
    entries, broken = read_installed()
    all_of_them: list[EngineEntry | BrokenEngine] = [*entries, *broken]
    found = next((one for one in all_of_them if one.name == name), None)
    known = ", ".join(sorted(entry.name for entry in entries)) or "none"
    return found or BrokenEngine(name, "", f"There is no engine `{name}`; there are: {known}.")


def read_target(target: str, serves: frozenset[ToolModel] = frozenset()) -> EngineEntry | BrokenEngine:
    """The engine class at "package.module:ClassName", whether or not a package names it; where there is no TOML file
    beside its module it serves what is given here.
    """
    read = read_engine(Plugin(target, target, "", ""))
    if isinstance(read, BrokenEngine) and serves and read.has_no_description:
        return EngineEntry(target, target, serves, is_partial=True)
    return read


def read_engines(found: Iterable[Plugin]) -> tuple[tuple[EngineEntry, ...], tuple[BrokenEngine, ...]]:
    """Engines by preference (fallbacks last, then by name), and what is wrong with the others."""
    entries: dict[str, EngineEntry] = {}
    broken = []
    for plugin in found:
        read = read_engine(plugin)
        if isinstance(read, EngineEntry) and read.name in entries:
            read = BrokenEngine(plugin.name, plugin.distribution, f"{entries[read.name].package} has its name already.")
        if isinstance(read, BrokenEngine):
            broken.append(read)
        else:
            entries[read.name] = read
    return tuple(sorted(entries.values(), key=lambda one: (one.is_fallback, one.name))), tuple(broken)


def read_engine(plugin: Plugin) -> EngineEntry | BrokenEngine:
    """One entry point with what its TOML file says."""
    if not plugin.value.partition(":")[2].isidentifier():
        return BrokenEngine(plugin.name, plugin.distribution, f"`{plugin.value}` is not package.module:ClassName.")
    module = plugin.files_of_module()
    if module is None:
        return BrokenEngine(plugin.name, plugin.distribution, f"There is no module for `{plugin.value}`.")
    path = module / OF_PACKAGE if module.is_dir() else module.with_suffix(".toml")
    described = read_description(path)
    if described is None:
        fault = f"Its description is missing: {path}."
        return BrokenEngine(plugin.name, plugin.distribution, fault, has_no_description=True)
    if isinstance(described, str):
        return BrokenEngine(plugin.name, plugin.distribution, described)
    return EngineEntry(
        name=plugin.name,
        target=plugin.value,
        serves=frozenset(described.serves),
        is_partial=described.partial,
        is_fallback=described.fallback,
        is_deterministic=described.deterministic,
        package=plugin.distribution or None,
        version=plugin.version or None,
        kind=described.kind,
        pool=described.pool,
        source_type=described.source_type,
        tried=described.tried,
    )


def read_description(path: Path) -> Description | str | None:
    """What a TOML file says, or what is wrong with it in one sentence; None where there is no file."""
    try:
        return Description.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
    except FileNotFoundError:
        return None
    except ValidationError as error:
        faults = (f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in error.errors())
        return f"{path}: {'; '.join(faults)}."
    except (OSError, ValueError) as error:  # tomllib.TOMLDecodeError and UnicodeDecodeError are ValueErrors
        return f"{path} cannot be read: {error}."
