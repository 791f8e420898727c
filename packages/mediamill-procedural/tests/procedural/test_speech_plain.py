"""Ada pastes her notes, Markdown and all: only the words remain."""

import pytest

from mediamill_procedural.speech.plain import paragraphs


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("Hello", ["Hello"]),
        ("# A heading\nand text", ["A heading", "and text"]),
        ("*one* **two** ***three*** _four_ __five__ ~~six~~ `seven`", ["one two three four five six seven"]),
        ("- tea\n- milk\n\n* honey\n1. bread", ["tea", "milk", "honey", "1. bread"]),
        ("[a page](https://example.com/x_(y)) and ![a heron](heron.png)", ["a page and a heron"]),
        ("> quoted\n> twice", ["quoted twice"]),
        ("```python\nprint(1)\n```", ["print(1)"]),
        ("one\n---\ntwo\n***\nthree\n======", ["one", "two", "three"]),
        ("| name | age |\n|------|-----|\n| Ada | 36 |", ["name ,  age", "Ada ,  36"]),
        ("5 * 3 * 2 and 2*3*4 and snake_case_name", ["5 * 3 * 2 and 2*3*4 and snake_case_name"]),
        ("salt &amp; pepper &lt;3 &#65; &nosuchthing;", ["salt & pepper <3 A &nosuchthing;"]),
        ("first\n\n\n\nsecond", ["first", "second"]),
        ("first\r\n\r\nsecond\rthird", ["first", "second third"]),
    ],
)
def test_marks_are_taken_off(written: str, plain: list[str]) -> None:
    assert plain == paragraphs(written)


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("𝐇𝐞𝐥𝐥𝐨 𝕨𝕠𝕣𝕝𝕕", "Hello world"),
        ("Ｆｕｌｌ　ｗｉｄｔｈ", "Full width"),
        ("ﬁne eﬀort", "fine effort"),
        ("ⓐ ①", "a 1"),
        ("nb\u00a0sp\u2009thin\u3000wide", "nb sp thin wide"),
        ("ze\u200bro\u2060wi\ufeffdth \u202ertl\u202c so\u00adft", "zerowidth rtl soft"),
        ("\x07\x1bbell", "bell"),
        ("cafe\u0301", "café"),
        ("nooooooooo", "nooo"),
        ("½ x² ™", "½ x² ™"),
    ],
)
def test_odd_characters_are_read_as_what_they_look_like(written: str, plain: str) -> None:
    assert [plain] == paragraphs(written)


def test_stacked_accents_are_decoration() -> None:
    (plain,) = paragraphs("Z" + "\u0335\u0321\u0322\u031b" * 20 + "algo")

    assert len("Zalgo") + 3 == len(plain)


def test_lines_wrapped_by_an_editor_flow_on_and_verses_do_not() -> None:
    prose = "This line was wrapped by an editor at seventy characters or so\nAnd goes on in the next. And on."
    verses = "Roses are red\nViolets are blue\nSugar is sweet"

    assert [prose.replace("\n", " ")] == paragraphs(prose)
    assert ["Roses are red, Violets are blue, Sugar is sweet"] == paragraphs(verses)


def test_endless_words_are_cut() -> None:
    (plain,) = paragraphs("0123456789abcdef" * 30)

    assert max(map(len, plain.split())) == 60


@pytest.mark.parametrize("nothing", ["", " \n\t ", "\u200b\u2060", "---\n***", "```\n```", "\x00\x01"])
def test_what_holds_no_words_has_no_paragraphs(nothing: str) -> None:
    assert [] == paragraphs(nothing)
