"""Input fields on a command line: separated from the command's own options, and converted to their JSON types."""

import json
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NoReturn

import click

if TYPE_CHECKING:
    from mediamill_client import InputField

JSON_NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?")
MORE_THAN_TEXT = re.compile(rf"{JSON_NUMBER.pattern}|true|false|[\[{{].*", re.DOTALL)
FORCED_JSON = re.compile(r"(--)?(?P<name>[A-Za-z_][\w-]*):=(?P<text>.*)", re.DOTALL)
COLLECTED = "mediamill.fields"
OWN = "mediamill.own"  # the words of a command line that are no fields


@dataclass(frozen=True, slots=True)
class Given:
    """One field as it stands on the command line; without a text it is a bare `--name`."""

    name: str
    text: str | None
    is_json: bool = False

    @property
    def needs_schema(self) -> bool:
        """True when it depends on the field what the text means."""
        return not self.is_json and (self.text is None or MORE_THAN_TEXT.fullmatch(self.text) is not None)


class CommandWithFields(click.Command):
    """A command for which every option it does not know is an input field: see `fields_of`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Take the fields out of the arguments; the rest is click's."""
        options = [option for option in self.get_params(ctx) if isinstance(option, click.Option)]
        takes_value = {name: not option.is_flag for option in options for name in option.opts}
        try:
            own, ctx.meta[COLLECTED] = divided(args, takes_value)
        except click.UsageError as error:
            if ctx.resilient_parsing:  # a shell asks what could come next
                return super().parse_args(ctx, [])
            error.ctx = ctx
            raise
        ctx.meta[OWN] = (*own,)
        return super().parse_args(ctx, own)


def fields_of(ctx: click.Context) -> tuple[Given, ...]:
    """The input fields on the command line of this context."""
    fields: tuple[Given, ...] = ctx.meta[COLLECTED]
    return fields


def divided(args: Sequence[str], takes_value: Mapping[str, bool]) -> tuple[list[str], tuple[Given, ...]]:
    """The arguments that are the command's own, and the fields among them. Raises UsageError for a repeated one."""
    own: list[str] = []
    fields: dict[str, Given] = {}
    rest = list(args)
    while rest:
        word = rest.pop(0)
        option, equals, text = word.partition("=")
        if word == "--":
            own += [word, *rest]
            break
        if option in takes_value:
            own.append(word)
            if takes_value[option] and not equals and rest:
                own.append(rest.pop(0))
            continue
        if forced := FORCED_JSON.fullmatch(word):
            given = Given(_name(forced["name"]), forced["text"], is_json=True)
        elif not word.startswith("--"):
            own.append(word)
            continue
        elif equals:
            given = Given(_name(option), text)
        else:
            # A value may begin with one dash: `--seed -1`.
            given = Given(_name(option), rest.pop(0) if rest and not rest[0].startswith("--") else None)
        if given.name in fields:
            raise click.UsageError(f"--{given.name} is given twice")
        fields[given.name] = given
    return own, tuple(fields.values())


def value_of(given: Given, field: "InputField | None") -> object:
    """The value to send; without a known field a JSON number is a number and all else text.

    Raises UsageError for a text that cannot be what the field takes.
    """
    if given.is_json:
        return _parsed(given.name, given.text or "")
    kinds = field.kinds if field is not None else frozenset[str]()
    if given.text is None:
        if "boolean" in kinds:
            return True
        raise click.UsageError(f"--{given.name} needs a value; one that begins with -- is written --{given.name}=VALUE")
    is_number = JSON_NUMBER.fullmatch(given.text) is not None
    choices = field.choices if field is not None else ()
    if "string" in kinds and (not choices or given.text in choices):
        return given.text
    if is_number and ("number" in kinds or not kinds):
        return _parsed(given.name, given.text)
    if "boolean" in kinds and given.text in ("true", "false"):
        return given.text == "true"
    if kinds & {"array", "object"} and given.text.startswith(("[", "{")):
        return _parsed(given.name, given.text)
    if "string" in kinds or not kinds:
        return given.text
    raise click.UsageError(f"--{given.name} takes {' or '.join(sorted(kinds))}, not {given.text!r}")


def _name(option: str) -> str:
    """`--aspect-ratio` and `--aspect_ratio` are the same field."""
    return option.removeprefix("--").replace("-", "_")


def _parsed(name: str, text: str) -> object:
    try:
        return json.loads(text, parse_constant=_refuse, parse_float=_finite)
    except (ValueError, RecursionError) as fault:
        raise click.UsageError(f"--{name}: {text!r} is not JSON ({fault})") from fault


def _refuse(word: str) -> NoReturn:
    raise ValueError(f"{word} is no JSON number")


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text} is too large")
    return number
