"""Parses answers of the service into types: strict about the documented fields, ignores unknown ones."""

import json
from collections.abc import Mapping
from datetime import datetime, timezone
from typing import Any, TypeVar

from mediamill_client.errors import FieldError
from mediamill_client.outputs import Output
from mediamill_client.sinks import file_name
from mediamill_client.steps import ServerEvent
from mediamill_client.types import (
    Account,
    Attempt,
    Generation,
    Inspection,
    Json,
    LedgerEntry,
    Model,
    OutputType,
    Page,
    Plan,
    ProgressEvent,
    Quote,
    SignedWebhook,
    Status,
    StatusEvent,
    Tool,
    Upload,
    WebhookSecret,
    Word,
)

OneWord = TypeVar("OneWord", bound=Word)


class MalformedResponse(Exception):
    """The answer lacks something the interface promises; the text says what."""


def parsed(body: bytes) -> Any:
    """A body as JSON. Raises MalformedResponse."""
    try:
        return json.loads(body)
    except (ValueError, RecursionError) as fault:
        raise MalformedResponse("it is no JSON") from fault


def generation(answer: Any, media: object = None) -> Generation:
    """One generation, of a single answer, a list, a webhook or the answer to a submit; `media` fetches its output."""
    fields = _object(answer, "a generation")
    kind = _text_or_none(fields, "type")
    id, tool = _text(fields, "id"), _text(fields, "tool")
    thumbnail = _text_or_none(fields, "thumbnail")
    return Generation(
        id=id,
        status=_word(Status, _text(fields, "status")),
        tool=tool,
        created_at=_instant(fields, "createdAt"),
        output=output(_text_or_none(fields, "output"), kind, thumbnail, f"{tool}-{id}", media),
        thumbnail=thumbnail,
        error=_text_or_none(fields, "error"),
        type=None if kind is None else _word(OutputType, kind),
        payload=None if fields.get("payload") is None else _object(fields["payload"], "`payload`"),
        raw=fields,
    )


def output(url: str | None, kind: str | None, thumbnail: str | None, name: str, media: object) -> Output | None:
    """An output, named after its generation; None where there is none."""
    return None if url is None else Output(url, kind, thumbnail, file_name(name, url), media)


def status_event(event: ServerEvent, generation: Generation | None, media: object = None) -> StatusEvent:
    """A state of a generation, of which something may be known already."""
    fields = _object(parsed(event.data.encode()), "an event")
    if not event.id.isdecimal():
        raise MalformedResponse("the event has no number")
    id = _text(fields, "id")
    tool, kind = (generation.tool, generation.type) if generation else ("output", None)
    thumbnail = _text_or_none(fields, "thumbnail")
    return StatusEvent(
        number=int(event.id),
        id=id,
        status=_word(Status, _text(fields, "status")),
        at=_instant(fields, "at"),
        output=output(_text_or_none(fields, "output"), kind, thumbnail, f"{tool}-{id}", media),
        thumbnail=thumbnail,
        error=_text_or_none(fields, "error"),
    )


def progress_event(event: ServerEvent) -> ProgressEvent:
    """How far an engine is."""
    fields = _object(parsed(event.data.encode()), "an event")
    return ProgressEvent(float(_number(fields, "progress")), _text(fields, "stage"))


def delivery(event: ServerEvent) -> SignedWebhook:
    """A webhook of the inbox."""
    fields = _object(parsed(event.data.encode()), "an event")
    headers = {name: str(value) for name, value in _object(fields.get("headers"), "`headers`").items()}
    return SignedWebhook(headers, _text(fields, "body").encode())


def quote(answer: Any) -> Quote:
    """What a run would cost."""
    fields = _object(answer, "a quote")
    return Quote(
        tool=_text(fields, "tool"),
        model=_text(fields, "model"),
        credits=_number(fields, "credits"),
        is_final=_truth(fields, "isFinal"),
        balance=_number(fields, "balance"),
        available=_truth(fields, "available"),
        reason=_text_or_none(fields, "reason"),
        status=int(_number(fields, "status")),
        raw=fields,
    )


def ledger(answer: Any) -> tuple[tuple[LedgerEntry, ...], bool]:
    """One page of the ledger, and whether there are more."""
    fields = _object(answer, "a list")
    return tuple(_ledger_entry(item) for item in _array(fields, "data")), _pagination(fields)[-1]


def webhook_secret(answer: Any) -> WebhookSecret:
    """What signs the account's webhooks."""
    fields = _object(answer, "a secret")
    until = None if fields.get("previousUntil") is None else _instant(fields, "previousUntil")
    return WebhookSecret(_text(fields, "secret"), _instant(fields, "createdAt"), until)


def inspection(answer: Any, media: object = None) -> Inspection:
    """A generation with all that is known about it."""
    fields = _object(answer, "an inspection")
    credits = _object(fields.get("credits"), "`credits`")
    return Inspection(
        generation=generation(answer, media),
        engine=_text_or_none(fields, "engine"),
        engine_version=_text_or_none(fields, "engineVersion"),
        model=_text(fields, "model"),
        seed=_number_or_none(fields, "seed"),
        credits_held=_number(credits, "held"),
        credits_captured=_number(credits, "captured"),
        queue_seconds=_number_or_none(fields, "queueSeconds"),
        run_seconds=_number_or_none(fields, "runSeconds"),
        attempts=tuple(_attempt(item) for item in _array(fields, "attempts")),
        queue_position=_number_or_none(fields, "queuePosition"),
        progress=_number(fields, "progress"),
        stage=_text(fields, "stage"),
        provenance=_object(fields.get("provenance"), "`provenance`"),
        not_understood=tuple(str(word) for word in _array(fields, "notUnderstood")),
        raw=fields,
    )


def page(answer: Any, media: object = None) -> Page:
    """One page of a list of generations."""
    fields = _object(answer, "a list")
    return Page(tuple(generation(item, media) for item in _array(fields, "data")), *_pagination(fields))


def tool(answer: Any) -> Tool:
    """One tool, with its models where the answer lists them."""
    fields = _object(answer, "a tool")
    return Tool(
        slug=_text(fields, "slug"),
        name=_text(fields, "name"),
        description=_text(fields, "description"),
        type=_text(fields, "type"),
        output_type=_word(OutputType, _text(fields, "outputType")),
        thumbnail=_text_or_none(fields, "thumbnail"),
        models=tuple(_model(item) for item in _array(fields, "models")) if "models" in fields else (),
        raw=fields,
    )


def tools(answer: Any) -> tuple[Tool, ...]:
    """The list of tools."""
    return tuple(tool(item) for item in _array(_object(answer, "a list"), "data"))


def upload(answer: Any) -> Upload:
    """An uploaded file."""
    fields = _object(answer, "an upload")
    return Upload(
        id=_text(fields, "id"),
        url=_text(fields, "url"),
        type=_text(fields, "type"),
        size_bytes=_number(fields, "sizeBytes"),
        created_at=_instant(fields, "createdAt"),
        expires_at=_instant(fields, "expiresAt"),
        raw=fields,
    )


def uploads(answer: Any) -> tuple[tuple[Upload, ...], bool]:
    """One page of the list of uploaded files, and whether there are more."""
    fields = _object(answer, "a list")
    return tuple(upload(item) for item in _array(fields, "data")), _pagination(fields)[-1]


def account(answer: Any) -> Account:
    """The account the key belongs to."""
    fields = _object(answer, "an account")
    return Account(
        id=_text(fields, "id"),
        email=_text(fields, "email"),
        credits=_number(fields, "credits"),
        plan=_word(Plan, _text(fields, "plan")),
        created_at=_instant(fields, "createdAt"),
        raw=fields,
    )


def document(answer: Any) -> Json:
    """Any JSON object, such as the service's own description."""
    return _object(answer, "the description")


def problem(body: bytes) -> tuple[str | None, tuple[FieldError, ...]]:
    """Message and faults of an error's body; (None, ()) when it is not the service's own (a proxy's page)."""
    try:
        fields = _object(parsed(body), "an error")
        message = _text(fields, "message")
    except MalformedResponse:
        return None, ()
    listed = fields.get("errors")
    faults = [fault for fault in listed if isinstance(fault, dict)] if isinstance(listed, list) else []
    return message, tuple(
        FieldError(*(str(fault.get(part, "")) for part in ("field", "message", "code"))) for fault in faults
    )


def _pagination(fields: Json) -> tuple[int, int, int, bool]:
    """Total, limit, offset, and whether there are more."""
    pagination = _object(fields.get("pagination"), "`pagination`")
    total, limit, offset = (int(_number(pagination, name)) for name in ("total", "limit", "offset"))
    return total, limit, offset, _truth(pagination, "hasMore")


def _ledger_entry(answer: Any) -> LedgerEntry:
    fields = _object(answer, "a ledger entry")
    return LedgerEntry(
        id=_text(fields, "id"),
        kind=_text(fields, "kind"),
        credits=_number(fields, "credits"),
        generation=_text_or_none(fields, "generation"),
        note=_text_or_none(fields, "note"),
        created_at=_instant(fields, "createdAt"),
        raw=fields,
    )


def _attempt(answer: Any) -> Attempt:
    fields = _object(answer, "an attempt")
    return Attempt(
        number=int(_number(fields, "number")),
        engine=_text_or_none(fields, "engine"),
        started_at=_instant(fields, "startedAt"),
        ended_at=None if fields.get("endedAt") is None else _instant(fields, "endedAt"),
        outcome=_text_or_none(fields, "outcome"),
        reason=_text_or_none(fields, "reason"),
    )


def _number_or_none(fields: Json, name: str) -> int | float | None:
    return None if fields.get(name) is None else _number(fields, name)


def _model(answer: Any) -> Model:
    fields = _object(answer, "a model")
    return Model(slug=_text(fields, "slug"), name=_text(fields, "name"), raw=fields)


def _word(words: type[OneWord], text: str) -> OneWord | str:
    return next((word for word in words if word.value == text), text)


def _object(answer: Any, what: str) -> dict[str, Any]:
    if not isinstance(answer, dict):
        raise MalformedResponse(f"{what} is no JSON object")
    return answer


def _array(fields: Json, name: str) -> list[Any]:
    value = fields.get(name)
    if not isinstance(value, list):
        raise MalformedResponse(f"`{name}` is no array")
    return value


def _text(fields: Json, name: str) -> str:
    value = fields.get(name)
    if not isinstance(value, str):
        raise MalformedResponse(f"`{name}` is no string")
    return value


def _text_or_none(fields: Mapping[str, Any], name: str) -> str | None:
    return None if fields.get(name) is None else _text(fields, name)


def _number(fields: Json, name: str) -> int | float:
    value = fields.get(name)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise MalformedResponse(f"`{name}` is no number")
    return value


def _truth(fields: Json, name: str) -> bool:
    value = fields.get(name)
    if not isinstance(value, bool):
        raise MalformedResponse(f"`{name}` is no boolean")
    return value


def _instant(fields: Json, name: str) -> datetime:
    text = _text(fields, name)
    try:
        instant = datetime.fromisoformat(f"{text[:-1]}+00:00" if text.endswith("Z") else text)  # 3.10 knows no Z
    except ValueError as fault:
        raise MalformedResponse(f"`{name}` is no ISO 8601 time") from fault
    return instant if instant.tzinfo else instant.replace(tzinfo=timezone.utc)
