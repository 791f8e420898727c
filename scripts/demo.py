"""Make one thing with every model that has an engine, through the public interface, into ./out."""

import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2

from mediamill.client import Client, GenerationFailed
from scripts.stage import running_service

OUT = Path("out")
NO_ENGINE = "No engine is set up"


@dataclass(frozen=True, slots=True)
class Result:
    """What one model made, or why it made nothing."""

    model: str
    seconds: float
    credits: float
    file: Path | None
    error: str = ""


def main() -> None:
    OUT.mkdir(exist_ok=True)
    with running_service() as stage, Client(stage.api_key, stage.base_url) as client:
        examples = httpx2.get(f"{stage.base_url}/openapi.json").json()["paths"]["/api/run"]["post"]["requestBody"]
        results = []
        for name, example in examples["content"]["application/json"]["examples"].items():
            result = make(client, name, example["value"])
            results.append(result)
            print(
                f"{result.model:44} {result.seconds:6.2f} s {result.credits:4g} credits  {result.file or result.error}"
            )
    made = [result for result in results if result.file]
    failed = [result for result in results if not result.file and not result.error.startswith(NO_ENGINE)]
    print(f"\n{len(made)} made, {len(failed)} failed, {len(results) - len(made) - len(failed)} without an engine")
    sys.exit(1 if failed else 0)


def make(client: Client, name: str, body: dict[str, Any]) -> Result:
    """Run one example and fetch what it made."""
    before = client.account.get().credits
    started = time.monotonic()
    try:
        generation = client.run(body["tool"], body["input"])
    except GenerationFailed as failure:
        return Result(name, time.monotonic() - started, 0, None, failure.generation.error or "")
    seconds = time.monotonic() - started
    file = client.download(generation, OUT)
    return Result(name, seconds, before - client.account.get().credits, file)


if __name__ == "__main__":
    main()
