"""A Replicate on loopback: predictions created, looked at, listed and called off, a store of files, real results.

`python -m tests.fakes.replicate --port N` runs it as a program; its key is KEY.
"""

import itertools
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from tests.fakes.faults import Fault
from tests.fakes.ledger import Purchase
from tests.fakes.media import TYPES, media
from tests.fakes.server import Answer, Asked, FakeVendor, json_answer, main, send_answer

KEY = "r8_f2a9c1e077b3s3cr3tofthehouse0000000000"
LOOKS = ("starting", "processing")  # what a prediction is at its first looks; then it is done
PAGE = 2  # predictions in a list
WORK_SECONDS = 12.5
ROUTES = (
    ("submit", "POST", re.compile(r"/v1/predictions")),
    ("history", "GET", re.compile(r"/v1/predictions")),
    ("status", "GET", re.compile(r"/v1/predictions/(?P<id>\w+)")),
    ("cancel", "POST", re.compile(r"/v1/predictions/(?P<id>\w+)/cancel")),
    ("upload", "POST", re.compile(r"/v1/files")),
    ("account", "GET", re.compile(r"/v1/account")),
    ("file", "GET", re.compile(r"/files/(?P<file>[\w.-]+)")),
)


@dataclass(frozen=True)
class Product:
    """One model: what it wants, what it gives, what a second costs; 0 where a run has a price."""

    required: str  # fields, with blanks between them
    gives: Any  # kinds of files, in the shape of its output
    version: str = ""
    rate: int = 1_400  # millionths of a dollar
    price: int = 0
    files: str = ""  # fields that are URLs of files


PRODUCTS: Mapping[str, Product] = {
    "black-forest-labs/flux-2-flex": Product("prompt", "png", rate=0, price=60_000),
    "camenduru/tripo-sr": Product(
        "image_path", "glb", "e0d3fe8abce3ba86497ea3530d9eae59af7b2231b6c82bedfc32b0732d35ec3a", files="image_path"
    ),
    "camenduru/instantmesh": Product(
        "image_path",
        ["png", "obj"],
        "4f151757fd04d508b84f2192a17f58d11673971f05d9cb1fd8bd8149c6fc7cbb",
        files="image_path",
    ),
    "sepal/audiogen": Product("prompt", "wav", "154b3e5141493cb1b8cec976d9aa90f2b691137e39ad906d2421b74c2a8c52b8"),
    "cjwbw/demucs": Product(
        "audio",
        {"drums": "wav", "bass": "wav", "other": "wav", "vocals": "wav"},
        "25a173108cff36ef9f80f854c162d01df9e6528be175794b81158fa03836d953",
        files="audio",
    ),
}


class FakeReplicate(FakeVendor):
    """Replicate, as far as a buyer sees it."""

    def __init__(self, key: str = KEY, looks: tuple[str, ...] = LOOKS) -> None:
        super().__init__(key)
        self.looks = looks
        self.stored: dict[str, bytes] = {}  # what was handed in, in its form
        self.forgotten: set[str] = set()  # predictions that it knows nothing of
        self.endings: dict[str, dict[str, Any]] = {}  # model -> what its predictions end with
        self.created: dict[str, str] = {}
        self._numbers = itertools.count(1)

    def step_of(self, asked: Asked) -> str | None:
        return next(
            (step for step, method, path in ROUTES if method == asked.method and path.fullmatch(asked.path)), None
        )

    def answer(self, step: str, asked: Asked) -> Answer:
        found = next(m for name, _, path in ROUTES if name == step and (m := path.fullmatch(asked.path)))
        if step == "file":
            return self.file(found["file"])
        if asked.headers.get("authorization") != f"Bearer {self.key}":
            return json_answer(401, {"title": "Unauthenticated", "detail": "You did not pass a valid token"})
        match step:
            case "submit":
                return self.submit(asked)
            case "history":
                return self.list(asked)
            case "upload":
                return self.upload(asked)
            case "account":
                return json_answer(200, {"type": "user", "username": "ada"})
        purchase = self.ledger.find(found["id"])
        if purchase is None or found["id"] in self.forgotten:
            return json_answer(404, {"detail": "The requested resource does not exist"})
        return self.status(purchase) if step == "status" else self.cancel(purchase)

    async def go_wrong(self, fault: Fault, step: str, asked: Asked, receive: Any, send: Any) -> None:
        if step == "status" and fault in (Fault.UNKNOWN_STATE, Fault.BACKWARDS):
            state = {Fault.UNKNOWN_STATE: "terminated", Fault.BACKWARDS: "starting"}[fault]
            await send_answer(send, json_answer(200, {"id": "p", "status": state}))
            return
        await super().go_wrong(fault, step, asked, receive, send)

    def submit(self, asked: Asked) -> Answer:
        body = asked.json()
        model, _, version = body["version"].partition(":")
        product = PRODUCTS.get(model)
        if product is None or version != product.version:
            return json_answer(422, {"title": "Invalid version or not permitted", "detail": "It does not exist"})
        if lacking := [name for name in product.required.split() if name not in body["input"]]:
            return json_answer(
                422, {"title": "Input validation failed", "detail": f"- input: {lacking[0]} is required"}
            )
        number = f"p{next(self._numbers):025d}"
        price = product.price or round(product.rate * WORK_SECONDS)
        headers = {name: value for name, value in asked.headers.items() if name in ("cancel-after", "prefer")}
        purchase = self.ledger.add(Purchase(number, model, body["input"], self.key, price, WORK_SECONDS, headers))
        self.created[number] = f"{datetime.fromtimestamp(time.time(), UTC):%Y-%m-%dT%H:%M:%S.%fZ}"
        return json_answer(201, self.told(purchase, "starting"))

    def list(self, asked: Asked) -> Answer:
        """The newest first."""
        start, end = asked.query["created_after"][0], asked.query["created_before"][0]
        newest = [one for one in reversed(self.ledger.purchases) if start <= self.created[one.id] <= end]
        first = int(asked.query.get("cursor", ["0"])[0])
        last = first + PAGE
        place = f"{self.base}/v1/predictions?created_after={start}&created_before={end}&cursor={last}"
        results = [self.told(one, "processing") for one in newest[first:last]]
        return json_answer(200, {"next": place if last < len(newest) else None, "results": results})

    def status(self, purchase: Purchase) -> Answer:
        purchase.looks += 1
        if purchase.cancelled_at is not None:
            return json_answer(200, self.told(purchase, "aborted" if purchase.looks == 1 else "canceled"))
        if purchase.looks <= len(self.looks):
            state = self.looks[purchase.looks - 1]
            logs = "steps:  10%|#\nsteps:  40%|####" if state == "processing" else ""
            return json_answer(200, self.told(purchase, state) | {"logs": logs})
        product = PRODUCTS[purchase.model]
        unread = [name for name in product.files.split() if not self.readable(purchase.body[name])]
        if unread:
            return json_answer(200, self.told(purchase, "failed") | {"error": f"cannot read {unread[0]}"})
        done = self.told(purchase, "succeeded") | {
            "output": self.made(purchase, product.gives),
            "metrics": {"predict_time": WORK_SECONDS, "total_time": WORK_SECONDS + 2},
        }
        return json_answer(200, done | self.endings.get(purchase.model, {}))

    def cancel(self, purchase: Purchase) -> Answer:
        purchase.cancelled_at = purchase.cancelled_at or 1.0
        return json_answer(200, self.told(purchase, "canceled"))

    def upload(self, asked: Asked) -> Answer:
        name = f"f{next(self._numbers)}"
        self.stored[name] = asked.body
        return json_answer(201, {"id": name, "size": len(asked.body), "urls": {"get": f"{self.base}/v1/files/{name}"}})

    def file(self, name: str) -> Answer:
        kind = name.rpartition(".")[2]
        return Answer(200, media(kind), (("content-type", TYPES[kind]),)) if kind in TYPES else Answer(404)

    def told(self, purchase: Purchase, status: str) -> dict[str, Any]:
        place = f"{self.base}/v1/predictions/{purchase.id}"
        worked = status == "canceled"
        return {
            "id": purchase.id,
            "model": purchase.model,
            "version": PRODUCTS[purchase.model].version or "hidden",
            "input": purchase.body,
            "output": None,
            "error": None,
            "logs": "",
            "status": status,
            "metrics": {"predict_time": WORK_SECONDS} if worked else {},
            "created_at": self.created[purchase.id],
            "data_removed": False,
            "urls": {"get": place, "cancel": f"{place}/cancel"},
        }

    def made(self, purchase: Purchase, gives: Any, name: str = "out") -> Any:
        """The URLs of an output, in its shape."""
        if isinstance(gives, dict):
            return {part: self.made(purchase, kind, part) for part, kind in gives.items()}
        if isinstance(gives, list):
            return [self.made(purchase, kind, f"out{number}") for number, kind in enumerate(gives)]
        return f"{self.base}/files/{purchase.id}-{name}.{gives}"

    def readable(self, url: object) -> bool:
        """Whether it is a file that was handed in."""
        text = str(url)
        return text.startswith("data:") or text.rpartition("/v1/files/")[2] in self.stored


if __name__ == "__main__":
    main(FakeReplicate())
