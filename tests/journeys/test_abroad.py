"""The service in a world where every address is a sink: whom it contacts is read off the wire, not off its log."""

import json
import subprocess
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.places import REPOSITORY
from tests.world.enter import command_inside, unavailable
from tests.world.hostile import CHANGING_HOST, HOSTILE_ANSWERS, PUBLIC, PUBLIC_SIX, PUBLIC_TOO
from tests.world.service_journey import DOORS, UNCERTIFIED_HOST

JOURNEY_SECONDS = 180.0  # some 35 s on two cores of one's own
HOSTILE_MIN = 150
HONEST_MIN = 7
ATTEMPTS = 3  # the first, and one after each of two delays
FIELDS = [door.field for door in DOORS]
CODES = {"invalid_url", "forbidden_url", "too_long", "invalid_type"}
# What these URLs say cannot be right whatever a name server says.
TELLING = {"address", "name", "spelling", "confusion", "scheme", "port", "length"}
KINDS = {*TELLING, "answer", "redirect"}
FREE = {PUBLIC, PUBLIC_TOO, PUBLIC_SIX, *(f"93.184.216.{n}" for n in range(35, 45))}
FREE_PORTS = ("80", "443", "8080", "8443", "65535")
REFUSED, UNRESOLVED = "it leads to an address that is not allowed.", "the host name could not be resolved."
WEBHOOK_HEADERS = {"content-type": "application/json", "x-webhook-source": "generation-service"}

pytestmark = [pytest.mark.xdist_group("abroad"), pytest.mark.slow]
Journey = dict[str, Any]


@pytest.fixture(scope="module")
def journey() -> Journey:
    if reason := unavailable():
        pytest.skip(f"no network namespace here: {reason}")
    command = command_inside("python", "-m", "tests.world.service_journey")
    command[command.index("python")] = command[0]
    ended = subprocess.run(command, capture_output=True, text=True, cwd=REPOSITORY, timeout=JOURNEY_SECONDS)
    assert ended.returncode == 0, ended.stderr
    report: Journey = json.loads(ended.stdout)
    return report


def passages(journey: Journey, *kinds: str, field: str | None = None) -> list[Journey]:
    return [p for p in journey["passages"] if p["kind"] in kinds and field in (None, p["door"])]


def accepted(these: list[Journey]) -> list[Journey]:
    return [passage for passage in these if passage["status"] == 200]


def calls_to(journey: Journey, host: str) -> list[Journey]:
    return [call for call in journey["calls"] if call["headers"].get("host") == host]


def reason(passage: Journey) -> str:
    """Why the file could not be had, without the name of its field."""
    start, _, end = str(passage["error"]).partition(" could not be downloaded: ")
    assert start == f"The file given in `{passage['door'].removeprefix('input.')}`"
    return end


def is_plain_webhook(passage: Journey) -> bool:
    return passage["door"] == "webhook" and urlsplit(passage["url"]).scheme == "http"


@pytest.mark.parametrize("field", FIELDS)
def test_enough_was_tried(field: str, journey: Journey) -> None:
    assert len({passage["url"] for passage in passages(journey, *KINDS, field=field)}) >= HOSTILE_MIN
    assert len(passages(journey, "honest", field=field)) >= HONEST_MIN


def test_nobody_is_contacted_before_it_is_accepted(journey: Journey) -> None:
    assert [] == journey["heard at accept"]


def test_only_public_addresses_are_ever_contacted(journey: Journey) -> None:
    allowed = {f"tcp {address} {port}" for address in FREE for port in FREE_PORTS}
    contacted = set(journey["heard afterwards"])

    assert set() == contacted - allowed
    assert {PUBLIC, PUBLIC_TOO, PUBLIC_SIX} <= {contact.split()[1] for contact in contacted}


@pytest.mark.parametrize("field", FIELDS)
def test_what_tells_by_its_text_is_a_400(field: str, journey: Journey) -> None:
    these = passages(journey, *TELLING, field=field)

    assert {kind for kind in TELLING if passages(journey, kind, field=field)} == TELLING
    assert [] == [passage for passage in these if passage["status"] != 400]


@pytest.mark.parametrize("field", FIELDS)
def test_a_name_that_resolves_badly_is_a_400(field: str, journey: Journey) -> None:
    bad = ("loop.", "good-first.", "bad-first.", "four-good-six-bad.", "alias-chain.", "bad-among-many.", "six-nat64.")
    these = [p for p in passages(journey, "answer", field=field) if str(urlsplit(p["url"]).hostname).startswith(bad)]
    looked_up = [p for p in these if not is_plain_webhook(p)]

    assert len(these) == 2 * len(bad)
    assert [[f"{field} forbidden_url"]] * len(looked_up) == [passage["faults"] for passage in looked_up]


def test_a_400_says_what_is_wrong_with_the_url_and_nothing_else(journey: Journey) -> None:
    refused = [passage for passage in passages(journey, *KINDS) if passage["status"] != 200]

    assert {400} == {passage["status"] for passage in refused}
    assert [] == [p for p in refused if p["faults"] not in [[f"{p['door']} {code}"] for code in CODES]]


def test_what_is_accepted_and_hostile_ends_as_an_error(journey: Journey) -> None:
    these = accepted(passages(journey, *KINDS, "another's certificate"))
    inputs = [passage for passage in these if passage["door"] != "webhook"]
    webhooks = [passage for passage in these if passage["door"] == "webhook"]

    assert inputs
    assert {"error"} == {passage["result"] for passage in inputs}
    assert all(reason(passage) for passage in inputs)
    assert {("success", "failed", ATTEMPTS)} == {(p["result"], p["delivery"], p["attempts"]) for p in webhooks}


def test_nobody_is_called_by_a_name_that_resolves_badly(journey: Journey) -> None:
    assert [] == [call for name in HOSTILE_ANSWERS for call in calls_to(journey, name)]


@pytest.mark.parametrize("field", FIELDS)
def test_a_name_that_was_fine_when_accepted_is_refused_when_it_has_moved(field: str, journey: Journey) -> None:
    names = {name for name in HOSTILE_ANSWERS if name.startswith("rebinding")}
    these = [p for p in passages(journey, "answer", field=field) if urlsplit(p["url"]).hostname in names]
    moved = accepted(these)

    assert names == {urlsplit(passage["url"]).hostname for passage in moved}
    assert names <= set(journey["asked again"])
    if field == "webhook":
        assert {"https"} == {urlsplit(passage["url"]).scheme for passage in moved}
        assert {"refused_address", "dns_failed"} == {trouble for p in moved for trouble in p["troubles"]}
        assert {"refused_address"} == {passage["troubles"][-1] for passage in moved}
    else:
        assert these == moved
        assert REFUSED in {reason(passage) for passage in moved} <= {REFUSED, UNRESOLVED}


def test_a_name_that_moves_between_two_contacts_is_refused_at_the_second(journey: Journey) -> None:
    changing = [passage for passage in passages(journey, "redirect") if CHANGING_HOST in passage["url"]]

    assert FIELDS == [passage["door"] for passage in changing]
    assert [1] * len(FIELDS) == [len(calls_to(journey, str(urlsplit(p["url"]).hostname))) for p in changing]
    assert ["302", "refused_address", "refused_address"] == changing[0]["troubles"]
    assert [REFUSED] * 3 == [reason(passage) for passage in changing[1:]]


def test_a_redirect_is_read_and_never_followed_inside(journey: Journey) -> None:
    told = {(call["headers"].get("host"), call["target"], call["method"]) for call in journey["calls"]}
    these = accepted(passages(journey, "redirect"))
    unread = []
    for passage in these:
        place, method = urlsplit(passage["url"]), "POST" if passage["door"] == "webhook" else "GET"
        if (place.netloc, place.path, method) not in told:
            unread.append(passage)

    assert set(FIELDS) == {passage["door"] for passage in these}
    assert [] == unread
    assert [] == [p for p in passages(journey, "redirect") if p not in these and not is_plain_webhook(p)]


@pytest.mark.parametrize("field", FIELDS)
def test_every_honest_url_is_reached(field: str, journey: Journey) -> None:
    honest = passages(journey, "honest", field=field)
    method, delivered = ("POST", ("delivered", 1)) if field == "webhook" else ("GET", (None, 0))
    reached = [call["target"] for call in journey["calls"] if call["method"] == method]

    assert {(200, "success", delivered)} == {(p["status"], p["result"], (p["delivery"], p["attempts"])) for p in honest}
    assert [1] * len(honest) == [reached.count(passage["mark"]) for passage in honest]


def test_a_webhook_arrives_with_its_headers_and_its_generation(journey: Journey) -> None:
    honest = {passage["mark"]: passage["id"] for passage in passages(journey, "honest", field="webhook")}
    arrived = {call["target"]: call for call in journey["calls"] if call["target"] in honest}

    assert honest == {mark: call["headers"]["x-media-id"] for mark, call in arrived.items()}
    assert honest == {mark: json.loads(call["body"])["id"] for mark, call in arrived.items()}
    assert [] == [call for call in arrived.values() if not WEBHOOK_HEADERS.items() <= call["headers"].items()]


def test_another_servers_certificate_proves_nothing(journey: Journey) -> None:
    webhook, *inputs = passages(journey, "another's certificate")

    assert ["tls_failed"] * ATTEMPTS == webhook["troubles"]
    assert 3 == sum("certificate" in reason(passage) for passage in inputs)
    assert [] == calls_to(journey, UNCERTIFIED_HOST)


def test_the_books_are_exact_afterwards(journey: Journey) -> None:
    assert journey["exact"]


def test_a_client_without_a_guard_would_have_been_heard(journey: Journey) -> None:
    assert {"127.0.0.1:80", "169.254.169.254:80", "::1:80", "10.0.0.5:6379"} <= set(journey["caught"])
