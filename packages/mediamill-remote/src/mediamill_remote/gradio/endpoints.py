"""What a Gradio app says of itself: its named endpoints, and what each takes in which order."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mediamill.engines.sdk import AnswerLost, EngineUnavailable, Scope, Vendor
from mediamill_remote.answers import short
from mediamill_remote.mapping import Body, ModelMapping, at

INFO = "/gradio_api/info"
SETUP_SECONDS, START_SECONDS = 600.0, 30.0  # before a next try: somebody has to change something, or wait
NAMES_SHOWN_MAX = 8  # of an app's endpoints in a sentence


@dataclass(frozen=True, slots=True)
class Parameter:
    """One value that an endpoint takes."""

    name: str
    default: object  # None where it has none


Endpoints = Mapping[str, Sequence[Parameter]]  # by name, without the slash


async def ask_endpoints(vendor: Vendor) -> Endpoints:
    """Those that the app describes. Raises EngineUnavailable, NotSent."""
    try:
        answer = await vendor.get(INFO)
    except AnswerLost as lost:
        raise EngineUnavailable(f"Gradio: {INFO} was not answered: {lost}", START_SECONDS) from None
    if answer.status in (401, 403):
        sentence = f"Gradio: the app wants a token, or takes another than this one: HTTP {answer.status}"
        raise EngineUnavailable(sentence, SETUP_SECONDS, Scope.KEY)
    if answer.status == 429 or answer.status >= 500:
        raise EngineUnavailable(f"Gradio: the app is not up: HTTP {answer.status}", START_SECONDS)
    endpoints = read_endpoints(answer.json()) if answer.status == 200 else None
    if endpoints is None:
        sentence = f"Gradio: base_url is no app of Gradio 5 or later: {INFO} answers with HTTP {answer.status}"
        raise EngineUnavailable(sentence, SETUP_SECONDS)
    return endpoints


def read_endpoints(told: object) -> Endpoints | None:
    """None where the answer describes none."""
    named = at(told, "named_endpoints")
    if not isinstance(named, Mapping):
        return None
    return {name.removeprefix("/"): read_parameters(at(one, "parameters")) for name, one in named.items()}


def read_parameters(told: object) -> Sequence[Parameter]:
    """What an endpoint takes, in order."""
    rows = [one for one in told if isinstance(one, Mapping)] if isinstance(told, list) else []
    return [
        Parameter(
            str(row.get("parameter_name") or row.get("label")),
            row.get("parameter_default") if row.get("parameter_has_default") else None,
        )
        for row in rows
    ]


def endpoint_fault(mapping: ModelMapping, endpoints: Endpoints) -> str | None:
    """What the app has otherwise than the table says; None where they agree."""
    if mapping.endpoint not in endpoints:
        names = ", ".join(f"/{short(name)}" for name in list(endpoints)[:NAMES_SHOWN_MAX]) or "none that it describes"
        return f"the app has no endpoint /{mapping.endpoint}; it has {names}"
    taken = [parameter.name for parameter in endpoints[mapping.endpoint]]
    if taken == list(mapping.inputs):
        return None
    return f"/{mapping.endpoint} takes ({short(', '.join(taken))}), and the table says ({', '.join(mapping.inputs)})"


def in_order(body: Body, parameters: Sequence[Parameter]) -> list[object]:
    """The values as the endpoint takes them; what the body does not say has the app's own default."""
    return [body.get(one.name, one.default) for one in parameters]
