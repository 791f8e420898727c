"""A dub as a job: a project with one target language, looked at until it is completed or has failed."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from mediamill.engines.sdk import AnswerLost, EngineFailed, Fact, Finished, Look, Missing, Running, Vendor, VendorAnswer
from mediamill_remote.answers import FAILED, retry_after
from mediamill_remote.elevenlabs.verdicts import dubbing_failure
from mediamill_remote.mapping import find_files
from mediamill_remote.tickets import ResultTicket

PROJECTS = "/v1/dubbing/project"
ID = re.compile(r"[A-Za-z0-9_-]{1,120}")
STAGES = {"queued": "queued", "preparing": "listening", "ready": "queued", "processing": "running"}
FAILED_PROJECT = "project_failed"  # of a language: the project says why


@dataclass(frozen=True, slots=True, kw_only=True)
class DubbingTicket(ResultTicket):
    """A dub that was bought."""

    project: str
    method: str = ""  # endpoint and model, for the provenance
    language: str = ""  # its id; without one the project is asked for it


def project_of(answer: VendorAnswer) -> tuple[str, str] | None:
    """The ids of a project and of its target language, "" for one that is not named; None where there is no project."""
    told = answer.json() if 200 <= answer.status < 300 else None
    if not isinstance(told, Mapping) or not is_id(told.get("project_id")):
        return None
    return str(told["project_id"]), first_language(told)


def first_language(project: Mapping[str, object]) -> str:
    """The id of a project's target language, of which ours has one."""
    ids = project.get("language_ids")
    return next((one for one in ids if is_id(one)), "") if isinstance(ids, list) else ""


def is_id(value: object) -> bool:
    """Whether it can be part of an address."""
    return isinstance(value, str) and ID.fullmatch(value) is not None


async def look_at(ticket: DubbingTicket, vendor: Vendor) -> Look:
    """What became of a dub. Raises EngineRefused, EngineFailed."""
    language = ticket.language
    if not language:
        answer = await vendor.get(f"{PROJECTS}/{ticket.project}")
        project = told_by(answer)
        if project is None:
            return no_news(answer)
        if project.get("status") == "failed":
            raise dubbing_failure(project.get("error"))
        language = first_language(project)
        if not language:
            return Running(stage=stage_of(project))
    answer = await vendor.get(f"{PROJECTS}/{ticket.project}/language/{language}")
    told = told_by(answer)
    return no_news(answer) if told is None else await read_language(ticket, told, vendor)


async def read_language(ticket: DubbingTicket, told: Mapping[str, object], vendor: Vendor) -> Look:
    """What a target language says."""
    status = told.get("status")
    if status == "failed":
        raise dubbing_failure(await reason_of(ticket, told.get("error"), vendor))
    if status not in ("completed", "stale"):
        return Running(stage=stage_of(told))
    if files := find_files(told, ticket.alternatives):
        facts: dict[str, Fact] = {"method": ticket.method, "requestId": ticket.project, "seedSent": False}
        return Finished(files, ticket.suffix, provenance=facts)
    if status == "stale":  # it is being made anew
        return Running(stage=stage_of(told))
    raise EngineFailed(sentence=FAILED, **({"cost": ticket.estimated} if ticket.estimated else {}))


async def reason_of(ticket: DubbingTicket, error: object, vendor: Vendor) -> object:
    """Why a language failed: where its project did, the project's error, if that can be read."""
    if not isinstance(error, Mapping) or error.get("code") != FAILED_PROJECT:
        return error
    try:
        project = told_by(await vendor.get(f"{PROJECTS}/{ticket.project}"))
    except AnswerLost:
        return error
    return project.get("error") if project is not None and project.get("error") else error


def told_by(answer: VendorAnswer) -> Mapping[str, object] | None:
    """What an answer says; None for one that is odd."""
    told = answer.json() if answer.status == 200 else None
    return told if isinstance(told, Mapping) else None


def no_news(answer: VendorAnswer) -> Running | Missing:
    """The look of an odd answer."""
    return Missing() if answer.status == 404 else Running(look_in=retry_after(answer))


def stage_of(told: Mapping[str, object]) -> str:
    """A word for what is being done."""
    return STAGES.get(str(told.get("status")), "")
