"""The outline of an output's sound over HTTP: as loud as the sound is, worked out once."""

import pytest

from mediamill.db import Transaction
from mediamill.db.query import query_of
from tests.service import Person, Service

KEPT = query_of("kept", "SELECT peaks FROM generation_peaks WHERE generation_id = :id")
MARK = query_of("mark", "UPDATE generation_peaks SET peaks = :peaks WHERE generation_id = :id")


@pytest.fixture(scope="module")
def paula(mill: Service) -> Person:
    return mill.open_account("paula", credits=1_000)


def made(person: Person, tool: str, **input: object) -> str:
    id = person.start(tool, **input)
    assert person.wait(id, seconds=240)["status"] == "success"
    return id


def test_a_sound_has_eight_hundred_peaks_and_is_decoded_once(paula: Person) -> None:
    id = made(paula, "text-to-speech", model="voicevendor-tts", prompt="A heron waits.")
    answer = paula.get(f"/ext/generations/{id}/peaks")
    assert answer.status_code == 200, answer.text
    shown = answer.json()
    lows, highs = zip(*shown["peaks"], strict=True)

    assert {"seconds", "channels", "peaks"} == set(shown)
    assert (len(shown["peaks"]), shown["channels"] in (1, 2)) == (800, True)
    assert 0.3 < shown["seconds"] < 20
    assert all(-1 <= low <= high <= 1 for low, high in shown["peaks"])
    assert min(lows) < -0.05
    assert max(highs) > 0.05

    def change(tx: Transaction) -> str:
        row = tx.one(KEPT, id=id)
        assert row is not None
        tx.run(MARK, id=id, peaks='{"kept": true}')
        return str(row["peaks"])

    assert paula.service.write(change) == answer.text
    assert paula.get(f"/ext/generations/{id}/peaks").json() == {"kept": True}


def test_a_picture_has_none_and_nobody_sees_anothers(paula: Person, mill: Service) -> None:
    picture = made(paula, "create-image", prompt="a heron")
    answer = paula.get(f"/ext/generations/{picture}/peaks")
    rob = mill.open_account("rob-of-peaks")

    assert (404, {"message": "This generation has no output with sound"}) == (answer.status_code, answer.json())
    assert (403, 404) == (
        rob.get(f"/ext/generations/{picture}/peaks").status_code,
        rob.get("/ext/generations/gen_1/peaks").status_code,
    )
