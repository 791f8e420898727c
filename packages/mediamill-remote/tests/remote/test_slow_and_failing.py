"""Everything answers late and fails again and again: the vendor, and the storage; the work is done by two workers."""

import asyncio
import itertools
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mediamill import purchases
from mediamill.purchases import PurchaseState
from tests.conformance.bucket import credentials, running_bucket
from tests.fakes.fal import KEY, FakeFal
from tests.fakes.faults import Fault, Script, Trouble
from tests.fakes.server import Asked, Receive, Scope, Send, running
from tests.remote.conftest import MODELS
from tests.remote.serving import FAL, serving
from tests.service import Service

ANSWER_SECONDS = 0.15  # of each answer of the vendor, and of each put into the storage
FAILING = 3  # every third call of a step
END_SECONDS = 400.0  # a lost answer is waited for as long as the vendor may take
LOSING = (Fault.LOSE_ANSWER, Fault.BREAK, Fault.HTML, Fault.DROP)  # who submits cannot know whether it was bought
TROUBLES = {
    "submit": (Fault.LOSE_ANSWER, Fault.BUSY, Fault.BREAK, Fault.DROP, Fault.BUSY_FOR_7, Fault.HTML),
    "status": (Fault.BREAK, Fault.HTML, Fault.UNKNOWN_STATE, Fault.LOSE_ANSWER, Fault.BACKWARDS, Fault.BUSY),
    "result": (Fault.LOSE_ANSWER, Fault.CUT_JSON, Fault.BREAK, Fault.BUSY, Fault.DROP),
    "file": (Fault.DROP, Fault.BREAK, Fault.EXPIRED, Fault.LOSE_ANSWER),
}
WISHES = [
    (name, number)
    for number in range(5)
    for name in (
        "create-image/nano-banana",
        "create-image/flux-2-flex",
        "sound-effects/voicevendor-sound-effects",
        "text-to-speech/voicevendor-tts",
    )
]


class EveryThird(Script):
    """Something goes wrong at every third call of each step, each time something else."""

    def __init__(self) -> None:
        super().__init__()
        self.calls: Counter[str] = Counter()
        self.troubles: dict[str, Iterator[Fault]] = {step: itertools.cycle(all) for step, all in TROUBLES.items()}

    def next(self, step: str) -> Trouble | None:
        self.calls[step] += 1
        return next(self.troubles[step]) if step in TROUBLES and self.calls[step] % FAILING == 0 else None


class WearyFal(FakeFal):
    """A fal that takes its time and often fails, though it loses no generation's answer twice: that would end it."""

    def __init__(self) -> None:
        super().__init__()
        self.script = self.calls = EveryThird()
        self.lost: set[bytes] = set()  # bodies of submits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await asyncio.sleep(ANSWER_SECONDS)
        await super().__call__(scope, receive, send)

    async def go_wrong(self, fault: Fault, step: str, asked: Asked, receive: Any, send: Any) -> None:
        if step == "submit" and fault in LOSING:
            fault = Fault.BUSY if asked.body in self.lost else fault
            self.lost.add(asked.body)
        await super().go_wrong(fault, step, asked, receive, send)


@pytest.fixture
def weary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[WearyFal, Service]]:
    """A service without a worker, and two workers beside it."""
    fal = WearyFal()
    with running(fal) as base, running_bucket(ANSWER_SECONDS) as bucket:
        for name, value in credentials(bucket).items():
            monkeypatch.setenv(name, value)
        settings = {"running_pro": "1000", "storage_url": f"{bucket.url}/media"}
        with serving(tmp_path, FAL.replace("{base}", base), {"key": KEY}, "--no-worker", **settings) as service:
            workers = [service.hire(), service.hire()]
            try:
                yield fal, service
            finally:
                for worker in workers:
                    worker.close()


@pytest.mark.slow
def test_where_everything_is_slow_and_fails_all_is_made_and_the_books_are_exact(
    weary: tuple[WearyFal, Service],
) -> None:
    fal, service = weary
    ada = service.open_account("ada", credits=10_000)
    ordered = []
    for name, number in WISHES:
        model = MODELS[name]
        prompt = f"a heron, number {number}"
        ordered.append(ada.start(model.tool, **{**model.example, "model": model.slug, "prompt": prompt}))

    ended = [ada.wait(id, seconds=END_SECONDS) for id in ordered]

    assert [(None, "success")] * len(WISHES) == [(one["error"], one["status"]) for one in ended]
    assert all(fal.calls.calls[step] >= FAILING * len(TROUBLES[step]) for step in TROUBLES), fal.calls.calls
    assert len(WISHES) <= len(fal.ledger) <= len(WISHES) + len(fal.lost)
    bought = service.write(lambda tx: [one for id in ordered for one in purchases.of_generation(tx, id)])
    states = Counter(one.state for one in bought)
    assert states[PurchaseState.SETTLED] == len(WISHES)
    assert states[PurchaseState.UNKNOWN] == len(fal.lost)
    assert sum(one.booked for one in bought) >= sum(one.price for one in fal.ledger.purchases)
    assert service.is_exact()
    assert KEY not in service.log
