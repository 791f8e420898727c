"""The tables by which an operator adds a model: what they can say, and what is said about their faults."""

from pathlib import Path
from typing import Any

import pytest

from mediamill.engines.sdk import InputValue, Request
from mediamill_remote.fal.engine import FalEngine, FalOptions
from mediamill_remote.mapping import (
    Body,
    FieldMapping,
    ModelMapping,
    SeedMapping,
    Unmappable,
    at,
    find_files,
    put_field,
    read_mappings,
)
from mediamill_remote.tables import TableFault, parsed, read_own

OWN = """
["create-image/nano-banana"]
endpoint = "acme/painter"
suffix = ".jpg"
typical_seconds = 3.5
result = [["a.0.url", "b.url"], "a.0.url"]
seed = { to = "options.seed", modulus = 100 }
fixed = { options = { quality = 0.5, size = { unit = "px" } } }

["create-image/nano-banana".fields]
prompt = "options.text"
length = { to = "ms", how = "milliseconds" }
count = { to = "count", how = "number", unsent = ["auto"] }

["create-image/nano-banana".fields.aspect_ratio.values]
"1:1" = { options = { size = { width = 8 } } }
"16:9" = { wide = true }
"""
PLAIN = 'endpoint = "acme/painter"\nsuffix = ".png"\ntypical_seconds = 3\nresult = "url"\n'


def painter() -> ModelMapping:
    return read_mappings("own.toml", parsed("own.toml", OWN.encode()))["create-image", "nano-banana"]


def asking(**input: InputValue) -> Request:
    return Request("gen_1", "create-image", "nano-banana", input, Path("/nowhere"), seed=1_234)


def test_a_body_is_what_the_table_says() -> None:
    body = painter().body_of(asking(prompt="a heron", length=1.5, count="3", aspect_ratio="1:1"))

    assert body == {
        "options": {"quality": 0.5, "size": {"unit": "px", "width": 8}, "text": "a heron", "seed": 34},
        "ms": 1_500,
        "count": 3,
    }


def test_a_value_may_say_nothing_and_a_table_may_be_laid_beside() -> None:
    body = painter().body_of(asking(count="auto", aspect_ratio="16:9"))

    assert body["wide"] is True
    assert "count" not in body


def test_two_bodies_share_nothing() -> None:
    mapping = painter()

    mapping.body_of(asking(prompt="a heron", aspect_ratio="1:1"))

    assert mapping.body_of(asking()) == {"options": {"quality": 0.5, "size": {"unit": "px"}, "seed": 34}}


@pytest.mark.parametrize(("seed", "sent"), [(0, 3), (2, 3), (3, 3), (99, 99), (100, 3), (107.0, 7), (2**53, 92)])
def test_a_seed_is_never_less_than_the_least(seed: float, sent: int) -> None:
    assert SeedMapping(to="seed", modulus=100, least=3).sent(seed) == sent


def test_a_seed_may_be_a_text() -> None:
    assert SeedMapping(to="seed", modulus=100, as_text=True).sent(107) == "7"


@pytest.mark.parametrize("text", [" ", "\n\t", "\u00a0"])
def test_a_text_of_nothing_but_spaces_is_refused_where_the_table_says_so(text: str) -> None:
    words = FieldMapping(to="words", blank="Please say what you want to hear.")
    body: Body = {}

    with pytest.raises(Unmappable) as raised:
        put_field(body, "prompt", words, text)
    put_field(body, "prompt", words, " a heron ")

    assert raised.value.sentence == "Please say what you want to hear."
    assert body == {"words": " a heron "}


@pytest.mark.parametrize(("field", "value"), [("aspect_ratio", "4:3"), ("count", "many"), ("length", "long")])
def test_what_has_no_counterpart_is_named(field: str, value: str) -> None:
    with pytest.raises(Unmappable) as raised:
        painter().body_of(asking(**{field: value}))

    assert raised.value.field == field
    assert f"`{field}`" in raised.value.sentence


def test_a_text_that_is_too_long_is_refused_and_never_cut() -> None:
    fields = {"prompt": {"to": "prompt", "length_max": 4, "note": "Up to 4 characters.", "sentence": "Too long."}}
    plain = {"endpoint": "a", "suffix": ".fbx", "typical_seconds": 1, "result": "url"}
    mapping = ModelMapping.model_validate({**plain, "fields": fields})

    offer = mapping.offers()["prompt"]
    assert (offer.allows("walk"), offer.allows("walks")) == (True, False)
    assert mapping.body_of(asking(prompt="walk")) == {"prompt": "walk"}
    with pytest.raises(Unmappable, match="Too long"):
        mapping.body_of(asking(prompt="walks"))


@pytest.mark.parametrize(
    ("answer", "files"),
    [
        ({"a": [{"url": "one"}], "b": {"url": "two"}}, ("one", "two")),
        ({"a": [{"url": "one"}], "b": {"url": ""}}, ("one",)),
        ({"a": [{"url": "one"}]}, ("one",)),
        ({"a": {"0": {"url": "one"}}}, ("one",)),
        ({"a": [], "b": {"url": "two"}}, None),
        ({"a": [{"url": ["one"]}]}, None),
        ([], None),
        (None, None),
    ],
)
def test_the_first_whole_alternative_counts(answer: object, files: tuple[str, ...] | None) -> None:
    assert find_files(answer, painter().result_of(asking())) == files


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("a.1.b", 2),
        ("a.-1.b", None),
        ("a.9.b", None),
        ("a.b", None),
        ("c", "x"),
        ("d.glb", "https://x/two.GLB?sig=1"),
        ("d.obj", None),
        ("d.1.x", None),
    ],
)
def test_a_path_leads_to_what_is_there(path: str, found: object) -> None:
    files = ["https://x/one.png", "https://x/two.GLB?sig=1", 7, "https://x/three.glb"]

    assert at({"a": [{"b": 1}, {"b": 2}], "c": "x", "d": files}, path) == found


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("painter = 1", 'own.toml: `painter`: an entry is called "tool/model"'),
        (f'["a/b"]\n{PLAIN}colour = "red"', "`a/b`: there is no key `colour`; there are: endpoint, "),
        ('["a/b"]\nsuffix = ".png"\ntypical_seconds = 3\nresult = "url"', "`a/b`: endpoint: it is missing"),
        (f'["a/b"]\n{PLAIN}result_by = {{ x = {{ y = "url" }} }}', "needs exactly one of `result`, `result_by`"),
        (f'["a/b"]\n{PLAIN}direct = true', "needs exactly one of `result`, `result_by`"),
        (
            f'["a/b"]\n{PLAIN}fields = {{ x = {{ how = "sideways", to = "x" }} }}',
            "fields.x.how: Input should be",
        ),
        (
            f'["a/b"]\n{PLAIN}fields = {{ x = {{ too = "x" }} }}',
            "`a/b`: fields.x: there is no key `too`; there are: to, ",
        ),
        (f'["a/b"]\n{PLAIN}fields = {{ x = {{}} }}', "fields.x: lacks `to`"),
        (f'["a/b"]\n{PLAIN}fields = {{ x = {{ to = "x", only = ["1"] }} }}', "it needs `note` and `sentence`"),
        (f'["a/b"]\n{PLAIN}fields = {{ x = {{ to = "x", length_max = 5 }} }}', "it needs `note` and `sentence`"),
        (
            f'["a/b"]\n{PLAIN}fields.x = {{ to = "x", length_max = 5, only = [1], note = "n", sentence = "s" }}',
            "which says already",
        ),
        (f'["a/b"]\n{PLAIN}fields = {{ x = "a b" }}', "fields.x.to: String should match pattern"),
        (f'["a/b"]\n{PLAIN}seed = {{ to = "s", modulus = 0 }}', "seed.modulus: Input should be greater than"),
        (f'["a/b"]\n{PLAIN.replace("acme", "../acme x")}', "`a/b`: endpoint: String should match pattern"),
        (f'["a/b"]\n{PLAIN.replace(chr(34) + "url", chr(34) + "u" * 1_001)}', "result: is longer than"),
        ('["a/b"', "own.toml: "),
    ],
)
def test_a_fault_names_file_entry_and_field(text: str, fault: str) -> None:
    with pytest.raises(TableFault) as raised:
        read_mappings("own.toml", parsed("own.toml", text.encode()))

    assert str(raised.value).startswith("own.toml: ")
    assert fault in str(raised.value)


def test_an_operators_entry_takes_the_place_of_the_packaged_one(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text(OWN)
    engine = FalEngine(FalOptions(models_file=str(own)))

    assert engine.ready() is None
    assert engine.models["create-image", "nano-banana"] == painter()
    assert engine.models["create-image", "flux-2-flex"].endpoint == "fal-ai/flux-2-flex"
    assert engine.typical_seconds("create-image", "nano-banana") == 3.5


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (None, "own.toml: it cannot be read: No such file or directory."),
        ("x" * 1_000_001, "own.toml: it is longer than 1000000 bytes."),
        (
            f'["a/b"]\n{PLAIN}files = {{ x = {{ to = "x", how = "multipart" }} }}',
            "files.x.how: `multipart` is not",
        ),
        (
            f'["a/b"]\n{PLAIN.replace(chr(10) + "result = " + chr(34) + "url" + chr(34), chr(10) + "direct = true")}',
            "`a/b`: direct: the answers of this vendor are no files.",
        ),
        ('["a/b"]', "own.toml: `a/b`: endpoint: it is missing"),
    ],
)
def test_an_operators_fault_is_what_the_engine_lacks(tmp_path: Path, content: str | None, fault: str) -> None:
    own = tmp_path / "own.toml"
    if content is not None:
        own.write_text(content)
    ready = FalEngine(FalOptions(models_file=str(own))).ready()

    assert ready is not None
    assert fault in ready


def test_a_file_that_is_not_text_is_a_fault(tmp_path: Path) -> None:
    own: Any = tmp_path / "own.toml"
    own.write_bytes(b"\xff\xfe")

    with pytest.raises(TableFault):
        read_own(str(own))


def test_a_step_of_a_place_may_have_a_colon() -> None:
    text = f'["a/b"]\n{PLAIN}fields = {{ x = "57:3.text" }}'
    mapping = read_mappings("own.toml", parsed("own.toml", text.encode()))["a", "b"]

    assert mapping.fields["x"].to == "57:3.text"


def test_an_engine_may_have_entries_of_a_shape_of_its_own() -> None:
    class Painted(ModelMapping):
        colour: str

    text = f'["a/b"]\ncolour = "red"\n{PLAIN}'
    written = parsed("own.toml", text.encode())

    read = read_mappings("own.toml", written, Painted)["a", "b"]
    assert isinstance(read, Painted)
    assert read.colour == "red"
    with pytest.raises(TableFault, match="there is no key `colour`"):
        read_mappings("own.toml", written)
