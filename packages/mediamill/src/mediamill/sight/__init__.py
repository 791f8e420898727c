"""What an operator sees: meters, log lines, traces. None holds a key or a prompt, no label names a generation."""

from mediamill.sight.lines import AccessLog, open_access_log, set_up_logs, tell, warn
from mediamill.sight.meters import Meters
from mediamill.sight.spans import NoTracer, Tracer, is_trace, new_trace, open_tracer, trace_id

__all__ = [
    "AccessLog",
    "Meters",
    "NoTracer",
    "Tracer",
    "is_trace",
    "new_trace",
    "open_access_log",
    "open_tracer",
    "set_up_logs",
    "tell",
    "trace_id",
    "warn",
]
