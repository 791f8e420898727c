"""Remote engines with one fault each, for the conformance kit to find: fal's, spoilt."""

import socket
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from mediamill.engines.sdk import (
    AnswerLost,
    EngineFailed,
    EngineUnavailable,
    Estimate,
    Finished,
    Job,
    Look,
    Missing,
    Offer,
    RemoteOptions,
    Request,
    Running,
    Signer,
    Unsigned,
    Vendor,
)
from mediamill_remote.fal.engine import FalEngine, FalOptions

BUSY_SECONDS = 5.0


class Whole(FalEngine):
    """No fault."""


class PollsAtOnce(FalEngine):
    def poll(self, job: Job, vendor: Vendor) -> Look:  # type: ignore[override]
        return Running()


class ForgetsFind(FalEngine):
    def has_history(self, tool: str, model: str) -> bool:
        return True


@dataclass(frozen=True, kw_only=True)
class Untyped(FalOptions):
    colour = "red"


class UntypedOption(FalEngine):
    Options: ClassVar[type[RemoteOptions]] = Untyped


class SendsKeyInTheOpen(FalEngine):
    base_url: ClassVar[str] = "http://queue.example"


class HeaderWithoutKey(FalEngine):
    key_header: ClassVar[tuple[str, str] | None] = ("Authorization", "Key")


class NoHeaders:
    headers: frozenset[str] = frozenset()

    def key_fault(self, key: str) -> str | None:
        return None

    def sign(self, call: Unsigned, key: str) -> Mapping[str, str]:
        return {}


class SignsWithNothing(FalEngine):
    key_header: ClassVar[Signer] = NoHeaders()  # type: ignore[assignment]


class KeylessKeyHosts(FalEngine):
    key_header: ClassVar[tuple[str, str] | None] = None


class HalfTheWorld(FalEngine):
    hosts: ClassVar[tuple[str, ...]] = ("*.com",)


class Mumbles(FalEngine):
    def ready(self) -> str | None:
        return "models?"


class BuysToCheck(FalEngine):
    async def check(self, vendor: Vendor) -> str | None:
        await vendor.buy("/fal-ai/nano-banana", {"prompt": "a heron"})
        return None


class Complains(FalEngine):
    async def check(self, vendor: Vendor) -> str | None:
        return "The account is empty."


class OffersStrangers(FalEngine):
    def offers(self, tool: str, model: str) -> Mapping[str, Offer]:
        return {"size": Offer(frozenset({"S"}), "", "Only small ones."), "prompt": Offer(frozenset(), "", "none")}


class TakesForever(FalEngine):
    def typical_seconds(self, tool: str, model: str) -> float:
        return 1e6


class TakesNothing(FalEngine):
    def typical_seconds(self, tool: str, model: str) -> float:
        return 0.0


class AsksForThePrice(FalEngine):
    def estimate(self, request: Request) -> Estimate | None:
        with socket.socket() as asking:
            asking.connect_ex(("127.0.0.1", 9))
        return super().estimate(request)


class ForNothing(FalEngine):
    def estimate(self, request: Request) -> Estimate | None:
        return Estimate(0, "free")


class PaysYou(FalEngine):
    def estimate(self, request: Request) -> Estimate | None:
        return Estimate(-1, "a gift")


class NoPrice(FalEngine):
    def estimate(self, request: Request) -> Estimate | None:
        return None


class CannotReckon(FalEngine):
    def estimate(self, request: Request) -> Estimate | None:
        raise KeyError("price")


class CallsLossAnOutage(FalEngine):
    async def submit(self, request: Request, vendor: Vendor) -> Job | Finished:
        try:
            return await super().submit(request, vendor)
        except AnswerLost as lost:
            raise EngineUnavailable(str(lost), BUSY_SECONDS) from None


class TakesSilenceForAJob(FalEngine):
    async def submit(self, request: Request, vendor: Vendor) -> Job | Finished:
        try:
            return await super().submit(request, vendor)
        except AnswerLost:
            return Job({"request": "unknown"})


class WaitsForTheLost(FalEngine):
    async def poll(self, job: Job, vendor: Vendor) -> Look:
        look = await super().poll(job, vendor)
        return Running() if isinstance(look, Missing) else look


class GivesUpOnWords(FalEngine):
    """Whatever is not a state that it knows has failed."""

    async def poll(self, job: Job, vendor: Vendor) -> Look:
        told = (await vendor.get(job.handle["status"])).json()
        if not isinstance(told, dict) or told.get("status") not in ("IN_QUEUE", "IN_PROGRESS", "COMPLETED"):
            raise EngineFailed(sentence="It failed.")
        return await super().poll(job, vendor)


class NeverDone(FalEngine):
    async def poll(self, job: Job, vendor: Vendor) -> Look:
        look = await super().poll(job, vendor)
        return Running() if isinstance(look, Finished) else look


class PerCent(FalEngine):
    async def poll(self, job: Job, vendor: Vendor) -> Look:
        look = await super().poll(job, vendor)
        return Running(40.0) if isinstance(look, Running) else look


class LongHandle(FalEngine):
    async def submit(self, request: Request, vendor: Vendor) -> Job | Finished:
        job = await super().submit(request, vendor)
        return Job({**job.handle, "body": "x" * 5_000}) if isinstance(job, Job) else job


class Spoils(FalEngine):
    """What it makes is altered."""

    async def poll(self, job: Job, vendor: Vendor) -> Look:
        look = await super().poll(job, vendor)
        return self.spoilt(look) if isinstance(look, Finished) else look

    def spoilt(self, done: Finished) -> Finished:
        raise NotImplementedError


class CostsLess(Spoils):
    def spoilt(self, done: Finished) -> Finished:
        return replace(done, cost=-1)


class CallsItSound(Spoils):
    def spoilt(self, done: Finished) -> Finished:
        return replace(done, suffix=".mp3")


class NamesAnotherHost(Spoils):
    def spoilt(self, done: Finished) -> Finished:
        return replace(done, files=("http://127.0.0.1:9/x.png",))


class SaysNoMethod(Spoils):
    def spoilt(self, done: Finished) -> Finished:
        return replace(done, provenance={})


class CannotCancel(FalEngine):
    async def cancel(self, job: Job, vendor: Vendor) -> None:
        raise KeyError("cancel")


class FindsNothing(FalEngine):
    def has_history(self, tool: str, model: str) -> bool:
        return True

    async def find(self, request: Request, since: int, vendor: Vendor) -> Job | Finished | None:
        return None


class CannotSubmit(FalEngine):
    async def submit(self, request: Request, vendor: Vendor) -> Job | Finished:
        raise ValueError("no such size")
