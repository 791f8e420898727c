"""Celery with Redis behind FastAPI: a job is put on the queue, its id is the answer."""

import os
import time
from pathlib import Path

from celery import Celery  # type: ignore[import-not-found,import-untyped,unused-ignore]
from fastapi import FastAPI  # type: ignore[import-not-found,unused-ignore]
from pydantic import BaseModel

queue = Celery("celery_api", broker=os.environ["PEER_REDIS_URL"])
queue.conf.task_ignore_result = True
api = FastAPI()


class Order(BaseModel):
    """What is to be made."""

    tool: str
    input: dict[str, str]


@queue.task  # type: ignore[misc,untyped-decorator,unused-ignore]
def make(tool: str, given: dict[str, str]) -> None:  # noqa: ARG001 (a job that does nothing)
    """Nothing, marked."""
    time.sleep(float(os.environ["PEER_SECONDS"]))
    with Path(os.environ["PEER_MARKS"]).open("a") as file:
        file.write("done\n")


@api.post("/run")  # type: ignore[misc,untyped-decorator,unused-ignore]
def run(order: Order) -> dict[str, str]:
    """Put it on the queue."""
    return {"id": make.delay(order.tool, order.input).id, "status": "processing"}
