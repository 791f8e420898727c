"""An operator pulls, imports, verifies and removes weights; a hub on loopback gives them."""

import json
import os
import pty
import signal
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from mediamill.cli import models
from tests.cli.operator import Operator
from tests.service import until
from tests.weights.samples import COMMIT, CONDITIONS, LARGE, OTHER_COMMIT, TOML, WANTED, model, safetensors
from tests.weights.stand_in import TOKEN, StandIn, running

MEDIAMILL = Path(sys.executable).with_name("mediamill")
HELD_AFTER = 40_000  # bytes of a body
KILLED_SECONDS_MAX = 60.0


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> Iterator[StandIn]:
    with running(StandIn()) as at_work:
        monkeypatch.setenv("HF_ENDPOINT", at_work.base)
        monkeypatch.setenv("NO_PROXY", "*")
        yield at_work


@pytest.fixture
def rows(operator: Operator) -> Path:
    """The operator's own row."""
    file = operator.folder / "weights.toml"
    file.write_text(TOML)
    operator.writes('weights_file = "weights.toml"\n')
    return file


@pytest.fixture
def weights(operator: Operator, rows: Path) -> Path:
    """Where they belong."""
    return operator.data / "weights" / "heron"


def listed(operator: Operator) -> dict[str, object]:
    found: list[dict[str, object]] = operator.reads("models", "list")
    return next(one for one in found if one["name"] == "heron")


def test_weights_are_shown_asked_about_pulled_listed_verified_and_removed(
    operator: Operator, hub: StandIn, weights: Path
) -> None:
    before = listed(operator)
    declined = operator.runs("models", "pull", "heron", input="n\n")
    was_made = weights.exists()
    pulled = operator.runs("models", "pull", "heron", input="y\n")
    after = listed(operator)
    again = operator.runs("models", "pull", "heron")

    assert (before["state"], before["sentence"]) == (
        "absent",
        "The weights heron are not here; run: mediamill models pull heron",
    )
    assert (declined.exit_code, was_made) == (1, False)
    assert f"acme/heron-image at commit {COMMIT}" in declined.stderr
    assert "licence: Apache-2.0 (https://www.apache.org/licenses/LICENSE-2.0)" in declined.stderr
    assert "4 files, 0.1 MB, of which 0.1 MB are to be brought; " in declined.stderr
    assert pulled.stdout == f"heron is pulled and verified: 0.1 MB in {weights.relative_to(operator.folder)}\n" or (
        pulled.stdout == f"heron is pulled and verified: 0.1 MB in {weights}\n"
    )
    assert {name: after[name] for name in ("state", "commit", "cameBy", "sentence", "replaces")} == {
        "state": "there",
        "commit": COMMIT,
        "cameBy": "pull",
        "sentence": None,
        "replaces": None,
    }
    assert again.stdout.startswith("heron is here and verified: ")
    assert operator.reads("models", "verify", "heron") == []
    removed = operator.runs("models", "remove", "heron", input="y\n")
    assert removed.stdout.endswith("heron is removed: 0.1 MB.\n")
    assert not weights.exists()
    assert "There is nothing of weights called `heron`" in operator.hears("models", "remove", "heron", "--yes")


def test_what_differs_is_said_with_exit_code_1(operator: Operator, hub: StandIn, weights: Path) -> None:
    operator.runs("models", "pull", "heron", "--yes")
    (weights / LARGE).write_bytes(b"x" * len(hub.files[LARGE]))
    (weights / "hook.py").write_text("print()")
    said = operator.runs("models", "verify")

    assert said.exit_code == 1
    assert [(one["path"], one["fault"].split()[0:2]) for one in operator.reads_anyway("models", "verify", "heron")] == [
        (LARGE, ["has", "SHA-256"]),
        ("hook.py", ["is", "not"]),
    ]
    mended = operator.runs("models", "pull", "heron", "--yes")
    assert mended.stdout.startswith("heron is pulled and verified")
    assert operator.reads("models", "verify") == []


def test_conditions_are_shown_and_accepted_by_name(operator: Operator, hub: StandIn, weights: Path, rows: Path) -> None:
    rows.write_text(TOML.replace('"Apache-2.0"', '"Heron-1.0"') + f'conditions = "{CONDITIONS}"\n')
    sentence = operator.hears("models", "pull", "heron", "--yes")
    asked = len(hub.asked)
    operator.runs("models", "pull", "heron", "--yes", "--accept-licence", "Heron-1.0")
    licence = listed(operator)["licence"]

    assert f"{CONDITIONS}. Read it, then add: --accept-licence Heron-1.0" in sentence
    assert asked == 0
    assert isinstance(licence, dict)
    assert licence["acceptedAt"].endswith("Z")
    assert operator.runs("models", "pull", "heron").exit_code == 0


def test_gated_weights_take_a_token_from_a_file(operator: Operator, hub: StandIn, weights: Path, rows: Path) -> None:
    hub.gated = True
    rows.write_text(TOML + "gated = true\n")
    file = operator.folder / "token"
    file.write_text(f"{TOKEN}\n")
    advice = operator.hears("models", "pull", "heron", "--yes")
    asked = len(hub.asked)
    pulled = operator.runs("models", "pull", "heron", "--yes", "--token-file", str(file))
    file.write_text("two words")

    assert advice.endswith("and run: mediamill models pull heron --token-file FILE")
    assert asked == 0
    assert pulled.exit_code == 0
    assert TOKEN not in pulled.output
    assert not [path for path in operator.data.rglob("*") if path.is_file() and TOKEN in path.read_text("latin-1")]
    assert "does not hold a token" in operator.hears("models", "pull", "heron", "--token-file", str(file))


def test_a_commit_is_pinned_with_all_its_digits(operator: Operator, hub: StandIn, weights: Path) -> None:
    hub.commits[OTHER_COMMIT] = hub.files | {LARGE: safetensors(seed=4)}
    hub.carried[LARGE] = safetensors(seed=4)
    refused = operator.runs("models", "pull", "heron", "--commit", "main")
    operator.runs("models", "pull", "heron", "--yes", "--commit", OTHER_COMMIT)

    assert refused.exit_code == 2
    assert listed(operator)["commit"] == OTHER_COMMIT


def test_a_folder_brought_by_hand_is_imported_without_the_network(
    operator: Operator, weights: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")
    folder = operator.folder / "brought"
    for path in WANTED:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(model()[path])
    imported = operator.reads("models", "import", "heron", str(folder))
    (folder / "extra.pkl").write_bytes(b"x")

    assert (imported["state"], imported["commit"], imported["cameBy"]) == ("there", None, "import")
    assert "extra.pkl may hold code" in operator.hears("models", "import", "heron", str(folder), "--link")
    assert operator.reads("models", "verify") == []


def test_the_operators_row_is_said_to_take_anothers_place(
    operator: Operator, rows: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = operator.folder / "site"
    info = site / "herons-2.1.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: herons\nVersion: 2.1\n")
    (info / "entry_points.txt").write_text("[mediamill.weights]\nherons = herons\nbroken = nowhere\n")
    (site / "herons.py").write_text("raise AssertionError('imported')\n")
    (site / "herons.toml").write_text(TOML + TOML.replace("[heron]", "[crane]"))
    monkeypatch.syspath_prepend(site)
    (operator.data / "weights" / "egret").mkdir(parents=True)
    found = {one["name"]: one["replaces"] for one in json.loads(operator.runs("models", "list", "--json").stdout)}
    said = operator.runs("models", "list")

    assert (found["crane"], found["heron"]) == (None, "herons 2.1")
    assert "weights.toml, instead of herons 2.1" in said.stdout
    assert "local.heron (not installed)" in said.stdout
    assert "The weights broken of herons are left out. " in said.stderr
    assert "egret is here too, and nothing asks for it: mediamill models remove egret" in said.stderr


def test_names_that_lead_elsewhere_are_no_weights(operator: Operator, weights: Path) -> None:
    (operator.folder / "data" / "keep").mkdir(parents=True)
    for name in ("../keep", "..", ".", "heron.part", "/etc"):
        assert "There is nothing of weights called" in operator.hears("models", "remove", name, "--yes")

    assert (operator.folder / "data" / "keep").is_dir()


def test_another_folder_for_weights_is_a_setting(
    operator: Operator, hub: StandIn, rows: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEDIAMILL_WEIGHTS_DIR", str(operator.folder / "large" / "disk"))
    operator.runs("models", "pull", "heron", "--yes")

    assert (operator.folder / "large" / "disk" / "heron" / LARGE).is_file()


def test_the_hub_is_asked_through_the_proxy_of_the_environment(
    operator: Operator, hub: StandIn, weights: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No name is resolved here: the stand-in is the proxy, too."""
    monkeypatch.setenv("HF_ENDPOINT", "http://hub.example.com")
    monkeypatch.setenv("HTTP_PROXY", hub.base)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    pulled = operator.runs("models", "pull", "heron", "--yes")

    assert pulled.stdout.startswith("heron is pulled and verified")


def test_a_terminal_gets_a_bar_on_stderr(operator: Operator, hub: StandIn, weights: Path) -> None:
    ours, theirs = pty.openpty()
    command = [str(MEDIAMILL), "models", "pull", "heron", "--yes"]
    with subprocess.Popen(command, cwd=operator.folder, stdout=subprocess.PIPE, stderr=theirs) as process:
        os.close(theirs)
        shown = b"".join(iter(partial(read_terminal, ours), b""))
        assert process.stdout is not None
        said = process.stdout.read()
    os.close(ours)

    assert process.returncode == 0
    assert said.startswith(b"heron is pulled and verified: ")
    assert b"model.safetensors" in shown
    assert "━".encode() in shown


def read_terminal(terminal: int) -> bytes:
    try:
        return os.read(terminal, 10_000)
    except OSError:  # nobody holds the other end any more
        return b""


def test_a_long_path_is_shown_by_its_end() -> None:
    shown = models.shortened("a" * 300 + "/model.safetensors")

    assert shown.startswith("…")
    assert shown.endswith("/model.safetensors")


@pytest.mark.parametrize("kill", range(3))
def test_a_pull_that_is_killed_leaves_nothing_under_the_name_and_goes_on_later(
    operator: Operator, hub: StandIn, weights: Path, kill: int
) -> None:
    """Killed once while the first, the middle or the last of the large bodies is under way."""
    held = hub.held_after = (1_000, HELD_AFTER, 90_000)[kill]
    part = weights.with_name("heron.part")
    command = [str(MEDIAMILL), "models", "pull", "heron", "--yes"]
    with subprocess.Popen(command, cwd=operator.folder, stderr=subprocess.DEVNULL, env=os.environ) as process:
        assert hub.held.wait(KILLED_SECONDS_MAX)
        until(
            lambda: any(path.stat().st_size >= held for path in part.rglob("*.safetensors")),
            seconds=KILLED_SECONDS_MAX,
            what="the bytes that were sent lie on the disk",
        )
        process.send_signal(signal.SIGKILL)
    assert (process.returncode, weights.exists()) == (-signal.SIGKILL, False)
    assert listed(operator)["state"] == "partial"

    hub.let_go.set()
    hub.asked.clear()
    resumed = operator.runs("models", "pull", "heron", "--yes")

    assert resumed.exit_code == 0
    assert any(range for path, range, _ in hub.asked if path.startswith("/carried/"))
    assert {path: model()[path] for path in WANTED} == {path: (weights / path).read_bytes() for path in WANTED}
    assert operator.reads("models", "verify") == []
    assert not part.exists()
