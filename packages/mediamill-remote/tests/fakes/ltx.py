"""An LTX API on loopback: films in the answer.

`python -m tests.fakes.ltx --port N` runs it as a program; its key is KEY.
"""

import itertools
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from tests.fakes.faults import Fault
from tests.fakes.ledger import Purchase
from tests.fakes.media import TYPES, media
from tests.fakes.server import Answer, Asked, FakeVendor, json_answer, main

KEY = "ltxv_7f2c0d9e5b1a4c83b6f0e2d4a9c81b37"
SUBMIT, JOBS = "/v1/text-to-video", "/v2/text-to-video/"
MOTIONS = "dolly_in dolly_out dolly_left dolly_right jib_up jib_down static focus_shift".split()
PROMPT_CHARACTERS_MAX = 10_000
CENT = 10_000  # millionths of a dollar


@dataclass(frozen=True)
class Product:
    """One model: what a second costs in cents by resolution, how long and how fast its films are."""

    cents: Mapping[str, int]
    durations: tuple[int, ...]
    rates: tuple[int, ...] = (24, 25, 48, 50)


LONG, SHORT = (6, 8, 10, 12, 14, 16, 18, 20), (6, 8, 10)
SMALL, LARGE = ("1280x720", "720x1280"), ("1920x1080", "1080x1920")
PRODUCTS: Mapping[str, Product] = {
    "ltx-2-3-fast": Product(dict.fromkeys(SMALL, 3) | dict.fromkeys(LARGE, 6), LONG),
    "ltx-2-3-pro": Product(dict.fromkeys(SMALL, 4) | dict.fromkeys(LARGE, 8), SHORT),
    "ltx-2-5-fast": Product(dict.fromkeys(SMALL, 9) | dict.fromkeys(LARGE, 13), (2, 3, 4, 5, *LONG)),
}


class FakeLtx(FakeVendor):
    """The LTX API, as far as a buyer of films sees it."""

    def __init__(self, key: str = KEY) -> None:
        super().__init__(key)
        self.kind = TYPES["mp4"]  # that the answers say they are
        self._numbers = itertools.count(1)

    def step_of(self, asked: Asked) -> str | None:
        if (asked.method, asked.path) == ("POST", SUBMIT):
            return "submit"
        return "account" if asked.method == "GET" and asked.path.startswith(JOBS) else None

    def answer(self, step: str, asked: Asked) -> Answer:
        if asked.headers.get("authorization") != f"Bearer {self.key}":
            return refusal(401, "authentication_error", "Invalid API key")
        if step == "account":
            return refusal(404, "not_found_error", "Job not found")
        body = asked.json()
        if fault := fault_in(body):
            return refusal(400, "invalid_request_error", fault)
        number = f"l{next(self._numbers):08d}"
        price = PRODUCTS[body["model"]].cents[body["resolution"]] * body["duration"] * CENT
        self.ledger.add(Purchase(number, body["model"], body, self.key, price, body["duration"], {}))
        return Answer(200, media("mp4"), (("content-type", self.kind), ("x-request-id", number)))

    def before_work(self, fault: Fault, asked: Asked) -> Answer | None:
        key = asked.headers.get("authorization", "")
        own = {
            Fault.BUSY: refusal(429, "concurrency_limit_error", "Too many concurrent requests"),
            Fault.BUSY_FOR_7: refusal(429, "rate_limit_error", "Too many requests", retry_after="7"),
            Fault.BAD_KEY: refusal(401, "authentication_error", "Invalid API key"),
            Fault.NO_MONEY: refusal(402, "insufficient_funds_error", "Insufficient funds. Required: 120 credits"),
            Fault.GONE: refusal(404, "not_found_error", "Not found"),
            Fault.ECHO_KEY: refusal(400, "invalid_request_error", f"bad header: {key}"),
        }
        return own.get(fault) or super().before_work(fault, asked)


def fault_in(body: Any) -> str | None:
    """The first thing that the model does not take."""
    if missing := [name for name in ("prompt", "model", "duration", "resolution") if name not in body]:
        return f"{missing[0]} is required"
    product = PRODUCTS.get(body["model"])
    if product is None:
        return "model is not one of these"
    checks: Mapping[str, Callable[[Any], bool]] = {
        "prompt": lambda value: isinstance(value, str) and 0 < len(value) <= PROMPT_CHARACTERS_MAX,
        "model": lambda _: True,
        "duration": lambda value: value in product.durations and not isinstance(value, float),
        "resolution": lambda value: value in product.cents,
        "fps": lambda value: value in product.rates,
        "generate_audio": lambda value: isinstance(value, bool),
        "camera_motion": lambda value: value in MOTIONS,
    }
    return next(
        (f"{name} is not valid" for name, value in body.items() if name not in checks or not checks[name](value)), None
    )


def refusal(status: int, word: str, message: str, **headers: str) -> Answer:
    return json_answer(status, error_body(word, message), **headers)


def error_body(word: str, message: str) -> dict[str, Any]:
    """An error as the API documents it."""
    return {"type": "error", "error": {"type": word, "message": message}}


if __name__ == "__main__":
    main(FakeLtx())
