"""An operator may open networks of his own, for development and tests: these and no others."""

import pytest

from tests.conformance.http.judge import refusal, validation_failed
from tests.service import Person, Service

pytestmark = pytest.mark.xdist_group("http-mill")


@pytest.fixture(scope="module")
def gus(mill: Service) -> Person:
    return mill.open_account("gus", credits=100)


def asked(mill: Service) -> dict[str, object]:
    """A run that cannot succeed: its webhook is never called."""
    return {"model": "demucs", "file": f"{mill.public_url}/media/gen_{'0' * 32}/{'0' * 32}.wav"}


@pytest.mark.parametrize("host", ["127.0.0.1", "127.255.255.254", "[::1]"])
def test_what_is_opened_is_accepted(mill: Service, gus: Person, host: str) -> None:
    response = gus.run("song-splitter", asked(mill), webhook=f"https://{host}:8443/hook")

    assert 200 == response.status_code, response.text
    assert 200 == gus.run("song-splitter", {**asked(mill), "file": f"http://{host}:8443/a.mp3"}).status_code


@pytest.mark.parametrize("host", ["10.0.0.1", "169.254.169.254", "0.0.0.0", "[::ffff:10.0.0.1]", "[fd00::1]"])
def test_everything_else_stays_closed(mill: Service, gus: Person, host: str) -> None:
    response = gus.run("song-splitter", asked(mill), webhook=f"https://{host}/")

    assert validation_failed(("webhook", "forbidden_url")) == refusal(response)


def test_it_is_no_way_round_the_other_rules(mill: Service, gus: Person) -> None:
    for url in ("http://127.0.0.1:8443/", "https://user@127.0.0.1/", "https://127.0.0.1:99999/"):
        response = gus.run("song-splitter", asked(mill), webhook=url)

        assert validation_failed(("webhook", "invalid_url")) == refusal(response), url
    refused = gus.run("song-splitter", asked(mill), webhook="https://127.0.0.1:22/")
    assert validation_failed(("webhook", "forbidden_url")) == refusal(refused)


def test_the_operator_is_warned(mill: Service) -> None:
    warnings = [
        line for line in mill.log.splitlines() if '"level":"warning"' in line and "MEDIAMILL_ALLOWED_NETWORKS" in line
    ]

    assert len(warnings) == mill.log.count("listening at"), "once by each process"
    assert all("127.0.0.0/8" in warning for warning in warnings)
