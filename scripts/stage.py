"""A service of its own for scripts: started on a free port with a fresh data folder, stopped at the end."""

import contextlib
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

PROGRAM = Path(sys.executable).with_name("mediamill")
ADDRESS = re.compile(r"mediamill is at (\S+)")


@dataclass(frozen=True, slots=True)
class Stage:
    """A running service and a rich account."""

    base_url: str
    api_key: str
    folder: Path


@contextlib.contextmanager
def running_service(**environment: str) -> Iterator[Stage]:
    """A service that listens, with one pro account that has a million credits."""
    with tempfile.TemporaryDirectory(prefix="mediamill-") as name:
        folder = Path(name)
        settings: Mapping[str, str] = {**os.environ, "MEDIAMILL_RATE_LIMIT": "off", **environment}
        create = [
            str(PROGRAM),
            "accounts",
            "create",
            "stage@localhost",
            "--plan",
            "pro",
            "--credits",
            "1000000",
            "--json",
        ]
        made = subprocess.run([*create, "--data-dir", str(folder)], env=settings, check=True, capture_output=True)
        with subprocess.Popen(
            [PROGRAM, "serve", "--port", "0", "--data-dir", folder], env=settings, stdout=subprocess.PIPE, text=True
        ) as process:
            try:
                assert process.stdout is not None
                match = ADDRESS.search(process.stdout.readline())
                if match is None:
                    raise SystemExit("The service did not start.")
                yield Stage(match[1], json.loads(made.stdout)["apiKey"], folder)
            finally:
                process.terminate()
