"""How far a generation is, as its inspection tells it."""

import pytest

from mediamill.generations import Generation, Inspection, Status
from mediamill.generations.attempts import NO_FINDINGS
from mediamill.http.inspection import beyond_public


def inspected(status: Status, progress: float) -> Inspection:
    generation = Generation(
        id="gen_heron",
        account_id="acc_ada",
        tool="create-image",
        model="nano-banana",
        type="image",
        status=status,
        payload="{}",
        input="{}",
        webhook=None,
        output_key=None,
        thumbnail_key=None,
        error=None,
        pool="cpu",
        fallback_engine=None,
        attempt=1,
        losses=0,
        waiting_since=None,
        checkpoint=None,
        progress=progress,
        stage="",
        trace=None,
        seed=None,
        created_at=0,
    )
    return Inspection(generation, (), 0, 8, 0, 0, None, NO_FINDINGS)


def test_what_runs_is_as_far_as_its_engine_says() -> None:
    told = beyond_public(inspected(Status.PROCESSING, 0.1), (0.9, "writing"))

    assert (told["progress"], told["stage"]) == (0.9, "writing")


@pytest.mark.parametrize(("status", "progress"), [(Status.SUCCESS, 1.0), (Status.ERROR, 0.4)])
def test_what_has_ended_is_where_it_ended_although_its_attempt_is_still_put_away(
    status: Status, progress: float
) -> None:
    told = beyond_public(inspected(status, progress), (0.9, "writing"))

    assert (told["progress"], told["stage"]) == (progress, "")
