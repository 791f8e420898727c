"""A Meshy on loopback: tasks bought in one step or two, looked at, listed and deleted, real results.

`python -m tests.fakes.meshy --port N` runs it as a program; its key is KEY. The ledger has what a result begins with;
`steps` has the tasks that were bought after one.
"""

import itertools
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.fakes.faults import Fault
from tests.fakes.ledger import Ledger, Purchase
from tests.fakes.media import TYPES, media
from tests.fakes.server import NASTY, Answer, Asked, FakeVendor, json_answer, main, send_answer

KEY = "msy_f2a9c1e077b3s3cr3tofthehouse000000000"
LOOKS = ("PENDING", "IN_PROGRESS")  # what a task is at its first looks; then it is done
PROGRESS, AHEAD = 42, 3
CREDIT_USD = 0.02
MOTION_SECONDS = [half / 2 for half in range(4, 21)]
MODES = ("preview", "refine")
ROUTES = (
    ("submit", "POST", re.compile(r"/openapi/(?P<kind>v2/text-to-3d|v1/text-to-motion|v1/image-to-3d)")),
    ("history", "GET", re.compile(r"/openapi/(?P<kind>v2/text-to-3d|v1/text-to-motion|v1/image-to-3d)")),
    ("status", "GET", re.compile(r"/openapi/v\d/[\w-]+/(?P<id>\w+)")),
    ("cancel", "DELETE", re.compile(r"/openapi/v\d/[\w-]+/(?P<id>\w+)")),
    ("account", "GET", re.compile(r"/openapi/v1/balance")),
    ("file", "GET", re.compile(r"/files/(?P<file>[\w.-]+)")),
)


@dataclass(frozen=True)
class Body:
    """What a call may say, after Meshy's page of its endpoint; written by hand."""

    required: Mapping[str, type]
    optional: Mapping[str, type]
    prompt_max: int
    values: Mapping[str, list[Any]] = field(default_factory=dict)


LOOKS_AND_FILES = {"ai_model": str, "moderation": bool, "target_formats": list}
BODIES: Mapping[str, Body] = {
    "preview": Body(
        {"mode": str, "prompt": str},
        {**LOOKS_AND_FILES, "topology": str, "should_remesh": bool, "target_polycount": int, "symmetry_mode": str},
        600,
        {"ai_model": ["meshy-5", "meshy-6", "latest"], "topology": ["quad", "triangle"]},
    ),
    "refine": Body(
        {"mode": str, "preview_task_id": str},
        {**LOOKS_AND_FILES, "enable_pbr": bool, "texture_prompt": str},
        600,
        {"ai_model": ["meshy-5", "meshy-6", "latest"]},
    ),
    "v1/text-to-motion": Body(
        {"prompt": str, "duration": (int, float)},  # type: ignore[dict-item]
        {"mode": str},
        400,
        {"mode": ["prime", "swift"], "duration": MOTION_SECONDS},
    ),
    "v1/image-to-3d": Body(
        {"image_url": str}, {**LOOKS_AND_FILES, "should_texture": bool, "enable_pbr": bool, "should_remesh": bool}, 0
    ),
}
CREDITS = {"preview": 20, "refine": 10, "v1/text-to-motion": 10, "v1/image-to-3d": 30}


class FakeMeshy(FakeVendor):
    """Meshy, as far as a buyer sees it."""

    def __init__(self, key: str = KEY, looks: tuple[str, ...] = LOOKS) -> None:
        super().__init__(key)
        self.looks = looks
        self.steps = Ledger()
        self.forgotten: set[str] = set()  # tasks that it knows nothing of
        self.endings: dict[str, dict[str, Any]] = {}  # kind of task -> what such tasks end with
        self.unlisted: set[str] = set()  # fields that its lists do not show
        self.names_first = False  # a refine says which preview it is of: no page says that it does
        self.created: dict[str, int] = {}
        self.balance: Any = 1_000
        self._numbers = itertools.count(1)

    def step_of(self, asked: Asked) -> str | None:
        step = next(
            (one for one, method, path in ROUTES if method == asked.method and path.fullmatch(asked.path)), None
        )
        return "advance" if step == "submit" and asked.json().get("mode") == "refine" else step

    def answer(self, step: str, asked: Asked) -> Answer:
        route = "submit" if step == "advance" else step
        found = next(m for name, _, path in ROUTES if name == route and (m := path.fullmatch(asked.path)))
        if step == "file":
            return self.file(found["file"])
        if asked.headers.get("authorization") != f"Bearer {self.key}":
            return json_answer(401, {"message": "Invalid API key"})
        match step:
            case "submit" | "advance":
                return self.submit(found["kind"], asked)
            case "history":
                return self.list(found["kind"], asked)
            case "account":
                return json_answer(200, {"balance": self.balance})
        task = self.find(found["id"])
        if task is None or task.id in self.forgotten or task.cancelled_at is not None:
            return json_answer(404, {"message": "Task not found"})
        if step == "cancel":
            task.cancelled_at = 1.0
            return Answer(200)
        return self.status(task)

    async def go_wrong(self, fault: Fault, step: str, asked: Asked, receive: Any, send: Any) -> None:
        if step == "status" and fault in (Fault.UNKNOWN_STATE, Fault.BACKWARDS):
            state = {Fault.UNKNOWN_STATE: "RECONSIDERING", Fault.BACKWARDS: "PENDING"}[fault]
            await send_answer(send, json_answer(200, {"id": "t", "status": state, "progress": 0}))
            return
        await super().go_wrong(fault, step, asked, receive, send)

    def before_work(self, fault: Fault, asked: Asked) -> Answer | None:
        echo = asked.headers.get("authorization", "")
        own = {
            Fault.BUSY: json_answer(429, {"message": "RateLimitExceeded"}),
            Fault.BUSY_FOR_7: json_answer(429, {"message": "RateLimitExceeded"}, Retry_After="7"),
            Fault.GONE: json_answer(404, {"message": "Not found"}),
            Fault.BAD_KEY: json_answer(401, {"message": "Invalid API key"}),
            Fault.NO_MONEY: json_answer(402, {"message": "Insufficient funds"}),
            Fault.ECHO_KEY: json_answer(400, {"message": f"bad header: {echo}"}),
        }
        return own.get(fault) or super().before_work(fault, asked)

    def after_work(self, fault: Fault, done: Answer) -> Answer:
        own = {
            Fault.BREAK: json_answer(500, {"message": "Internal server error"}),
            Fault.NASTY_TEXT: json_answer(500, {"message": NASTY}),
        }
        return own.get(fault) or super().after_work(fault, done)

    def submit(self, path: str, asked: Asked) -> Answer:
        body = asked.json()
        kind = str(body.get("mode")) if path == "v2/text-to-3d" else path
        if fault := fault_of(body, BODIES.get(kind)):
            return json_answer(400, {"message": fault})
        if kind == "refine" and ((first := self.find(body["preview_task_id"])) is None or not self.is_done(first)):
            return json_answer(400, {"message": "Invalid preview_task_id: the preview task has not succeeded"})
        price = round(CREDITS[kind] * CREDIT_USD * 1_000_000)
        task = Purchase(f"t{next(self._numbers):025d}", kind, body, self.key, price, CREDITS[kind], {})
        (self.steps if kind == "refine" else self.ledger).add(task)
        self.created[task.id] = round(time.time() * 1_000)
        return json_answer(202, {"result": task.id})

    def list(self, path: str, asked: Asked) -> Answer:
        kinds = MODES if path == "v2/text-to-3d" else (path,)
        tasks = [one for one in (*self.ledger.purchases, *self.steps.purchases) if one.model in kinds]
        newest = sorted(tasks, key=lambda one: (self.created[one.id], one.id), reverse=True)
        size, page = int(asked.query.get("page_size", ["10"])[0]), int(asked.query.get("page_num", ["1"])[0])
        assert asked.query["sort_by"] == ["-created_at"]
        assert size <= 50
        shown = [self.told(one, "IN_PROGRESS") for one in newest[size * (page - 1) : size * page]]
        return json_answer(200, [{k: v for k, v in one.items() if k not in self.unlisted} for one in shown])

    def status(self, task: Purchase) -> Answer:
        task.looks += 1
        if not self.is_done(task):
            state = self.looks[task.looks - 1]
            queued = {"preceding_tasks": AHEAD} if state == "PENDING" else {"progress": PROGRESS}
            return json_answer(200, self.told(task, state) | queued)
        done = {"progress": 100, "finished_at": round(time.time() * 1_000), "consumed_credits": CREDITS[task.model]}
        return json_answer(
            200, self.told(task, "SUCCEEDED") | done | self.made(task) | self.endings.get(task.model, {})
        )

    def is_done(self, task: Purchase) -> bool:
        """Whether it was looked at often enough."""
        return task.looks > len(self.looks)

    def made(self, task: Purchase) -> dict[str, Any]:
        """Where the files are."""
        if task.model == "v1/text-to-motion":
            kind = "fbx" if task.body.get("mode", "prime") == "prime" else "bvh"
            return {"result": {"motion_url": f"{self.base}/files/{task.id}.{kind}", "motion_format": kind}}
        return {"model_urls": {"glb": f"{self.base}/files/{task.id}.glb"}}

    def told(self, task: Purchase, status: str) -> dict[str, Any]:
        """A task as its page has it: a refine shows its preview's prompt."""
        first = self.find(task.body.get("preview_task_id", "")) or task
        kind = f"text-to-3d-{task.model}" if task.model in MODES else task.model.partition("/")[2]
        about = {name: first.body[name] for name in ("prompt", "duration") if name in first.body}
        if self.names_first and first is not task:
            about["preview_task_id"] = first.id
        return {
            "id": task.id,
            "type": kind,
            **about,
            "model_urls": {},
            "status": status,
            "progress": 0,
            "preceding_tasks": 0,
            "created_at": self.created[task.id],
            "started_at": 0,
            "finished_at": 0,
            "expires_at": 0,
            "task_error": {"message": ""},
        }

    def file(self, name: str) -> Answer:
        kind = name.rpartition(".")[2]
        return Answer(200, media(kind), (("content-type", TYPES[kind]),)) if kind in TYPES else Answer(404)

    def find(self, id: str) -> Purchase | None:
        """A task of either kind."""
        return self.ledger.find(id) or self.steps.find(id)


def fault_of(body: Mapping[str, Any], allowed: Body | None) -> str | None:
    """What Meshy would say of a body; None where it takes it."""
    if allowed is None:
        return "Invalid mode"
    known = {**allowed.required, **allowed.optional}
    for name, value in body.items():
        if name not in known:
            return f"{name} is not known"
        if not isinstance(value, known[name]) or value not in allowed.values.get(name, [value]):
            return f"Invalid value for {name}"
    if missing := set(allowed.required) - set(body):
        return f"{', '.join(sorted(missing))} is missing"
    if len(body.get("prompt", "")) > allowed.prompt_max:
        return f"Prompt exceeds {allowed.prompt_max} characters"
    return None


if __name__ == "__main__":
    main(FakeMeshy())
