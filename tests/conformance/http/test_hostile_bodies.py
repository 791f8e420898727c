"""Whatever the body: an answer in JSON, soon, never a 5xx, and no memory kept of it."""

import gc
import time

import pytest

from tests.conformance.http.hostile import bodies
from tests.conformance.http.judge import refusal
from tests.service import Person, Service

pytestmark = pytest.mark.xdist_group("http")

ANSWER_SECONDS_MAX = 1.0
ROUNDS = 2
GROWTH_BYTES_MAX = 24 * 2**20


def test_there_are_three_hundred_of_them() -> None:
    assert len({body for _, body in bodies()}) >= 300


def test_no_body_does_harm(ada: Person) -> None:
    strange: list[tuple[str, int]] = []
    slow: list[tuple[str, float]] = []
    for what, body in bodies():
        started = time.monotonic()
        response = ada.post(body)
        seconds = time.monotonic() - started
        if seconds > ANSWER_SECONDS_MAX:
            slow.append((what, seconds))
        if response.status_code not in (200, 400, 404):
            strange.append((what, response.status_code))
        if response.status_code != 200:
            refusal(response)

    assert [] == strange
    assert [] == slow
    assert 200 == ada.run("drum-generator", {"model": "drumgen"}).status_code


@pytest.mark.slow
def test_no_body_is_remembered(ada: Person, service: Service) -> None:
    gc.collect()
    every = list(bodies())
    for _, body in every:
        ada.post(body)  # caches fill and the allocator grows once
    before = service.memory_bytes()
    for _ in range(ROUNDS):
        for _, body in every:
            ada.post(body)

    assert service.memory_bytes() - before < GROWTH_BYTES_MAX
    assert 200 == ada.get("/api/account").status_code


def test_what_is_refused_leaves_nothing_behind(ada: Person) -> None:
    for what, body in bodies():
        credits, total = ada.credits(), ada.total()
        if ada.post(body).status_code != 200:
            assert (credits, total) == (ada.credits(), ada.total()), what
