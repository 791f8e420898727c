"""Grace adds a vendor from docs/engines/own-vendor.md alone; Acme is on loopback, and does what the page says."""

import json
import re
import subprocess
import sys
import sysconfig
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import Any, ClassVar

import httpx2
import pytest
from PIL import Image

from mediamill_remote.template.__main__ import files_for
from tests.places import REPOSITORY
from tests.service import Service, environment

PAGE = (REPOSITORY / "docs/engines/own-vendor.md").read_text()
FILES = dict(re.findall(r"`([\w/.]+)`:\n\n```\w+\n(.*?)^```", PAGE, re.M | re.S))
SETTINGS = FILES.pop("mediamill.toml")
LINES_MAX = 60
MINUTES_MAX = 5 * 60
KEY = "acme-s3cret-0123456789"
LINK = f"import site; site.addsitedir({sysconfig.get_path('purelib')!r})\n"  # what runs here, mediamill among it


class Acme(BaseHTTPRequestHandler):
    """The vendor of the page's table."""

    jobs: ClassVar[dict[str, dict[str, Any]]] = {}
    cancelled: ClassVar[list[str]] = []

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        wanted = {"/v1/paint": {"text", "width", "height", "seed"}, "/v1/sculpt": {"picture"}}.get(self.path)
        if self.headers["Authorization"] != f"Bearer {KEY}":
            self.answer(401, {})
        elif wanted is None:
            self.answer(404, {})
        elif set(body) != wanted:
            self.answer(422, {"error": "a field is missing, or strange"})
        else:
            id = f"job{len(self.jobs)}"
            self.jobs[id] = {"path": self.path, "body": body, "looks": 0}
            self.answer(202, {"id": id})

    def do_GET(self) -> None:
        if self.path.startswith("/files/"):
            self.send_file(self.jobs[self.path.rpartition("/")[2]])
        elif (job := self.jobs.get(self.path.rpartition("/")[2])) is None:
            self.answer(404, {})
        elif job["looks"] == 0:
            job["looks"] = 1
            self.answer(200, {"status": "waiting"})
        else:
            url = {"url": f"http://{self.headers['Host']}/files/{self.path.rpartition('/')[2]}"}
            painted = job["path"] == "/v1/paint"
            self.answer(200, {"status": "done", **({"images": [url]} if painted else {"model": url})})

    def do_DELETE(self) -> None:
        self.cancelled.append(self.path.rpartition("/")[2])
        self.answer(204, None)

    def send_file(self, job: dict[str, Any]) -> None:
        """A picture as large as was ordered, in a colour by its seed."""
        picture = BytesIO()
        size, seed = (job["body"]["width"], job["body"]["height"]), job["body"]["seed"]
        Image.new("RGB", size, (seed % 256, 90, 30)).save(picture, "PNG")
        self.send(200, "image/png", picture.getvalue())

    def answer(self, status: int, body: object) -> None:
        self.send(status, "application/json", b"" if body is None else json.dumps(body).encode())

    def send(self, status: int, kind: str, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Tests speak for themselves."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Acme)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Of an environment in which the page's package is installed."""
    if find_spec("ensurepip") is None:
        pytest.skip("this Python cannot make environments: apt-get install python3-venv")
    folder = tmp_path_factory.mktemp("grace")
    project, home = folder / "mediamill-acme", folder / "venv"
    for name, text in {**FILES, "src/mediamill_acme/__init__.py": '"""Acme\'s models."""\n'}.items():
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).write_text(text)
    subprocess.run([sys.executable, "-m", "venv", home], check=True, timeout=MINUTES_MAX)
    (packages,) = home.glob("lib/python3*/site-packages")
    (packages / "running.pth").write_text(LINK)
    command = "-m pip install --quiet --no-deps --no-build-isolation --no-index ."
    subprocess.run([home / "bin/python", *command.split()], cwd=project, check=True, timeout=MINUTES_MAX)
    return home / "bin/python"


def settings_for(folder: Path, address: str) -> Path:
    """The page's mediamill.toml, with Acme on loopback."""
    key = folder / "acme.key"
    key.write_text(KEY)
    key.chmod(0o600)
    where = f'[engine."acme"]\nbase_url = "{address}/v1"\nkey_file = "{key}"\n'
    file = folder / "mediamill.toml"
    file.write_text(SETTINGS.replace('[engine."acme"]\n', where))
    return file


def test_the_page_shows_what_the_template_writes() -> None:
    written = dict(files_for("acme"))

    assert written.pop("src/mediamill_acme/__init__.py").count("\n") == 1
    assert written == FILES


def test_the_class_has_no_more_lines_than_the_page_promises() -> None:
    assert len(FILES["src/mediamill_acme/engine.py"].splitlines()) <= LINES_MAX


def test_a_package_for_another_vendor_is_written_once(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mediamill_remote.template", "zenith"]
    first = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    again = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)

    assert (first.returncode, again.returncode) == (0, 1)
    assert "class ZenithEngine" in (tmp_path / "mediamill-zenith/src/mediamill_zenith/engine.py").read_text()
    assert again.stderr == "mediamill-zenith is there already: nothing was written.\n"


@pytest.mark.slow
def test_the_kit_finds_that_it_is_an_engine(python: Path, address: str, tmp_path: Path) -> None:
    settings = {"config": str(settings_for(tmp_path, address)), "data_dir": str(tmp_path / "data")}
    command: list[str | Path] = [
        python,
        "-m",
        "mediamill",
        "engines",
        "test",
        "acme",
        "--buy",
        "--model",
        "create-image/flux-2-flex",
    ]
    done = subprocess.run(
        command,
        env={**environment(settings), "PYTHONPATH": ""},
        capture_output=True,
        text=True,
        timeout=MINUTES_MAX,
        check=False,
    )

    assert done.returncode == 0, done.stdout + done.stderr
    assert "FAILED" not in done.stdout
    assert "ok     create-image/flux-2-flex: It makes the model's example." in done.stdout
    assert "ok     create-image/flux-2-flex: A job can be called off, twice." in done.stdout


@pytest.mark.slow
def test_the_service_buys_a_picture_of_the_ordered_size(python: Path, address: str, tmp_path: Path) -> None:
    settings_for(tmp_path, address)
    service = Service(tmp_path / "data")
    service.program = (str(python), "-m", "mediamill")
    bought = len(Acme.jobs)
    try:
        ada = service.start().open_account("ada", credits=100)
        id = ada.start("create-image", model="flux-2-flex", prompt="a heron", aspect_ratio="16:9", seed=7)
        shown = ada.wait(id, seconds=60)
        told = ada.get(f"/ext/generations/{id}").json()
        picture = Image.open(BytesIO(httpx2.get(shown["output"], trust_env=False).content))
    finally:
        service.close()

    assert shown["status"] == "success", shown
    assert (told["engine"], told["provenance"]["method"]) == ("acme", "paint")
    assert (picture.size, picture.getpixel((9, 9))) == ((1344, 768), (7, 90, 30))
    assert len(Acme.jobs) == bought + 1
    assert KEY not in service.log
