"""Messages and orders arrive as they were sent, and a line that breaks the protocol is garbage."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some

from mediamill.engines import Artifact, Fact, Refused, Request, RunFailure, Scope, Unavailable
from mediamill.engines.engine import facts_of
from mediamill.engines.host import findings, wire

FACTS = some.one_of(
    some.text("abcé🎻 ", max_size=200),
    some.integers(-(2**53), 2**53),
    some.booleans(),
    some.floats(allow_nan=False, allow_infinity=False),
)
TEXTS = some.text(max_size=200)
FRACTIONS = some.floats(min_value=0, max_value=1)
MESSAGES = some.one_of(
    some.just(wire.Started()),
    some.builds(wire.Progressed, FRACTIONS, some.text(max_size=wire.STAGE_CHARACTERS_MAX)),
    some.builds(wire.Checkpointed, TEXTS.filter(wire.fits_a_checkpoint)),
    some.builds(
        wire.RunFinished,
        some.builds(
            Artifact,
            some.just(Path("/spool/gen_ada/loop.wav")),
            some.none() | some.floats(min_value=0, max_value=1e9),
            some.none() | some.just(Path("/spool/gen_ada/loop.png")),
            some.dictionaries(some.from_regex(findings.NAME, fullmatch=True), FACTS, max_size=5),
            some.lists(some.text("abcé🎻 ", min_size=1, max_size=60), max_size=5).map(tuple),
        ),
        some.text(max_size=wire.WARNING_CHARACTERS_MAX),
    ),
    some.builds(Refused, TEXTS),
    some.builds(Unavailable, TEXTS, some.floats(min_value=1, max_value=3_600), some.sampled_from(Scope)),
    some.builds(wire.Broke, some.sampled_from(sorted(wire.REPORTABLE)), some.none() | TEXTS, TEXTS),
)
NAMES = [f"n{number}" for number in range(findings.FACTS_MAX)]
FINISHED = (
    b'{"run": 1, "type": "finished", "path": "/a", "seconds": null, "warning": "", '
    b'"provenance": %s, "not_understood": %s}'
)
VALUES = some.one_of(TEXTS, some.integers(), some.floats(allow_nan=False, allow_infinity=False))


@given(some.integers(min_value=1), MESSAGES)
def test_a_message_arrives_as_it_was_sent(run: int, message: wire.Message) -> None:
    line = wire.message_line(run, message)

    assert line.count(b"\n") == 1
    assert wire.read_message(line) == (run, message)


@given(some.dictionaries(TEXTS, VALUES, max_size=5), some.none() | TEXTS)
def test_an_order_arrives_as_it_was_given(input: dict[str, str | int | float], checkpoint: str | None) -> None:
    files = {"image_url": Path("/spool/gen_ada/in.png")}
    request = Request("gen_ada", "create-image", "nano-banana", input, Path("/spool/gen_ada"), files, checkpoint)
    order = wire.RunOrder(7, "tests.engines.faulty:Whole", request, 20_000_000)

    assert wire.read_order(wire.order_line(order)) == order


def test_the_longest_message_fits_its_line() -> None:
    broke = wire.Broke(RunFailure.RAISED, "🎻" * 50_000, "🎻" * 50_000)
    path = Path("/" + "🎻" * (wire.PATH_CHARACTERS_MAX - 1))
    facts = findings.bounded_facts({f"{number:x<40}".replace("x", "f"): "🎻" * 9_000 for number in NAMES})
    words = findings.bounded_words([f"{number}{'🎻' * 9_000}" for number in range(1_000)])

    for message in (broke, wire.RunFinished(Artifact(path, 1.0, path, facts, words), "🎻" * 50_000)):
        line = wire.message_line(1, message)

        assert len(line) <= wire.LINE_BYTES_MAX
        wire.read_message(line)


def test_an_engine_may_say_words_that_nobody_can_print() -> None:
    """A prompt may hold joined emoji and control characters: what is said of them is cleaned, not refused."""
    assert findings.bounded_words(["so\u200dfa", "\x07", "sofa", "green\ud800"]) == ("sofa", "green")
    assert findings.bounded_facts({"style": "oil\npaint"}) == {"style": "oilpaint"}


def test_what_a_file_says_becomes_plain_facts() -> None:
    told = {
        "engine": "x",
        "left_out": ["sofa", "lamp"],
        "guessed": {"wlak": "walk"},
        "seed": 2**63,
        "empty": [],
        "bpm": 9,
    }

    assert findings.bounded_facts(facts_of(told)) == {
        "leftOut": "sofa, lamp",
        "guessed": "wlak: walk",
        "seed": str(2**63),
        "bpm": 9,
    }


@pytest.mark.parametrize("facts", [{"a b": 1}, {"seed": 2**60}, {"weight": float("nan")}, {"tags": ["x"]}])
def test_an_engine_is_told_what_is_no_fact(facts: dict[str, Fact]) -> None:
    with pytest.raises(findings.WrongFindings):
        findings.bounded_facts(facts)


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"\x00\xff",
        b"null",
        b"[]",
        b"[" * 100_000,
        b'{"type": "started"}',
        b'{"run": true, "type": "started"}',
        b'{"run": 1.0, "type": "started"}',
        b'{"run": 1, "type": "shout"}',
        b'{"run": 1, "type": ["started"]}',
        b'{"run": 1, "type": "progress", "fraction": 1.01, "stage": ""}',
        b'{"run": 1, "type": "progress", "fraction": -0.1, "stage": ""}',
        b'{"run": 1, "type": "progress", "fraction": NaN, "stage": ""}',
        b'{"run": 1, "type": "progress", "fraction": true, "stage": ""}',
        b'{"run": 1, "type": "progress", "fraction": null, "stage": ""}',
        b'{"run": 1, "type": "progress", "fraction": 0.5, "stage": 7}',
        b'{"run": 1, "type": "progress", "fraction": 0.5, "stage": "' + b"x" * 101 + b'"}',
        b'{"run": 1, "type": "checkpoint", "text": "a\\u0000b"}',
        b'{"run": 1, "type": "checkpoint", "text": "\\ud800"}',
        b'{"run": 1, "type": "checkpoint", "text": "' + "é".encode() * 2_049 + b'"}',
        b'{"run": 1, "type": "finished", "path": null, "seconds": null}',
        b'{"run": 1, "type": "finished", "path": "a\\u0000b", "seconds": null}',
        b'{"run": 1, "type": "finished", "path": "/a", "seconds": Infinity}',
        b'{"run": 1, "type": "finished", "path": "/a", "seconds": 1' + b"0" * 400 + b"}",
        b'{"run": 1, "type": "finished", "path": "/a", "seconds": 1' + b"0" * 5_000 + b"}",
        FINISHED % (b"null", b"[]"),
        FINISHED % (b'{"a": ["x"]}', b"[]"),
        FINISHED % (b'{"a": null}', b"[]"),
        FINISHED % (b'{"a": NaN}', b"[]"),
        FINISHED % (b'{"a": 9007199254740993}', b"[]"),
        FINISHED % (b'{"a": "\\ud800"}', b"[]"),
        FINISHED % (b'{"a": "' + b"x" * 201 + b'"}', b"[]"),
        FINISHED % (b'{"<a>": 1}', b"[]"),
        FINISHED % (b"{" + b",".join(b'"a%d": 1' % number for number in range(33)) + b"}", b"[]"),
        FINISHED % (b"{}", b"{}"),
        FINISHED % (b"{}", b"[1]"),
        FINISHED % (b"{}", b'[""]'),
        FINISHED % (b"{}", b'["a\\u0000"]'),
        FINISHED % (b"{}", b'["' + b"x" * 61 + b'"]'),
        FINISHED % (b"{}", b"[" + b",".join([b'"x"'] * 65) + b"]"),
        b'{"run": 1, "type": "broke", "reason": "crashed", "sentence": null, "detail": ""}',
        b'{"run": 1, "type": "unavailable", "sentence": "no", "retry_after": null, "scope": "key"}',
        b'{"run": 1, "type": "unavailable", "sentence": "no", "retry_after": NaN, "scope": "key"}',
        b'{"run": 1, "type": "unavailable", "sentence": "no", "retry_after": 5, "scope": "everybody"}',
        b'{"run": 1, "type": "broke", "reason": "bored", "sentence": null, "detail": ""}',
    ],
)
def test_what_no_engine_says_is_garbage(line: bytes) -> None:
    with pytest.raises(wire.Garbage):
        wire.read_message(line)


@given(some.binary(max_size=300))
def test_any_bytes_are_a_word_or_garbage(line: bytes) -> None:
    try:
        wire.read_message(line)
    except wire.Garbage:
        return
    assert line.strip().startswith(b"{")
