"""The list of words: whole words and phrases, in any case, with accents or without, in all texts of an input."""

from pathlib import Path

import pytest

from mediamill.policies import WordList


@pytest.mark.parametrize(
    ("listed", "text"),
    [
        ("ass", "kick his ASS now"),
        ("café", "a Cafe at night"),
        ("cafe", "das CAFÉ"),
        ("naïve", "nai\u0308ve people"),  # an i with a mark of its own
        ("strasse", "an der Straße"),
        ("secret", "a se\u00adcret plan"),  # with a soft hyphen, which is not seen
        ("secret", "s\u200becret"),  # with a blank of no width
        ("big bad wolf", "the BIG, bad... wolf!"),
        ("ελλάδα", "στην ΕΛΛΑΔΑ"),
        ("b2b", "a b2b shop"),
        ("snake", "snake_case"),
    ],
)
def test_it_is_found(listed: str, text: str) -> None:
    sentence = WordList([listed]).judge("create-image", "nano-banana", {"prompt": text, "seed": 7})

    assert sentence is not None
    assert f"“{listed}”" in sentence


@pytest.mark.parametrize(
    ("listed", "text"),
    [
        ("ass", "a glass of assorted water"),
        ("big wolf", "a big bad wolf"),
        ("2b", "b2b"),
        ("wolf", "wolves"),
        ("a", ""),
    ],
)
def test_a_part_of_a_word_is_none(listed: str, text: str) -> None:
    assert WordList([listed]).judge("create-image", "nano-banana", {"prompt": text}) is None


def test_every_text_is_looked_at_however_deep() -> None:
    words = WordList(["wolf"])

    assert words.judge("t", "m", {"image_url": "https://example.com/wolf.png"}) is not None
    assert words.judge("t", "m", {"parts": [{"text": "sheep"}, {"text": "WOLF"}]}) is not None
    assert words.judge("t", "m", {"wolf": 1, "n": 2.5, "other": None}) is None


def test_a_file_has_a_word_or_phrase_in_a_line_and_comments(tmp_path: Path) -> None:
    file = tmp_path / "words.txt"
    file.write_text("# what is not made here\n\nwolf  # the animal\n big bad \n", encoding="utf-8")

    assert set(WordList.read(file).phrases.values()) == {"wolf", "big bad"}


@pytest.mark.parametrize("text", [b"", b"# nothing\n", b"---\n", b"\xff\xfe"])
def test_a_file_without_a_word_is_refused(tmp_path: Path, text: bytes) -> None:
    file = tmp_path / "words.txt"
    file.write_bytes(text)

    with pytest.raises(ValueError):
        WordList.read(file)
