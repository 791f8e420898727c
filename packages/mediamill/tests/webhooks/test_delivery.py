"""The states of a delivery, and what each outcome makes of it."""

import re
from dataclasses import replace
from ipaddress import ip_address

import pytest

from mediamill.outbound import Answer, FailureReason
from mediamill.webhooks import TRANSITIONS, Delivery, DeliveryOutcome, DeliveryStatus, IllegalDeliveryTransition
from mediamill.webhooks.attempt import outcome_of
from mediamill.webhooks.delivery import after, interrupted, move, resent
from tests.places import REPOSITORY

GUIDE = REPOSITORY / "docs/webhooks.md"
OWED = Delivery(
    generation_id="gen_1",
    account_id="acc_1",
    url="https://hooks.example.com/",
    host="hooks.example.com",
    body="{}",
    status=DeliveryStatus.PENDING,
    attempt=1,
    failures=0,
    due_at=1_000,
    is_due=True,
    lease_owner="heron",
    created_at=1_000,
    finished_at=None,
)
FAILED = DeliveryOutcome(500, None, 12)


def test_the_picture_of_states_is_the_transition_table() -> None:
    picture = re.findall(r"```mermaid\n(.*?)```", GUIDE.read_text(), re.S)[0]
    drawn = set(re.findall(r"^    (\S+) --> (\S+?):", picture, re.M))
    table = {(before or "[*]", to) for before, reachable in TRANSITIONS.items() for to in reachable}

    assert table == drawn


@pytest.mark.parametrize("status", [201, 202, 204, 299, 301, 302, 307, 400, 410, 429, 500, 503])
def test_only_200_acknowledges(status: int) -> None:
    outcome = replace(FAILED, status=status)

    assert not outcome.acknowledged
    assert after(OWED, outcome, now=2_000, delays_ms=(5_000,)).due_at == 7_000


@pytest.mark.parametrize("trouble", list(FailureReason))
def test_no_trouble_acknowledges(trouble: FailureReason) -> None:
    outcome = DeliveryOutcome(None, trouble, 12)

    assert after(OWED, outcome, now=2_000, delays_ms=()).status is DeliveryStatus.FAILED


def test_what_is_kept_of_an_answer_is_text_and_who_gave_it() -> None:
    answer = Answer(500, None, 12, ip_address("203.0.113.7"), b"o\0ps \xff")
    silence = Answer(None, FailureReason.DNS_FAILED, 3, None)

    assert outcome_of(answer) == DeliveryOutcome(500, None, 12, "203.0.113.7", "o\ufffdps \ufffd")
    assert outcome_of(silence) == DeliveryOutcome(None, FailureReason.DNS_FAILED, 3, None, "")


def test_200_ends_it() -> None:
    done = after(OWED, replace(FAILED, status=200), now=2_000, delays_ms=(5_000,))

    assert (done.status, done.finished_at) == (DeliveryStatus.DELIVERED, 2_000)
    assert (done.is_due, done.lease_owner) == (False, None)


def test_n_delays_are_n_retries() -> None:
    delivery, seen = OWED, []
    for _ in range(3):
        delivery = after(delivery, FAILED, now=2_000, delays_ms=(5_000, 15_000))
        seen.append((delivery.status, delivery.due_at - 2_000))

    assert seen == [
        (DeliveryStatus.PENDING, 5_000),
        (DeliveryStatus.PENDING, 15_000),
        (DeliveryStatus.FAILED, 15_000),  # as it was: nothing is due any more
    ]
    assert delivery.failures == 3


def test_an_interruption_is_no_failure() -> None:
    waiting = interrupted(OWED)

    assert waiting == replace(OWED, lease_owner=None)


@pytest.mark.parametrize("status", list(DeliveryStatus))
def test_whatever_is_resent_has_the_whole_schedule_before_it(status: DeliveryStatus) -> None:
    again = resent(replace(OWED, status=status, failures=10, is_due=False, finished_at=1_500), now=2_000)

    assert (again.status, again.failures, again.due_at) == (DeliveryStatus.PENDING, 0, 2_000)
    assert (again.is_due, again.finished_at) == (True, None)


@pytest.mark.parametrize("before", [DeliveryStatus.DELIVERED, DeliveryStatus.FAILED])
@pytest.mark.parametrize("to", [DeliveryStatus.DELIVERED, DeliveryStatus.FAILED])
def test_what_has_ended_does_not_end_again(before: DeliveryStatus, to: DeliveryStatus) -> None:
    with pytest.raises(IllegalDeliveryTransition, match=f"gen_1 cannot go from {before} to {to}"):
        move(replace(OWED, status=before), to)
