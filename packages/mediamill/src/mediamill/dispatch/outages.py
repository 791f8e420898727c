"""Engines that reported an outage: until it may be over, their work is released without asking them again."""

import time

from mediamill.engines import Scope, ToolModel, Unavailable

Key = tuple[str, ToolModel | None]  # engine, and the model where it is that model alone


class Outages:
    """What this process knows of them. An engine has one key, so one without its key is out as a whole."""

    def __init__(self) -> None:
        self.until: dict[Key, float] = {}  # as many as there are engines and models

    def note(self, engine: str, model: ToolModel, outage: Unavailable) -> bool:
        """Remember an outage; False when it was known."""
        key = (engine, model if outage.scope is Scope.MODEL else None)
        known = self.seconds_left(engine, model) is not None
        self.until[key] = max(self.until.get(key, 0.0), time.monotonic() + outage.retry_after)
        return not known

    def seconds_left(self, engine: str, model: ToolModel) -> float | None:
        """How long the engine cannot work on this model; None when it may."""
        left = max(self.until.get(key, 0.0) for key in ((engine, None), (engine, model))) - time.monotonic()
        return left if left > 0 else None
