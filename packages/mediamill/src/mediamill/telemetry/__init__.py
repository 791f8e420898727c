"""What an operator sees: metrics, log lines, traces. None holds a key or a prompt, no label names a generation."""

from mediamill.telemetry.logs import AccessLog, log_event, log_warning, open_access_log, set_up_logs
from mediamill.telemetry.metrics import Metrics
from mediamill.telemetry.tracing import NoTracer, Tracer, is_trace, new_trace, open_tracer, trace_id

__all__ = [
    "AccessLog",
    "Metrics",
    "NoTracer",
    "Tracer",
    "is_trace",
    "log_event",
    "log_warning",
    "new_trace",
    "open_access_log",
    "open_tracer",
    "set_up_logs",
    "trace_id",
]
