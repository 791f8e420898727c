"""Tencent Cloud's ai3d on loopback: signed calls, jobs submitted and looked at, errors with HTTP 200, real files.

`python -m tests.fakes.tencent --port N` runs it as a program; its key is KEY. It checks signatures by
arithmetic of its own.
"""

import hmac
import itertools
import re
import time
from base64 import b64decode
from binascii import Error as BadBase64
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

from tests.fakes.faults import Fault
from tests.fakes.ledger import Purchase
from tests.fakes.media import TYPES, media
from tests.fakes.server import Answer, Asked, FakeVendor, Receive, Send, json_answer, main, send_answer

KEY = "AKIDf2a9c1e077b3s3cr3tid000000000000:s3cr3tkey0fthehouse0000000000000"
LOOKS = ("WAIT", "RUN")  # what a job is at its first looks; then it is done
VERSION, REGION = "2025-05-13", "ap-guangzhou"
CREDIT = 20_000  # millionths of a dollar
SIGNATURE = re.compile(
    r"TC3-HMAC-SHA256 Credential=(?P<id>[^/]+)/(?P<day>[\d-]{10})/ai3d/tc3_request, "
    r"SignedHeaders=content-type;host, Signature=(?P<signature>[0-9a-f]{64})"
)
SKEW_SECONDS = 300
FILE = re.compile(r"/files/(?P<file>[\w.-]+)")
PICTURE_BYTES_MAX = 6 * 1024 * 1024


@dataclass(frozen=True)
class Product:
    """One action that submits: what it may be told, what asks for its jobs, what they give."""

    look: str
    fields: frozenset[str]
    prompt_max: int
    credits: int
    gives: tuple[str, ...]  # kinds of files
    tells_credits: bool = False


PRODUCTS: Mapping[str, Product] = {
    "SubmitHunyuanTo3DProJob": Product(
        "QueryHunyuanTo3DProJob",
        frozenset({"Model", "Prompt", "ImageBase64", "ImageUrl", "EnablePBR", "FaceCount", "GenerateType"}),
        1_024,
        20,
        ("obj", "glb"),
        tells_credits=True,
    ),
    "SubmitHunyuanTo3DMotionJob": Product(
        "DescribeHunyuanTo3DMotionJob",
        frozenset({"Prompt", "Model", "Duration", "EnableMesh", "EnableRewrite", "EnableDurationEst"}),
        128,
        10,
        ("fbx",),
    ),
}
LOOKED_BY = {product.look: action for action, product in PRODUCTS.items()}


class FakeTencent(FakeVendor):
    """Tencent, as far as a buyer sees it."""

    def __init__(self, key: str = KEY, looks: tuple[str, ...] = LOOKS) -> None:
        super().__init__(key)
        self.looks = looks
        self.forgotten: set[str] = set()  # jobs that it knows nothing of
        self.endings: dict[str, dict[str, Any]] = {}  # action -> what its jobs end with
        self.regions: dict[str, str] = {}
        self.seconds_ahead = 0  # of its clock
        self._numbers = itertools.count(1)

    def step_of(self, asked: Asked) -> str | None:
        action = asked.headers.get("x-tc-action", "")
        if asked.method == "GET" and FILE.fullmatch(asked.path):
            return "file"
        if asked.method != "POST" or asked.path != "/":
            return None
        return "submit" if action.startswith("Submit") else "status"

    def answer(self, step: str, asked: Asked) -> Answer:
        if step == "file":
            return self.file(asked.path.rpartition("/")[2])
        if fault := self.signature_fault(asked):
            return failed(fault)
        action = asked.headers.get("x-tc-action", "")
        if asked.headers.get("x-tc-version") != VERSION:
            return failed("NoSuchVersion")
        if not asked.headers.get("x-tc-region"):
            return failed("MissingParameter", "The parameter `Region` is missing.")
        if step == "submit" and action in PRODUCTS:
            return self.submit(action, asked)
        if action in LOOKED_BY:
            return self.status(LOOKED_BY[action], asked)
        return failed("InvalidAction")

    def before_work(self, fault: Fault, asked: Asked) -> Answer | None:
        words = f"bad header: {asked.headers.get('authorization', '')} of {self.key}"
        own = {
            Fault.BUSY: failed("RequestLimitExceeded.JobNumExceed", "1 task at most"),
            Fault.BAD_KEY: failed("AuthFailure.SecretIdNotFound", "The SecretId is not found."),
            Fault.NO_MONEY: failed("ResourceInsufficient", "No credits are left."),
            Fault.ECHO_KEY: failed("InvalidParameter", words),
        }
        return own.get(fault) or super().before_work(fault, asked)

    async def go_wrong(self, fault: Fault, step: str, asked: Asked, receive: Receive, send: Send) -> None:
        if step == "status" and fault in (Fault.UNKNOWN_STATE, Fault.BACKWARDS):
            state = {Fault.UNKNOWN_STATE: "PAUSED", Fault.BACKWARDS: "WAIT"}[fault]
            await send_answer(send, told(Status=state, ErrorCode="", ErrorMessage="", ResultFile3Ds=[]))
            return
        await super().go_wrong(fault, step, asked, receive, send)

    def signature_fault(self, asked: Asked, now: float | None = None) -> str | None:
        """The code for a call that is not signed with the key, or too long ago."""
        found = SIGNATURE.fullmatch(asked.headers.get("authorization", ""))
        instant = asked.headers.get("x-tc-timestamp", "")
        name, _, secret = self.key.partition(":")
        if found is None or not instant.isdecimal():
            return "AuthFailure.InvalidAuthorization"
        if found["id"] != name:
            return "AuthFailure.SecretIdNotFound"
        now = time.time() + self.seconds_ahead if now is None else now
        if abs(now - int(instant)) > SKEW_SECONDS:
            return "AuthFailure.SignatureExpire"
        day = datetime.fromtimestamp(int(instant), UTC).date().isoformat()
        head = f"content-type:{asked.headers['content-type']}\nhost:{asked.headers['host']}\n"
        call = f"POST\n/\n\n{head}\ncontent-type;host\n{sha256(asked.body).hexdigest()}"
        text = f"TC3-HMAC-SHA256\n{instant}\n{day}/ai3d/tc3_request\n{sha256(call.encode()).hexdigest()}"
        key = hmac.digest(b"TC3" + secret.encode(), day.encode(), "sha256")
        key = hmac.digest(hmac.digest(key, b"ai3d", "sha256"), b"tc3_request", "sha256")
        right = hmac.digest(key, text.encode(), "sha256").hex() == found["signature"] and found["day"] == day
        return None if right else "AuthFailure.SignatureFailure"

    def submit(self, action: str, asked: Asked) -> Answer:
        body, product = asked.json(), PRODUCTS[action]
        if strange := sorted(set(body) - product.fields):
            return failed("UnknownParameter", f"The parameter `{strange[0]}` is not recognized.")
        if fault := input_fault(action, body, product):
            return failed("InvalidParameterValue", fault)
        number = f"{1_400_000_000_000_000_000 + next(self._numbers)}"
        credits = product.credits + (10 if body.get("EnablePBR") else 0)
        headers = {name: value for name, value in asked.headers.items() if name.startswith("x-tc-")}
        self.ledger.add(Purchase(number, action, body, self.key, credits * CREDIT, credits, headers))
        self.regions[number] = asked.headers["x-tc-region"]
        return told(JobId=number)

    def status(self, action: str, asked: Asked) -> Answer:
        number = str(asked.json().get("JobId"))
        purchase, region = self.ledger.find(number), asked.headers["x-tc-region"]
        if purchase is None or number in self.forgotten or (purchase.model, self.regions[number]) != (action, region):
            return failed("FailedOperation.JobNotFound", "The job does not exist.")
        product, rest = PRODUCTS[action], {"ErrorCode": "", "ErrorMessage": "", "ResultFile3Ds": []}
        purchase.looks += 1
        if purchase.looks <= len(self.looks):
            return told(Status=self.looks[purchase.looks - 1], **rest)
        files = [
            {"Type": kind.upper(), "Url": self.url_of(number, kind), "PreviewImageUrl": ""} for kind in product.gives
        ]
        done: dict[str, Any] = {**rest, "Status": "DONE", "ResultFile3Ds": files}
        if product.tells_credits:
            done |= {
                "ResultCreditConsumed": purchase.units,
                "ResultCreditDetails": f"Generate-Normal：{purchase.units}",
            }
        return told(**done | self.endings.get(action, {}))

    def url_of(self, number: str, kind: str) -> str:
        """An OBJ comes with its material and texture, in an archive."""
        return f"{self.base}/files/{number}.{'zip' if kind == 'obj' else kind}?sign=q"

    def file(self, name: str) -> Answer:
        kind = name.rpartition(".")[2]
        return Answer(200, media(kind), (("content-type", TYPES[kind]),)) if kind in TYPES else Answer(404)


def told(**response: Any) -> Answer:
    return json_answer(200, {"Response": {**response, "RequestId": "8c73c29c-f871-470e-87ca-69219c82b550"}})


def failed(code: str, message: str = "It failed.") -> Answer:
    return told(Error={"Code": code, "Message": message})


def input_fault(action: str, body: Mapping[str, Any], product: Product) -> str | None:
    """What is wrong with the values."""
    given = [name for name in ("Prompt", "ImageBase64", "ImageUrl") if name in body]
    if len(given) != 1:
        return "one of Prompt, ImageBase64 and ImageUrl is wanted"
    if not 0 < len(str(body.get("Prompt", "x"))) <= product.prompt_max:
        return f"Prompt has more than {product.prompt_max} characters"
    duration = body.get("Duration", 5)
    if type(duration) is not int or not 1 <= duration <= 12:
        return "Duration is 1 to 12"
    if body.get("Model") not in ("3.0", "3.1") and action == "SubmitHunyuanTo3DProJob":
        return "Model is 3.0 or 3.1"
    try:
        picture = b64decode(body.get("ImageBase64", ""), validate=True)
    except BadBase64:
        return "ImageBase64 is no base64"
    return "the picture is too large" if len(picture) > PICTURE_BYTES_MAX else None


if __name__ == "__main__":
    main(FakeTencent())
