"""Work over HTTP: what is stopped is refused with a sentence, here at once and elsewhere within a second."""

from mediamill import generations, workers
from mediamill.workers import HaltKind, HaltMode
from tests.http.admin.office import Office

DRUMS = {"tool": "drum-generator", "input": {"model": "drumgen"}}
EFFECT = {"tool": "sound-effects", "input": {"model": "voicevendor-sound-effects", "prompt": "rain"}}


async def test_a_paused_tool_is_not_accepted_and_others_are(office: Office) -> None:
    _, key = await office.account()
    async with office.caller(await office.admin_key()) as olga, office.caller(key) as ada:
        await olga.post("/admin/tools/drum-generator/pause", json={"reason": "it crashes"})
        refused, accepted = await ada.post("/api/run", json=DRUMS), await ada.post("/api/run", json=EFFECT)
        listed = {one["slug"]: one for one in (await olga.get("/admin/tools")).json()["data"]}
        resumed = (await olga.post("/admin/tools/drum-generator/resume")).json()
        again = (await olga.post("/admin/tools/drum-generator/resume")).json()
        after = await ada.post("/api/run", json=DRUMS)

    assert (refused.status_code, refused.headers["Retry-After"]) == (503, "60")
    assert refused.json() == {"message": "Drum generator is not available at the moment, please try again later"}
    assert (accepted.status_code, after.status_code) == (200, 200)
    assert (listed["drum-generator"]["state"], listed["drum-generator"]["reason"]) == ("paused", "it crashes")
    assert listed["sound-effects"]["state"] == "open"
    assert (resumed, again) == ({"changed": True}, {"changed": False})


async def test_a_draining_model_and_a_draining_pool_are_not_accepted(office: Office) -> None:
    _, key = await office.account()
    async with office.caller(await office.admin_key()) as olga, office.caller(key) as ada:
        await olga.post("/admin/models/drum-generator/drumgen/drain", json={})
        refused, accepted = await ada.post("/api/run", json=DRUMS), await ada.post("/api/run", json=EFFECT)
        await olga.post("/admin/models/drum-generator/drumgen/resume")
        await olga.post("/admin/pools/cpu/drain", json={})
        of_pool = await ada.post("/api/run", json=DRUMS)
        await olga.post("/admin/pools/cpu/resume")
        after = await ada.post("/api/run", json=DRUMS)

    assert (refused.status_code, accepted.status_code) == (503, 200)
    assert (of_pool.status_code, after.status_code) == (503, 200)


async def test_a_paused_pool_is_accepted_for_and_waits(office: Office) -> None:
    _, key = await office.account()
    async with office.caller(await office.admin_key()) as olga, office.caller(key) as ada:
        await olga.post("/admin/pools/cpu/pause", json={"reason": "new disk"})
        accepted = await ada.post("/api/run", json=DRUMS)
        pools = {one["pool"]: one for one in (await olga.get("/admin/pools")).json()["data"]}

    assert accepted.status_code == 200
    assert (pools["cpu"]["state"], pools["cpu"]["reason"], pools["cpu"]["waiting"]) == ("paused", "new disk", 1)
    assert pools["gpu"]["state"] == "open"


async def test_under_maintenance_nothing_is_accepted_and_everything_can_be_read(office: Office) -> None:
    _, key = await office.account()
    async with office.caller(await office.admin_key()) as olga, office.caller(key) as ada:
        await olga.post("/admin/maintenance/begin", json={"sentence": "We are back at noon."})
        refused = [await ada.post("/api/run", json=DRUMS), await ada.post("/ext/files", content=b"x")]
        seen = [await ada.get("/api/account"), await ada.get("/api/generations"), await ada.get("/api/tools")]
        shown = (await olga.get("/admin/maintenance")).json()
        await olga.post("/admin/maintenance/end")
        after = await ada.post("/api/run", json=DRUMS)

    assert [(one.status_code, one.json()["message"]) for one in refused] == [(503, "We are back at noon.")] * 2
    assert all(one.headers["Retry-After"] == "60" for one in refused)
    assert [one.status_code for one in (*seen, after)] == [200, 200, 200, 200]
    assert (shown["active"], shown["sentence"]) == (True, "We are back at noon.")


async def test_what_another_process_stopped_is_known_a_second_later(office: Office) -> None:
    """The board asks the database again once what it knows is a second old."""
    seconds = [0.0]
    board = office.board(lambda: seconds[0])
    assert (await board.now()).every == ()

    await office.service.database.write(lambda tx: workers.halt(tx, HaltKind.TOOL, "x", HaltMode.PAUSED, ""))
    seconds[0] = 0.9
    assert (await board.now()).every == ()
    seconds[0] = 1.0
    assert [one.name for one in (await board.now()).every] == ["x"]


async def test_what_is_not_there_cannot_be_stopped(office: Office) -> None:
    async with office.caller(await office.admin_key()) as olga:
        answers = [
            await olga.post(path, json={})
            for path in (
                "/admin/pools/swimming/pause",
                "/admin/tools/hammer/pause",
                "/admin/models/drum-generator/hammer/drain",
                "/admin/workers/worker:nobody/drain",
                "/admin/engines/nobody/pause",
            )
        ]

    assert [one.status_code for one in answers] == [404] * 5
    assert await office.log() == []


async def test_an_engine_is_paused_and_shown(office: Office) -> None:
    async with office.caller(await office.admin_key()) as olga:
        await olga.post("/admin/engines/fal/pause", json={"reason": "bill"})
        paused = {one["engine"]: one for one in (await olga.get("/admin/engines")).json()["data"]}["fal"]
        await olga.post("/admin/engines/fal/resume")
        resumed = {one["engine"]: one for one in (await olga.get("/admin/engines")).json()["data"]}["fal"]

    assert (paused["state"], paused["reason"], paused["isByItself"]) == ("paused", "bill", False)
    assert (resumed["state"], resumed["total"]["jobs"]) == ("working", 0)
    assert "fal" in resumed["missing"]


async def test_a_process_is_listed_with_what_it_runs(office: Office) -> None:
    ada, _ = await office.account()
    first, _second = await office.accepted(ada), await office.accepted(ada)
    name, policy = office.service.worker, office.service.policy
    await office.service.database.write(lambda tx: generations.claim(tx, name, "cpu", policy))
    await office.service.database.write(lambda tx: workers.beat(tx, name, ["piper"], alive_ms=policy.lease_ms))
    async with office.caller(await office.admin_key()) as olga:
        (working,) = (await olga.get("/admin/workers")).json()["data"]

    assert working["runs"] == [{"id": first, "tool": "text-to-speech", "model": "voicevendor-tts"}]
    assert (working["running"], working["loaded"]) == (1, ["piper"])


async def test_a_process_drains_and_works_again(office: Office) -> None:
    name = office.service.worker
    async with office.caller(await office.admin_key()) as olga:
        await olga.post(f"/admin/workers/{name}/drain")
        (drained,) = (await olga.get("/admin/workers")).json()["data"]
        await olga.post(f"/admin/workers/{name}/resume")
        (working,) = (await olga.get("/admin/workers")).json()["data"]

    assert (drained["name"], drained["state"], working["state"]) == (name, "drained", "serving only")
