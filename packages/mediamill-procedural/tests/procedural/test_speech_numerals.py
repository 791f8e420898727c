"""Number words that a synthesizer does not find by itself."""

import pytest

from mediamill_procedural.speech.numerals import cardinal, decade, fraction, ordinal, roman, to_roman, year


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (0, "zero"),
        (13, "thirteen"),
        (20, "twenty"),
        (42, "forty-two"),
        (100, "one hundred"),
        (342, "three hundred forty-two"),
        (1_001, "one thousand one"),
        (
            987_654_321,
            "nine hundred eighty-seven million six hundred fifty-four thousand three hundred twenty-one",
        ),
        (10**12, "one trillion"),
    ],
)
def test_a_number_is_counted(number: int, words: str) -> None:
    assert words == cardinal(number)


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (1, "first"),
        (2, "second"),
        (3, "third"),
        (4, "fourth"),
        (5, "fifth"),
        (8, "eighth"),
        (9, "ninth"),
        (11, "eleventh"),
        (12, "twelfth"),
        (20, "twentieth"),
        (21, "twenty-first"),
        (32, "thirty-second"),
        (100, "one hundredth"),
        (111, "one hundred eleventh"),
        (1000, "one thousandth"),
    ],
)
def test_a_place_in_a_row(number: int, words: str) -> None:
    assert words == ordinal(number)


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (1066, "ten sixty-six"),
        (1900, "nineteen hundred"),
        (1905, "nineteen oh five"),
        (1999, "nineteen ninety-nine"),
        (2000, "two thousand"),
        (2005, "two thousand five"),
        (2010, "twenty ten"),
        (2024, "twenty twenty-four"),
        (476, "four hundred seventy-six"),
    ],
)
def test_a_year_is_said_in_two_halves(number: int, words: str) -> None:
    assert words == year(number)


def test_decades_and_fractions_have_words_of_their_own() -> None:
    assert ["nineteen nineties", "eighties", "two thousands", "nineteen hundreds"] == [
        decade(1990),
        decade(80),
        decade(2000),
        decade(1900),
    ]
    assert ["one half", "three quarters", "two thirds", "one twentieth", "three halves"] == [
        fraction(1, 2),
        fraction(3, 4),
        fraction(2, 3),
        fraction(1, 20),
        fraction(3, 2),
    ]


def test_roman_numerals_are_read_only_when_they_are_well_formed() -> None:
    assert [4, 8, 14, 1994] == [roman("IV"), roman("VIII"), roman("XIV"), roman("MCMXCIV")]
    assert [None] * 5 == [roman("IIII"), roman("VX"), roman(""), roman("HELLO"), roman("IVX")]
    assert list(range(1, 4000)) == [roman(to_roman(number)) for number in range(1, 4000)]
