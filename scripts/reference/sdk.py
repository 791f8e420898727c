"""docs/reference/sdk.md: everything that `mediamill.engines.sdk` has, from its signatures and docstrings."""

import dataclasses
import enum
import inspect
import re
from collections.abc import Iterator
from typing import Any

from mediamill.engines import sdk

HEAD = """# Engine SDK

Made by `python -m scripts.reference` from `mediamill.engines.sdk`, the one module of mediamill that an engine imports;
a test says so. [Writing an engine](../engines.md) shows how its parts are used.
"""
GROUPS = {
    "Every engine": ("Engine", "Request", "Report", "Artifact", "Needs", "Offer", "OptionalProgram", "facts_of"),
    "How it says that it could not": ("EngineRefused", "EngineFailed", "EngineUnavailable", "Scope"),
    "Engines that keep weights loaded": ("ResidentEngine", "ResidentOptions", "WeightsFolders"),
    "Engines that ask a vendor": (
        *("RemoteEngine", "RemoteOptions", "Vendor", "VendorAnswer", "Estimate", "Job", "Look", "Running", "Finished"),
        *("Missing", "NotSent", "AnswerLost", "OwnModel", "Remaining", "ServerEvent", "StepDone", "Signer", "Unsigned"),
    ),
    "Types and limits": ("Fact", "InputValue", "ToolModel", "HANDLE_BYTES_MAX"),
}
MODULE = re.compile(r"\b(?:mediamill|collections|typing|pathlib|datetime|types)(?:\.\w+)*\.(?=[A-Z])")


def reference() -> str:
    """The page as Markdown."""
    named = [name for names in GROUPS.values() for name in names]
    assert sorted(named) == sorted(sdk.__all__), "a name of the SDK has no group here"
    return "\n".join([HEAD, *(line for title, names in GROUPS.items() for line in group(title, names))])


def group(title: str, names: tuple[str, ...]) -> Iterator[str]:
    yield f"## {title}\n"
    for name in names:
        yield f"### `{name}`\n"
        yield from told(name, getattr(sdk, name))


def told(name: str, thing: Any) -> Iterator[str]:
    if inspect.isclass(thing):
        yield from class_told(name, thing)
    elif inspect.isfunction(thing):
        yield f"```python\n{signature(name, thing)}\n```\n\n{inspect.getdoc(thing)}\n"
    else:
        yield f"```python\n{name} = {MODULE.sub('', str(thing))}\n```\n"


def class_told(name: str, thing: type) -> Iterator[str]:
    yield f"{inspect.getdoc(thing)}\n"
    if issubclass(thing, enum.Enum):
        yield ", ".join(f"`{name}.{member.name}`" for member in thing) + "\n"
    elif fields := list(fields_of(thing)):
        yield "\n".join(["| field | type | default |", "|---|---|---|", *fields]) + "\n"
    for method, function in inspect.getmembers(thing, inspect.isfunction):
        if not method.startswith("_") and function.__module__.startswith("mediamill") and function.__doc__:
            yield f"```python\n{signature(method, function)}\n```\n\n{inspect.getdoc(function)}\n"


def fields_of(thing: type) -> Iterator[str]:
    """What a record is made of; of another class what it is annotated with."""
    if dataclasses.is_dataclass(thing):
        for field in dataclasses.fields(thing):
            yield row(field.name, field.type, default_of(field))
        return
    for owner in reversed(thing.__mro__):
        if owner.__module__.startswith("mediamill"):
            for name, kind in inspect.get_annotations(owner).items():
                if not name.startswith("_"):
                    yield row(name, kind, repr(owner.__dict__[name]) if name in owner.__dict__ else "")


def default_of(field: dataclasses.Field[Any]) -> str:
    if field.default is not dataclasses.MISSING:
        return repr(field.default)
    made = field.default_factory
    return "" if made is dataclasses.MISSING else repr(made())


def row(name: str, kind: object, default: str) -> str:
    shown = f"`{default}`" if default and "<" not in default else ""
    return f"| `{name}` | `{type_name(kind)}` | {shown} |"


def type_name(kind: object) -> str:
    text = kind.__name__ if inspect.isclass(kind) and not hasattr(kind, "__args__") else str(kind)
    return MODULE.sub("", text).replace("|", "\\|")


def signature(name: str, function: Any) -> str:
    text = re.sub(r"<(\w[\w.]*)(: [^>]*)?>", r"\1", str(inspect.signature(function)))
    text = re.sub(r"'([^']+)'", r"\1", MODULE.sub("", text))
    return f"{'async ' if inspect.iscoroutinefunction(function) else ''}def {name}{text}: ..."
