import pytest

from mediamill.http.handlers.media import asked_of
from mediamill.storage import Span


@pytest.mark.parametrize(
    ("text", "span"),
    [
        ("bytes=0-0", Span(0, 0)),
        ("bytes=0-", Span(0, 99)),
        ("bytes=10-19", Span(10, 19)),
        ("bytes=10-1000", Span(10, 99)),
        ("bytes=-10", Span(90, 99)),
        ("bytes=-1000", Span(0, 99)),
        ("bytes=99-99", Span(99, 99)),
        ("bytes=5-2", None),  # invalid: ignored (RFC 9110, 14.1.1)
        ("bytes=0-1,5-6", None),
        ("items=0-1", None),
        ("bytes=-", None),
    ],
)
def test_ranges_of_a_hundred_bytes(text: str, span: Span | None) -> None:
    asked = asked_of([text])
    assert (asked.within(100) if asked else None) == span


@pytest.mark.parametrize("text", ["bytes=100-", "bytes=100-200", "bytes=-0"])
def test_a_range_beyond_the_end_cannot_be_had(text: str) -> None:
    asked = asked_of([text])
    assert asked is not None
    assert asked.within(100) is None
