"""English number words, for the numbers that espeak-ng does not read as people say them: ordinals, years, fractions."""

from itertools import pairwise

from mediamill_procedural.speech.english_words import IRREGULAR_ORDINALS, ONES, TENS

SCALES = ((10**12, "trillion"), (10**9, "billion"), (10**6, "million"), (1000, "thousand"), (100, "hundred"))
CARDINAL_MAX = 10**15 - 1  # above it nobody follows the words; the digits are said one by one
ROMAN_VALUES = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}


def cardinal(number: int) -> str:
    """342 -> "three hundred forty-two", for 0 up to CARDINAL_MAX."""
    assert 0 <= number <= CARDINAL_MAX
    if number < 20:
        return ONES[number]
    if number < 100:
        tens, ones = divmod(number, 10)
        return TENS[tens] + (f"-{ONES[ones]}" if ones else "")
    size, name = next((size, name) for size, name in SCALES if number >= size)
    count, rest = divmod(number, size)
    return f"{cardinal(count)} {name}" + (f" {cardinal(rest)}" if rest else "")


def ordinal(number: int) -> str:
    """342 -> "three hundred forty-second"."""
    words = cardinal(number)
    start = max(words.rfind(" "), words.rfind("-")) + 1
    last = words[start:]
    if last in IRREGULAR_ORDINALS:
        return words[:start] + IRREGULAR_ORDINALS[last]
    return words[:-1] + "ieth" if last.endswith("y") else words + "th"


def year(number: int) -> str:
    """1905 -> "nineteen oh five", 2000 -> "two thousand", 2024 -> "twenty twenty-four"."""
    century, rest = divmod(number, 100)
    if not 1000 <= number <= 9999 or (century % 10 == 0 and rest < 10):
        return cardinal(number)
    if rest == 0:
        return f"{cardinal(century)} hundred"
    return f"{cardinal(century)} {f'oh {ONES[rest]}' if rest < 10 else cardinal(rest)}"


def decade(first_year: int) -> str:
    """1990 -> "nineteen nineties", 90 -> "nineties", 1900 -> "nineteen hundreds"."""
    words = year(first_year) if first_year >= 100 else cardinal(first_year)
    return words[:-1] + "ies" if words.endswith("y") else words + "s"


def fraction(numerator: int, denominator: int) -> str:
    """3, 4 -> "three quarters"."""
    plural = numerator != 1
    if denominator == 2:
        name = "halves" if plural else "half"
    else:
        name = ("quarter" if denominator == 4 else ordinal(denominator)) + ("s" if plural else "")
    return f"{cardinal(numerator)} {name}"


def roman(text: str) -> int | None:
    """The value of a well-formed Roman numeral, None of anything else."""
    values = [ROMAN_VALUES.get(letter, 0) for letter in text]
    value = sum(-v if v < after else v for v, after in pairwise([*values, 0]))
    return value if value > 0 and to_roman(value) == text else None


def to_roman(number: int) -> str:
    """14 -> "XIV"."""
    steps = (1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1)
    letters = ("M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I")
    written = ""
    for step, letter in zip(steps, letters, strict=True):
        count, number = divmod(number, step)
        written += letter * count
    return written
