"""The child processes that engines run in; `mediamill.engines` hands out what others may use.

    service process                  one per slot
    EngineHost ── EngineProcess ──▶ keeper (launcher.py) ──▶ engine process (child.py) ──▶ whatever it starts

The keeper launches, watches and ends; the engine process imports engines and keeps them warm; `wire.py` is all that it
and the host say to each other. Nothing is imported here: an engine process loads this package too, and must stay small.
"""
