"""What Ada writes and what she would say: the readings that espeak-ng gets wrong by itself."""

import pytest

from mediamill_procedural.speech.english import in_english_words


def said(written: str) -> str:
    return " ".join(in_english_words(written).split())


@pytest.mark.parametrize(
    ("written", "spoken"),
    [
        ("$5", "5 dollars"),
        ("$1", "1 dollar"),
        ("$5.99", "5 dollars and 99 cents"),
        ("$0.99", "99 cents"),
        ("$1,250.50", "1250 dollars and 50 cents"),
        ("$1,250", "1,250 dollars"),
        ("$3.5 million", "3.5 million dollars"),
        ("$100M", "100 million dollars"),
        ("$2bn", "2 billion dollars"),
        ("-$5", "minus 5 dollars"),
        ("€20", "20 euros"),
        ("20 €", "20 euros"),
        ("1€", "1 euro"),
        ("£1.50", "1 pound and 50 pence"),
        ("¥500", "500 yen"),
        ("US$5", "5 US dollars"),
        ("₹100", "100 rupees"),
        ("$100", "100 dollars"),
    ],
)
def test_money(written: str, spoken: str) -> None:
    assert spoken == said(written)


@pytest.mark.parametrize(
    ("written", "spoken"),
    [
        ("2024-01-05", "January fifth, twenty twenty-four"),
        ("12/25/2024", "December twenty-fifth, twenty twenty-four"),
        ("25/12/2024", "December twenty-fifth, twenty twenty-four"),
        ("99/99/2024", "99/99/2024"),
        ("January 5, 2024", "January fifth, twenty twenty-four"),
        ("Jan. 5, 2024", "January fifth, twenty twenty-four"),
        ("on Sept 3rd", "on September third"),
        ("5 Jan 2024", "the fifth of January, twenty twenty-four"),
        ("the 4th of July", "the fourth of July"),
        ("May 99", "May 99"),
        ("in 1905 and 2010", "in nineteen oh five and twenty ten"),
        ("1999", "nineteen ninety-nine"),
        ("from 1815 to 1914", "from eighteen fifteen to nineteen fourteen"),
        ("1990-2000", "nineteen ninety to two thousand"),
        ("the 1990s", "the nineteen nineties"),
        ("the '80s", "the eighties"),
        ("1500 men", "1500 men"),
        ("2000 steps", "2000 steps"),
        ("2000 people", "2000 people"),
        ("1999 was a year", "nineteen ninety-nine was a year"),
    ],
)
def test_dates_and_years(written: str, spoken: str) -> None:
    assert spoken == said(written)


@pytest.mark.parametrize(
    ("written", "spoken"),
    [
        ("3:30 pm", "3 30 p m"),
        ("3:30pm.", "3 30 p m."),
        ("10:00 a.m. sharp", "10 a m sharp"),
        ("10:00", "10 o'clock"),
        ("15:00", "15 hundred hours"),
        ("15:45", "15 45"),
        ("9:05", "9 oh 5"),
        ("5 p.m. is late", "5 p m is late"),
        ("5pm", "5 p m"),
        ("1:02:03", "1 hour 2 minutes 3 seconds"),
        ("2:1", "2 to 1"),
        ("16:9", "16 to 9"),
    ],
)
def test_times_and_ratios(written: str, spoken: str) -> None:
    assert spoken == said(written)


@pytest.mark.parametrize(
    ("written", "spoken"),
    [
        ("5 km", "5 kilometers"),
        ("1 km", "1 kilometer"),
        ("5km", "5 kilometers"),
        ("60 km/h", "60 kilometers per hour"),
        ("5 mph", "5 miles per hour"),
        ("20°C", "20 degrees Celsius"),
        ("98.6 °F", "98.6 degrees Fahrenheit"),
        ("90°", "90 degrees"),
        ("16GB of RAM", "16 gigabytes of RAM"),
        ("2.4 GHz", "2.4 gigahertz"),
        ("25 m²", "25 square meters"),
        ("5 m³", "5 cubic meters"),
        ("6 ft. tall", "6 feet tall"),
        ("5'10\" tall", "5 feet 10 inches tall"),
        ("150 min. later", "150 minutes later"),
        ("5G", "5G"),
        ("3 in a row", "3 in a row"),
        ("10k", "10 thousand"),
        ("x² + y³", "x squared + y cubed"),
    ],
)
def test_measures(written: str, spoken: str) -> None:
    assert spoken == said(written)


@pytest.mark.parametrize(
    ("written", "spoken"),
    [
        ("1st 2nd 3rd 4th 21st 100th", "first second third fourth twenty-first one hundredth"),
        ("1/2", "one half"),
        ("3/4 of it", "three quarters of it"),
        ("1 1/2 cups", "1 and a half cups"),
        ("2½ hours", "2 and a half hours"),
        ("½", "one half"),
        ("9/11", "9 slash 11"),
        ("5-10%", "5 to 10%"),
        ("pp. 5–6", "pages 5 to 6"),
        ("5 - 3 = 2", "5 - 3 = 2"),
        ("555-1234", "5 5 5, 1 2 3 4"),
        ("+1 (555) 123-4567", "plus 1, 5 5 5, 1 2 3, 4 5 6 7"),
        ("v2.0.1", "version 2 point 0 point 1"),
        ("192.168.1.1", "192 point 168 point 1 point 1"),
        (".5", "0.5"),
        ("1 000 000", "1,000,000"),
        ("12345678901234567890", "1 2 3, 4 5 6, 7 8 9, 0 1 2, 3 4 5, 6 7 8, 9 0"),
        ("1,234,567", "1,234,567"),
        ("3.14159", "3.14159"),
        ("10^6", "10 to the power of 6"),
        ("3 x 4", "3 times 4"),
        ("~5", "about 5"),
        ("#5", "number 5"),
    ],
)
def test_other_numbers(written: str, spoken: str) -> None:
    assert spoken == said(written)


@pytest.mark.parametrize(
    ("written", "spoken"),
    [
        ("Dr. Smith", "Doctor Smith"),
        ("Mr. and Mrs. Jones", "Mister and Missis Jones"),
        ("Ms. Lee, Prof. Brown", "Miz Lee, Professor Brown"),
        ("St. Mary lives on Main St.", "Saint Mary lives on Main Street."),
        ("5 Main St. It was late", "5 Main Street. It was late"),
        ("Mt. Everest", "Mount Everest"),
        ("e.g. this, i.e. that, etc.", "for example this, that is that, et cetera."),
        ("cats, dogs, etc. They ran.", "cats, dogs, et cetera. They ran."),
        ("cats vs. dogs vs birds", "cats versus dogs versus birds"),
        ("No. 5", "number 5"),
        ("No. It is not.", "No. It is not."),
        ("Acme Inc. and Co.", "Acme Incorporated and Company."),
        ("approx. five", "approximately five"),
        ("Fig. 3, vol. 2, ch. 4", "figure 3, volume 2, chapter 4"),
        ("the U.S. The end", "the U S. The end"),
        ("the U.S. Army", "the U S Army"),
        ("J. K. Rowling and J.R.R. Tolkien", "J K Rowling and J R R Tolkien"),
        ("Vitamin C. The rest", "Vitamin C. The rest"),
        ("a Ph.D. student", "a P h D student"),
    ],
)
def test_abbreviations(written: str, spoken: str) -> None:
    assert spoken == said(written)


@pytest.mark.parametrize(
    ("written", "spoken"),
    [
        ("Louis XIV", "Louis the fourteenth"),
        ("World War II", "World War 2"),
        ("Chapter IV", "Chapter 4"),
        ("Act I", "Act 1"),
        ("XIV", "14"),
        ("I am", "I am"),
        ("Did I", "Did I"),
        ("MIX", "MIX"),
        ("STOP NOW", "STOP NOW"),
        ("THIS IS A TEXT FROM US ALL. FBI!", "This is a text from us all. FBI!"),
        ("CO2 and H2O", "C O 2 and H2O"),
        ("C++ or C#", "C plus plus or C sharp"),
        ("R&B", "R and B"),
        ("he/she and/or w/o", "he or she and or without"),
        ("TCP/IP", "TCP IP"),
        ("24/7", "twenty-four seven"),
        ("@ada #GreenEnergy", "at ada hashtag Green Energy"),
        ("my_file and camelCase", "my file and camel Case"),
        ("iPhone", "iPhone"),
        ("a < b > c", "a is less than b is greater than c"),
        ("3 ≥ 2", "3 is at least 2"),
        ("★★", "star star"),
    ],
)
def test_capitals_and_signs(written: str, spoken: str) -> None:
    assert spoken == said(written)


@pytest.mark.parametrize(
    "text",
    [
        "It's a quiet evening, and the heron waits.",
        "Rock 'n' roll, don't you think?",
        "She walked 12.5 miles.",
        "GPT-4 and COVID-19 are names.",
        "NASA, FBI and HTML are said as espeak-ng says them.",
    ],
)
def test_plain_english_is_left_alone(text: str) -> None:
    assert text == in_english_words(text)
