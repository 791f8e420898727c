"""Acme writes an engine from docs/engines.md alone: it is installed, found to be an engine, and served."""

import importlib.util
import re
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import httpx2
import pytest

from mediamill.engines.installed import Description
from tests.places import REPOSITORY
from tests.service import Service, environment

PAGE = (REPOSITORY / "docs/engines.md").read_text()
FILES = dict(re.findall(r"`([\w/.]+)`:\n\n```\w+\n(.*?)^```", PAGE, re.M | re.S))
MINUTES_MAX = 5 * 60
# Beside what it is given the new environment finds what runs here, mediamill among it.
LINK = f"import site; site.addsitedir({sysconfig.get_path('purelib')!r})\n"


@dataclass
class Acme:
    """A vendor with a project folder and an environment of its own."""

    project: Path
    python: Path

    def do(self, *command: str, **settings: str) -> str:
        """Run `python -m …` in the project; what it printed."""
        done = subprocess.run(
            [self.python, "-m", *command],
            cwd=self.project,
            env={**environment(settings), "PYTHONPATH": ""},
            capture_output=True,
            text=True,
            timeout=MINUTES_MAX,
            check=False,
        )
        assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
        return done.stdout


@pytest.fixture(scope="module")
def acme(tmp_path_factory: pytest.TempPathFactory) -> Acme:
    """With the page's files, the package installed."""
    if importlib.util.find_spec("ensurepip") is None:
        pytest.skip("this Python cannot make environments: apt-get install python3-venv")
    folder = tmp_path_factory.mktemp("acme")
    project, home = folder / "project", folder / "venv"
    for name, text in {**FILES, "src/acme_tones/__init__.py": ""}.items():
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).write_text(text)
    subprocess.run([sys.executable, "-m", "venv", home], check=True, timeout=MINUTES_MAX)
    (packages,) = home.glob("lib/python3*/site-packages")
    (packages / "running.pth").write_text(LINK)
    acme = Acme(project, home / "bin/python")
    acme.do("pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index", ".")
    return acme


@pytest.fixture
def mill(acme: Acme, tmp_path: Path) -> Iterator[Service]:
    """A service in Acme's environment, with the page's settings."""
    (tmp_path / "mediamill.toml").write_text(setting_of("Choosing it"))
    service = Service(tmp_path / "data")
    service.program = (str(acme.python), "-m", "mediamill")
    yield service.start()
    service.close()


def setting_of(heading: str) -> str:
    """The one block of TOML under a heading."""
    (block,) = re.findall(r"^```toml\n(.*?)^```", PAGE.split(f"\n## {heading}\n")[1].split("\n## ")[0], re.M | re.S)
    return str(block)


def test_the_page_names_every_key_of_a_description() -> None:
    documented = re.findall(r"^\| `(\w+)` \| (?:required|nothing|`\w+`) \|", PAGE, re.M)

    assert documented == ["serves", "kind", "pool", "deterministic", "partial", "source_type", "fallback", "tried"]
    assert set(documented) == set(Description.model_fields)


@pytest.mark.slow
def test_the_kit_finds_that_it_is_an_engine(acme: Acme, tmp_path: Path) -> None:
    (command,) = re.findall(r"^mediamill (engines test .*)$", PAGE, re.M)

    printed = acme.do("mediamill", *command.split(), data_dir=str(tmp_path))
    tested = acme.do("pytest", "-q", "-p", "no:cacheprovider", data_dir=str(tmp_path))

    assert "FAILED" not in printed
    assert "ok     tones/sine: The same input gives the same bytes in another process." in printed
    assert "ok     tones/sine: Of an odd input it makes something, or refuses it in one sentence." in printed
    assert "3 passed" in tested


@pytest.mark.slow
def test_the_service_makes_a_file_with_it(mill: Service) -> None:
    ada = mill.open_account("ada", credits=10)
    shown = ada.wait(ada.start("tones", model="sine", prompt="C E H"))
    sound = httpx2.get(shown["output"], trust_env=False).content
    told = ada.get(f"/ext/generations/{shown['id']}").json()

    assert shown["status"] == "success"
    assert sound.startswith(b"RIFF")
    assert len(sound) == 44 + 2 * 2 * 11_025
    assert (told["engine"], told["engineVersion"]) == ("acme.tones", "1.0.0")
    assert (told["provenance"]["method"], told["provenance"]["notes"]) == ("sine waves", "C E")
    assert told["notUnderstood"] == ["H"]


@pytest.mark.slow
def test_the_bells_are_an_engine_and_stay_loaded(acme: Acme, tmp_path: Path) -> None:
    weights = tmp_path / "weights"
    weights.mkdir()
    (weights / "bell.json").write_text('{"0.5": 0.3, "1": 1.0, "2.4": 0.6}')
    (tmp_path / "mediamill.toml").write_text(
        f'[engines]\n"tones/sine" = "acme.bells"\n[engine."acme.bells"]\nfolder = "{weights}"\npreload = ["bell"]\n'
    )
    service = Service(tmp_path / "data")
    service.program = (str(acme.python), "-m", "mediamill")
    with closing(service.start()):
        ada = service.open_account("ada", credits=10)
        made = [ada.wait(ada.start("tones", model="sine", prompt="C E")) for _ in range(2)]
        metrics = httpx2.get(f"{service.address}/metrics", trust_env=False).text

    assert ["success", "success"] == [one["status"] for one in made]
    assert 'mediamill_device_loads_total{device="cpu"} 1.0' in metrics
    assert 'mediamill_device_loaded_bytes{device="cpu",weights="bell"}' in metrics
    settings = {"config": str(tmp_path / "mediamill.toml"), "data_dir": str(tmp_path / "tests")}
    printed = acme.do("mediamill", "engines", "test", "acme.bells", **settings)
    assert "FAILED" not in printed
    assert "ok     tones/sine: On loaded weights it makes the same bytes as on weights just loaded." in printed
    assert "ok     tones/sine: A cancelled run ends at its next step, and what is loaded stays." in printed


@pytest.mark.slow
def test_what_it_refuses_is_said_to_the_caller(mill: Service) -> None:
    ada = mill.open_account("ada", credits=10)
    shown = ada.wait(ada.start("tones", model="sine", prompt="the wind"))

    assert shown["error"] == "No note was found; name some, such as C E G."
    assert ada.credits() == 10
