"""A command that starts the service, tried: `python -m scripts.release.first_media COMMAND…`.

Starts COMMAND in an empty folder, waits for the demo key, makes a drum loop and downloads it; prints the seconds.
"""

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from pathlib import Path

ENTERED = re.compile(r"export MEDIAMILL_(API_KEY|BASE_URL)=(\S+)")
START_SECONDS = 900  # an environment may be installed first
RUN = {"tool": "drum-generator", "input": {"model": "drumgen", "seed": 7}}


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        answered, made = first_media(sys.argv[1:], Path(folder))
    print(f"{answered:.1f} s to the first answer, {made:.1f} s to the first media")


def first_media(command: list[str], folder: Path) -> tuple[float, float]:
    """Seconds from now until the service says that it is there, and until a file of it has been downloaded."""
    began = time.monotonic()
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("MEDIAMILL_", "PYTHON"))}
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            command,
            cwd=folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            start_new_session=True,
        )
    watch = threading.Timer(START_SECONDS, os.killpg, (process.pid, signal.SIGKILL))
    watch.start()
    try:
        found = entered(process)
        if len(found) < 2:
            sys.exit(f"{' '.join(command)}: no service\n{(folder / 'log').read_text(errors='replace')}")
        answered = time.monotonic() - began
        make(found["BASE_URL"], found["API_KEY"])
        return answered, time.monotonic() - began
    finally:
        watch.cancel()
        stop(process)


def entered(process: "subprocess.Popen[str]") -> dict[str, str]:
    """What the service prints to be exported."""
    found: dict[str, str] = {}
    assert process.stdout is not None
    for line in process.stdout:
        found |= dict(ENTERED.findall(line))
        if len(found) == 2:
            break
    return found


def make(address: str, key: str) -> None:
    """A drum loop, to its last byte."""
    headers = {"Authorization": key, "Content-Type": "application/json", "Prefer": "wait=60"}
    shown = json.load(
        urllib.request.urlopen(urllib.request.Request(f"{address}/api/run", json.dumps(RUN).encode(), headers))
    )
    while shown["status"] not in ("success", "error"):
        time.sleep(0.2)
        shown = json.load(
            urllib.request.urlopen(urllib.request.Request(f"{address}/api/generations/{shown['id']}", headers=headers))
        )
    assert shown["status"] == "success", shown
    content = urllib.request.urlopen(shown["output"]).read()
    assert content[:4] == b"RIFF", content[:40]


def stop(process: "subprocess.Popen[str]") -> None:
    """The service and what started it."""
    try:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait(60)
    except ProcessLookupError:
        return
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)


if __name__ == "__main__":
    main()
