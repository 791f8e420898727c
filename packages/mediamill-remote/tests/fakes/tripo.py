"""A Tripo on loopback: tasks bought and looked at, a store of files, real results.

`python -m tests.fakes.tripo --port N` runs it as a program; its key is KEY.
"""

import itertools
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tests.fakes.faults import Fault
from tests.fakes.ledger import Purchase
from tests.fakes.media import TYPES, media
from tests.fakes.server import NASTY, Answer, Asked, FakeVendor, json_answer, main, send_answer

KEY = "tsk_f2a9c1e077b3s3cr3tofthehouse000000000"
LOOKS = ("queued", "running")  # what a task is at its first looks; then it is done
PROGRESS = 40
CREDIT_USD = 0.01
ROUTES = (
    ("submit", "POST", re.compile(r"/v3/generation/(?P<kind>text-to-model|image-to-model)")),
    ("status", "GET", re.compile(r"/v3/tasks/(?P<id>\w+)")),
    ("upload", "POST", re.compile(r"/v3/files")),
    ("account", "GET", re.compile(r"/v3/account/balance")),
    ("file", "GET", re.compile(r"/files/(?P<file>[\w.-]+)")),
)


@dataclass(frozen=True)
class Product:
    """One endpoint: what its body has to say, and what a task takes."""

    required: tuple[str, ...]
    credits: int


PRODUCTS: Mapping[str, Product] = {
    "text-to-model": Product(("prompt", "model"), 20),
    "image-to-model": Product(("input", "model"), 30),
}


class FakeTripo(FakeVendor):
    """Tripo, as far as a buyer sees it."""

    def __init__(self, key: str = KEY, looks: tuple[str, ...] = LOOKS) -> None:
        super().__init__(key)
        self.looks = looks
        self.stored: dict[str, bytes] = {}  # what was handed in, in its form
        self.forgotten: set[str] = set()  # tasks that it knows nothing of
        self.ending: dict[str, Any] = {}  # what tasks end with
        self.balance: Any = 1_000
        self._numbers = itertools.count(1)

    def step_of(self, asked: Asked) -> str | None:
        return next(
            (one for one, method, path in ROUTES if method == asked.method and path.fullmatch(asked.path)), None
        )

    def answer(self, step: str, asked: Asked) -> Answer:
        found = next(m for name, _, path in ROUTES if name == step and (m := path.fullmatch(asked.path)))
        if step == "file":
            kind = found["file"].rpartition(".")[2]
            return Answer(200, media(kind), (("content-type", TYPES[kind]),)) if kind in TYPES else Answer(404)
        if asked.headers.get("authorization") != f"Bearer {self.key}":
            return failed(401, 1002, "Authentication failed")
        match step:
            case "submit":
                return self.submit(found["kind"], asked)
            case "upload":
                token = f"file_{next(self._numbers)}"
                self.stored[token] = asked.body
                return done({"file_token": token})
            case "account":
                return done({"balance": self.balance, "frozen": 0})
        task = self.ledger.find(found["id"])
        if task is None or task.id in self.forgotten:
            return failed(404, 2001, "Task not found")
        return self.status(task)

    async def go_wrong(self, fault: Fault, step: str, asked: Asked, receive: Any, send: Any) -> None:
        if step == "status" and fault in (Fault.UNKNOWN_STATE, Fault.BACKWARDS):
            state = {Fault.UNKNOWN_STATE: "reconsidering", Fault.BACKWARDS: "queued"}[fault]
            await send_answer(send, done({"task_id": "t", "status": state, "progress": 0}))
            return
        await super().go_wrong(fault, step, asked, receive, send)

    def before_work(self, fault: Fault, asked: Asked) -> Answer | None:
        echo = asked.headers.get("authorization", "")
        own = {
            Fault.BUSY: failed(429, 2000, "You have exceeded the limit of generation"),
            Fault.GONE: failed(404, 1004, "Not found"),
            Fault.BAD_KEY: failed(401, 1002, "Authentication failed"),
            Fault.NO_MONEY: failed(403, 2010, "You need more credits to start a new task"),
            Fault.ECHO_KEY: failed(400, 1004, f"bad header: {echo}"),
        }
        return own.get(fault) or super().before_work(fault, asked)

    def after_work(self, fault: Fault, done: Answer) -> Answer:
        own = {Fault.BREAK: failed(500, 1001, "Fatal server error"), Fault.NASTY_TEXT: failed(500, 1001, NASTY)}
        return own.get(fault) or super().after_work(fault, done)

    def submit(self, kind: str, asked: Asked) -> Answer:
        body, product = asked.json(), PRODUCTS[kind]
        if missing := [name for name in product.required if not body.get(name)]:
            return failed(400, 1004, f"{missing[0]} is required")
        if "input" in body and body["input"] not in self.stored:
            return failed(400, 2003, "The input file is empty")
        price = round(product.credits * CREDIT_USD * 1_000_000)
        task = Purchase(f"t{next(self._numbers):025d}", kind, body, self.key, price, product.credits, {})
        self.ledger.add(task)
        return done({"task_id": task.id})

    def status(self, task: Purchase) -> Answer:
        task.looks += 1
        about = {"task_id": task.id, "type": task.model, "input": task.body, "output": {}, "progress": 0}
        if task.looks <= len(self.looks):
            state = self.looks[task.looks - 1]
            return done(about | {"status": state, "progress": PROGRESS if state == "running" else 0})
        made = {"model_url": f"{self.base}/files/{task.id}.glb"}
        spent = {"credits_consumed": PRODUCTS[task.model].credits}
        return done(about | {"status": "success", "progress": 100, "output": made} | spent | self.ending)


def done(data: Mapping[str, Any]) -> Answer:
    """Tripo's envelope around what went well."""
    return json_answer(200, {"code": 0, "data": data})


def failed(status: int, code: int, message: str) -> Answer:
    """The same around an error."""
    return json_answer(status, {"code": code, "message": message, "suggestion": ""})


if __name__ == "__main__":
    main(FakeTripo())
