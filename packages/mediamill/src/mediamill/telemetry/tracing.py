"""Traces (W3C Trace Context): from a request through its generation to the engine, by OpenTelemetry where it is set up.

Every request has a trace, exported or not: its id is the request's id in the log, and it stays with the generation.
"""

import importlib.util
import logging
import random
import re
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Protocol

TRACEPARENT = re.compile(r"00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}")
INSTALL = "OTEL_EXPORTER_OTLP_ENDPOINT is set, but OpenTelemetry is not installed: pip install 'mediamill[otel]'"

log = logging.getLogger("mediamill")


def is_trace(text: str) -> bool:
    """Whether it is a valid traceparent."""
    return TRACEPARENT.fullmatch(text) is not None


def new_trace() -> str:
    """The traceparent of a request that brought none: different from others, no secret."""
    return f"00-{random.getrandbits(128) | 1:032x}-{random.getrandbits(64) | 1:016x}-01"


def trace_id(trace: str) -> str:
    """The 32 digits that all parts of one trace share."""
    return trace[3:35]


class Tracer(Protocol):
    """Makes spans."""

    def span(self, name: str, parent: str | None, **attributes: str | int) -> AbstractContextManager[str | None]:
        """A span around what happens inside; gives its traceparent, for what is below it."""

    def close(self) -> None:
        """Export what is left."""


class NoTracer:
    """Where nothing collects traces: hands the parent on."""

    @contextmanager
    def span(self, name: str, parent: str | None, **attributes: str | int) -> Iterator[str | None]:  # noqa: ARG002
        """No span."""
        yield parent

    def close(self) -> None:
        """Nothing is left."""


class OtelTracer:
    """Exports by OTLP over HTTP, configured by the standard OTEL_* variables."""

    def __init__(self) -> None:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter  # noqa: PLC0415 (an extra)
        from opentelemetry.sdk.resources import Resource  # noqa: PLC0415
        from opentelemetry.sdk.trace import TracerProvider  # noqa: PLC0415
        from opentelemetry.sdk.trace.export import BatchSpanProcessor  # noqa: PLC0415
        from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator  # noqa: PLC0415

        self.provider = TracerProvider(resource=Resource.create({"service.name": "mediamill"}))
        self.provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
        self.tracer = self.provider.get_tracer("mediamill")
        self.propagator = TraceContextTextMapPropagator()

    @contextmanager
    def span(self, name: str, parent: str | None, **attributes: str | int) -> Iterator[str | None]:
        """A span below `parent`; an exception that leaves it is noted there."""
        context: Any = self.propagator.extract({"traceparent": parent}) if parent else None
        with self.tracer.start_as_current_span(name, context=context, attributes=attributes):
            carrier: dict[str, str] = {}
            self.propagator.inject(carrier)
            yield carrier.get("traceparent")

    def close(self) -> None:
        """Export what is left."""
        self.provider.shutdown()


def open_tracer(endpoint: str | None) -> Tracer:
    """The tracer for this endpoint; none when it is not set, or (with a warning) when OpenTelemetry is missing."""
    if not endpoint:
        return NoTracer()
    if importlib.util.find_spec("opentelemetry") is None:
        log.warning(INSTALL)
        return NoTracer()
    return OtelTracer()
