"""Mina asks for what nobody here can make: it ends at once and is free, in one process and in several."""

from pathlib import Path

import pytest

from mediamill import workers as registered
from tests.fleet.balanced import is_fleet_wanted, start_service
from tests.sampling import one_in
from tests.service import START_SECONDS, Service, until

HOLOGRAMS = """
name = "Holograms"
description = "Light that stands in the air."
category = "3d"
output_type = "object"
primary = "one"

[models.one]
name = "One"
description = "The only one."
price = { rule = "fixed", credits = 3 }

[models.one.fields.prompt]
kind = "text"
description = "What to show."
required = true
length_max = 100
example = "a fox"
"""


@pytest.mark.parametrize("hired", [2] if is_fleet_wanted() else one_in(2, [0, 2]))
def test_what_no_process_has_an_engine_for_ends_at_once_and_is_free(tmp_path: Path, hired: int) -> None:
    (tmp_path / "tools").mkdir()
    (tmp_path / "tools" / "holograms.toml").write_text(HOLOGRAMS)
    flags = ("--no-worker",) if hired else ()
    service = start_service(tmp_path / "mill", *flags, catalogue_dir=str(tmp_path / "tools"), rate_limit="off")
    workers = [service.hire() for _ in range(hired)]
    try:
        mina = service.open_account("mina", credits=10)
        # One that is told to end while it starts has nothing to hand back, and says so with another exit code.
        until(lambda: staff(service) == hired, seconds=START_SECONDS, what="all work")
        shown = mina.wait(mina.start("holograms", prompt="a fox"))
        left = mina.credits()
    finally:
        ended = [worker.terminate() for worker in workers]
        service.close()

    assert ("error", 10) == (shown["status"], left)
    assert shown["error"].startswith("No engine is set up for holograms/one.")
    assert [0] * hired == ended


def staff(service: Service) -> int:
    """How many workers have registered."""
    return sum(one.name.startswith("worker:") for one in service.write(registered.alive))
