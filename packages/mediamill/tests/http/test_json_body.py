"""Bodies: read strictly, kept to the character."""

import json

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mediamill.http.json_body import is_json, text_of
from mediamill.http.problems import MISSING_PARAMETERS, Problem, Refusal

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(codec="utf-8")),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(st.characters(codec="utf-8")), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(
    st.dictionaries(st.sampled_from(["tool", "input", "webhook", "x", 'in"put', "inp\\ut"]), VALUES),
    st.sampled_from([None, 1, "\t"]),
)
def test_the_text_of_a_member_is_the_text_that_was_sent(body: dict[str, object], indent: int | str | None) -> None:
    raw = json.dumps(body, indent=indent).encode()
    for name, value in body.items():
        assert json.loads(text_of(name, raw)) == value
        assert text_of(name, raw).encode() in raw


def test_numbers_keep_their_spelling() -> None:
    raw = b'{ "tool" : "t" , "input" : {"seed": 123456789012345678901234567890, "x": 1.0, "y": 1e2} }'

    assert text_of("input", raw) == '{"seed": 123456789012345678901234567890, "x": 1.0, "y": 1e2}'


def test_of_duplicates_the_last_counts_as_it_does_for_the_parser() -> None:
    raw = b'{"input":{"a":1},"tool":"t","input":{"a":2}}'

    assert orjson.loads(text_of("input", raw)) == orjson.loads(raw)["input"]


def test_escaped_names_are_read() -> None:
    assert text_of("input", b'{"\\u0069nput":{"a":1}}') == '{"a":1}'


@pytest.mark.parametrize(
    ("content_type", "fine"),
    [
        ("application/json", True),
        ("Application/JSON; charset=UTF-8", True),
        ('application/json;charset="utf-8"', True),
        ("application/json; charset=latin-1", False),
        ("application/json; charset=utf-16", False),
        ("text/plain", False),
        ("application/jsonp", False),
        ("", False),
    ],
)
def test_only_json_in_utf_8_is_read(content_type: str, fine: bool) -> None:
    assert is_json([content_type]) is fine


def test_no_or_two_content_types_are_none() -> None:
    assert not is_json([])
    assert not is_json(["application/json", "application/json"])


@pytest.mark.parametrize("depth", [900, 1_000, 1_020])
def test_a_duplicate_nested_too_deeply_is_refused_or_skipped(depth: int) -> None:
    raw = b'{"tool":"t","input":' + b"[" * depth + b"]" * depth + b',"input":{"a":2}}'
    assert orjson.loads(raw)["input"] == {"a": 2}

    assert text_or_refusal(raw) in ('{"a":2}', MISSING_PARAMETERS)


def text_or_refusal(raw: bytes) -> str | Problem:
    try:
        return text_of("input", raw)
    except Refusal as refusal:
        return refusal.problem
