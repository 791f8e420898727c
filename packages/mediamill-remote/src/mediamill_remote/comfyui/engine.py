"""ComfyUI servers of the operator's own: a workflow queued under an id of ours, looked at, interrupted, found again."""

import logging
from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import ClassVar
from urllib.parse import urlencode

from mediamill.engines.sdk import (
    AnswerLost,
    EngineFailed,
    EngineRefused,
    EngineUnavailable,
    Fact,
    Finished,
    Job,
    Look,
    Missing,
    NotSent,
    Request,
    Running,
    Scope,
    ToolModel,
    Vendor,
    VendorAnswer,
)
from mediamill_remote.answers import FAILED, FILE_TOO_LARGE, queued, retry_after, short
from mediamill_remote.comfyui.ticket import PROMPT_ID, Ticket, prompt_id
from mediamill_remote.comfyui.verdicts import COMFYUI, Run, State, faults_in, read_run, submit_failure
from mediamill_remote.comfyui.workflow import WORKFLOW_BYTES_MAX, Workflow, WorkflowMapping, read_workflow
from mediamill_remote.mapped import MODELS, Mapped
from mediamill_remote.mapping import Alternatives, FileForm, Files, ModelMapping, at, put
from mediamill_remote.outages import BUSY_SECONDS
from mediamill_remote.own_server import OwnServerEngine, cost_of
from mediamill_remote.tickets import texts_of

FOLDER = "mediamill"  # of ours among a server's inputs and outputs

log = logging.getLogger("mediamill.engines")


class ComfyUIEngine(OwnServerEngine):
    """Models that a ComfyUI server makes by workflows."""

    vendor_name: ClassVar[str] = "ComfyUI"
    package: ClassVar[str] = "mediamill_remote.comfyui"
    file_forms: ClassVar[frozenset[FileForm]] = frozenset({FileForm.URL})
    shape: ClassVar[type[ModelMapping]] = WorkflowMapping

    async def submit(self, request: Request, vendor: Vendor) -> Job | Finished:
        """Queue the workflow under the generation's id."""
        mapped = self.mapped(request)
        workflow, prompt = self.workflows[request.tool, request.model], prompt_id(request.generation_id)
        for name, way in mapped.mapping.files.items():
            put(mapped.body, way.to, await self._handed_in(request.files.get(name), prompt, vendor))
        if isinstance(mapped.mapping, WorkflowMapping) and mapped.mapping.output_name:
            put(mapped.body, mapped.mapping.output_name, f"{FOLDER}/{prompt}")
        await forget(prompt, vendor)
        order = {"prompt": workflow.prompt(mapped.body), "prompt_id": prompt}
        answer = await vendor.buy("/prompt", order)
        given = at(answer.json(), "prompt_id") if answer.status == 200 else None
        if not isinstance(given, str) or not PROMPT_ID.fullmatch(given):
            failure = submit_failure(answer, mapped.mapping.endpoint)
            raise failure or AnswerLost(reason=f"ComfyUI answered the prompt with HTTP {answer.status} and no id")
        for fault in faults_in(answer.json()):
            log.warning("ComfyUI %s: %s: part of the workflow is left out: %s", mapped.mapping.endpoint, given, fault)
        return self._job(request, mapped, given)

    async def poll(self, job: Job, vendor: Vendor) -> Look:
        """Ask for the prompt's end, and where there is none for its place in the queue."""
        ticket = Ticket.of(job.handle)
        look = await look_for(ticket.prompt, vendor)
        return self._finished(ticket, look) if isinstance(look, Run) else look or Missing()

    async def cancel(self, job: Job, vendor: Vendor) -> None:
        """Take it out of the queue, or interrupt it: never what somebody else has running."""
        prompt = Ticket.of(job.handle).prompt
        answer = await vendor.call("POST", f"/api/jobs/{prompt}/cancel")
        if isinstance(at(answer.json(), "cancelled"), bool):
            return
        # A server from before that call: its interrupt may stop whatever runs, so what runs is looked at first.
        await vendor.call("POST", "/queue", {"delete": [prompt]})
        running = at((await vendor.get("/queue")).json(), "queue_running")
        if prompt in ids_of(running):
            await vendor.call("POST", "/interrupt", {"prompt_id": prompt})

    def has_history(self, tool: str, model: str) -> bool:  # noqa: ARG002 (of every model alike)
        """Always: a prompt has the generation's id."""
        return True

    async def find(self, request: Request, since: int, vendor: Vendor) -> Job | Finished | None:  # noqa: ARG002
        """Look for the generation's prompt where prompts wait, run and have ended."""
        mapped, prompt = self.mapped(request), prompt_id(request.generation_id)
        look = await look_for(prompt, vendor)
        if isinstance(look, Missing) or (isinstance(look, Running) and not look.stage):
            seconds = look.look_in if isinstance(look, Running) else None
            raise EngineUnavailable("ComfyUI's history and queue cannot be read", seconds or BUSY_SECONDS)
        return self._job(request, mapped, prompt) if look else None

    async def check(self, vendor: Vendor) -> str | None:
        """Ask what the server is."""
        try:
            answer = await vendor.get("/system_stats")
        except (NotSent, AnswerLost) as error:
            return str(error)
        if answer.status == 200 and isinstance(at(answer.json(), "devices"), list):
            return None
        return f"There is no ComfyUI server: /system_stats answers with HTTP {answer.status}."

    def _read(self) -> None:
        """Raises TableFault."""
        self.workflows: dict[ToolModel, Workflow] = {}
        super()._read()
        place = resources.files(self.package)
        packaged = {name: one for name, one in self.models.items() if name not in self._own}
        for (tool, model), mapping in packaged.items():
            if isinstance(mapping, WorkflowMapping):
                self.workflows[tool, model] = read_workflow(
                    mapping,
                    lambda name: place.joinpath(name).read_bytes(),
                    f"{self.package}/{MODELS}",
                    f"`{tool}/{model}`",
                )

    def _checked(self, file: str, models: dict[ToolModel, ModelMapping]) -> dict[ToolModel, ModelMapping]:
        """With workflows that fit. Raises TableFault."""
        checked = super()._checked(file, models)
        for (tool, model), mapping in checked.items():
            if isinstance(mapping, WorkflowMapping):
                self.workflows[tool, model] = read_workflow(
                    mapping, lambda name: read_own_file(Path(file).parent / name), file, f"`{tool}/{model}`"
                )
        return checked

    def _job(self, request: Request, mapped: Mapped, prompt: str) -> Job:
        mapping, rate = mapped.mapping, self.rate_for(mapped)
        ticket = Ticket(
            prompt=prompt,
            workflow=mapping.endpoint,
            digest=self.workflows[request.tool, request.model].digest,
            **texts_of(mapped, mapping.seconds_max_of(request)),
            rate="" if rate is None else str(rate),
        )
        return Job(ticket.handle())

    def _finished(self, ticket: Ticket, run: Run) -> Finished:
        """The result with its files. Raises EngineFailed, EngineRefused."""
        cost = cost_of(run.work_seconds, float(ticket.rate) if ticket.rate else None)
        files = self._files(run, ticket.alternatives) if run.state is State.SUCCEEDED else None
        if files is None:
            said = run.error or (run.state.value if run.state is not State.SUCCEEDED else "no file where `result` says")
            log.warning("ComfyUI %s: %s: %s", ticket.workflow, ticket.prompt, said)
            raise run.failure(cost)
        facts: dict[str, Fact] = {
            "method": ticket.workflow,
            "workflowDigest": ticket.digest,
            "requestId": ticket.prompt,
            "seedSent": bool(ticket.seed_sent),
        }
        return Finished(files, ticket.suffix, cost, ticket.seconds_at_most, facts)

    def _files(self, run: Run, alternatives: Alternatives) -> Files | None:
        """The URLs of the first alternative of which all are there; None where none is."""
        for paths in alternatives:
            urls = tuple(self._url_of(at(run.outputs, path)) for path in paths)
            if all(urls):
                return urls
        return None

    def _url_of(self, output: object) -> str:
        """Where an output's file is; empty where it is no file."""
        if not isinstance(output, Mapping) or not isinstance(output.get("filename"), str):
            return ""
        query = {"filename": output["filename"], "subfolder": "", "type": "output"}
        query |= {name: output[name] for name in query if isinstance(output.get(name), str)}
        return f"{self.options.base_url.rstrip('/')}/view?{urlencode(query)}"

    async def _handed_in(self, file: Path | None, prompt: str, vendor: Vendor) -> str:
        """The name of an upload, as nodes that load files take it. Whatever goes wrong, nothing was queued yet."""
        if file is None:
            raise EngineFailed(sentence=FAILED)
        # One folder for each generation: uploads all have the same name, and equal names would be looked through.
        form: dict[str, str | Path] = {
            "image": file,
            "subfolder": f"{FOLDER}/{prompt}",
            "type": "input",
            "overwrite": "true",
        }
        try:
            answer = await vendor.call("POST", "/upload/image", form=form)
        except Exception as error:
            raise COMFYUI.file_not_taken(short(error)) from error
        if answer.status == 413:
            raise EngineRefused(sentence=FILE_TOO_LARGE)
        name, folder = (at(answer.json(), key) for key in ("name", "subfolder"))
        if answer.status != 200 or not isinstance(name, str) or not isinstance(folder, str):
            raise COMFYUI.file_not_taken(f"HTTP {answer.status}")
        return f"{folder}/{name}" if folder else name


def read_own_file(path: Path) -> bytes:
    """A file of the operator's, cut where it is longer than a workflow may be. Raises OSError."""
    with path.open("rb") as file:
        return file.read(WORKFLOW_BYTES_MAX + 1)


async def forget(prompt: str, vendor: Vendor) -> None:
    """Have the server forget how an earlier try of the generation ended. Raises EngineUnavailable."""
    try:
        answer = await vendor.call("POST", "/history", {"delete": [prompt]})
    except (NotSent, AnswerLost) as error:
        raise EngineUnavailable(f"ComfyUI cannot be asked: {error}", BUSY_SECONDS, Scope.ENGINE) from None
    if answer.status != 200:
        failure = submit_failure(answer, FOLDER)
        sentence = f"ComfyUI's history cannot be changed: HTTP {answer.status}"
        raise failure or EngineUnavailable(sentence, BUSY_SECONDS, Scope.ENGINE)


async def look_for(prompt: str, vendor: Vendor) -> Run | Running | Missing | None:
    """How a prompt ended, or where it is; None where it is nowhere, Missing where there is no such page, and no stage
    where answers say nothing.
    """
    look: Run | Running | Missing | None = read_look(await vendor.get(f"/history/{prompt}"), prompt)
    if look is None:
        look = read_place(await vendor.get("/queue"), prompt)
    if look is None:  # it may have ended between the two
        look = read_look(await vendor.get(f"/history/{prompt}"), prompt)
    return look


def read_look(answer: VendorAnswer, prompt: str) -> Run | Running | Missing | None:
    """How a prompt ended; None where the history has none of it, and Running where the answer says nothing."""
    if answer.status == 404:
        return Missing()
    told = answer.json() if answer.status == 200 else None
    if not isinstance(told, Mapping):
        return Running(look_in=retry_after(answer))
    return read_run(told[prompt]) or Running() if prompt in told else None


def read_place(answer: VendorAnswer, prompt: str) -> Running | Missing | None:
    """Where a prompt is in the queue; None where it is not, and no stage where the answer says nothing."""
    if answer.status == 404:
        return Missing()
    told = answer.json() if answer.status == 200 else None
    running, waiting = at(told, "queue_running"), at(told, "queue_pending")
    if not isinstance(running, list) or not isinstance(waiting, list):
        return Running(look_in=retry_after(answer))
    if prompt in ids_of(running):
        return Running(stage="running")
    order = ids_of(waiting)
    return Running(stage=queued(order.index(prompt) + 1)) if prompt in order else None


def ids_of(items: object) -> list[str]:
    """The ids of the prompts in a part of the queue, the next one first."""
    prompts = [one for one in items if is_item(one)] if isinstance(items, list) else []
    return [one[1] for one in sorted(prompts, key=lambda one: one[0])]


def is_item(one: object) -> bool:
    """Whether something is a prompt in a queue: its number, its id, and more."""
    match one:
        case [int() | float(), str(), *_]:
            return True
    return False
