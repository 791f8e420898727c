"""A worker on a machine of its own, whose cable is pulled: run in a network namespace, with PostgreSQL outside of it.

    unshare --user --map-root-user --net python -m tests.fleet.unplugged FOLDER SOCKET

The server is reached by its SOCKET in the file system; media lie in FOLDER. What happened is printed as JSON.
"""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from mediamill.db import Transaction
from tests.fleet.fleet import Fleet
from tests.fleet.relay import Gate
from tests.service import MEDIAMILL, Service, until

NEAR, FAR = "10.77.0.1", "10.77.0.2"
SOON_SECONDS = 60.0
RUN_SECONDS = 12  # longer than it takes until another worker is there


def unavailable() -> str | None:
    """Why there can be no other machine here; None when there can."""
    try:
        trial = subprocess.run(inside("ip", "link", "add", "name", "near0", "type", "veth"), capture_output=True)
    except FileNotFoundError as error:
        return f"not installed: {error.filename}"
    return None if trial.returncode == 0 else trial.stderr.decode().strip() or "no reason given"


def inside(*command: str) -> list[str]:
    """The command in a network of its own."""
    return ["unshare", "--user", "--map-root-user", "--net", "--", *command]


@contextmanager
def far_machine() -> Iterator[tuple[str, ...]]:
    """What runs a command on another machine, which is at the other end of a cable."""
    keeper = subprocess.Popen(
        ["unshare", "--net", "--", "sh", "-c", "ip link set lo up; echo ready; read ending"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert keeper.stdout is not None
    assert keeper.stdout.readline() == b"ready\n"
    there = ("nsenter", f"--target={keeper.pid}", "--net", "--")
    for command in (
        ("ip", "link", "set", "lo", "up"),
        ("ip", "link", "add", "name", "near0", "type", "veth", "peer", "name", "far0"),
        ("ip", "link", "set", "dev", "far0", "netns", str(keeper.pid)),
        ("ip", "addr", "add", f"{NEAR}/24", "dev", "near0"),
        (*there, "ip", "addr", "add", f"{FAR}/24", "dev", "far0"),
        (*there, "ip", "link", "set", "far0", "up"),
    ):
        subprocess.run(command, check=True)
    plug("up")
    yield there
    keeper.communicate(b"\n")


def plug(how: str) -> None:
    """`up` or `down`: then packets are lost without a word, in both directions."""
    subprocess.run(("ip", "link", "set", "near0", how), check=True)


def main(folder: Path, socket: str) -> None:
    with ExitStack() as stack:
        there = stack.enter_context(far_machine())
        gates = [Gate(socket, host) for host in ("127.0.0.1", NEAR)]
        for gate in gates:
            stack.callback(gate.close)
        near_url, far_url = (
            f"postgresql://mediamill@{host}:{gate.port}/postgres"
            for host, gate in zip(("127.0.0.1", NEAR), gates, strict=True)
        )
        fleet = Fleet(folder, database_url=near_url, rehearsal="true", tries="60")
        stack.callback(fleet.close)
        front = fleet.front()
        far = fleet.worker(program=(*there, str(MEDIAMILL)), database_url=far_url)
        mina = front.open_account("mina", credits=10)
        id = mina.start("rehearsal", model="slow", duration=RUN_SECONDS)
        until(lambda: mina.generation_facts(id)["progress"] > 0, seconds=SOON_SECONDS, what="the far one works")
        near = fleet.worker()
        until(near.descendants, seconds=SOON_SECONDS, what="another worker is there")
        cut_at = time.time()
        plug("down")
        shown = mina.wait(id)
        healed_after = time.time() - cut_at
        plug("up")
        until(
            lambda: not [*(far.folder / "work").rglob(f"{id}*")],
            seconds=SOON_SECONDS,
            what="it has found out that it lost",
        )
        near.kill()
        again = mina.start("rehearsal", model="slow", duration=0.1)
        facts = mina.generation_facts(id)
        print(
            json.dumps(
                {
                    "cut_at": cut_at,
                    "healed_after": healed_after,
                    "ended": shown,
                    "now": mina.generation(id),
                    "attempts": facts["attempts"],
                    "again": mina.wait(again)["status"],
                    "credits": mina.credits(),
                    "is_exact": front.is_exact(),
                    "strays": strays(front, folder / "media"),
                }
            )
        )


def strays(front: Service, media: Path) -> list[str]:
    """Files that no generation points at."""

    def kept(tx: Transaction) -> set[str]:
        rows = tx.connection.execute("SELECT output_key, thumbnail_key FROM generations").fetchall()
        return {key for row in rows for key in (row["output_key"], row["thumbnail_key"]) if key}

    stored = {str(path.relative_to(media)) for path in media.glob("gen_*/*")}
    return sorted(stored - front.write(kept))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
