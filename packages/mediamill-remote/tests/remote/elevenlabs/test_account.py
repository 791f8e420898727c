"""The free question about key and account."""

import pytest

from mediamill.engines import AnswerLost, Remaining, VendorClient
from mediamill_remote.elevenlabs.engine import ElevenLabsEngine
from tests.fakes.elevenlabs import KEY, FakeElevenLabs
from tests.fakes.faults import Fault, Reply
from tests.remote.conftest import MakeRequest
from tests.remote.elevenlabs.conftest import SPEECH


async def test_a_good_account_is_well_and_nothing_is_bought(
    engine: ElevenLabsEngine, vendor: VendorClient, eleven: FakeElevenLabs
) -> None:
    assert await engine.check(vendor) is None
    assert [asked.path for asked in eleven.asked] == ["/v1/user/subscription"]
    assert len(eleven.ledger) == 0


async def test_a_wrong_key_is_said(engine: ElevenLabsEngine, vendor: VendorClient, eleven: FakeElevenLabs) -> None:
    eleven.key = "another"

    said = await engine.check(vendor)

    assert said == "ElevenLabs does not take the key: Invalid API key."
    assert KEY not in said


async def test_an_account_that_is_nearly_empty_says_what_is_left(
    engine: ElevenLabsEngine, vendor: VendorClient, eleven: FakeElevenLabs, request_for: MakeRequest
) -> None:
    eleven.account.limit = 1_000
    await engine.submit(request_for(SPEECH, prompt="x" * 995), vendor)

    empty = await engine.check(vendor)
    eleven.account.extension = 5_000
    extended = await engine.check(vendor)
    eleven.account.extension = "unlimited"
    unlimited = await engine.check(vendor)

    assert empty == "ElevenLabs: 5 of 1000 credits are left."
    assert extended is None
    assert unlimited is None


async def test_what_is_left_is_told_as_credits(
    engine: ElevenLabsEngine, vendor: VendorClient, eleven: FakeElevenLabs
) -> None:
    eleven.account.limit = 1_000
    left = await engine.remaining(vendor)
    eleven.account.extension = "unlimited"
    unlimited = await engine.remaining(vendor)
    eleven.script.add("account", Reply(503, {}))

    assert left == Remaining(1_000, 1_000, "credits")
    assert unlimited is None
    with pytest.raises(AnswerLost, match="503"):
        await engine.remaining(vendor)
    assert len(eleven.ledger) == 0


async def test_an_unpaid_account_is_said(
    engine: ElevenLabsEngine, vendor: VendorClient, eleven: FakeElevenLabs
) -> None:
    eleven.account.status = "past_due"

    assert await engine.check(vendor) == "ElevenLabs says of the subscription: past_due."


async def test_a_key_that_may_not_read_the_account_is_good(
    engine: ElevenLabsEngine, vendor: VendorClient, eleven: FakeElevenLabs
) -> None:
    missing = {"detail": {"status": "missing_permissions", "message": "The API key misses the permission user_read"}}
    eleven.script.add("account", Reply(401, missing))

    assert await engine.check(vendor) is None


@pytest.mark.parametrize(
    ("trouble", "said"),
    [
        (Fault.BREAK, "ElevenLabs answered with HTTP 500."),
        (Fault.HTML, "ElevenLabs answered with HTTP 200."),
        (Fault.LOSE_ANSWER, "The vendor's answer was lost"),
    ],
)
async def test_no_answer_is_said(
    trouble: Fault, said: str, engine: ElevenLabsEngine, vendor: VendorClient, eleven: FakeElevenLabs
) -> None:
    eleven.script.add("account", trouble)

    assert str(await engine.check(vendor)).startswith(said)
