"""Places that URLs name, taken apart without being judged: an operator named them."""

import pytest

from mediamill.outbound import INPUT_RULES, FailureReason, unjudged_destination
from mediamill.outbound.failure import RequestFailed


def test_an_operators_place_may_be_private() -> None:
    place = unjudged_destination("http://127.0.0.1:9000/v1?x=y", INPUT_RULES)

    assert (place.scheme, place.host, place.port, place.target) == ("http", "127.0.0.1", 9_000, b"/v1?x=y")


@pytest.mark.parametrize("url", ["ftp://files.example.com/", "https://", "nonsense", "https://exa mple.com/"])
def test_what_names_no_place_is_refused(url: str) -> None:
    with pytest.raises(RequestFailed) as failed:
        unjudged_destination(url, INPUT_RULES)

    assert failed.value.reason is FailureReason.REFUSED_ADDRESS
