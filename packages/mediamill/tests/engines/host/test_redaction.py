"""Details for the log without what the caller wrote."""

from pathlib import Path

import pytest

from mediamill.engines import Request
from mediamill.engines.host.redaction import without_input


def asked_for(prompt: str, checkpoint: str | None = None) -> Request:
    return Request(
        "gen_ada", "text-to-speech", "voicevendor-tts", {"prompt": prompt, "seed": 7}, Path("/"), {}, checkpoint
    )


@pytest.mark.parametrize(
    ("prompt", "detail", "told"),
    [
        ("a Grey heron", "ValueError: no grey HERON here, a pity", "ValueError: no […] […] here, a pity"),
        ("heron", "KeyError: 'grey_heron'", "KeyError: 'grey_[…]'"),
        ("héron 鷺が立つ", "no 鷺 and no héron", "no […] and no h[…]ron"),
        ("héron 鷺が立つ", r"no '\u9dfa' and no 'h\xe9ron'", r"no '\[…]' and no 'h\[…]'"),
        ("https://ada.example/secret.png?token=abc", "GET secret.png?token=abc", "GET […].[…]?[…]=[…]"),
        ("heron", "line 7 of café.py", "line 7 of café.py"),
    ],
)
def test_the_callers_words_are_struck_out(prompt: str, detail: str, told: str) -> None:
    assert without_input(detail, asked_for(prompt)) == told


def test_a_checkpoint_is_struck_out_too() -> None:
    assert without_input("job vendor4711 lost", asked_for("heron", "vendor4711")) == "job […] lost"
