"""Black Forest Labs on loopback: tasks submitted and looked at, credits, pictures behind signed URLs.

Its shapes are those of the vendor's OpenAPI document, except that fields which it does not know are refused, not
ignored. `python -m tests.fakes.bfl --port N` runs it as a program; its key is KEY.
"""

import itertools
import re
from collections.abc import Callable, Mapping
from typing import Any

from tests.fakes.faults import Fault
from tests.fakes.ledger import Purchase
from tests.fakes.media import TYPES, media
from tests.fakes.server import Answer, Asked, FakeVendor, json_answer, main

KEY = "bfl_77b3s3cr3tofthehousef2a9c1e000000000"
LOOKS = ("Pending", "Generating")  # what a task is at its first looks; then it is done
CREDITS = 1_000.0  # cents
FIRST_MEGAPIXEL, MEGAPIXEL = 6, 6  # cents
PIXELS_MAX = 4_000_000
ROUTES = (
    ("submit", "POST", re.compile(r"/v1/(?P<model>flux-[\w.-]+)")),
    ("status", "GET", re.compile(r"/v1/get_result")),
    ("account", "GET", re.compile(r"/v1/credits")),
    ("file", "GET", re.compile(r"/signed/(?P<file>[\w.-]+)")),
)

Check = Callable[[Any], bool]


def whole(low: int, high: int) -> Check:
    return lambda value: isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def number(low: float, high: float) -> Check:
    return lambda value: isinstance(value, int | float) and not isinstance(value, bool) and low <= value <= high


def side(value: Any) -> bool:
    return whole(64, 4_096)(value) and value % 16 == 0


FIELDS: Mapping[str, Check] = {
    "prompt": lambda value: isinstance(value, str),
    "prompt_upsampling": lambda value: isinstance(value, bool),
    "seed": whole(-(2**63), 2**63 - 1),
    "width": side,
    "height": side,
    "guidance": number(1.5, 10),
    "steps": whole(1, 50),
    "safety_tolerance": whole(0, 5),
    "output_format": lambda value: value in ("jpeg", "png"),
}
MODELS: Mapping[str, Mapping[str, Check]] = {"flux-2-flex": FIELDS}


class FakeBfl(FakeVendor):
    """Black Forest Labs, as far as a buyer sees it."""

    def __init__(self, key: str = KEY, looks: tuple[str, ...] = LOOKS) -> None:
        super().__init__(key)
        self.looks = looks
        self.credits = CREDITS
        self.cluster = ""  # where tasks are said to be; "" for here
        self.forgotten: set[str] = set()  # tasks that it knows nothing of
        self.ending: dict[str, Any] = {}  # laid over what a finished task is told as
        self.final_status = 200  # of the answer that tells of a finished task
        self._numbers = itertools.count(1)

    def step_of(self, asked: Asked) -> str | None:
        return next((step for step, how, path in ROUTES if how == asked.method and path.fullmatch(asked.path)), None)

    def answer(self, step: str, asked: Asked) -> Answer:
        found = next(m for name, _, path in ROUTES if name == step and (m := path.fullmatch(asked.path)))
        if step == "file":
            return Answer(200, media("png"), (("content-type", TYPES["png"]),))
        if asked.headers.get("x-key") != self.key:
            return json_answer(403, {"detail": "Not authenticated"})
        match step:
            case "submit":
                return self.submit(found["model"], asked)
            case "account":
                return json_answer(200, {"credits": self.credits})
        return self.status(asked.query.get("id", [""])[0])

    async def go_wrong(self, fault: Fault, step: str, asked: Asked, receive: Any, send: Any) -> None:
        if step == "status" and fault in (Fault.UNKNOWN_STATE, Fault.BACKWARDS):
            state = {Fault.UNKNOWN_STATE: "Reconsidering", Fault.BACKWARDS: "Pending"}[fault]
            task = asked.query.get("id", [""])[0]
            await self.tell(send, step, json_answer(200, told(task, state)))
            return
        await super().go_wrong(fault, step, asked, receive, send)

    def before_work(self, fault: Fault, asked: Asked) -> Answer | None:
        busy = {"error": "rate_limit_exceeded", "message": "Too many concurrent requests", "retry_after": 5}
        own = {
            Fault.BUSY: json_answer(429, busy),
            Fault.BUSY_FOR_7: json_answer(429, busy, Retry_After="7"),
            Fault.BAD_KEY: json_answer(403, {"detail": "Not authenticated"}),
            Fault.NO_MONEY: json_answer(402, {"detail": "Insufficient credits"}),
            Fault.ECHO_KEY: json_answer(400, {"detail": f"bad header: {asked.headers.get('x-key', '')}"}),
        }
        return own.get(fault) or super().before_work(fault, asked)

    def submit(self, model: str, asked: Asked) -> Answer:
        if model not in MODELS:
            return json_answer(404, {"detail": "Not Found"})
        body = asked.json()
        if fault := fault_in(MODELS[model], body):
            return json_answer(422, {"detail": [fault]})
        megapixels = round(body["width"] * body["height"] / 1_000_000, 2)
        cost = round(FIRST_MEGAPIXEL + max(0.0, megapixels - 1) * MEGAPIXEL, 2)
        if cost > self.credits:
            return json_answer(402, {"detail": "Insufficient credits"})
        self.credits -= cost
        task = f"b{next(self._numbers):08d}-4b1d"
        self.ledger.add(Purchase(task, model, body, self.key, round(cost * 10_000), cost, {}))
        place = f"{self.cluster or self.base}/v1/get_result?id={task}"
        accepted = {"id": task, "polling_url": place, "cost": cost, "input_mp": 0.0, "output_mp": megapixels}
        return json_answer(200, accepted)

    def status(self, task: str) -> Answer:
        purchase = self.ledger.find(task)
        if purchase is None or task in self.forgotten:
            return json_answer(404, told(task, "Task not found"))
        purchase.looks += 1
        if purchase.looks <= len(self.looks):
            state = self.looks[purchase.looks - 1]
            return json_answer(200, told(task, state) | {"progress": 0.4 if state == "Generating" else None})
        signed = f"{self.base}/signed/{task}.png?se=2026-11-23T21%3A40%3A00Z&sig=x"
        sample = {"sample": signed, "seed": purchase.body.get("seed", 7), "prompt": purchase.body["prompt"]}
        return json_answer(self.final_status, told(task, "Ready") | {"result": sample, "progress": 1.0} | self.ending)


def told(task: str, status: str) -> dict[str, Any]:
    """A task as it is looked at."""
    return {"id": task, "status": status, "result": None, "progress": None, "details": None, "preview": None}


def fault_in(fields: Mapping[str, Check], body: Any) -> dict[str, Any] | None:
    """The first thing that a model does not take."""
    if not isinstance(body, Mapping):
        return {"loc": ["body"], "msg": "Input should be a valid dictionary", "type": "model_attributes_type"}
    if "prompt" not in body:
        return {"loc": ["body", "prompt"], "msg": "Field required", "type": "missing"}
    for name, value in body.items():
        if name not in fields:
            return {"loc": ["body", name], "msg": "Extra inputs are not permitted", "type": "extra_forbidden"}
        if not fields[name](value):
            return {"loc": ["body", name], "msg": "Input should be a valid value", "type": "value_error"}
    if body.get("width", 0) * body.get("height", 0) > PIXELS_MAX:
        return {"loc": ["body", "width"], "msg": "Input should be at most 4 MP", "type": "value_error"}
    return None


if __name__ == "__main__":
    main(FakeBfl())
