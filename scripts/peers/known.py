"""The peers, and the service itself as one of them."""

import http.client
import json
import shutil
from pathlib import Path

from scripts.benches import servers
from scripts.benches.requests import IDLE_BODY
from scripts.peers.peer import PROGRAMS, Peer, Program, Stage

MARKS = "marks"  # the file in a peer's folder to which every job that is done adds a line
KEY = "key"
CONCURRENT = "512"  # jobs that Cog takes at once
PROMPT = b'{"prompt":"a red fox in the snow"}'


def mediamill(stage: Stage) -> list[Program]:
    """Durable, with everything on; what is accepted is done by an engine that does nothing."""
    command: list[str | Path] = [servers.MEDIAMILL, "serve", "--port", str(stage.port), "--data-dir", stage.folder]
    return [Program([*command, *([] if stage.works else ["--no-worker"])], servers.SETTINGS, servers.ROOT)]


def open_account(folder: Path) -> str:
    """An account; its key is kept beside the data."""
    key = servers.open_account(folder)[1]
    (folder / KEY).write_text(key)
    return key


def succeeded(stage: Stage) -> int:
    """How many generations ended in success."""
    connection = http.client.HTTPConnection("127.0.0.1", stage.port, timeout=10)
    headers = {"Authorization": (stage.folder / KEY).read_text()}
    connection.request("GET", "/api/generations?limit=1&status=success", headers=headers)
    total = json.loads(connection.getresponse().read())["pagination"]["total"]
    connection.close()
    assert isinstance(total, int)
    return total


def marked(stage: Stage) -> int:
    """How many jobs left their mark."""
    marks = stage.folder / MARKS
    return len(marks.read_text().splitlines()) if marks.exists() else 0


def bentoml(stage: Stage) -> list[Program]:
    """One service process, as `bentoml serve` starts it."""
    home = {"BENTOML_HOME": str(stage.folder), "BENTOML_DO_NOT_TRACK": "True"}
    command: list[str | Path] = [
        stage.bin / "bentoml",
        "serve",
        "bento_task:Peer",
        "--host",
        "127.0.0.1",
        "--port",
        str(stage.port),
    ]
    return [Program(command, home)]


def celery(stage: Stage) -> list[Program]:
    """Redis that syncs every write, FastAPI in front; a worker where jobs are to be done."""
    durable = ["--appendonly", "yes", "--appendfsync", "always", "--save", ""]
    url = {"PEER_REDIS_URL": f"redis://127.0.0.1:{stage.side_port}/0"}
    redis = [
        "redis-server",
        "--port",
        str(stage.side_port),
        "--bind",
        "127.0.0.1",
        "--dir",
        str(stage.folder),
        *durable,
    ]
    serve = ["uvicorn", "celery_api:api", "--port", str(stage.port), "--no-access-log"]
    worker = ["celery", "-A", "celery_api:queue", "worker", "--concurrency", "2"]
    programs = [Program(redis), Program([stage.bin / serve[0], *serve[1:]], url)]
    return [*programs, *([Program([stage.bin / worker[0], *worker[1:]], url)] if stage.works else [])]


def ray_serve(stage: Stage) -> list[Program]:
    """Ray and its proxy, started by one program."""
    settings = {"PEER_PORT": str(stage.port), "RAY_USAGE_STATS_ENABLED": "0"}
    return [Program([stage.bin / "python", "ray_serve.py"], settings)]


def no_redis() -> str | None:
    """What is missing for Celery."""
    return None if shutil.which("redis-server") else "redis-server is not installed (apt-get install redis-server)"


def cog(stage: Stage) -> list[Program]:
    """Its HTTP server without the container, predictions answered at once (`Prefer: respond-async`)."""
    settings = {
        "PORT": str(stage.port),
        "COG_PREDICT_TYPE_STUB": "predict.py:Predictor",
        "COG_MAX_CONCURRENCY": CONCURRENT,
    }
    return [Program([stage.bin / "python", "-m", "cog.server.http", "--host", "127.0.0.1"], settings, PROGRAMS / "cog")]


SERVICE = Peer(
    name="mediamill",
    packages=(),
    programs=mediamill,
    path="/api/run",
    body=IDLE_BODY,
    done=succeeded,
    prepare=open_account,
)
CELERY = Peer(
    name="Celery + Redis (AOF always) + FastAPI",
    packages=(
        "celery[redis]==5.7.0",
        "fastapi==0.165.0",
        "uvicorn==0.54.0",
        "uvloop==0.23.0",
        "httptools==0.9.0",
    ),
    programs=celery,
    path="/run",
    body=b'{"tool":"create-image","input":' + PROMPT + b"}",
    done=marked,
    goal=6.0,
    missing=no_redis,
)
RAY_SERVE = Peer(
    name="Ray Serve",
    packages=("ray[serve]==2.56.0", "protobuf==6.33.6"),  # it reads what protobuf 7 has not
    programs=ray_serve,
    path="/run",
    body=b'{"tool":"create-image","input":' + PROMPT + b"}",
    done=marked,
)
PEERS = (
    Peer(
        name="BentoML tasks",
        packages=("bentoml==1.4.39",),
        programs=bentoml,
        path="/run/submit",
        body=PROMPT,
        done=marked,
        goal=8.0,
    ),
    CELERY,
    RAY_SERVE,
    Peer(
        name="Cog",
        packages=("cog==0.23.1", "coglet==0.23.1"),
        programs=cog,
        path="/predictions",
        body=b'{"input":' + PROMPT + b"}",
        done=marked,
        goal=3.0,
        headers={"Prefer": "respond-async"},
        refused=409,
    ),
)
