"""Health and metrics, for load balancers and operators."""

import orjson
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from starlette.responses import Response

from mediamill.http.addresses import is_operator
from mediamill.http.context import JSON, Call
from mediamill.http.metrics import exposition
from mediamill.http.readiness import ReadinessReport

NO_STORE = {"Cache-Control": "no-store"}


async def healthz(_: Call) -> Response:
    """200 while the process answers at all."""
    return Response(orjson.dumps({"status": "ok"}), media_type=JSON)


async def readyz(call: Call) -> Response:
    """200 when every check is well, else 503; operators also see the checks and the warnings."""
    findings = await call.context.readiness.latest()
    return ready_answer(findings, in_full=is_operator(call.request.scope, call.context.settings))


async def metrics(call: Call) -> Response:
    """Everything that is measured, as Prometheus reads it."""
    text = await exposition(call.context.process)
    return Response(text, media_type=CONTENT_TYPE_PLAIN_0_0_4, headers=NO_STORE)


def ready_answer(findings: ReadinessReport, *, in_full: bool) -> Response:
    """Whether the process is ready; in full with the state of each check and the warnings."""
    body: dict[str, object] = {"status": "ready" if findings.ready else "not ready"}
    if in_full:
        body["checks"] = {name: fault or "ok" for name, fault in findings.faults.items()}
        body["warnings"] = list(findings.warnings)
    return Response(orjson.dumps(body), 200 if findings.ready else 503, media_type=JSON, headers=NO_STORE)
