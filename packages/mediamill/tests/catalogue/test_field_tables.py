"""Fields that contradict themselves are refused before anything is used."""

from pathlib import Path

import pytest

from mediamill.catalogue import Checked, Field, FieldKind, load
from tests.catalogue.test_load_catalogue import HAIKU, faults_of

FIELD_LINE = HAIKU.count("\n") + 2  # where the field under test begins


def with_field(table: str, name: str = "x") -> str:
    return f"{HAIKU}\n[models.basho.fields.{name}]\n{table}\n"


def field(tmp_path: Path, table: str) -> Field:
    (tmp_path / "haiku.toml").write_text(with_field(table))
    return load(tmp_path).tools["haiku"].models["basho"].fields[-1]


@pytest.mark.parametrize(
    ("table", "line", "sentence"),
    [
        ('description = "d"', 0, '"kind" must be one of: text, number, integer, choice, seed, url'),
        ('kind = "date"', 1, '"kind" must be one of: text, number, integer, choice, seed, url'),
        ("kind = []", 1, '"kind" must be one of: text, number, integer, choice, seed, url'),
        ('kind = "text"', 0, ' needs "description"'),
        ('kind = "text"\ndescription = ""', 2, '"description" must be a non-empty string'),
        ('kind = "text"\ndescription = "d"\nminimum = 1', 3,
         '"minimum" is not a known key (known: kind, description, example, required, default, length_max, speakable)'),
        ('kind = "text"\ndescription = "d"\nlength_max = 0', 3,
         '"length_max" must be a whole number from 1 to 1000000'),
        ('kind = "text"\ndescription = "d"\nlength_max = true', 3,
         '"length_max" must be a whole number from 1 to 1000000'),
        ('kind = "text"\ndescription = "d"\nlength_max = 3\ndefault = "long"', 4,
         '"default" is not valid: Must be at most 3 characters'),
        ('kind = "text"\ndescription = "d"\ndefault = 5', 3,
         '"default" is not valid: Must be a string'),
        ('kind = "text"\ndescription = "d"\nexample = "a\\u0000"', 3,
         '"example" is not valid: Must not contain the NUL character'),
        ('kind = "text"\ndescription = "d"\nrequired = true', 0, ' is required and needs an "example"'),
        ('kind = "text"\ndescription = "d"\nrequired = true\nexample = ""', 4,
         '"example" is not valid: Must not be empty'),
        ('kind = "text"\ndescription = "d"\nrequired = true\ndefault = "a"\nexample = "a"', 0,
         ' is required and cannot have a "default"'),
        ('kind = "text"\ndescription = "d"\nexample = 2026-01-31', 3, '"example" must be a string or a finite number'),
        ('kind = "number"\ndescription = "d"\nminimum = nan', 3, '"minimum" must be a finite number'),
        ('kind = "number"\ndescription = "d"\nmaximum = inf', 3, '"maximum" must be a finite number'),
        ('kind = "number"\ndescription = "d"\nmaximum = true', 3, '"maximum" must be a finite number'),
        ('kind = "number"\ndescription = "d"\ndefault = true', 3, '"default" must be a string or a finite number'),
        ('kind = "number"\ndescription = "d"\nmaximum = 2\ndefault = 3', 4,
         '"default" is not valid: Must be at most 2'),
        ('kind = "number"\ndescription = "d"\nminimum = 2\nexample = 1', 4,
         '"example" is not valid: Must be at least 2'),
        ('kind = "integer"\ndescription = "d"\nmaximum = 2.5', 3,
         '"maximum" must be a whole number from -9007199254740991 to 9007199254740991'),
        ('kind = "integer"\ndescription = "d"\nexample = 2.5', 3,
         '"example" is not valid: Must be an integer'),
        ('kind = "choice"\ndescription = "d"', 0, ' needs "allowed"'),
        ('kind = "choice"\ndescription = "d"\nallowed = []', 3,
         '"allowed" must be a non-empty list of strings or of numbers'),
        ('kind = "choice"\ndescription = "d"\nallowed = ["a", 1]', 3,
         '"allowed" must be a non-empty list of strings or of numbers'),
        ('kind = "choice"\ndescription = "d"\nallowed = [true]', 3,
         '"allowed" must be a non-empty list of strings or of numbers'),
        ('kind = "choice"\ndescription = "d"\nallowed = "abc"', 3,
         '"allowed" must be a non-empty list of strings or of numbers'),
        ('kind = "choice"\ndescription = "d"\nallowed = ["a", "a"]', 0, ' lists the same value twice in "allowed"'),
        ('kind = "choice"\ndescription = "d"\nallowed = [1, 1.0]', 0, ' lists the same value twice in "allowed"'),
        ('kind = "choice"\ndescription = "d"\nbare_numbers = true\nallowed = ["1", "1.0"]', 0,
         ' lists the same value twice in "allowed"'),
        ('kind = "choice"\ndescription = "d"\nbare_numbers = true\nallowed = [1, 2]', 0,
         ' has "bare_numbers", which is only for a choice of strings'),
        ('kind = "choice"\ndescription = "d"\nallowed = [\n"a",\n"b",\n]\ndefault = "c"', 7,
         '"default" is not valid: Must be one of: a, b'),
        ('kind = "seed"\ndescription = "d"\ndefault = 7', 3,
         '"default" is not a known key (known: kind, description, example, maximum, whole)'),
        ('kind = "seed"\ndescription = "d"\nmaximum = 9007199254740992', 3,
         '"maximum" must be a whole number from 1 to 9007199254740991'),
        ('kind = "url"\ndescription = "d"', 0, ' needs "media"'),
        ('kind = "url"\ndescription = "d"\nmedia = "video"', 3, '"media" must be one of: image, audio'),
        ('kind = "url"\ndescription = "d"\nmedia = "image"\nexample = "chair.png"', 4,
         '"example" is not valid: Must be an http or https URL'),
    ],
)  # fmt: skip
def test_a_broken_field(tmp_path: Path, table: str, line: int, sentence: str) -> None:
    separator = "" if sentence.startswith(" ") else ": "

    expected = f'my-tools/haiku.toml, line {FIELD_LINE + line}: model "basho": field "x"{separator}{sentence}'
    assert [expected] == faults_of(tmp_path, haiku=with_field(table))


@pytest.mark.parametrize("name", ["model", "Upper", "with-hyphen", "1st"])
def test_a_field_needs_a_name_of_its_own(tmp_path: Path, name: str) -> None:
    text = with_field('kind = "text"\ndescription = "d"', name)

    assert faults_of(tmp_path, haiku=text) == [
        f'my-tools/haiku.toml, line {FIELD_LINE}: model "basho": field "{name}" '
        'must be named with lower-case letters, digits and underscores, and not "model"'
    ]


def test_a_field_has_to_be_a_table(tmp_path: Path) -> None:
    text = HAIKU.replace("[models.basho.fields.prompt]", "[models.basho.fields]\nx = 1\n[models.basho.fields.prompt]")

    assert faults_of(tmp_path, haiku=text) == ['my-tools/haiku.toml, line 13: model "basho": field "x" must be a table']


def test_an_integer_without_bounds_stays_exact_in_json(tmp_path: Path) -> None:
    found = field(tmp_path, 'kind = "integer"\ndescription = "d"\ndefault = 5.0')

    assert (found.minimum, found.maximum, repr(found.default)) == (-(2**53) + 1, 2**53 - 1, "5")


def test_a_seed_is_a_whole_number_from_minus_one_unless_the_file_says_otherwise(tmp_path: Path) -> None:
    whole = field(tmp_path, 'kind = "seed"\ndescription = "d"\nmaximum = 99')
    any_number = field(tmp_path, 'kind = "seed"\ndescription = "d"\nwhole = false')
    bounded = field(tmp_path, 'kind = "seed"\ndescription = "d"\nwhole = false\nmaximum = 9')

    assert (whole.whole, whole.default, whole.minimum, whole.maximum) == (True, -1, -1, 99)
    assert (any_number.whole, any_number.default, any_number.minimum, any_number.maximum) == (False, -1, None, None)
    assert (bounded.whole, bounded.default, bounded.minimum, bounded.maximum) == (False, -1, -1, 9)


def test_a_default_is_kept_in_the_one_spelling_of_its_value(tmp_path: Path) -> None:
    (tmp_path / "haiku.toml").write_text(
        with_field('kind = "choice"\ndescription = "d"\nallowed = ["1", "2.5"]\nbare_numbers = true\ndefault = 2.5')
    )
    model = load(tmp_path).tools["haiku"].models["basho"]

    assert (model.fields[-1].kind, model.fields[-1].default) == (FieldKind.CHOICE, "2.5")
    assert Checked({"prompt": "a", "lines": 3, "x": "2.5"}) == model.check({"prompt": "a"})
