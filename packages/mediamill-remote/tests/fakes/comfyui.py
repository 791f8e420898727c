"""A ComfyUI on loopback: prompts checked, queued, run, interrupted; uploads, and real files as outputs.

`python -m tests.fakes.comfyui --port N` runs it as a program.
"""

import json
import re
import uuid
from collections.abc import Mapping
from typing import Any

from tests.fakes.faults import Fault
from tests.fakes.forms import form_of
from tests.fakes.ledger import Purchase
from tests.fakes.media import TYPES, media
from tests.fakes.server import Answer, Asked, FakeVendor, json_answer, main, send_answer

LOOKS = ("waiting", "running")  # what a prompt is at its first looks; then it has ended
WORK_MILLISECONDS = 2_500
STARTED = 1_795_469_064_635  # milliseconds since 1970
LOADERS: Mapping[str, str] = {"LoadImage": "image", "LoadAudio": "audio"}  # nodes -> the input that names an upload
# Nodes that save: under which name their outputs stand, and the kind of file.
SAVERS: Mapping[str, tuple[str, str]] = {
    "SaveImage": ("images", "png"),
    "PreviewImage": ("images", "png"),
    "SaveVideo": ("images", "mp4"),
    "SaveGLB": ("3d", "glb"),
}
ROUTES = (
    ("upload", "POST", re.compile(r"/upload/image")),
    ("forget", "POST", re.compile(r"/history")),
    ("submit", "POST", re.compile(r"/prompt")),
    ("status", "GET", re.compile(r"/history/(?P<id>[\w-]+)")),
    ("queue", "GET", re.compile(r"/queue")),
    ("cancel", "POST", re.compile(r"/api/jobs/(?P<id>[\w-]+)/cancel")),
    ("dequeue", "POST", re.compile(r"/queue")),
    ("interrupt", "POST", re.compile(r"/interrupt")),
    ("file", "GET", re.compile(r"/view")),
    ("account", "GET", re.compile(r"/system_stats")),
)


class FakeComfyUI(FakeVendor):
    """ComfyUI, as far as a client sees it."""

    def __init__(self, looks: tuple[str, ...] = LOOKS, *, has_jobs: bool = True) -> None:
        super().__init__("")
        self.looks = looks
        self.has_jobs = has_jobs  # it knows the newer call that cancels by id
        self.uploads: dict[str, bytes] = {}  # "folder/name" -> what was handed in
        self.ended: dict[str, dict[str, Any]] = {}  # the history
        self.endings: list[tuple[str, dict[str, Any]]] = []  # events with which the next prompts end, in order
        self.weights: set[str] | None = None  # names of files that loaders find; None for all
        self.others: list[Any] = []  # prompts of other clients, that run
        self.interrupted_others = 0
        self.made: dict[str, Any] = {}  # a workflow -> its outputs: it is not run a second time

    def step_of(self, asked: Asked) -> str | None:
        step = next(
            (step for step, method, path in ROUTES if method == asked.method and path.fullmatch(asked.path)), None
        )
        return None if step == "cancel" and not self.has_jobs else step

    def answer(self, step: str, asked: Asked) -> Answer:
        found = next(m for name, _, path in ROUTES if name == step and (m := path.fullmatch(asked.path)))
        match step:
            case "upload":
                return self.upload(form_of(asked))
            case "forget":
                for id in asked.json()["delete"]:
                    self.ended.pop(id, None)
                return Answer(200)
            case "submit":
                return self.submit(asked)
            case "status":
                return self.status(found["id"])
            case "queue":
                return json_answer(200, self.queue())
            case "cancel":
                return json_answer(200, {"cancelled": self.dequeue(found["id"]) or self.interrupt(found["id"])})
            case "dequeue":
                for id in asked.json()["delete"]:
                    self.dequeue(id)
                return Answer(200)
            case "interrupt":
                if not self.interrupt(asked.json()["prompt_id"]):
                    self.interrupted_others += 1
                return Answer(200)
            case "account":
                return json_answer(200, {"system": {"comfyui_version": "0.3.64"}, "devices": [{"type": "cpu"}]})
        return self.file(asked.query["filename"][0])

    async def go_wrong(self, fault: Fault, step: str, asked: Asked, receive: Any, send: Any) -> None:
        if step == "status" and fault is Fault.UNKNOWN_STATE:
            id = asked.path.rpartition("/")[2]
            odd = {id: {"prompt": [], "outputs": {}, "status": {"status_str": "paused", "messages": []}}}
            await send_answer(send, json_answer(200, odd))
            return
        if step == "status" and fault is Fault.BACKWARDS:
            await send_answer(send, json_answer(200, {}))
            return
        await super().go_wrong(fault, step, asked, receive, send)

    def upload(self, form: Mapping[str, Any]) -> Answer:
        if not isinstance(form.get("image"), bytes):
            return Answer(400)
        name, folder = "file.png", str(form.get("subfolder", ""))
        self.uploads[f"{folder}/{name}" if folder else name] = form["image"]
        return json_answer(200, {"name": name, "subfolder": folder, "type": "input"})

    def submit(self, asked: Asked) -> Answer:
        body = asked.json()
        prompt, id = body["prompt"], body.get("prompt_id", str(uuid.uuid4()))
        if str(uuid.UUID(id)) != id:
            return json_answer(400, {"error": {"type": "invalid_prompt_id", "message": "x"}, "node_errors": {}})
        if not any(node["class_type"] in SAVERS for node in prompt.values()):
            error = {"type": "prompt_no_outputs", "message": "Prompt has no outputs", "details": "", "extra_info": {}}
            return json_answer(400, {"error": error, "node_errors": {}})
        if faults := self.faults_of(prompt):
            error = {"type": "prompt_outputs_failed_validation", "message": "Prompt outputs failed validation"}
            return json_answer(400, {"error": {**error, "details": "", "extra_info": {}}, "node_errors": faults})
        number = len(self.ledger)
        self.ledger.add(Purchase(id, "prompt", prompt, "", 0, WORK_MILLISECONDS / 1_000, {}))
        return json_answer(200, {"prompt_id": id, "number": number, "node_errors": {}})

    def faults_of(self, prompt: Mapping[str, Any]) -> dict[str, Any]:
        """`node_errors`: uploads and weights that are not there."""
        found = {}
        for number, node in prompt.items():
            named = node["inputs"].get(LOADERS.get(node["class_type"], ""))
            weights = node["inputs"].get("ckpt_name")
            if named is not None and named not in self.uploads:
                details = f"image - Invalid image file: {named}"
                error = {"type": "custom_validation_failed", "message": "Custom validation failed for node"}
            elif weights is not None and self.weights is not None and weights not in self.weights:
                details = f"ckpt_name: '{weights}' not in {sorted(self.weights)}"
                error = {"type": "value_not_in_list", "message": "Value not in list"}
            else:
                continue
            errors = [{**error, "details": details, "extra_info": {}}]
            found[number] = {"errors": errors, "dependent_outputs": [], "class_type": node["class_type"]}
        return found

    def status(self, id: str) -> Answer:
        purchase = self.active(id)
        if purchase is not None and id not in self.ended:
            purchase.looks += 1
            if purchase.looks > len(self.looks):
                self.end(purchase, self.endings.pop(0) if self.endings else ("execution_success", {}))
        return json_answer(200, {id: self.ended[id]} if id in self.ended else {})

    def end(self, purchase: Purchase, event: tuple[str, dict[str, Any]]) -> None:
        """Write down how a prompt ended."""
        name, data = event
        last = {"prompt_id": purchase.id, "timestamp": STARTED + WORK_MILLISECONDS, **data}
        done = name == "execution_success"
        self.ended[purchase.id] = {
            "prompt": [0, purchase.id, purchase.body, {}, []],
            "outputs": self.outputs(purchase) if done else {},
            "status": {
                "status_str": "success" if done else "error",
                "completed": done,
                "messages": [
                    ["execution_start", {"prompt_id": purchase.id, "timestamp": STARTED}],
                    ["execution_cached", {"nodes": [], "prompt_id": purchase.id, "timestamp": STARTED + 2}],
                    [name, last],
                ],
            },
        }

    def outputs(self, purchase: Purchase) -> Any:
        """The files of a prompt by node; of an equal one, those that it made."""
        workflow = json.dumps(purchase.body, sort_keys=True)
        if workflow not in self.made:
            self.made[workflow] = {
                number: {SAVERS[node["class_type"]][0]: [self.saved(node, len(self.made))]}
                for number, node in purchase.body.items()
                if node["class_type"] in SAVERS
            }
        return self.made[workflow]

    def saved(self, node: Mapping[str, Any], count: int) -> dict[str, str]:
        kind = SAVERS[node["class_type"]][1]
        folder, _, name = str(node["inputs"].get("filename_prefix", "ComfyUI")).rpartition("/")
        return {"filename": f"{name}_{count + 1:05}_.{kind}", "subfolder": folder, "type": "output"}

    def queue(self) -> dict[str, Any]:
        live = [one for one in self.ledger.purchases if self.active(one.id) is one and one.id not in self.ended]
        parts: dict[str, list[Any]] = {"queue_running": list(self.others), "queue_pending": []}
        for number, one in enumerate(live):
            state = self.looks[min(max(one.looks, 1), len(self.looks)) - 1]
            part = "queue_running" if state == "running" else "queue_pending"
            parts[part].append([number, one.id, one.body, {}, []])
        return parts

    def active(self, id: str) -> Purchase | None:
        """The newest prompt of this id, unless it was taken away."""
        same = [one for one in self.ledger.purchases if one.id == id]
        return same[-1] if same and same[-1].cancelled_at is None else None

    def dequeue(self, id: str) -> bool:
        if any(one[1] == id for one in self.queue()["queue_pending"]):
            (self.active(id) or self.ledger.only).cancelled_at = 1.0
            return True
        return False

    def interrupt(self, id: str) -> bool:
        purchase = self.active(id)
        if purchase is None or not any(one[1] == id for one in self.queue()["queue_running"]):
            return False
        self.end(purchase, ("execution_interrupted", {"node_id": "9", "node_type": "KSampler", "executed": []}))
        purchase.cancelled_at = 1.0
        return True

    def file(self, name: str) -> Answer:
        kind = name.rpartition(".")[2]
        return Answer(200, media(kind), (("content-type", TYPES[kind]),)) if kind in TYPES else Answer(404)


if __name__ == "__main__":
    main(FakeComfyUI())
