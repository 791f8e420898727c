"""The body of `POST /api/run` and `POST /ext/quote`: everything that is wrong with it is reported at once."""

import asyncio
from dataclasses import dataclass, replace
from typing import Any

from mediamill.catalogue import Checked, FaultCode, FieldFault, Model, Tool, model_fault
from mediamill.http.context import AppContext
from mediamill.http.problems import (
    MISSING_PARAMETERS,
    MODEL_NOT_FOUND,
    TOOL_NOT_FOUND,
    Refusal,
    validation_failed,
)
from mediamill.outbound import INPUT_RULES, WEBHOOK_RULES, UrlFault, UrlRules, judge_url

MEMBERS = frozenset({"tool", "input", "webhook"})
URL_MESSAGES = {
    UrlFault.TOO_LONG: "Must be at most 2048 characters",
    UrlFault.INVALID: "Must be a valid {schemes} URL without user name, password and fragment",
    UrlFault.FORBIDDEN: "Must point to a public address on an allowed port",
}


@dataclass(frozen=True, slots=True)
class RunRequest:
    """A valid body."""

    tool: Tool
    model: Model
    values: Checked
    webhook: str | None


async def checked_request(body: dict[str, Any], context: AppContext, account_id: str) -> RunRequest:
    """The request in a JSON object. Raises 400 with every fault, or 404 for an unknown tool or model.

    Names in URLs are resolved last, and only when nothing else is wrong.
    """
    request = check(body, context)
    await check_names(request, context, account_id)
    return request


def check(body: dict[str, Any], context: AppContext) -> RunRequest:
    """The order of checks: shape, tool, model, then every fault of input, webhook and members at once."""
    check_shape(body)
    tool = context.catalogue.tools.get(body["tool"])
    if tool is None:
        raise Refusal(TOOL_NOT_FOUND)
    envelope = envelope_faults(body, context)
    if fault := model_fault(tool, body["input"]):
        raise Refusal(validation_failed([fault, *envelope]))
    model = tool.models.get(body["input"].get("model", tool.primary))
    if model is None:
        raise Refusal(MODEL_NOT_FOUND)
    checked = model.check(body["input"])
    faults = [*envelope] if isinstance(checked, Checked) else [*checked, *envelope]
    faults += input_url_faults(model, body["input"], faults, context)
    if faults or not isinstance(checked, Checked):
        raise Refusal(validation_failed(faults))
    return RunRequest(tool, model, checked, body.get("webhook"))


def check_shape(body: dict[str, Any]) -> None:
    """`tool` has to be a string and `input` an object. Raises 400, the generic one when either is absent."""
    absent = tuple(FieldFault(name, "Is required", FaultCode.MISSING) for name in ("tool", "input") if name not in body)
    wrong = []
    if "tool" in body and not isinstance(body["tool"], str):
        wrong.append(FieldFault("tool", "Must be a string", FaultCode.INVALID_TYPE))
    elif body.get("tool") == "":
        wrong.append(FieldFault("tool", "Must not be empty", FaultCode.TOO_SHORT))
    if "input" in body and not isinstance(body["input"], dict):
        wrong.append(FieldFault("input", "Must be an object", FaultCode.INVALID_TYPE))
    if absent:
        raise Refusal(replace(MISSING_PARAMETERS, faults=(*absent, *wrong)))
    if wrong:
        raise Refusal(validation_failed(wrong))


def envelope_faults(body: dict[str, Any], context: AppContext) -> list[FieldFault]:
    """The faults of everything but `tool` and `input`."""
    faults = [FieldFault(name, "Is not a known field", FaultCode.UNKNOWN_FIELD) for name in body if name not in MEMBERS]
    if "webhook" in body:
        if not isinstance(body["webhook"], str):
            faults.append(FieldFault("webhook", "Must be a string", FaultCode.INVALID_TYPE))
        else:
            faults += url_faults("webhook", body["webhook"], WEBHOOK_RULES, context)
    return faults


def input_url_faults(
    model: Model, given: dict[str, Any], known: list[FieldFault], context: AppContext
) -> list[FieldFault]:
    """The faults of the input's URLs, of those without a fault so far; URLs of our own media need no check."""
    own = context.settings.own_media
    at_fault = {fault.field for fault in known}
    return [
        fault
        for name in (field.name for field in model.url_fields)
        if name in given and f"input.{name}" not in at_fault and not given[name].startswith(own)
        for fault in url_faults(f"input.{name}", given[name], INPUT_RULES, context)
    ]


async def check_names(request: RunRequest, context: AppContext, account_id: str) -> None:
    """Resolve the names in all URLs. Raises 400 where one leads to a forbidden address."""
    own = context.settings.own_media
    urls = {} if request.webhook is None else {"webhook": request.webhook}
    for field in request.model.url_fields:
        url = request.values.values.get(field.name)
        if isinstance(url, str) and not url.startswith(own):
            urls[f"input.{field.name}"] = url
    if not urls:
        return
    found = await asyncio.gather(*(context.guard.judge_name(url, account_id=account_id) for url in urls.values()))
    faults = [url_fault(name, fault) for name, fault in zip(urls, found, strict=True) if fault]
    if faults:
        raise Refusal(validation_failed(faults))


def url_faults(field: str, url: str, rules: UrlRules, context: AppContext) -> list[FieldFault]:
    """None or one."""
    fault = judge_url(url, rules, context.settings.allowed_networks)
    return [url_fault(field, fault, rules)] if fault else []


def url_fault(field: str, fault: UrlFault, rules: UrlRules = INPUT_RULES) -> FieldFault:
    """The fault of a URL, in words."""
    message = URL_MESSAGES[fault].format(schemes=" or ".join(rules.ports))
    return FieldFault(field, message, FaultCode(fault.value))
