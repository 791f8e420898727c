"""Whatever is sent: schema and check agree, values have one spelling, nobody is charged more than was held."""

import tomllib
from typing import Any

import jsonschema_rs
import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mediamill.catalogue import Checked, Field, FieldKind, Model
from mediamill.catalogue.document import Document
from mediamill.catalogue.load_catalogue import PACKAGED_TOOLS
from tests.catalogue.shop import CATALOGUE

EXAMPLES = 100  # per property; each takes some milliseconds
MANY = 1_000  # in the slow tests
SCHEMAS = {model.slug: jsonschema_rs.Draft202012Validator(model.schema()) for model in CATALOGUE.models()}
ANYTHING: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=3,
)


def near_values(field: Field) -> st.SearchStrategy[Any]:
    """Values that the field takes, or nearly."""
    match field.kind:
        case FieldKind.TEXT:
            texts = st.text(max_size=20) | st.sampled_from(lengths_around(field.length_max or 50, "é"))
            # That something can be said of a text is more than a schema can ask: here it always can.
            return texts.map(lambda text: f"{text}a") if field.speakable else texts
        case FieldKind.URL:
            urls = ["http://a.test", "HTTPS://a.test/b?c=d", "https://", "http:/a", "ftp://a.test", "https://a.test/\0"]
            return st.text(max_size=20) | st.sampled_from([*urls, *lengths_around(2048, "https://a.test/")])
        case FieldKind.CHOICE:
            listed = [spelling for spelling, _ in field.spellings()]
            numbers = [number for number in listed if not isinstance(number, str)]
            near = [str(value) for value in listed] + [f"{value} " for value in listed]
            return st.sampled_from([*listed, *map(float, numbers), *near, *(number + 1 for number in numbers), True])
        case FieldKind.NUMBER | FieldKind.INTEGER | FieldKind.SEED:
            edges = [edge for edge in (field.minimum, field.maximum) if edge is not None]
            around = [value for edge in edges for value in (edge, float(edge), edge - 1, edge + 1, edge + 0.5)]
            return st.sampled_from([*around, -1, -1.0, 0, 1e300, 2**63]) | st.integers(-9, 99) | st.floats(0, 13)


def lengths_around(length: int, start: str) -> list[str]:
    """Texts just within and just beyond a length."""
    return [start + "é" * (length - len(start) + more) for more in (-1, 0, 1)]


@st.composite
def inputs(draw: st.DrawFn) -> tuple[Model, dict[str, Any]]:
    """A model with an input that it takes, or nearly."""
    model = draw(st.sampled_from(CATALOGUE.models()))
    input: dict[str, Any] = dict(model.example)
    for field in draw(st.lists(st.sampled_from(model.fields), max_size=3)):
        if draw(st.integers(0, 9)) == 0:
            input.pop(field.name, None)
        else:
            input[field.name] = draw(st.one_of(near_values(field), near_values(field), ANYTHING))
    match draw(st.integers(0, 9)):
        case 0:
            input["model"] = draw(ANYTHING)
        case 1:
            del input["model"]
        case 2:
            input[draw(st.text(max_size=5))] = draw(ANYTHING)
    return model, input


@settings(max_examples=EXAMPLES)
@given(inputs())
def test_the_schema_takes_exactly_what_the_check_takes(case: tuple[Model, dict[str, Any]]) -> None:
    assert_schema_and_check_agree(*case)


@settings(max_examples=EXAMPLES)
@given(inputs())
def test_every_fault_names_a_field_that_the_schema_refuses_too(case: tuple[Model, dict[str, Any]]) -> None:
    assert_faults_are_where_the_schema_has_them(*case)


@pytest.mark.slow
@settings(max_examples=MANY)
@given(inputs())
def test_schema_and_check_agree_on_many_inputs(case: tuple[Model, dict[str, Any]]) -> None:
    assert_schema_and_check_agree(*case)
    assert_faults_are_where_the_schema_has_them(*case)


def assert_schema_and_check_agree(model: Model, input: dict[str, Any]) -> None:
    parsed = orjson.loads(orjson.dumps(input))
    checked = model.check(parsed)

    assert SCHEMAS[model.slug].is_valid(parsed) == isinstance(checked, Checked), checked


def assert_faults_are_where_the_schema_has_them(model: Model, input: dict[str, Any]) -> None:
    checked = model.check(input)
    faults = () if isinstance(checked, Checked) else checked
    refused = set()
    for error in SCHEMAS[model.slug].iter_errors(input):
        refused |= named_by(error)

    assert refused == {fault.field.removeprefix("input.") for fault in faults}
    assert len(refused) == len(faults)


def named_by(error: jsonschema_rs.ValidationError) -> set[str]:
    """The fields that one error of the schema speaks of."""
    match error.kind:
        case jsonschema_rs.ValidationErrorKind.AdditionalProperties(unexpected=unexpected):
            return set(unexpected)
        case jsonschema_rs.ValidationErrorKind.Required(property=name):
            return {name}
    return {str(error.instance_path[0])}


@settings(max_examples=EXAMPLES)
@given(inputs())
def test_what_was_checked_once_is_checked_again_to_the_same(case: tuple[Model, dict[str, Any]]) -> None:
    model, input = case
    checked = model.check(input)
    if not isinstance(checked, Checked):
        return
    again = model.check({"model": model.slug, **orjson.loads(orjson.dumps(checked.values))})

    assert isinstance(again, Checked)
    assert repr(checked.values) == repr(again.values)


@settings(max_examples=EXAMPLES)
@given(inputs(), st.none() | st.floats(0, 10_000))
def test_nobody_is_charged_more_than_was_held(case: tuple[Model, dict[str, Any]], seconds: float | None) -> None:
    model, input = case
    checked = model.check(input)
    if not isinstance(checked, Checked):
        return
    values = checked.drawn().values
    held = model.hold_for(seconds) if model.priced_by_input and seconds is not None else model.quote(values)

    assert 0 <= model.charge(values, seconds) <= held


STATEMENTS = [
    "# [models.x]\n",
    "\n",
    "  \t\n",
    "{key} = 1\n",
    "{key} = 'a # b'  # c\n",
    '"{key}" = """\nname = 1\n[x]\n\n"""\n',
    "{key} = '''\n\"\"\" # ]\n'''\n",
    "{key} = [\n  1, # ]\n  [2,\n3],\n]\n",
    "{key}.a . b = {{ c = 1, d.e = [ {{ f = 2 }} ] }}\n",
    '"{key}" = "\\"\\\\"\n',
    "[{key}]\n",
    "  [ {key} . \"a\" ] # x\n",
]  # fmt: skip


@settings(max_examples=EXAMPLES)
@given(st.lists(st.sampled_from(STATEMENTS), max_size=12), st.sampled_from(["\n", "\r\n"]), st.booleans())
def test_every_key_of_any_file_is_found_where_it_was_written(chosen: list[str], line_break: str, cut: bool) -> None:
    text, expected, table, line = "", {}, "", 1
    for number, template in enumerate(chosen):
        statement = template.format(key=f"k{number}")
        if f"k{number}" in statement:
            is_table = statement.lstrip().startswith("[")
            expected[(f"k{number}",) if is_table or not table else (table, f"k{number}")] = line
            if is_table and '"a"' in statement:
                # What follows belongs to the inner table, which the short keys of this story do not name.
                statement = f"[k{number}]\n"
            table = f"k{number}" if is_table else table
        text += statement
        line += statement.count("\n")
    text = (text.rstrip("\n") if cut else text).replace("\n", line_break)
    found = Document(PACKAGED_TOOLS, text, tomllib.loads(text)).lines

    assert expected == {keys: found[keys] for keys in expected}


def test_every_key_of_the_packaged_files_is_found() -> None:
    for path in sorted(PACKAGED_TOOLS.glob("*.toml")):
        text = path.read_text()
        lines = text.split("\n")
        document = Document(path, text, tomllib.loads(text))
        for keys, line in document.lines.items():
            assert not keys or keys[-1] in lines[line - 1] or keys[0] in lines[line - 1], (path, keys, line)
