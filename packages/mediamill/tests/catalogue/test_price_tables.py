"""Prices that cannot be told from the fields are refused before anything is used."""

from pathlib import Path
from textwrap import dedent

import pytest

from mediamill.catalogue import PerInputSecond, PerOutputSecond, Price, load
from tests.catalogue.test_load_catalogue import faults_of

PRICE_LINE = 12
SPEECH = dedent("""\
    name = "Speech"
    description = "Speaks."
    category = "audio"
    output_type = "audio"
    primary = "x"

    # the one model

    [models.x]
    name = "X"
    description = "Speaks."
    price = PRICE

    [models.x.fields]
    prompt = { kind = "text", description = "d", required = true, example = "a" }
    note = { kind = "text", description = "d" }
    length = { kind = "number", description = "d", maximum = 9, default = 3 }
    endless = { kind = "number", description = "d", default = 3 }
    perhaps = { kind = "integer", description = "d", maximum = 9 }
    steps = { kind = "choice", description = "d", allowed = ["auto", "5"], default = "auto" }
    file = { kind = "url", description = "d", media = "audio", required = true, example = "https://a.test/b" }
    """)


def with_price(price: str) -> str:
    return SPEECH.replace("PRICE", price)


@pytest.mark.parametrize(
    ("price", "sentence"),
    [
        ("{}", ': "rule" must be one of: fixed, per_second, per_characters, per_output_second, per_input_second'),
        ('{ rule = "per_pixel" }',
         ': "rule" must be one of: fixed, per_second, per_characters, per_output_second, per_input_second'),
        ('{ rule = "per_second", field = "length" }', ' "per_second" needs "credits"'),
        ('{ rule = "fixed", credits = 1.5 }',
         ' "fixed": "credits" must be a whole number from 0 to 1000000'),
        ('{ rule = "fixed", credits = true }',
         ' "fixed": "credits" must be a whole number from 0 to 1000000'),
        ('{ rule = "per_second", credits = 0, field = "length" }',
         ' "per_second": "credits" must be a whole number from 1 to 1000000'),
        ('{ rule = "per_second", credits = 1, field = "gone" }',
         ' "per_second" names a field that does not exist: "gone"'),
        ('{ rule = "per_second", credits = 1, field = "prompt" }',
         ' "per_second" needs "prompt" to be a choice, or a number with a maximum'),
        ('{ rule = "per_second", credits = 1, field = "endless" }',
         ' "per_second" needs "endless" to be a choice, or a number with a maximum'),
        ('{ rule = "per_second", credits = 1, field = "perhaps" }',
         ' "per_second" needs the field "perhaps" to be required or to have a default'),
        ('{ rule = "per_second", credits = 1, field = "steps" }',
         ' "per_second" cannot read "auto" as a number of seconds'),
        ('{ rule = "per_characters", credits = 1, field = "prompt" }', ' "per_characters" needs "characters"'),
        ('{ rule = "per_characters", credits = 1, characters = 10, field = "note" }',
         ' "per_characters" needs "note" to be a required text field'),
        ('{ rule = "per_characters", credits = 1, characters = 10, field = "file" }',
         ' "per_characters" needs "file" to be a required text field'),
        ('{ rule = "per_characters", credits = 1, characters = 10, field = "gone" }',
         ' "per_characters" needs "gone" to be a required text field'),
        ('{ rule = "per_output_second", credits = 1 }', ' "per_output_second" needs "seconds_max"'),
        ('{ rule = "per_output_second", credits = 1, seconds_max = 9, field = "gone" }',
         ' "per_output_second" names a field that does not exist: "gone"'),
        ('{ rule = "per_output_second", credits = 1, seconds_max = 9, field = "endless" }',
         ' "per_output_second" needs "endless" to be a choice, or a number with a maximum'),
        ('{ rule = "per_input_second", credits = 1, field = "file" }',
         ' "per_input_second": "field" is not a known key (known: rule, credits)'),
    ],
)  # fmt: skip
def test_a_broken_price(tmp_path: Path, price: str, sentence: str) -> None:
    expected = f'my-tools/speech.toml, line {PRICE_LINE}: model "x": price{sentence}'

    assert [expected] == faults_of(tmp_path, speech=with_price(price))


def test_a_price_per_output_second_is_for_media_with_a_length(tmp_path: Path) -> None:
    text = with_price('{ rule = "per_output_second", credits = 1, seconds_max = 9 }')
    text = text.replace('output_type = "audio"', 'output_type = "image"')

    assert faults_of(tmp_path, speech=text) == [
        f'my-tools/speech.toml, line {PRICE_LINE}: model "x": price "per_output_second" '
        "is for audio and video, not for image"
    ]


@pytest.mark.parametrize("media", ['media = "image"', 'media = "audio", required = false'])
def test_a_price_per_input_second_needs_one_audio_file(tmp_path: Path, media: str) -> None:
    text = with_price('{ rule = "per_input_second", credits = 1 }')
    text = text.replace('media = "audio"', media).replace("required = false, required = true", "required = false")

    assert faults_of(tmp_path, speech=text) == [
        f'my-tools/speech.toml, line {PRICE_LINE}: model "x": price "per_input_second" '
        "needs exactly one required url field for audio"
    ]


@pytest.mark.parametrize(
    ("table", "price"),
    [
        ('{ rule = "per_output_second", credits = 2, seconds_max = 9, field = "steps" }',
         PerOutputSecond(2, 9, "steps")),
        ('{ rule = "per_output_second", credits = 2, seconds_max = 9, field = "perhaps" }',
         PerOutputSecond(2, 9, "perhaps")),
        ('{ rule = "per_output_second", credits = 2, seconds_max = 9 }', PerOutputSecond(2, 9)),
        ('{ rule = "per_input_second", credits = 2 }', PerInputSecond(2)),
    ],
)  # fmt: skip
def test_a_sound_price(tmp_path: Path, table: str, price: Price) -> None:
    (tmp_path / "speech.toml").write_text(with_price(table))

    assert price == load(tmp_path).tools["speech"].models["x"].price


def test_a_broken_field_hides_no_second_fault_behind_the_price(tmp_path: Path) -> None:
    text = with_price('{ rule = "per_second", credits = 1, field = "length" }').replace(
        "maximum = 9, default = 3", "x = 1"
    )

    assert faults_of(tmp_path, speech=text) == [
        'my-tools/speech.toml, line 17: model "x": field "length": "x" is not a known key '
        "(known: kind, description, example, required, default, minimum, maximum)"
    ]
