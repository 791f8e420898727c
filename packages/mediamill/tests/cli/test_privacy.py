"""What the service knows stays out of /proc."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from mediamill import config
from mediamill.assembly import open_secrets

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="Linux says it in /proc")
PROGRAM = """
import os, sys
from pathlib import Path
from mediamill.cli.privacy import keep_private
before = Path("/proc/self/environ").open("rb")  # once it is private, not even it can open this
keep_private()
print(b"do not tell" in before.read(), "MEDIAMILL_SECRET_KEY" in os.environ, os.environ["KEPT"], flush=True)
sys.stdin.read()
"""


def test_a_secret_is_wiped_from_the_environment_that_the_kernel_shows() -> None:
    environment = {"MEDIAMILL_SECRET_KEY": "do not tell", "KEPT": "as it was"}
    said = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True
    )

    assert said.stdout == "False False as it was\n", said.stderr


@pytest.mark.skipif(os.geteuid() == 0, reason="root may look; engines of a root service are kept out by the jail")
def test_another_process_of_the_same_user_cannot_look() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM], env={"KEPT": ""}, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdout.readline()
        for name in ("environ", "maps", "auxv"):
            with pytest.raises(PermissionError):
                Path(f"/proc/{process.pid}/{name}").read_bytes()
        process.stdin.close()


def test_a_secret_comes_from_a_file(tmp_path: Path) -> None:
    kept = tmp_path / "secret"
    kept.write_text("long and random\n")
    from_file = config.read(secret_key_file=kept, data_dir=tmp_path)
    from_text = config.read(secret_key="long and random", data_dir=tmp_path)

    assert open_secrets(from_file).derived("api-keys") == open_secrets(from_text).derived("api-keys")
    assert not (tmp_path / "secret.key").exists()


def test_a_secret_file_that_says_nothing_is_refused(tmp_path: Path) -> None:
    (tmp_path / "empty").write_text("\n")

    for name in ("empty", "missing"):
        with pytest.raises(config.InvalidSettings, match=name):
            open_secrets(config.read(secret_key_file=tmp_path / name, data_dir=tmp_path))
    with pytest.raises(config.InvalidSettings, match="not both"):
        config.read(secret_key="a", secret_key_file=tmp_path / "empty")
