"""The conformance kit: reports in plain sentences whether a class is an engine.

`mediamill engines test NAME` runs it; `mediamill.testing.plugin` is the same for pytest. Nothing is imported here: the
probe runs in engine processes, which have to stay small.
"""
