"""What a remote engine's class declares, judged without a vendor."""

import dataclasses
import inspect
from collections.abc import Iterator
from urllib.parse import urlsplit

from pydantic import PydanticUserError, TypeAdapter
from pydantic.errors import PydanticSchemaGenerationError

from mediamill.config import InvalidSettings
from mediamill.engines import EngineEntry, RemoteEngine, RemoteOptions, RemoteSetup, Signer, VendorClient
from mediamill.outbound import Guard

AWAITED = ("submit", "poll", "advance", "find_step", "cancel", "find", "check")
NOT_A_KEY = "kit"  # in place of a key, to see that the header can be written


def disagreements(engine: RemoteEngine, entry: EngineEntry) -> Iterator[str]:
    """Each thing that the engine has otherwise than its TOML file."""
    if not entry.package:
        return  # a class that is named by its place has no file that says `partial`
    if not entry.is_partial and any(engine.offers(*model) for model in entry.serves):
        yield "The class has `offers`: say `partial = true` in the TOML file, or no description will mention them."
    if entry.is_partial and not overrides(type(engine), "offers"):
        yield "The TOML file says `partial = true`, but the class has no `offers`."


def option_faults(kind: type[RemoteEngine]) -> Iterator[str]:
    """What keeps the options from being read from mediamill.toml."""
    options = kind.Options
    if not (isinstance(options, type) and issubclass(options, RemoteOptions) and dataclasses.is_dataclass(options)):
        yield "`Options` has to be a dataclass derived from RemoteOptions."
        return
    for one in dataclasses.fields(options):
        if one.default is dataclasses.MISSING and one.default_factory is dataclasses.MISSING:
            yield f"The option `{one.name}` has no default: an engine is set up before anything is configured."
    fields = {one.name for one in dataclasses.fields(options)}
    for name in sorted({name for one in options.__mro__[:-1] for name in vars(one) if is_value(one, name)} - fields):
        yield f"The option `{name}` has no type."
    try:
        TypeAdapter(options)
    except (PydanticUserError, PydanticSchemaGenerationError, NameError) as fault:
        yield f"`Options` cannot be read from TOML: {str(fault).splitlines()[0]}."


def is_value(kind: type, name: str) -> bool:
    """Whether a name in a class is meant as a field."""
    value = vars(kind)[name]
    return not name.startswith("_") and not callable(value) and not isinstance(value, property | classmethod)


def address_faults(setup: RemoteSetup) -> Iterator[str]:
    """What is wrong with where the engine goes, and what it is sent there."""
    kind = type(setup.engine)
    place = urlsplit(kind.base_url)
    if kind.base_url and (place.scheme != "https" or not place.hostname):
        yield f"`base_url` is {kind.base_url!r}: it is sent the key, so it has to begin with https."
    header = kind.key_header
    if isinstance(header, Signer):
        yield from signer_faults(header)
    elif header is not None and not (
        isinstance(header, tuple) and len(header) == 2 and str(header[0]).isascii() and "{key}" in str(header[1])
    ):
        yield f"`key_header` is {header!r}: write the header's name and its value with `{{key}}`, or a Signer."
        return
    if header is None and kind.key_hosts:
        yield "`key_hosts` are sent a key, but `key_header` does not say how."
    try:
        VendorClient(
            Guard(),
            base_url=setup.base_url or "https://vendor.example",
            key=NOT_A_KEY if isinstance(header, tuple) else None,
            key_header=header,
            hosts=setup.engine.file_hosts(),
            key_hosts=kind.key_hosts,
        )
    except (InvalidSettings, ValueError) as fault:
        yield f"{fault}."


def signer_faults(signer: Signer) -> Iterator[str]:
    """What is wrong with the headers that a signer says it makes."""
    if not signer.headers or any(name != name.lower() for name in signer.headers):
        yield "The signer's `headers` have to be the names of those that it makes, in small letters."


def call_faults(kind: type[RemoteEngine]) -> Iterator[str]:
    """What cannot be awaited, or is said to be there and is not."""
    for name in AWAITED:
        if not inspect.iscoroutinefunction(getattr(kind, name)):
            yield f"`{name}` has to be `async def`: it runs on the event loop of the service."
    if overrides(kind, "has_history") and not overrides(kind, "find"):
        yield "The class says that there is a history (`has_history`), but has no `find` to search it."
    if overrides(kind, "advance") and not overrides(kind, "find_step"):
        yield "Steps are bought (`advance`), but a lost answer to one cannot be looked into: write `find_step`."


def overrides(kind: type[RemoteEngine], name: str) -> bool:
    """Whether the class has a method of its own."""
    return getattr(kind, name) is not getattr(RemoteEngine, name)
