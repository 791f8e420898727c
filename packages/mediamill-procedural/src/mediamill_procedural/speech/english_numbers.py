"""English dates, times, money, measures and other numbers written out the way people say them."""

import re
from collections.abc import Callable, Iterable

from mediamill_procedural.speech.english_words import (
    CURRENCIES,
    FRACTION_CHARACTERS,
    MONTH_SPELLINGS,
    MONTHS,
    SCALES,
    UNITS,
)
from mediamill_procedural.speech.numerals import CARDINAL_MAX, decade, fraction, ordinal, year

Rule = tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]]

SIGN_WORDS = {"-": "minus ", "−": "minus ", "": ""}
DENOMINATOR_MAX = 20  # above it "3/64" is more often something else than a fraction


def iso_date(match: re.Match[str]) -> str:
    """2024-01-05 -> January fifth, twenty twenty-four."""
    years, month, day = match.groups()
    return spoken_date(int(day), int(month), years) if is_day(int(day), int(month)) else match.group()


def slashed_date(match: re.Match[str]) -> str:
    """12/25/2024 in American order, in the other one where only that is possible."""
    first, second, years = match.groups()
    if is_day(int(second), int(first)):
        return spoken_date(int(second), int(first), years)
    return spoken_date(int(first), int(second), years) if is_day(int(first), int(second)) else match.group()


def is_day(day: int, month: int) -> bool:
    """Whether some year has that day."""
    return 1 <= month <= 12 and 1 <= day <= (29 if month == 2 else 30 if month in (4, 6, 9, 11) else 31)


def spoken_date(day: int, month: int, years: str) -> str:
    """5, 1, "2024" -> January fifth, twenty twenty-four."""
    return f"{MONTHS[month - 1]} {ordinal(day)}, {year(int(years))}"


def month_day(match: re.Match[str]) -> str:
    """Jan. 5, 2024 -> January fifth, twenty twenty-four."""
    month, day, years = match.groups()
    if not 1 <= int(day) <= 31:
        return match.group()
    return f"{MONTH_SPELLINGS[month]} {ordinal(int(day))}" + (f", {year(int(years))}" if years else "")


def day_month(match: re.Match[str]) -> str:
    """5 Jan 2024 -> the fifth of January, twenty twenty-four."""
    the, day, month, years = match.groups()
    if not 1 <= int(day) <= 31:
        return match.group()
    said = f"{the or 'the '}{ordinal(int(day))} of {MONTH_SPELLINGS[month]}"
    return said + (f", {year(int(years))}" if years else "")


def clock_time(match: re.Match[str]) -> str:
    """9:05 pm -> 9 oh 5 p m; 10:00 -> 10 o'clock; 15:00 -> 15 hundred hours."""
    hours, minutes, half = int(match.group(1)), int(match.group(2)), match.group(3)
    if hours > 24:
        return match.group()
    if minutes:
        said = f"{hours} {f'oh {minutes}' if minutes < 10 else minutes}"
    elif half:
        said = str(hours)
    else:
        said = f"{hours} o'clock" if 1 <= hours <= 12 else f"{hours} hundred hours"
    return f"{said} {half.lower()} m" if half else said


def span_of_time(match: re.Match[str]) -> str:
    """1:02:03 -> 1 hour 2 minutes 3 seconds."""
    units = zip(match.groups(), ("hour", "minute", "second"), strict=True)
    return " ".join(f"{int(count)} {unit}{'' if int(count) == 1 else 's'}" for count, unit in units)


def one_by_one(match: re.Match[str]) -> str:
    """555-1234 -> 5 5 5, 1 2 3 4."""
    plus = "plus " if match.group().startswith("+") else ""
    return plus + ", ".join(" ".join(group) for group in re.findall(r"\d+", match.group()))


def long_number(match: re.Match[str]) -> str:
    """A number without a name digit by digit, in threes."""
    text = match.group().replace(",", "")
    if int(text) <= CARDINAL_MAX:
        return match.group()
    return ", ".join(" ".join(text[start : start + 3]) for start in range(0, len(text), 3))


def money(match: re.Match[str]) -> str:
    """$3.5M -> 3.5 million dollars; $5.99 -> 5 dollars and 99 cents."""
    sign, symbol, amount, scale = match.group("sign", "symbol", "amount", "scale")
    one, many, *cent = CURRENCIES[symbol]
    if scale:
        return f"{SIGN_WORDS[sign]}{amount} {SCALES[scale]} {many}"
    whole, _, part = amount.replace(",", "").partition(".")
    if len(part) != 2 or not cent:
        return f"{SIGN_WORDS[sign]}{amount} {one if amount == '1' else many}"
    said = [f"{whole} {one if int(whole) == 1 else many}"] if int(whole) or not int(part) else []
    said += [f"{int(part)} {cent[0] if int(part) == 1 else cent[1]}"] if int(part) else []
    return SIGN_WORDS[sign] + " and ".join(said)


def money_after(match: re.Match[str]) -> str:
    """20 € -> 20 euros."""
    amount, symbol = match.groups()
    return f"{amount} {CURRENCIES[symbol][0 if amount == '1' else 1]}"


def measure(match: re.Match[str]) -> str:
    """5 km/h -> 5 kilometers per hour."""
    amount, unit = match.groups()
    return f"{amount} {UNITS[unit][0 if amount == '1' else 1]}"


def feet_and_inches(match: re.Match[str]) -> str:
    """5'10" -> 5 feet 10 inches."""
    feet, inches = match.groups()
    return f"{feet} {'foot' if feet == '1' else 'feet'} {inches} {'inch' if inches == '1' else 'inches'}"


def written_fraction(match: re.Match[str]) -> str:
    """1 1/2 -> 1 and a half; 24/7 and 9/11 stay two numbers."""
    whole, numerator, denominator = match.group(1) or "", int(match.group(2)), int(match.group(3))
    if not 0 < numerator < denominator <= DENOMINATOR_MAX or (numerator, denominator) == (9, 11):
        return f"{whole}{numerator} slash {denominator}"
    return mixed(whole.strip(), numerator, denominator)


def single_fraction(match: re.Match[str]) -> str:
    """2½ -> 2 and a half."""
    return f" {mixed(match.group(1).strip(), *FRACTION_CHARACTERS[match.group(2)])} "


def mixed(whole: str, numerator: int, denominator: int) -> str:
    """A number and a fraction: "2", 1, 2 -> 2 and a half."""
    if not whole:
        return fraction(numerator, denominator)
    return f"{whole} and {'a half' if (numerator, denominator) == (1, 2) else fraction(numerator, denominator)}"


def nth(match: re.Match[str]) -> str:
    """21st -> twenty-first."""
    number = int(match.group(1).replace(",", ""))
    return ordinal(number) if number <= CARDINAL_MAX else match.group()


def decade_of(match: re.Match[str]) -> str:
    """1990s -> nineteen nineties, '90s -> nineties."""
    return decade(int(match.group(1)))


def single_year(match: re.Match[str]) -> str:
    """1999 -> nineteen ninety-nine."""
    return year(int(match.group()))


def alternatives(words: Iterable[str]) -> str:
    """Words for a pattern, the longest first."""
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


NUMBER = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
MONTH = alternatives(MONTH_SPELLINGS)
CURRENCY = alternatives(CURRENCIES)
UNIT = alternatives(UNITS)
YEAR_BEFORE = (
    "in since by from until till year circa before after during between early late mid around spring summer autumn"
    " fall winter AD to and about"
).split()
NO_PLURALS = "was|is|has|as|this|its|his|does|goes|says|sees|makes|brings|becomes|plus|less|versus|across"
RULES: tuple[Rule, ...] = (
    # 1 000 000 and 1'000'000
    (re.compile(r"(?<![\d.,])\d{1,3}(?:[ \u202f'’]\d{3}){2,}(?!\d)"), lambda m: re.sub(r"\D", ",", m.group())),
    (re.compile(r"(?<![\w.-])(\d{4})-(\d\d)-(\d\d)(?![\w-])"), iso_date),
    (re.compile(r"(?<![\w./])(\d{1,2})/(\d{1,2})/(\d{4})(?![\w/])"), slashed_date),
    (re.compile(rf"\b({MONTH})\.? (\d{{1,2}})(?:st|nd|rd|th)?\b(?!:\d|\.\d|,\d)(?:,? (\d{{4}})\b)?"), month_day),
    (
        re.compile(rf"(?<![\w.,:])(the )?(\d{{1,2}})(?:st|nd|rd|th)? (?:of )?({MONTH})\b\.?(?:,? (\d{{4}})\b)?"),
        day_month,
    ),
    (re.compile(r"(?<![\d:.])(\d{1,2}):([0-5]\d):([0-5]\d)(?![\d:])"), span_of_time),
    (re.compile(r"(?<![\d:.])(\d{1,2}):([0-5]\d)(?!:?\d)(?: ?([AaPp])(?:\.[Mm]\.|[Mm]\b))?"), clock_time),
    (re.compile(r"\b(\d{1,2}) ?([AaPp])(?:\.[Mm]\.|[Mm]\b)"), lambda m: f"{m.group(1)} {m.group(2).lower()} m"),
    (re.compile(r"(?<![\d:.])(\d+):(\d+)(?![\d:])"), r"\1 to \2"),
    # telephone numbers
    (re.compile(r"(?<![\w.])(?:\+?\d{1,3}[ .-]?)?\(\d{2,4}\)[ .-]?\d{3}[ .-]\d{4}(?!\d)"), one_by_one),
    (re.compile(r"(?<![\w.+-])(?:\+?\d{1,3}[ .-])?(?:\d{3}[-. ])?\d{3}[-.]\d{4}(?![\w-]|\.\d)"), one_by_one),
    (re.compile(r"(?<!\w)\+\d[\d ]{6,18}\d(?!\d)"), one_by_one),
    # versions and addresses
    (re.compile(r"\b(?:[vV]ersion )?[vV](?:er\. ?)?(?=\d+\.\d)"), "version "),
    (re.compile(r"(?<![\w.])\d+(?:\.\d+){2,}(?!\w)"), lambda m: m.group().replace(".", " point ")),
    (re.compile(r"(?<![\w.,])\.(?=\d)"), "0."),
    (
        re.compile(
            rf"(?P<sign>[-−]?)(?<![\w$])(?P<symbol>{CURRENCY}) ?(?P<amount>{NUMBER})"
            rf"(?: ?(?P<scale>{alternatives(SCALES)})\b)?(?!\d)"
        ),
        money,
    ),
    (re.compile(rf"({NUMBER}) ?([€£¥₹₽₩₿$])"), money_after),
    (re.compile(r"(?<![\w.])(\d)['′] ?(\d{1,2})(?:\"|''|”|″)"), feet_and_inches),
    (re.compile(r"(?<![\w.,/])((?:\d+ )?)(\d{1,4})/(\d{1,4})(?![\w/]|\.\d)"), written_fraction),
    (re.compile(rf"((?:\d+ ?)?)([{''.join(FRACTION_CHARACTERS)}])"), single_fraction),
    (re.compile(r"(?<=\d)[–—](?=\d)|(?<=\d) (?:-|–|—) (?=\d)(?![^.!?]*=)"), " to "),
    (re.compile(r"(?<![\w.,-])(\d+)-(?=\d+(?![\w-]))"), r"\1 to "),
    (re.compile(rf"(?<![\w.,])({NUMBER})[ -]?({UNIT})(?![\w/²³°'])(?:\.(?= [a-z]))?"), measure),
    (re.compile(r"\b(\d+)[kK]\b"), r"\1 thousand"),
    (re.compile(r"(?<!\w)['’]?([2-9]0|1[1-9]\d0|20\d0)['’]?s\b"), decade_of),
    (re.compile(r"(?<![\w.])(\d{1,3}(?:,\d{3})+|\d+)(?:st|nd|rd|th)\b"), nth),
    (
        re.compile(
            rf"(?P<before>\b(?:{'|'.join(YEAR_BEFORE)}|{MONTH}),? )(?P<year>1[1-9]\d\d)"
            rf"(?![\w:/%°]|[.,]\d| (?!(?:{NO_PLURALS})\b)[a-z]+s\b)",
            re.IGNORECASE,
        ),
        lambda m: m.group("before") + year(int(m.group("year"))),
    ),
    (
        re.compile(
            rf"(?<![\w.,:/$€£#-])(?:19|20)\d\d(?![\w:/%°]|[.,]\d| (?:people|men|women|children)\b"
            rf"| (?!(?:{NO_PLURALS})\b)[a-z]+s\b)"
        ),
        single_year,
    ),
    (re.compile(r"(?<![\w.])\d{1,3}(?:,\d{3})+(?![\d,]*\.\d)|(?<![\w.])\d{16,}(?!\w)"), long_number),
)
