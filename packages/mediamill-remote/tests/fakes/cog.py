"""A Cog server on loopback, as far as a buyer sees it: predictions that are answered when they are done."""

import base64
import re
from typing import Any

from tests.fakes.ledger import Purchase
from tests.fakes.media import TYPES, media
from tests.fakes.server import Answer, Asked, FakeVendor, json_answer

PREDICTION = re.compile(r"/predictions/(?P<id>\w+)")
WORK_SECONDS = 2.0


class FakeCog(FakeVendor):
    """Makes files of one kind: one, or those of the given names. Its own program runs one at a time; what came of an
    answer that was lost is nowhere.
    """

    def __init__(self, kind: str = "png", *names: str) -> None:
        super().__init__("")
        self._kind, self._names = kind, names

    def step_of(self, asked: Asked) -> str | None:
        if asked.method == "PUT" and PREDICTION.fullmatch(asked.path):
            return "submit"
        return "account" if (asked.method, asked.path) == ("GET", "/health-check") else None

    def answer(self, step: str, asked: Asked) -> Answer:
        if step == "account":
            return json_answer(200, {"status": "READY"})
        found = PREDICTION.fullmatch(asked.path)
        assert found is not None
        body: Any = asked.json()["input"]
        self.ledger.add(Purchase(found["id"], "test/heron", body, "", 0, WORK_SECONDS, {}))
        made = f"data:{TYPES[self._kind]};base64,{base64.b64encode(media(self._kind)).decode()}"
        output = dict.fromkeys(self._names, made) if self._names else made
        return json_answer(
            200,
            {
                "id": found["id"],
                "status": "succeeded",
                "output": output,
                "metrics": {"predict_time": WORK_SECONDS},
            },
        )
