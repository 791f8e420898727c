"""Where things stand in a file: the line of every key, and of what is no TOML at all."""

import tomllib
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from mediamill.catalogue import CatalogueFault
from mediamill.catalogue.document import Document, read_document

EVERY_FORM = dedent('''\
    # a comment
    name = "Speech"
    description = """
    order = 1
    [models.none]
    """

    "category" = 'audio'
    dotted.inner . deepest = 1
    inline = { rule = "fixed", nested = { credits = 3 } }
    list = [
        "a", # [models.no]
        "b",
    ]
    odd = \'\'\'
    """ # ] \'\'\'

      [ models . "x" ]
    price = { rule = "fixed" }

    [models.x.fields.prompt]   # a comment
    kind = "text"

    [models.y]
    [[models.y.rows]]
    first = 1
    [[models.y.rows]]
    second = 2
    after = [{ deep = 1 }]
    ''')


def document(tmp_path: Path, text: str) -> Document:
    path = tmp_path / "speech.toml"
    path.write_bytes(text.encode())
    found = read_document(path)
    assert isinstance(found, Document)
    return found


@pytest.mark.parametrize(
    ("keys", "line"),
    [
        ((), 1),
        (("name",), 2),
        (("description",), 3),
        (("category",), 8),
        (("dotted",), 9),
        (("dotted", "inner", "deepest"), 9),
        (("inline", "nested", "credits"), 10),
        (("list",), 11),
        (("odd",), 15),
        (("models",), 18),
        (("models", "x"), 18),
        (("models", "x", "price", "rule"), 19),
        (("models", "x", "fields"), 21),
        (("models", "x", "fields", "prompt"), 21),
        (("models", "x", "fields", "prompt", "kind"), 22),
        (("models", "y"), 24),
        (("models", "y", "rows", "first"), 26),
        (("models", "y", "rows", "second"), 28),
        (("models", "y", "rows", "after", "deep"), 29),
        (("models", "x", "price", "credits"), 19),
        (("models", "x", "name"), 18),
        (("nowhere", "at", "all"), 1),
    ],
)
@pytest.mark.parametrize("line_break", ["\n", "\r\n"])
def test_every_key_has_its_line_and_a_missing_one_that_of_its_table(
    tmp_path: Path, keys: tuple[str, ...], line: int, line_break: str
) -> None:
    assert line == document(tmp_path, EVERY_FORM.replace("\n", line_break)).line_of(keys)


def test_every_key_of_a_file_is_found_and_nothing_else(tmp_path: Path) -> None:
    found = document(tmp_path, EVERY_FORM)

    assert set(found.lines) == {(), *ways_into(tomllib.loads(EVERY_FORM))}


def ways_into(value: object, keys: tuple[str, ...] = ()) -> set[tuple[str, ...]]:
    if isinstance(value, list):
        return {way for item in value for way in ways_into(item, keys)}
    if not isinstance(value, dict):
        return set()
    inner = {(*keys, key) for key in value}
    return inner | {way for key in value for way in ways_into(value[key], (*keys, key))}


@pytest.mark.parametrize(
    "value",
    [
        "''", '""', "''''''", '""""""', '"""a""b"""', '"""a"""""', "'''a''b'''", "'''a'''''",
        r'"\""', r'"\\"', r'"""\""""', '"""\n[x]\n"""', "'''\n[x]\n'''", "['[', # ]\n\"]\"]", "[[1,\n2],\n{x = '}'}]",
        "1 # [ \"",
    ],
)  # fmt: skip
def test_whatever_a_value_looks_like_the_next_key_has_its_line(tmp_path: Path, value: str) -> None:
    found = document(tmp_path, f"first = {value}\nnext = 1\n")

    assert {(), ("first",), ("next",)} <= set(found.lines)
    assert found.line_of(("next",)) == value.count("\n") + 2


def test_finding_lines_reads_a_long_list_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Parsing what may be a statement again with each of its lines took 27 seconds for a list of 4,000.
    found = document(
        tmp_path, "allowed = [\n" + "".join(f'  "{number}",\n' for number in range(4_000)) + "]\nlast = 1\n"
    )
    parsed: list[str] = []
    parse = tomllib.loads

    def loads(text: str) -> dict[str, Any]:
        parsed.append(text)
        return parse(text)

    monkeypatch.setattr(tomllib, "loads", loads)

    assert found.line_of(("last",)) == 4_003
    assert "".join(parsed) == found.text


@pytest.mark.parametrize(
    ("raw", "line", "words"),
    [
        (b"a = 1\nb = \nc = 3\n", 2, "is not valid TOML: Invalid value"),
        (b"a = 1\n\nb == 2\n", 3, "is not valid TOML: Invalid value"),
        (b"a = 1\na = 2\n", 2, "is not valid TOML: Cannot overwrite a value"),
        (b"[x]\n[y]\n[x]\n", 3, "is not valid TOML: Cannot declare ('x',) twice"),
        (b'a = 1\nb = """\nnever closed\n\n', 3, "is not valid TOML: Unterminated string"),
        (b"a = 1\nb", 2, "is not valid TOML: Expected '=' after a key in a key/value pair"),
        (b"\xef\xbb\xbfa = 1\n", 1, "is not valid TOML: Invalid statement"),
        (b'a = 1\nb = "\xe9"\n', 2, "is not UTF-8"),
        (b"\xff\xfea\0", 1, "is not UTF-8"),
    ],
)
def test_what_is_no_toml_is_said_with_its_line(tmp_path: Path, raw: bytes, line: int, words: str) -> None:
    path = tmp_path / "speech.toml"
    path.write_bytes(raw)

    assert CatalogueFault(path, line, words) == read_document(path)


def test_a_file_that_cannot_be_read_is_a_fault_without_line(tmp_path: Path) -> None:
    (tmp_path / "speech.toml").mkdir()

    assert f"{tmp_path}/speech.toml: cannot be read: Is a directory" == str(read_document(tmp_path / "speech.toml"))
