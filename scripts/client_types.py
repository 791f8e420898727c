"""The typed methods and inputs of the Python client (`mediamill_client/typed/`), from the catalogue that we ship.

`python -m scripts.client_types` writes them; a test compares them with the catalogue.
"""

import re
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from mediamill.catalogue import Category, Field, FieldKind, Model, Tool, load

REPOSITORY = Path(__file__).parents[1]
FOLDER = REPOSITORY / "packages/mediamill-client/src/mediamill_client/typed"
WIDTH = 112  # of a docstring's line, before its indentation
MADE = "Made by `python -m scripts.client_types`; a test says so."
PARTS: Mapping[str, Callable[[Tool], bool]] = {
    "audio": lambda tool: tool.category is Category.AUDIO,
    "visual": lambda tool: tool.category is not Category.AUDIO,
}
OPTIONS = """
webhook: str | None = None,
timeout: float | None = None,
idempotency_key: str | None = None,
on_progress: OnProgress | None = None,
"""
OURS = 'lint.isort.known-first-party=["mediamill_client"]'  # also before the files are there
TIDY = ["check", "--quiet", "--fix", "--unsafe-fixes", "--exit-zero", "--select", "I,F401", "--config", OURS]
HANDED_ON = "webhook=webhook, timeout=timeout, idempotency_key=idempotency_key, on_progress=on_progress"


@dataclass(frozen=True, slots=True)
class Group:
    """Models of a tool that take the same fields, as types see them; the primary one first."""

    tool: Tool
    models: Sequence[Model]

    @property
    def is_first(self) -> bool:
        """Whether the tool's primary model is among them."""
        return any(model.primary for model in self.models)

    @property
    def fields(self) -> Sequence[Field]:
        """The fields, the required ones first."""
        return sorted(self.models[0].fields, key=lambda field: not field.required)

    @property
    def name(self) -> str:
        """What the input is called."""
        only = "" if len(groups_of(self.tool)) == 1 else camel(self.models[0].slug)
        return f"{camel(self.tool.slug)}{only}Input"


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, text in files().items():
        (FOLDER / name).write_text(text)


def files() -> Mapping[str, str]:
    """The files by name, formatted."""
    tools = list(load().tools.values())
    made = {"__init__.py": f'"""Inputs and methods of each tool, typed. {MADE}"""\n', "inputs.py": inputs(tools)}
    for part, belongs in PARTS.items():
        chosen = [tool for tool in tools if belongs(tool)]
        made[f"{part}.py"] = methods(part, chosen, asynchronous=False)
        made[f"async_{part}.py"] = methods(part, chosen, asynchronous=True)
    return {name: formatted(name, text) for name, text in made.items()}


def inputs(tools: Iterable[Tool]) -> str:
    """The choices of each tool, and its input as a dictionary."""
    tools = list(tools)
    lines = [
        f'"""What each tool takes, for `run` and `map`. {MADE}"""',
        "from typing import Literal, TypeAlias, TypedDict",
        "from mediamill_client.sources import FileInput",
        *(line for tool in tools for line in choices(tool)),
        *(line for tool in tools for group in groups_of(tool) for line in dictionary(group)),
    ]
    return "\n".join(lines)


def choices(tool: Tool) -> Iterator[str]:
    """The models of a tool and the values of its fields that have a name."""
    listed = {f"{camel(tool.slug)}Model": literal(tool.models)}
    for model in tool.models.values():
        listed |= {alias(tool, field): literal_of(field) for field in model.fields if is_named(tool, field)}
    yield from (f"{name}: TypeAlias = {values}" for name, values in listed.items())


def dictionary(group: Group) -> Iterator[str]:
    """The input of a group. Two classes: Python 3.10 has no `NotRequired`."""
    needed = [field for field in group.fields if field.required]
    rest = [field for field in group.fields if not field.required]
    names_model = any(model.named for model in group.models)
    model = f"model: {literal(model.slug for model in group.models)}"
    must = [model] * names_model + [f"{field.name}: {kind(group.tool, field)}" for field in needed]
    may = [model] * (not names_model) + [f"{field.name}: {kind(group.tool, field)}" for field in rest]
    told = f'"""The input of {group.tool.slug} with {", ".join(model.slug for model in group.models)}."""'
    if may:
        yield f"class _{group.name}(TypedDict):"
        yield from (f"    {line}" for line in must)
    yield f"class {group.name}({f'_{group.name}, total=False' if may else 'TypedDict'}):"
    yield from (f"    {line}" for line in [told, *(may or must)])


def methods(part: str, tools: Sequence[Tool], *, asynchronous: bool) -> str:
    """A class with one method for each tool."""
    prefix = "Async" if asynchronous else ""
    named = sorted({name for tool in tools for name in names_in(tool)})
    name = f"{prefix}{part.capitalize()}Tools"
    lines = [
        f'"""The {part} tools as methods{" of AsyncClient" if asynchronous else ""}. {MADE}"""',
        "from typing import Any, Literal, overload",
        "from mediamill_client.news import OnProgress",
        "from mediamill_client.sources import FileInput",
        f"from mediamill_client.running import {prefix}Running, given",
        f"from mediamill_client.typed.inputs import {', '.join(named)}",
        "from mediamill_client.types import Generation",
        f"class {name}({prefix}Running):",
        f'    """The {part} tools. What is None is left out: the service\'s default holds."""',
    ]
    for tool in tools:
        found = groups_of(tool)
        made = [overloaded(group) for group in found] if len(found) > 1 else []
        for text in [*made, method(tool, found)]:
            lines.append(textwrap.indent(text.replace("def ", "async def ") if asynchronous else text, "    "))
    text = "\n".join(lines)
    return text.replace("return self.run(", "return await self.run(") if asynchronous else text


def method(tool: Tool, found: Sequence[Group]) -> str:
    """The method of a tool."""
    name, model = python_name(tool.slug), f'model: {camel(tool.slug)}Model = "{tool.primary}",'
    doc = docstring(tool, found)
    if len(found) == 1:
        fields = "\n".join(parameter(tool, field) for field in found[0].fields)
        handed = ", ".join(f"{field.name}={field.name}" for field in found[0].fields)
        head = f"def {name}(self, *, {fields} {model} {OPTIONS}) -> Generation:"
        return f'{head}\n    {doc}\n    return self.run("{tool.slug}", given(model=model, {handed}), {HANDED_ON})'
    head = f"def {name}(self, *, {model} {OPTIONS} **fields: Any) -> Generation:"
    return f'{head}\n    {doc}\n    return self.run("{tool.slug}", given(model=model, **fields), {HANDED_ON})'


def overloaded(group: Group) -> str:
    """The method for some models of a tool."""
    tool = group.tool
    fields = "\n".join(parameter(tool, field) for field in group.fields)
    default = f' = "{tool.primary}"' if group.is_first else ""
    model = f"model: {literal(model.slug for model in group.models)}{default},"
    return f"@overload\ndef {python_name(tool.slug)}(self, *, {fields} {model} {OPTIONS}) -> Generation: ..."


def parameter(tool: Tool, field: Field) -> str:
    """A field as a parameter."""
    return f"{field.name}: {kind(tool, field)}{'' if field.required else ' | None = None'},"


def docstring(tool: Tool, found: Sequence[Group]) -> str:
    """What the tool makes, each field, each model with its price."""
    told: dict[str, str] = {}
    for group in found:
        for field in group.fields:
            told.setdefault(field.name, described(field) + shorter(tool, field))
    models = "; ".join(f"{model.slug} ({model.price})" for model in tool.models.values())
    told["model"] = f"{models}."
    listed = [
        textwrap.fill(f"{name}: {text}", WIDTH, initial_indent="    ", subsequent_indent="        ")
        for name, text in told.items()
    ]
    lines = [textwrap.fill(f"{tool.name}. {tool.description}", WIDTH), "", *listed, "", "Raises as `run` does."]
    return textwrap.indent('"""' + "\n".join(lines) + '\n"""', "    ").strip()


def described(field: Field) -> str:
    """What a field means, with its bounds."""
    text = field.description
    if field.length_max and field.kind is FieldKind.TEXT:
        text += f" At most {field.length_max} characters."
    if field.minimum is not None and field.maximum is not None and field.kind is FieldKind.NUMBER:
        text += f" From {field.minimum:g} to {field.maximum:g}."
    if field.allowed and all(isinstance(value, float) for value in field.allowed):
        text += f" One of {', '.join(f'{value:g}' for value in field.allowed if not isinstance(value, str))}."
    if field.kind is FieldKind.URL:
        text += " A file of your own is uploaded."
    return text if field.default is None else f"{text} Default: {field.default}."


def shorter(tool: Tool, field: Field) -> str:
    """Which models of a tool take less text in a field than its primary one."""
    others = [(model.slug, one.length_max) for model in tool.models.values() for one in model.fields]
    named = {field.name: field.length_max for field in tool.models[tool.primary].fields}
    length_max = named.get(field.name)
    less = [
        f"{slug} {most}"
        for slug, most in others
        if field.kind is FieldKind.TEXT and most and length_max and most < length_max
    ]
    return f" With {', '.join(less)}." if less else ""


def groups_of(tool: Tool) -> list[Group]:
    """The models of a tool by what they take, those of the primary one first."""
    found: dict[tuple[tuple[str, str, bool], ...], list[Model]] = {}
    for model in sorted(tool.models.values(), key=lambda model: not model.primary):
        shape = tuple((field.name, kind(tool, field), field.required) for field in model.fields)
        found.setdefault(shape, []).append(model)
    return [Group(tool, models) for models in found.values()]


def kind(tool: Tool, field: Field) -> str:
    """The type of a field. Floats are no literals in Python."""
    if is_named(tool, field):
        return alias(tool, field)
    if is_literal(field):
        return literal_of(field)
    if field.kind is FieldKind.URL:
        return "FileInput"
    if field.kind is FieldKind.INTEGER or (field.kind is FieldKind.SEED and field.whole):
        return "int"
    return "str" if field.kind is FieldKind.TEXT else "float"


def is_named(tool: Tool, field: Field) -> bool:
    """Whether a field's values are a type with a name: all models that have the field take the same."""
    same = [one for model in tool.models.values() for one in model.fields if one.name == field.name]
    return is_literal(field) and all(one.allowed == field.allowed for one in same)


def is_literal(field: Field) -> bool:
    """Whether a field's values can stand in a type."""
    return field.kind is FieldKind.CHOICE and not any(isinstance(value, float) for value in field.allowed)


def names_in(tool: Tool) -> Iterator[str]:
    """The names of a tool's choices."""
    yield f"{camel(tool.slug)}Model"
    yield from (alias(tool, field) for model in tool.models.values() for field in model.fields if is_named(tool, field))


def alias(tool: Tool, field: Field) -> str:
    """What the type of a choice is called: `TextToSpeechVoice`."""
    return camel(tool.slug) + camel(field.name)


def literal_of(field: Field) -> str:
    """The values that a choice accepts, numbers in both spellings where both are."""
    return literal(spelling for spelling, _ in field.spellings())


def literal(values: Iterable[object]) -> str:
    """Values as a type."""
    return f"Literal[{', '.join(dict.fromkeys(map(repr, values)))}]"


def camel(text: str) -> str:
    """`text-to-3d` as the name of a class: `TextTo3d`."""
    return "".join(word.capitalize() for word in re.split(r"[-_]", text))


def python_name(slug: str) -> str:
    """`text-to-3d` as the name of a method: `text_to_3d`."""
    return slug.replace("-", "_")


def formatted(name: str, text: str) -> str:
    """The text as ruff formats it, without imports that nothing uses."""
    ruff = Path(sys.executable).with_name("ruff")
    program = str(ruff) if ruff.exists() else shutil.which("ruff") or "ruff"
    place = ["--stdin-filename", str(FOLDER / name), "-"]
    for command in (TIDY, ["format"]):
        done = subprocess.run(
            [program, *command, *place], input=text, capture_output=True, text=True, check=True, cwd=REPOSITORY
        )
        text = done.stdout
    return text


if __name__ == "__main__":
    main()
