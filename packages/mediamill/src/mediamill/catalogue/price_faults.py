"""Whether a price can be computed from a model's fields and from what its tool makes."""

from collections.abc import Iterator, Mapping

from mediamill.catalogue.field import Field, FieldKind, Media, number_of
from mediamill.catalogue.price import PerCharacters, PerInputSecond, PerOutputSecond, PerSecond, Price

TIMED_OUTPUTS = ("audio", "video")


def price_faults(price: Price, fields: Mapping[str, Field], output_type: object) -> Iterator[str]:
    """Why the price cannot be computed from these fields and this output, as the rest of a sentence."""
    match price:
        case PerSecond(field=name):
            yield from length_faults(fields.get(name), name)
            if name in fields and fields[name].default is None and not fields[name].required:
                yield f'needs the field "{name}" to be required or to have a default'
        case PerCharacters(field=name):
            if name not in fields or fields[name].kind is not FieldKind.TEXT or not fields[name].required:
                yield f'needs "{name}" to be a required text field'
        case PerOutputSecond(field=name):
            if output_type not in TIMED_OUTPUTS:
                yield f"is for audio and video, not for {output_type}"
            # A choice may have a word, such as `auto`, for "as long as it gets".
            if name is not None and not (name in fields and fields[name].kind is FieldKind.CHOICE):
                yield from length_faults(fields.get(name), name)
        case PerInputSecond():
            if len([field for field in fields.values() if field.media is Media.AUDIO and field.required]) != 1:
                yield "needs exactly one required url field for audio"


def length_faults(field: Field | None, name: str) -> Iterator[str]:
    """Why the field does not give a number of seconds within bounds."""
    if field is None:
        yield f'names a field that does not exist: "{name}"'
    elif field.kind is FieldKind.CHOICE:
        yield from (f'cannot read "{v}" as a number of seconds' for v in field.allowed if number_of(v) is None)
    elif field.kind not in (FieldKind.NUMBER, FieldKind.INTEGER) or field.maximum is None:
        yield f'needs "{name}" to be a choice, or a number with a maximum'
