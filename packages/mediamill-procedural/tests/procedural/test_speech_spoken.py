"""What reaches the synthesizer: nothing it would spell out, interpret or stumble over."""

import time

import pytest

from mediamill_procedural.speech.spoken import as_spoken


@pytest.mark.parametrize(
    ("written", "spoken"),
    [
        (
            "Visit https://www.example.com/some/path?x=1#there, please.",
            "Visit example dot com slash some slash path, please.",
        ),
        (
            "See www.example.org. Or example.com/docs/a-page!",
            "See example dot org. Or example dot com slash docs slash a page!",
        ),
        ("https://example.com/" + "x/" * 60, "example dot com"),
        ("Mail ada.lovelace@example.co.uk.", "Mail ada dot lovelace at example dot co dot uk."),
        ("http://", "http:"),
        ("e.g. example.com", "for example example dot com"),
    ],
)
def test_addresses_are_read_out(written: str, spoken: str) -> None:
    assert spoken == as_spoken(written, "en")


@pytest.mark.parametrize(
    ("language", "written", "spoken"),
    [
        ("en", "I ❤️ you", "I ❤ you"),
        ("en", "👍🏽👍🏽 😂😂😂😂 ok", "👍 😂 ok"),
        ("en", "so🎉good", "so 🎉 good"),
        ("en", "🫠", "melting face"),
        ("fr", "🫠 oui", "oui"),
        ("de", "gut 😀", "gut 😀"),
        ("en", "1️⃣ and 🇩🇪", "1 and 🇩🇪"),
    ],
)
def test_emoji_are_said_once_by_their_names(language: str, written: str, spoken: str) -> None:
    assert spoken == as_spoken(written, language)


@pytest.mark.parametrize(
    ("written", "spoken"),
    [
        ("Well—yes, I said -- maybe - no…", "Well, yes, I said, maybe, no…"),
        ("He (the boy) said “hello” [twice] loudly.", "He, the boy, said hello, twice, loudly."),
        ("wait!!!! what?!?! ok.......", "wait! what? ok..."),
        ("one * two | three", "one two three"),
        ("a rock-solid well-known fact", "a rock-solid well-known fact"),
        ("‘Tis don’t", "'Tis don't"),
        ("5 + 3 = 8 and 5 - 3 = 2", "5 + 3 = 8 and 5 minus 3 = 2"),
        ("a ,, b , . c", "a, b. c"),
        ("(aside)", "aside"),
    ],
)
def test_punctuation_becomes_pauses(written: str, spoken: str) -> None:
    assert spoken == as_spoken(written, "en")


@pytest.mark.parametrize(
    ("written", "spoken"),
    [
        ('<break time="10s"/> hello <emphasis>world</emphasis>', "break time= 10s, hello emphasis world, emphasis"),
        ("<speak>hi</speak>", "speak hi, speak"),
        ("[[h@'loU]] there", "h@'loU, there"),
        ("--help", "help"),
        ("-v rms", "-v rms"),
    ],
)
def test_markup_is_text(written: str, spoken: str) -> None:
    assert spoken == as_spoken(written, "en")


@pytest.mark.parametrize(
    ("language", "written", "spoken"),
    [
        (
            "de",
            "Am 3. Mai 2024 um 15:30 Uhr kostet es $6, z. B. bei Dr. Müller.",
            "Am dritten Mai 2024 um 15 Uhr 30 kostet es 6 $, zum Beispiel bei Doktor Müller.",
        ),
        ("de", "Der 1. Januar, 5 km, 10-20 usw.", "Der erste Januar, 5 Kilometer, 10 bis 20 und so weiter."),
        ("de", "ada@example.de", "ada ät example Punkt de"),
        ("fr", "À 15h30, M. Dupont paie € 12,50.", "À 15 heures 30, monsieur Dupont paie 12,50 €."),
        ("fr", "Le n° 5, à 9 h", "Le numéro 5, à 9 heures"),
        ("es", "El Sr. García y la Dra. López, p. ej.", "El señor García y la doctora López, por ejemplo."),
        ("it", "Il Sig. Rossi corre 5 km.", "Il signor Rossi corre 5 chilometri."),
        ("pt", "O Sr. Silva mora a 5 km.", "O senhor Silva mora a 5 quilômetros."),
        ("nl", "Dhr. Jansen, bijv. om 9.", "Dhr. Jansen, bijvoorbeeld om 9."),
        ("ru", "5 км, т. е. 5000 м", "5 километров, то есть 5000 метров"),
        ("cmn", "2024年1月", "2 0 2 4年1月"),
        ("sv", "kostar $5", "kostar 5 $"),
    ],
)
def test_other_languages_get_their_own_words(language: str, written: str, spoken: str) -> None:
    assert spoken == as_spoken(written, language)


@pytest.mark.parametrize("nothing", ["", " ", "...", "?!", "—", "«»", "* * *", "()", "~", "\u200d", "\ufe0f"])
def test_what_has_no_words_comes_out_empty(nothing: str) -> None:
    assert "" == as_spoken(nothing, "en")


@pytest.mark.slow
@pytest.mark.parametrize(
    "seed",
    [
        "a_",
        "*",
        "1/",
        "A.",
        "(",
        "1 ",
        "1,",
        "a-",
        "[a](",
        "@a.",
        "$1",
        "http://",
        "X",
        "1:",
        "a.b",
        "- ",
        "’",
        "#a",
        "🎉",
        "12-",
    ],
)
def test_no_text_takes_long(seed: str) -> None:
    text = (seed * 3000)[:3000]

    start = time.process_time()
    as_spoken(text, "en")
    as_spoken(text, "de")

    assert time.process_time() - start < 1.0
