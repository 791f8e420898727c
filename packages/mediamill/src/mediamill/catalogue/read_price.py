"""Reads the price of a model from its table and refuses one that the fields cannot answer for."""

from collections.abc import Iterator, Mapping
from typing import Any

from mediamill.catalogue import shape
from mediamill.catalogue.field import Field, Kind, Media, number_of
from mediamill.catalogue.place import Place
from mediamill.catalogue.price import Fixed, PerCharacters, PerInputSecond, PerOutputSecond, PerSecond, Price
from mediamill.catalogue.tool import OutputType

RULES: Mapping[str, type[Price]] = {
    "fixed": Fixed,
    "per_second": PerSecond,
    "per_characters": PerCharacters,
    "per_output_second": PerOutputSecond,
    "per_input_second": PerInputSecond,
}
TIMED_OUTPUTS = (OutputType.AUDIO, OutputType.VIDEO)


def read_price(place: Place, table: Mapping[str, Any]) -> Price | None:
    """The price as its table says, or None when something in it is wrong."""
    rule = table.get("rule")
    if not isinstance(rule, str) or rule not in RULES:
        place.fault_of("rule", f"must be one of: {', '.join(RULES)}")
        return None
    given = place.within(subject=f'{place.subject} "{rule}"').read(table, shape.PRICES[rule])
    if given is None:
        return None
    return RULES[rule](**{key: value for key, value in given.items() if key != "rule"})


def unanswerable(price: Price, fields: Mapping[str, Field], output_type: object) -> Iterator[str]:
    """Why the price cannot be told from these fields and this output, as the rest of a sentence."""
    match price:
        case PerSecond(field=name):
            yield from no_length(fields.get(name), name)
            if name in fields and fields[name].default is None and not fields[name].required:
                yield f'needs the field "{name}" to be required or to have a default'
        case PerCharacters(field=name):
            if name not in fields or fields[name].kind is not Kind.TEXT or not fields[name].required:
                yield f'needs "{name}" to be a required text field'
        case PerOutputSecond(field=name):
            if output_type not in TIMED_OUTPUTS:
                yield f"is for audio and video, not for {output_type}"
            # A choice may have a word, such as `auto`, for "as long as it gets".
            if name is not None and not (name in fields and fields[name].kind is Kind.CHOICE):
                yield from no_length(fields.get(name), name)
        case PerInputSecond():
            if len([field for field in fields.values() if field.media is Media.AUDIO and field.required]) != 1:
                yield "needs exactly one required audio url field"


def no_length(field: Field | None, name: str) -> Iterator[str]:
    """Why the field does not give a number of seconds within bounds."""
    if field is None:
        yield f'counts the seconds of a field that is not there: "{name}"'
    elif field.kind is Kind.CHOICE:
        yield from (f'cannot count seconds in "{v}"' for v in field.allowed if number_of(v) is None)
    elif field.kind not in (Kind.NUMBER, Kind.INTEGER) or field.maximum is None:
        yield f'needs "{name}" to be a choice, or a number with a maximum'
