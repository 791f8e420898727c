"""What the service adds to a model that stays loaded, beside a bare loop of the same pipeline and with a queue.

Needs .venv-local (`make bench-local`). The pipeline is a tiny one of random numbers, with steps for a run of
a second; both sides make, encode, draw the thumbnail and write.
"""

import argparse
import http.client
import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

from scripts.benches import disk, machine, page, servers
from scripts.benches.goals import Finding, at_least, at_most
from scripts.benches.servers import ROOT, Server

FIRST, SECOND = "flux-2-flex", "nano-banana"  # models of the interface
ENGINES = {f"create-image/{FIRST}": "bench.first", f"create-image/{SECOND}": "bench.second"}
ENTRY_POINTS = """[mediamill.engines]
bench.first = scripts.benches.local_engine:First
bench.second = scripts.benches.local_engine:Second
"""
SCALE, STEPS = 0.25, 80  # 256 x 256; a second and more on the cores of today
QUEUE, FEW = 100, 10  # generations
ROUNDS = 3  # of the bare loop and the service, in turn
LOADS = "mediamill_device_loads_total"
INTRODUCTION = """## Local engines

What the service adds to a model that stays loaded. The pipeline is FLUX.2-klein's with tiny random weights, {steps}
steps for each picture of 256 × 256 pixels, on the processor; the bare loop calls the same engine, draws the thumbnail
and writes both files. The gap is the time between the end of a run and the beginning of the next, with the queue never
empty; what the service adds is its gap less that of the bare loop. A device is busy while a run is under way."""

Span = tuple[float, float]  # seconds of the machine's clock


def main() -> None:
    options = arguments()
    here = machine.this_machine()
    with tempfile.TemporaryDirectory(prefix="mediamill-bench-") as name:
        folder = Path(name)
        weights = import_weights(folder)
        sync_ms = disk.sync_ms(folder)
        with serving(folder, weights, options.steps) as (service, key):
            shop = Shop(service, key)
            shop.make([FIRST])  # loads
            rounds = [(bare(weights, options), shop.make([FIRST] * options.few)) for _ in range(options.rounds)]
            queue = shop.make([FIRST] * options.queue)
            shop.make([SECOND])  # loads
            before = shop.loads()
            shop.make([FIRST, SECOND] * (options.few // 2))
            reloads = shop.loads() - before
    findings = findings_of(rounds, queue, reloads)
    text = "\n\n".join(
        (
            INTRODUCTION.format(steps=options.steps),
            page.facts(here, "make bench-local", sync_ms),
            page.findings_table(findings),
        )
    )
    print(text)
    if not options.no_page:
        page.write_part("local", text)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m scripts.bench_local", description=__doc__)
    parser.add_argument("--queue", type=int, default=QUEUE, help="generations that wait at once")
    parser.add_argument("--few", type=int, default=FEW, help="generations of each round beside the bare loop")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--steps", type=int, default=STEPS, help="of each run: more take longer")
    parser.add_argument("--no-page", action="store_true", help="print only")
    return parser.parse_args()


def findings_of(rounds: Sequence[tuple[list[Span], list[Span]]], queue: list[Span], reloads: int) -> list[Finding]:
    """Each figure beside its goal."""
    bare_gap = statistics.median(gap for loop, _ in rounds for gap in gaps(loop))
    added = [1_000 * (statistics.median(gaps(served)) - bare_gap) for _, served in rounds]
    run = statistics.median(end - begin for begin, end in queue)
    worst = 1_000 * max(gaps(queue))
    count = f"{len(queue)} generations"
    return [
        Finding("what the service adds to a generation", statistics.median(added), "ms", at_most(30)),
        Finding("… the gap of the bare loop, thumbnail and files", 1_000 * bare_gap, "ms"),
        Finding(
            "the device is busy, with a queue", 100 * busy(queue), "%", at_least(95), f"{count}, runs of {run:.2f} s"
        ),
        Finding("… the longest gap", worst, "ms"),
        Finding("loads while two models that fit take turns", float(reloads), "", at_most(0)),
    ]


def gaps(spans: Sequence[Span]) -> list[float]:
    """Seconds between a run and the next."""
    ordered = sorted(spans)
    return [later[0] - earlier[1] for earlier, later in pairwise(ordered)]


def busy(spans: Sequence[Span]) -> float:
    """The share of the time between first and last in which a run is under way."""
    return sum(end - begin for begin, end in spans) / (max(end for _, end in spans) - min(begin for begin, _ in spans))


def import_weights(folder: Path) -> Path:
    """The folder of all weights, with a tiny FLUX.2-klein that an operator's command brought in."""
    program = (
        "import sys; from scripts.gpu.random_models import MODELS, make; "
        "make(MODELS['flux2-klein'], 'cpu', small=True, kept_on='cpu').save_pretrained(sys.argv[1])"
    )
    subprocess.run([sys.executable, "-c", program, str(folder / "source")], check=True, cwd=ROOT, capture_output=True)
    servers.told(folder / "office", "models", "import", "flux2-klein", str(folder / "source"))
    return folder / "office" / "weights"


@contextmanager
def serving(folder: Path, weights: Path, steps: int) -> Iterator[tuple[Server, str]]:
    """A service with the measured engines, and the key of somebody rich."""
    home, info = folder / "home", folder / "site" / "bench-1.0.dist-info"
    home.mkdir()
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: bench\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(ENTRY_POINTS)
    section = "\n".join(f'[engine."{name}"]\nscale = {SCALE}\nsteps = {steps}' for name in ENGINES.values())
    (folder / "bench.toml").write_text(section)
    settings = {
        "PYTHONPATH": os.pathsep.join([str(folder / "site"), str(ROOT)]),
        "MEDIAMILL_CONFIG": str(folder / "bench.toml"),
        "MEDIAMILL_ENGINES": json.dumps(ENGINES),
        "MEDIAMILL_WEIGHTS_DIR": str(weights),
    }
    key = servers.open_account(home)[1]
    with servers.serving(home, **settings) as service:
        yield service, key


def bare(weights: Path, options: argparse.Namespace) -> list[Span]:
    """When each run of the bare loop began and ended."""
    counts = ["--runs", str(options.few), "--steps", str(options.steps), "--scale", str(SCALE)]
    command = [sys.executable, "-m", "scripts.benches.bare_loop", str(weights), *counts]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
    return [(begin, end) for begin, end in json.loads(done.stdout.splitlines()[-1])]


class Shop:
    """Asks the service for pictures."""

    def __init__(self, service: Server, key: str) -> None:
        self.service = service
        self.key = key
        self.seed = 0

    def make(self, models: Sequence[str]) -> list[Span]:
        """All of these, accepted at once; when the run of each began and ended."""
        connection = http.client.HTTPConnection(*self.service.address, timeout=120)
        ids = [self._post(connection, model) for model in models]
        for id in ids:
            while (found := self._get(connection, f"/api/generations/{id}"))["status"] not in ("success", "error"):
                pass  # it was waited for, longer than one answer may take
            if found["status"] == "error":
                raise RuntimeError(found["error"])
        told = [self._get(connection, f"/ext/generations/{id}")["provenance"] for id in ids]
        connection.close()
        return [(one["began"], one["ended"]) for one in told]

    def loads(self) -> int:
        """How often weights were loaded so far."""
        connection = http.client.HTTPConnection(*self.service.address, timeout=60)
        connection.request("GET", "/metrics")
        lines = connection.getresponse().read().decode().splitlines()
        connection.close()
        return sum(int(float(line.split()[-1])) for line in lines if line.startswith(f"{LOADS}{{"))

    def _post(self, connection: http.client.HTTPConnection, model: str) -> str:
        self.seed += 1
        body = {"tool": "create-image", "input": {"model": model, "prompt": "a heron", "seed": self.seed}}
        headers = {"Authorization": self.key, "Content-Type": "application/json"}
        connection.request("POST", "/api/run", json.dumps(body), headers)
        return str(json.loads(connection.getresponse().read())["id"])

    def _get(self, connection: http.client.HTTPConnection, path: str) -> dict[str, Any]:
        connection.request("GET", path, headers={"Authorization": self.key, "Prefer": "wait=30"})
        found: dict[str, Any] = json.loads(connection.getresponse().read())
        return found


if __name__ == "__main__":
    main()
