"""Policies are code of others: one that breaks, hangs or talks nonsense has not said yes."""

import threading
from collections.abc import Mapping
from typing import Any

import pytest

from mediamill.policies import Judges, PolicyBroke, judging

PROMPT = {"prompt": "a heron"}
PATIENCE = 30.0


class Says:
    """Answers the same to everybody, and remembers what it was asked."""

    def __init__(self, answer: object) -> None:
        self.answer = answer
        self.asked: list[tuple[str, str, Mapping[str, Any]]] = []

    def judge(self, tool: str, model: str, input: Mapping[str, Any]) -> Any:
        self.asked.append((tool, model, input))
        if isinstance(self.answer, BaseException):
            raise self.answer
        return self.answer


class Hangs:
    """Answers nobody until it is let go."""

    def __init__(self) -> None:
        self.let_go = threading.Event()

    def judge(self, tool: str, model: str, input: Mapping[str, Any]) -> None:
        self.let_go.wait(PATIENCE)


async def judged(*policies: Any, seconds: float = PATIENCE) -> str | None:
    judges = Judges({str(number): policy for number, policy in enumerate(policies)}, seconds)
    return await judges.judge("create-image", "nano-banana", PROMPT)


async def test_the_first_that_refuses_has_the_word() -> None:
    calm, strict, other = Says(None), Says("Not  here.\n"), Says("Nor there.")

    assert await judged() is None
    assert await judged(calm) is None
    assert await judged(calm, strict, other) == "Not here."
    assert calm.asked[0] == ("create-image", "nano-banana", PROMPT)
    assert other.asked == []


@pytest.mark.parametrize("answer", [True, False, 0, "", "  ", b"no", ["no"]])
async def test_nonsense_is_no_yes(answer: object) -> None:
    with pytest.raises(PolicyBroke, match="neither None nor a sentence"):
        await judged(Says(answer))


@pytest.mark.parametrize("fault", [RuntimeError("no such table"), SystemExit(1), KeyboardInterrupt()])
async def test_one_that_breaks_has_not_said_yes(fault: BaseException, caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(PolicyBroke, match="the log says why"):
        await judged(Says(fault))

    assert type(fault).__name__ in caplog.text


async def test_one_that_hangs_has_not_said_yes_and_holds_up_no_more_than_so_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(judging, "UNDER_WAY_MAX", 2)
    hanging = Hangs()
    judges = Judges({"house": hanging}, 0.01)
    try:
        for trouble in ("within 0.01 seconds", "within 0.01 seconds", "has not answered 2 calls"):
            with pytest.raises(PolicyBroke, match=trouble):
                await judges.judge("create-image", "nano-banana", PROMPT)
    finally:
        hanging.let_go.set()


async def test_a_policy_cannot_change_the_input() -> None:
    class Meddles:
        def judge(self, tool: str, model: str, input: Any) -> None:
            input["prompt"] = "a wolf"

    given = dict(PROMPT)
    await Judges({"meddles": Meddles()}, PATIENCE).judge("create-image", "nano-banana", given)

    assert given == PROMPT


async def test_a_long_sentence_is_cut() -> None:
    assert await judged(Says("no " * 1_000)) == ("no " * 1_000)[: judging.SENTENCE_CHARACTERS_MAX]
