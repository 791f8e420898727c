"""The child processes that engines run in; `mediamill.engines` hands out what others may use.

    service process                  one per slot
    EngineHost ── EngineProcess ──▶ supervisor (launcher.py) ──▶ engine process (child.py) ──▶ whatever it starts

The supervisor starts, watches and ends the engine process, which imports engines and keeps them warm. `wire.py` has
every message between it and the host. Nothing is imported here: an engine process loads this package too, and has to
stay small.
"""
