"""The guard in a world where every address is a sink: what was contacted is read off the wire, not off the guard."""

import json
import subprocess
from collections import Counter
from typing import Any

import pytest

from tests.places import REPOSITORY
from tests.world.enter import command_inside, unavailable
from tests.world.hostile import PUBLIC, PUBLIC_SIX, PUBLIC_TOO
from tests.world.journey import NEIGHBOURS

JOURNEY_SECONDS = 120.0
HOSTILE_MIN = 150
HONEST_MIN = 7
KINDS = {"address", "name", "answer", "spelling", "confusion", "scheme", "port", "length", "redirect"}
REFUSALS = {"refused_address", "dns_failed"}
# A redirect is the answer of a public server: it may be read, and is then refused, or told as the status it is.
REDIRECTED = REFUSALS | {"insecure_redirect", "too_many_redirects", "bad_answer", "301", "302", "303", "307", "308"}
# Every address that may be contacted in this world.
FREE = {PUBLIC, PUBLIC_TOO, PUBLIC_SIX, *NEIGHBOURS, *(f"93.184.216.{n}" for n in range(35, 45))}

pytestmark = [pytest.mark.xdist_group("abroad"), pytest.mark.slow]
Journey = dict[str, Any]


@pytest.fixture(scope="module")
def journey() -> Journey:
    if reason := unavailable():
        pytest.skip(f"no network namespace here: {reason}")
    command = command_inside("python", "-m", "tests.world.journey")
    command[command.index("python")] = command[0]
    ended = subprocess.run(command, capture_output=True, text=True, cwd=REPOSITORY, timeout=JOURNEY_SECONDS)
    assert ended.returncode == 0, ended.stderr
    report: Journey = json.loads(ended.stdout)
    return report


def outcomes(journey: Journey, *kinds: str) -> list[Journey]:
    return [outcome for outcome in journey["outcomes"] if outcome["kind"] in kinds]


def test_no_hostile_url_leads_to_a_forbidden_address(journey: Journey) -> None:
    hostile = outcomes(journey, *KINDS)
    leaks = [
        (outcome["door"], outcome["url"], contact)
        for outcome in hostile
        for contact in outcome["contacts"]
        if contact not in {f"tcp {address}" for address in FREE}
    ]

    assert leaks == []
    assert {"download", "post"} == {outcome["door"] for outcome in hostile}
    assert len({outcome["url"] for outcome in hostile}) >= HOSTILE_MIN


@pytest.mark.parametrize("kind", sorted(KINDS - {"redirect"}))
def test_it_is_refused_before_anybody_is_contacted(kind: str, journey: Journey) -> None:
    these = outcomes(journey, kind)

    assert these
    assert [] == [outcome for outcome in these if outcome["contacts"] or outcome["result"] not in REFUSALS]


def test_a_redirect_is_read_and_never_followed_inside(journey: Journey) -> None:
    these = outcomes(journey, "redirect")

    assert [] == [outcome for outcome in these if outcome["result"] not in REDIRECTED]
    assert [] == [outcome for outcome in these if outcome["url"].startswith("https") and not outcome["contacts"]]


def test_what_was_fine_when_accepted_is_refused_when_it_has_moved(journey: Journey) -> None:
    rebinding = [outcome for outcome in outcomes(journey, "answer") if "//rebinding" in outcome["url"]]
    accepted = [outcome for outcome in rebinding if outcome["accepted"]]

    assert {"download", "post"} == {outcome["door"] for outcome in accepted}
    assert len(accepted) >= 14
    assert {"refused_address", "dns_failed"} == {outcome["result"] for outcome in accepted}


def test_a_name_that_resolves_badly_is_refused_when_it_is_sent(journey: Journey) -> None:
    bad = ("loop.", "good-first.", "bad-first.", "four-good-six-bad.", "alias-chain.", "bad-among-many.", "six-nat64.")
    these = [o for o in outcomes(journey, "answer") if o["url"].split("//")[1].startswith(bad)]

    assert len(these) == 2 * 2 * len(bad)
    assert not any(outcome["accepted"] for outcome in these)


def test_every_honest_url_is_reached(journey: Journey) -> None:
    honest = outcomes(journey, "honest")
    by_door = Counter(outcome["door"] for outcome in honest)

    assert [] == [o for o in honest if o["result"] not in ("ok", "200") or not o["accepted"] or not o["contacts"]]
    assert min(by_door.values()) >= HONEST_MIN
    assert journey["spoken"]["posts"] >= HONEST_MIN
    assert journey["spoken"]["calls"] >= by_door.total()


def test_another_servers_certificate_proves_nothing(journey: Journey) -> None:
    these = outcomes(journey, "another's certificate")

    assert [("tls_failed", [f"tcp {PUBLIC}"])] * 2 == [(outcome["result"], outcome["contacts"]) for outcome in these]


def test_a_client_without_a_guard_would_have_been_heard(journey: Journey) -> None:
    caught = set(journey["caught"])

    assert {"127.0.0.1:80", "169.254.169.254:80", "::1:80", "fd00:ec2::254:80", "64:ff9b::7f00:1:80"} <= caught
    assert {"10.0.0.5:6379", "192.168.1.1:80"} <= caught
