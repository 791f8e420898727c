"""What `[engine."name"]` in mediamill.toml says: keys, limits and caps for the service, the rest for the engine."""

import dataclasses
import importlib
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from mediamill.config import InvalidSettings
from mediamill.engines.installed import EngineEntry
from mediamill.engines.remote import KeyHeader, RemoteEngine, RemoteOptions, Signer
from mediamill.engines.resident import ResidentOptions
from mediamill.units import MILLIONTHS

ONLY_KEY = ""  # the id of an engine's key where it has one, or none
NO_KEY = 'set key_env or key_file in [engine."{name}"], or run: mediamill secrets set {secret}'
SENDABLE = re.compile(r"[\x21-\x7e]{1,4096}")  # a key that fits into a header of a request
NO_ADDRESS = 'set base_url in [engine."{name}"]'

Options = TypeVar("Options", RemoteOptions, ResidentOptions)
Positive = Annotated[int, Field(ge=1)]
Amount = Annotated[float, Field(ge=0, le=1e9)]


class _Limits(BaseModel):
    """What may be set for an engine and for each of its keys."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    key_env: str | None = None
    key_file: str | None = None
    concurrency: Positive | None = None  # jobs under way at once
    per_minute: Positive | None = None  # submits
    max_per_day: Amount | None = None
    max_per_month: Amount | None = None


class _Key(_Limits):
    """One of several keys."""

    name: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,40}$")]


class _Section(_Limits):
    """The whole section; fields of the engine's own are `model_extra`."""

    model_config = ConfigDict(extra="allow", frozen=True, strict=True)

    keys: list[_Key] = Field(default_factory=list)


@dataclass(frozen=True, slots=True)
class SpendingCap:
    """The most that may be spent, in millionths of the currency; None for no limit."""

    day: int | None = None
    month: int | None = None


@dataclass(frozen=True, slots=True)
class VendorKey:
    """One key to a vendor, with its limits."""

    id: str  # ONLY_KEY, or its name
    secret: str | None = field(repr=False)  # None: not to be found, or the engine needs none
    concurrency: int | None = None
    per_minute: int | None = None
    cap: SpendingCap = SpendingCap()


@dataclass(frozen=True, slots=True)
class LeastMargin:
    """What has to be left of what a generation brings once its vendor is paid."""

    credit_price: Decimal  # in the currency
    share: Decimal  # of what it brings

    def allows(self, credits: int, cost: int) -> bool:
        """Whether so many credits are worth a purchase of `cost` millionths."""
        brings = credits * self.credit_price * MILLIONTHS
        return brings - cost >= self.share * brings


@dataclass(frozen=True, slots=True)
class RemoteSetup:
    """A remote engine as it is configured."""

    name: str
    engine: RemoteEngine
    keys: tuple[VendorKey, ...]
    cap: SpendingCap
    concurrency: int | None = None
    per_minute: int | None = None
    is_configured: bool = False  # there is a section or a secret: it serves its models
    least_margin: LeastMargin | None = None  # with less it is passed over

    @property
    def base_url(self) -> str:
        """Where its API is."""
        return (self.engine.options.base_url or self.engine.base_url).rstrip("/")

    @property
    def missing(self) -> str | None:
        """What the operator has to set before it can work; None when nothing."""
        if not self.base_url:
            return NO_ADDRESS.format(name=self.name)
        if self._needs_key and not any(key.secret for key in self.keys):
            return NO_KEY.format(name=self.name, secret=secret_name(self.name, self.keys[0].id))
        return self.engine.ready()

    def key(self, key_id: str) -> VendorKey | None:
        """The key of that id; None when it is gone, or its secret cannot be found."""
        found = next((key for key in self.keys if key.id == key_id), None)
        return None if found is None or (found.secret is None and self._needs_key) else found

    def usable_keys(self) -> list[VendorKey]:
        """The keys that can be used."""
        return [key for key in self.keys if self.key(key.id)]

    @property
    def _needs_key(self) -> bool:
        return self.engine.needs_key and self.engine.key_header is not None


ReadSecret = Callable[[str], str | None]  # by the secret's name


@dataclass(frozen=True, slots=True)
class SecretSources:
    """Where keys are read from."""

    environment: ReadSecret
    file: Callable[[str], str]  # raises InvalidSettings
    stored: ReadSecret  # by `mediamill secrets set`


def set_up(
    name: str, kind: type[RemoteEngine], section: Mapping[str, Any] | None, sources: SecretSources
) -> RemoteSetup:
    """The engine with its options and keys; `section` is None where mediamill.toml has none. Raises InvalidSettings."""
    read = _read(name, section or {})
    header = kind.key_header
    keys = tuple(_key(name, one, one.name, sources, header) for one in read.keys) or (
        _key(name, read, ONLY_KEY, sources, header),
    )
    return RemoteSetup(
        name=name,
        engine=kind(options_of(name, kind.Options, read.model_extra or {}, _Section.model_fields)),
        keys=keys,
        cap=_cap(read),
        concurrency=read.concurrency,
        per_minute=read.per_minute,
        is_configured=section is not None or any(key.secret for key in keys),
    )


def set_up_all(
    entries: Iterable[EngineEntry],
    sections: Mapping[str, Mapping[str, Any]],
    named: Iterable[str],
    sources: SecretSources,
) -> tuple[list[EngineEntry], list[RemoteSetup]]:
    """All engines, with those that sections add ("cog.render2" is another server of the kind `cog`), and the setups of
    remote ones: in the order of their sections, then what has a stored secret or is `named` as somebody's choice.

    Raises InvalidSettings.
    """
    known = {entry.name: entry for entry in entries}
    found = dict(known)
    for name in sections:
        if name not in known or known[name].kind != "resident":
            found[name] = replace(remote_entry(known, name), name=name)
    wanted = dict.fromkeys([*sections, *(name for name in named if name in found), *known])
    setups = []
    for name in wanted:
        if found[name].kind != "remote":
            continue
        if name in sections or name in named or sources.stored(secret_name(name, ONLY_KEY)):
            setups.append(set_up(name, class_at(found[name], RemoteEngine), sections.get(name), sources))
    return list(found.values()), setups


def set_up_one(
    entries: Iterable[EngineEntry], name: str, section: Mapping[str, Any], sources: SecretSources
) -> RemoteSetup:
    """A remote engine with this section, whatever mediamill.toml has. Raises InvalidSettings."""
    entry = remote_entry({entry.name: entry for entry in entries}, name)
    return set_up(name, class_at(entry, RemoteEngine), section, sources)


def remote_entry(known: Mapping[str, EngineEntry], name: str) -> EngineEntry:
    """The engine of a section, or the one whose kind it is. Raises InvalidSettings."""
    entry = known.get(name) or known.get(name.partition(".")[0])
    if entry is None or entry.kind != "remote":
        remote = ", ".join(sorted(one.name for one in known.values() if one.kind == "remote")) or "none"
        raise InvalidSettings(fault=f'engine."{name}": no installed engine has such settings; there are: {remote}')
    return entry


def class_at(entry: EngineEntry, kind: type) -> type[Any]:
    """The class of an engine of this kind. Raises InvalidSettings."""
    module, _, name = entry.target.partition(":")
    try:
        found = getattr(importlib.import_module(module), name)
    except Exception as error:
        raise InvalidSettings(fault=f'engine."{entry.name}": it cannot be loaded: {error}') from error
    if not (isinstance(found, type) and issubclass(found, kind)):
        raise InvalidSettings(fault=f'engine."{entry.name}": {entry.target} is not a {kind.__name__}')
    return found


def secret_name(engine: str, key_id: str) -> str:
    """What `mediamill secrets` calls the key of an engine."""
    return f"{engine}:{key_id}" if key_id else engine


def _read(name: str, section: Mapping[str, Any]) -> _Section:
    try:
        read = _Section.model_validate(dict(section))
    except ValidationError as error:
        raise _invalid(name, error) from None
    names = [key.name for key in read.keys]
    if len(set(names)) < len(names):
        raise InvalidSettings(fault=f'engine."{name}".keys: two keys have the same name')
    if read.keys and (read.key_env or read.key_file):
        raise InvalidSettings(fault=f'engine."{name}": write either keys or one of key_env and key_file')
    return read


def _key(name: str, read: _Limits, key_id: str, sources: SecretSources, header: KeyHeader | None) -> VendorKey:
    if read.key_env and read.key_file:
        raise InvalidSettings(fault=f'engine."{name}": write either key_env or key_file, not both')
    if read.key_env:
        secret = sources.environment(read.key_env)
    elif read.key_file:
        secret = sources.file(read.key_file)
    else:
        secret = sources.stored(secret_name(name, key_id))
    if secret and (fault := key_fault(secret, header)):
        origin = read.key_env or read.key_file or f"mediamill secrets set {secret_name(name, key_id)}"
        raise InvalidSettings(fault=f'engine."{name}": the key of {origin} {fault}')
    if not key_id:  # the engine's own limits hold for all of its keys together
        return VendorKey(key_id, secret or None)
    return VendorKey(key_id, secret or None, read.concurrency, read.per_minute, _cap(read))


def key_fault(secret: str, header: KeyHeader | None) -> str | None:
    """Why nothing can be done with a key of this form, without showing it; None where something can."""
    if not SENDABLE.fullmatch(secret):
        return "cannot be sent: up to 4096 visible ASCII characters are wanted"
    return header.key_fault(secret) if isinstance(header, Signer) else None


def _cap(read: _Limits) -> SpendingCap:
    return SpendingCap(_micros(read.max_per_day), _micros(read.max_per_month))


def _micros(amount: float | None) -> int | None:
    return None if amount is None else round(amount * MILLIONTHS)


def options_of(name: str, kind: type[Options], given: Mapping[str, object], others: Iterable[str] = ()) -> Options:
    """The engine's own options; `others` may be set in its section, too. Raises InvalidSettings."""
    known: list[str] = [one.name for one in dataclasses.fields(kind)]
    for option in given:
        if option not in known:
            both = sorted([*known, *others])
            raise InvalidSettings(
                fault=f'engine."{name}".{option}: there is no such option; there are: {", ".join(both)}'
            )
    try:
        return TypeAdapter(kind).validate_python(dict(given))
    except ValidationError as error:
        raise _invalid(name, error) from None
    except ValueError as error:  # the class refuses them
        raise InvalidSettings(fault=f'engine."{name}": {error}') from None


def _invalid(name: str, error: ValidationError) -> InvalidSettings:
    faults = (
        f'engine."{name}".{".".join(map(str, fault["loc"]))}: {fault["msg"].removeprefix("Value error, ")}'
        for fault in error.errors(include_input=False, include_url=False)
    )
    return InvalidSettings(fault="; ".join(faults))
