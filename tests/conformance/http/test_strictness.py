"""No coercion, no leniency: what is no JSON, what is a number, how long a text is."""

import json

import pytest

from tests.conformance.http.judge import (
    CODES,
    GENERIC,
    NO_MODEL,
    NO_TOOL,
    Refusal,
    exact,
    generic,
    refusal,
    validation_failed,
)
from tests.service import Person

pytestmark = pytest.mark.xdist_group("http")

BODY_BYTES_MAX = 256 * 1024
SPEECH = '{"tool": "text-to-speech", "input": {"model": "voicevendor-tts", "prompt": %s}}'
DRUMS = '{"tool": "drum-generator", "input": {"model": "drumgen", "seed": %s}}'
MOTION = '{"tool": "motion-3d", "input": {"model": "alpha-motion", "prompt": "a wave", "duration": %s}}'
MUSIC = '{"tool": "create-music", "input": {"model": "voicevendor-music", "prompt": "a waltz", "duration": %s}}'
FINE = b'{"tool": "drum-generator", "input": {"model": "drumgen"}}'
NOT_JSON = {
    "nothing": b"",
    "a space": b" ",
    "half an object": b"{",
    "a trailing comma": b'{"tool": "drum-generator", "input": {"model": "drumgen",}}',
    "single quotes": b"{'tool': 'drum-generator'}",
    "a comment": b'/* */ {"tool": "drum-generator", "input": {"model": "drumgen"}}',
    "two values": FINE + FINE,
    "a tail": FINE + b"x",
    "a NUL after it": FINE + b"\x00",
    "a byte order mark": b"\xef\xbb\xbf" + FINE,
    "UTF-16": FINE.decode().encode("utf-16"),
    "UTF-32": FINE.decode().encode("utf-32"),
    "Latin-1": (SPEECH % '"é"').encode("latin-1"),
    "an overlong encoding": (SPEECH % '"?"').encode().replace(b"?", b"\xc0\xaf"),
    "a surrogate in UTF-8": (SPEECH % '"?"').encode().replace(b"?", b"\xed\xa0\x80"),
    "half a character": (SPEECH % '"?"').encode().replace(b"?", b"\xf0\x9f\x98"),
    "a lone high surrogate": (SPEECH % '"\\ud83d"').encode(),
    "a lone low surrogate": (SPEECH % '"\\ude00"').encode(),
    "surrogates in the wrong order": (SPEECH % '"\\ude00\\ud83d"').encode(),
    "a lone surrogate in a name": b'{"tool": "drum-generator", "input": {"model": "drumgen", "\\ud800": 1}}',
    "an unknown escape": (SPEECH % '"\\x41"').encode(),
    "a short escape": (SPEECH % '"\\u12"').encode(),
    "a raw newline in a text": (SPEECH % '"a\nb"').encode(),
    "a raw NUL in a text": (SPEECH % '"a\x00b"').encode(),
    **{
        f"the number {number}": (DRUMS % number).encode()
        for number in (
            "NaN", "Infinity", "-Infinity", "nan", "inf", "1e400", "-1e400", "1E999999999999", "+5", "05", "-05",
            ".5", "5.", "0x10", "1_000", "1e", "1e+", "--1", "- 1", "٣", "1" + "0" * 400, "9" * 5_000, "undefined",
            "True", "None",
        )
    },
}  # fmt: skip
SHAPELESS = {"null": "null", "a list": "[]", "a text": '"x"', "a number": "5", "a list of bodies": f"[{FINE.decode()}]"}


@pytest.mark.parametrize("body", NOT_JSON.values(), ids=NOT_JSON)
def test_what_is_no_json_gets_the_generic_400(ada: Person, body: bytes) -> None:
    assert generic() == refusal(ada.post(body))


@pytest.mark.parametrize("body", SHAPELESS.values(), ids=SHAPELESS)
def test_json_that_is_no_object_gets_the_generic_400(ada: Person, body: str) -> None:
    assert generic() == refusal(ada.post(body))


@pytest.mark.parametrize(
    ("body", "absent"),
    [
        ("{}", [("tool", "missing"), ("input", "missing")]),
        ('{"tool": "drum-generator"}', [("input", "missing")]),
        ('{"input": {"model": "drumgen"}}', [("tool", "missing")]),
        ('{"Tool": "drum-generator", "INPUT": {}}', [("tool", "missing"), ("input", "missing")]),
        ('{"tool": "no-such-tool"}', [("input", "missing")]),
    ],
)
def test_without_tool_or_input_it_is_the_generic_400(ada: Person, body: str, absent: list[tuple[str, str]]) -> None:
    refused = refusal(ada.post(body))

    assert (400, GENERIC) == (refused.status, refused.message)
    assert set(refused.faults) <= set(absent)


def test_one_absent_and_one_wrong_is_the_generic_400(ada: Person) -> None:
    for body in ('{"tool": 5}', '{"tool": ""}', '{"input": []}', '{"input": null}'):
        refused = refusal(ada.post(body))

        assert (400, GENERIC) == (refused.status, refused.message), body


@pytest.mark.parametrize("value", ["5", "0.5", "true", "null", "[]", "{}", '["drum-generator"]'])
def test_a_tool_is_a_string(ada: Person, value: str) -> None:
    response = ada.post(f'{{"tool": {value}, "input": {{"model": "drumgen"}}}}')

    assert validation_failed(("tool", "invalid_type")) == refusal(response)


@pytest.mark.parametrize("value", ["5", '"model"', "true", "null", "[]", '[{"model": "drumgen"}]'])
def test_an_input_is_an_object(ada: Person, value: str) -> None:
    response = ada.post(f'{{"tool": "drum-generator", "input": {value}}}')

    assert validation_failed(("input", "invalid_type")) == refusal(response)


def test_an_empty_tool_is_a_fault_and_an_unknown_one_is_not_found(ada: Person) -> None:
    assert validation_failed(("tool", "too_short")) == refusal(ada.run("", {"model": "drumgen"}))
    for tool in ("no-such-tool", "Drum-Generator", " drum-generator", "drum-generator\x00", "drumgen", "😀" * 1_000):
        assert Refusal(404, NO_TOOL) == refusal(ada.run(tool, {"model": "drumgen"})), tool


def test_an_empty_model_is_refused(ada: Person) -> None:
    refused = refusal(ada.run("drum-generator", {"model": ""}))

    assert refused in (Refusal(404, NO_MODEL), validation_failed(("input.model", "too_short")))


@pytest.mark.parametrize(
    "number",
    ["0", "-0", "-0.0", "1e0", "1E0", "1e+0", "5.0", "0.1e-5", "1e308", "-1", "-1.0", "1e-400", "123456789" * 30,
     "0." + "3" * 5_000, "1" + "0" * 308, "9007199254740993"],
)  # fmt: skip
def test_any_finite_number_is_a_seed_for_drums_and_comes_back_as_it_was(ada: Person, number: str) -> None:
    response = ada.post(DRUMS % number)
    assert response.status_code == 200, response.text
    shown = ada.get(f"/api/generations/{response.json()['id']}")

    assert exact(f'{{"model": "drumgen", "seed": {number}}}') == exact(shown.content)["payload"]


@pytest.mark.parametrize("number", ["0.5", "5e-1", "0.50", "12", "12.0", "1.2e1", "120e-1", "1", "1e0", "11.99999"])
def test_numbers_count_by_value_between_bounds(ada: Person, number: str) -> None:
    assert 200 == ada.post(MOTION % number).status_code


@pytest.mark.parametrize("number", ["0.49999999", "12.00000001", "1e300", "-5", "-0", "0", "1e-300", "9" * 300])
def test_a_number_outside_its_bounds_is_out_of_range(ada: Person, number: str) -> None:
    assert validation_failed(("input.duration", "out_of_range")) == refusal(ada.post(MOTION % number))


@pytest.mark.parametrize("number", ["30", "30.0", "3e1", "300e-1", "3.000E+1", "120", "1.2e2"])
def test_numbers_count_by_value_in_a_list(ada: Person, number: str) -> None:
    assert 200 == ada.post(MUSIC % number).status_code


@pytest.mark.parametrize("number", ["29.999", "31", "0", "-30", "1e300", "30.00000000000001"])
def test_a_number_that_is_not_listed_is_not_allowed(ada: Person, number: str) -> None:
    assert validation_failed(("input.duration", "not_allowed")) == refusal(ada.post(MUSIC % number))


@pytest.mark.parametrize("value", ['"30"', "true", "false", "null", "[30]", "{}", '""'])
def test_nothing_else_becomes_a_number(ada: Person, value: str) -> None:
    for body in (MUSIC, MOTION):
        assert validation_failed(("input.duration", "invalid_type")) == refusal(ada.post(body % value))


def test_null_is_never_the_same_as_absent(ada: Person) -> None:
    fine = {"model": "voicevendor-sound-effects", "prompt": "rain"}
    asked = {**fine, "duration": None, "prompt_influence": None}

    assert validation_failed(
        ("input.duration", "invalid_type"), ("input.prompt_influence", "invalid_type"), ("webhook", "invalid_type")
    ) == refusal(ada.run("sound-effects", asked, webhook=None))


@pytest.mark.parametrize("text", ["\x00", "a\x00", "\x00a", "a\x00b", "😀\x00"])
def test_a_nul_is_refused_wherever_it_hides(ada: Person, text: str) -> None:
    refused = refusal(ada.run("text-to-speech", {"model": "voicevendor-tts", "prompt": text}))

    assert (400, "Validation failed", ["input.prompt"]) == (
        refused.status,
        refused.message,
        [field for field, _ in refused.faults],
    )
    assert {code for _, code in refused.faults} <= CODES


@pytest.mark.parametrize("text", [" ", "\t", "\n", "\u00a0", "\u2003", "\u200b", "\ufeff", "\x01", "\x7f", "\u202e"])
def test_white_space_and_the_invisible_are_not_empty(ada: Person, text: str) -> None:
    assert 200 == ada.run("sound-effects", {"model": "audiogen", "prompt": text}).status_code


@pytest.mark.parametrize("text", ["", " ", "...", "?!", "\n\t", "\u200b", "\u0301", "😀", "—", "$%&", "\x01"])
def test_speech_without_a_letter_or_digit_is_too_short(ada: Person, text: str) -> None:
    answer = ada.run("text-to-speech", {"model": "voicevendor-tts", "prompt": text})

    assert validation_failed(("input.prompt", "too_short")) == refusal(answer)
    assert "Must contain at least one letter or digit" == answer.json()["errors"][0]["message"]


@pytest.mark.parametrize("text", ["a", "7", "é", "あ", "١", "½", "ß", "... b", "😀1", "नि"])
def test_one_letter_or_digit_of_any_script_is_enough(ada: Person, text: str) -> None:
    assert 200 == ada.run("text-to-speech", {"model": "voicevendor-tts", "prompt": text}).status_code


@pytest.mark.parametrize("letter", ["a", "é", "😀", "\\ud83d\\ude00", "\\u0301", "\\n"])
def test_a_length_counts_code_points(ada: Person, letter: str) -> None:
    assert 200 == ada.post(SPEECH % f'"{letter * 2_999}a"').status_code
    assert validation_failed(("input.prompt", "too_long")) == refusal(ada.post(SPEECH % f'"{letter * 3_000}a"'))


def test_of_duplicate_names_the_last_counts(ada: Person) -> None:
    wrong_then_right = '{"tool": 5, "tool": "drum-generator", "input": [], "input": {"model": 5, "model": "drumgen"}}'
    right_then_wrong = '{"tool": "drum-generator", "input": {"model": "drumgen", "seed": 1, "seed": "1"}}'
    escaped = '{"tool": "drum-generator", "input": {"model": "drumgen", "seed": "1", "\\u0073eed": 1}}'

    assert 200 == ada.post(wrong_then_right).status_code
    assert validation_failed(("input.seed", "invalid_type")) == refusal(ada.post(right_then_wrong))
    assert 200 == ada.post(escaped).status_code


def test_a_body_may_be_256_kib_and_no_more(ada: Person) -> None:
    frame = json.dumps({"tool": "sound-effects", "input": {"model": "audiogen", "prompt": ""}})
    fits = frame.replace('""', f'"{"a" * (BODY_BYTES_MAX - len(frame))}"')
    assert len(fits) == BODY_BYTES_MAX

    assert 200 == ada.post(fits).status_code
    assert generic() == refusal(ada.post(fits + " "))
    assert generic() == refusal(ada.post(fits.replace("aaa", "aaaa", 1)))
    assert generic() == refusal(ada.post(b" " * 2**20 + FINE))


@pytest.mark.parametrize(
    "content_type",
    [
        "application/json",
        "application/json; charset=utf-8",
        "application/json;charset=UTF-8",
        'application/json; charset="utf-8"',
        "Application/JSON",
        "APPLICATION/JSON; CHARSET=UTF-8",
    ],
)
def test_json_may_be_announced_in_these_ways(ada: Person, content_type: str) -> None:
    assert 200 == ada.post(FINE, content_type).status_code


@pytest.mark.parametrize(
    "content_type",
    [
        "",
        "text/plain",
        "text/json",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/jsonp",
        "application/json5",
        "application/ld+json",
        "application/octet-stream",
        "json",
        "*/*",
        "application/json; charset=utf-16",
        "application/json; charset=latin-1",
        "application/json; charset=ascii; charset=utf-16",
        "application/json, text/plain",
    ],
)
def test_any_other_content_type_gets_the_generic_400(ada: Person, content_type: str) -> None:
    assert generic() == refusal(ada.post(FINE, content_type))


def test_no_content_type_at_all_gets_the_generic_400(ada: Person) -> None:
    assert generic() == refusal(ada.request("POST", "/api/run", body=FINE))


def test_a_compressed_body_is_no_json(ada: Person) -> None:
    import gzip

    headers = {"Content-Type": "application/json", "Content-Encoding": "gzip"}

    assert generic() == refusal(ada.request("POST", "/api/run", body=gzip.compress(FINE), headers=headers))
