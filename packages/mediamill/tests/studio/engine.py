"""The engine of a picture studio that tests run themselves: it takes jobs, and a picture is there when they say so."""

from dataclasses import dataclass
from typing import ClassVar

from mediamill.engines.sdk import (
    AnswerLost,
    EngineRefused,
    EngineUnavailable,
    Estimate,
    Finished,
    Job,
    Look,
    Missing,
    RemoteEngine,
    RemoteOptions,
    Request,
    Running,
    Scope,
    Vendor,
)


@dataclass(frozen=True, kw_only=True)
class StudioOptions(RemoteOptions):
    """The price is the operator's to say."""

    price: float = 0.004  # of a picture; 0: not known


class StudioEngine(RemoteEngine):
    """Pictures that the studio draws."""

    Options: ClassVar[type[RemoteOptions]] = StudioOptions
    key_header: ClassVar[tuple[str, str] | None] = ("Authorization", "Key {key}")

    def estimate(self, request: Request) -> Estimate | None:
        """The same for every picture."""
        price = self.options.price if isinstance(self.options, StudioOptions) else 0.0
        return Estimate(round(price * 1_000_000), f"{price} a picture") if price else None

    async def submit(self, request: Request, vendor: Vendor) -> Job:
        """A job in the studio's book."""
        answer = await vendor.buy("/jobs", {"prompt": request.input["prompt"]})
        if answer.status == 401:
            raise EngineUnavailable("The studio does not take the key.", 3_600, Scope.KEY)
        told = answer.json()
        if answer.status != 200 or not isinstance(told, dict):
            raise AnswerLost(reason=f"HTTP {answer.status}")
        return Job({"id": told["id"]}, look_in=0.0)

    async def poll(self, job: Job, vendor: Vendor) -> Look:
        """The studio's word."""
        answer = await vendor.get(f"/jobs/{job.handle['id']}")
        if answer.status == 404:
            return Missing()
        told = answer.json()
        if answer.status != 200 or not isinstance(told, dict):
            return Running(look_in=0.1)
        if told["refused"]:
            raise EngineRefused(sentence="The studio does not draw this; describe something else.")
        if not told["file"]:
            return Running(look_in=0.1)
        return Finished((told["file"],), ".png")

    async def cancel(self, job: Job, vendor: Vendor) -> None:
        """Take it out of the book."""
        await vendor.call("DELETE", f"/jobs/{job.handle['id']}")

    async def check(self, vendor: Vendor) -> str | None:
        """The account that the key belongs to."""
        answer = await vendor.get("/account")
        return None if answer.status == 200 else "The studio does not take the key."
