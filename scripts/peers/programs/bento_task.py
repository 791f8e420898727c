"""BentoML: a task that does nothing; `submit` answers with an id."""

import os
import time
from pathlib import Path

import bentoml  # type: ignore[import-not-found,unused-ignore]


@bentoml.service(traffic={"timeout": 60})  # type: ignore[misc,unused-ignore]
class Peer:
    """One task."""

    @bentoml.task  # type: ignore[misc,untyped-decorator,unused-ignore]
    def run(self, prompt: str) -> str:
        if marks := os.environ.get("PEER_MARKS"):
            time.sleep(float(os.environ["PEER_SECONDS"]))
            with Path(marks).open("a") as file:
                file.write("done\n")
        return prompt
