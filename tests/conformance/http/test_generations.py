"""One generation: what it shows, to whom, and that the payload is what was sent."""

import json
from datetime import UTC, datetime

import pytest

from tests.conformance.http.judge import FORBIDDEN, ID, INSTANT, NO_GENERATION, Refusal, exact, refusal
from tests.service import Person

pytestmark = pytest.mark.xdist_group("http")

SHOWN = {"id", "status", "tool", "output", "thumbnail", "error", "type", "payload", "createdAt"}
PAYLOADS = {
    "30 digits": '{"model": "drumgen", "seed": 123456789012345678901234567890}',
    "300 digits": '{"model": "drumgen", "seed": -%s}' % ("7" * 300),
    "one point nought": '{"model": "drumgen", "seed": 1.0}',
    "an exponent": '{"model": "drumgen", "seed": 12E-1}',
    "minus nought": '{"model": "drumgen", "seed": -0}',
    "too exact for a float": '{"model": "drumgen", "seed": 0.10000000000000000555111512312578270211815834}',
    "white space": '{\r\n\t "model" :\t"drumgen" , "seed":\n5 }',
    "duplicate names": '{"model": "no", "model": "drumgen", "seed": "x", "seed": 1}',
    "an escaped name": '{"m\\u006fdel": "drumgen"}',
    "an empty rest": '{"model": "drumgen"}',
}
PROMPTS = {
    "escapes": r"\" \\ \/ \b \f \n \r \t \u00e9 \u20AC \ud83d\ude00",
    "emoji": "👨\u200d👩\u200d👧 🏴\U000e0067\U000e0062 😀",
    "right to left": "\u202eevil\u202c \u0627\u0644\u0633\u0644\u0627\u0645",
    "combining marks": "z" + "\u0335\u0321" * 1_000,
    "separators": "\u2028 \u2029 \u0085 \ufeff \uffff",
    "controls": r"\u0001 \u001f \u007f",
    "markup": "<script>alert(1)</script> &amp; <!--",
    "injections": "'; drop table generations; -- {{7*7}} ${7*7} $(id) `id` %s%n --help ../../etc/passwd",
    "what looks like json": r"{\"model\": \"other\", \"cost\": 0}",
    "private use": "\ue000 \U0010ffff",
}


def test_a_new_generation_shows_exactly_what_is_documented(ada: Person) -> None:
    before = datetime.now(UTC)
    accepted = ada.run("drum-generator", {"model": "drumgen", "seed": 7}).json()
    shown = ada.generation(accepted["id"])

    assert SHOWN == set(shown)
    assert {
        "id": accepted["id"],
        "status": "processing",
        "tool": "drum-generator",
        "output": None,
        "thumbnail": None,
        "error": None,
        "type": "audio",
        "payload": {"model": "drumgen", "seed": 7},
        "createdAt": accepted["createdAt"],
    } == shown
    assert ID.fullmatch(shown["id"])
    assert INSTANT.fullmatch(shown["createdAt"])
    assert abs((datetime.fromisoformat(shown["createdAt"]) - before).total_seconds()) < 5


def test_ids_sort_by_time_and_are_never_alike(ada: Person) -> None:
    started = [ada.run("drum-generator", {"model": "drumgen"}).json() for _ in range(40)]
    ids = [one["id"] for one in started]
    instants = [one["createdAt"] for one in started]

    assert sorted(set(ids)) == ids
    assert sorted(instants) == instants


@pytest.mark.parametrize("payload", PAYLOADS.values(), ids=PAYLOADS)
def test_a_payload_comes_back_as_it_was_sent(ada: Person, payload: str) -> None:
    accepted = ada.post(f'{{"tool": "drum-generator", "input": {payload}}}')
    assert accepted.status_code == 200, accepted.text
    shown = ada.get(f"/api/generations/{accepted.json()['id']}")

    assert exact(payload) == exact(shown.content)["payload"]


@pytest.mark.parametrize("prompt", PROMPTS.values(), ids=PROMPTS)
def test_a_text_comes_back_to_the_letter(ada: Person, prompt: str) -> None:
    payload = f'{{"model": "audiogen", "prompt": "{prompt}"}}'
    accepted = ada.post(f'{{"input": {payload}, "tool": "sound-effects"}}')
    assert accepted.status_code == 200, accepted.text

    assert json.loads(payload) == ada.generation(accepted.json()["id"])["payload"]


def test_of_two_inputs_the_last_is_the_payload(ada: Person) -> None:
    accepted = ada.post(
        '{"input": {"model": "drumgen", "seed": 1}, "tool": "drum-generator", "input": {"model": "drumgen", "seed": 2}}'
    )
    hidden = ada.post('{"tool": "drum-generator", "inp\\u0075t": {"model": "drumgen", "seed": 3}}')

    assert {"model": "drumgen", "seed": 2} == ada.generation(accepted.json()["id"])["payload"]
    assert {"model": "drumgen", "seed": 3} == ada.generation(hidden.json()["id"])["payload"]


def test_a_text_within_that_looks_like_the_input_is_not_taken_for_it(ada: Person) -> None:
    prompt = '"input": {"model": "other"}, \\'
    accepted = ada.run("sound-effects", {"model": "audiogen", "prompt": prompt})

    assert prompt == ada.generation(accepted.json()["id"])["payload"]["prompt"]


def test_defaults_and_drawn_seeds_are_not_put_into_the_payload(ada: Person) -> None:
    payload = {"model": "flux-2-flex", "prompt": "a heron", "seed": -1}
    least = {"prompt": "a heron"}

    assert payload == ada.generation(ada.start("create-image", **payload))["payload"]
    assert least == ada.generation(ada.start("create-image", **least))["payload"]


def test_the_webhook_is_no_part_of_what_is_shown(ada: Person) -> None:
    accepted = ada.run("drum-generator", {"model": "drumgen"}, webhook="https://8.8.8.8/hook")
    shown = ada.get(f"/api/generations/{accepted.json()['id']}")

    assert SHOWN == set(shown.json())
    assert "8.8.8.8" not in shown.text


def test_anothers_generation_is_forbidden_and_says_nothing(ada: Person, ben: Person) -> None:
    id = ada.start("drum-generator", model="drumgen")
    response = ben.get(f"/api/generations/{id}")

    assert Refusal(403, FORBIDDEN) == refusal(response)
    assert {"message": FORBIDDEN} == response.json()


def test_an_unknown_generation_is_not_found(ada: Person) -> None:
    id = ada.start("drum-generator", model="drumgen")
    for other in (id.upper(), id[:-1], f"{id}0", f"{id}%20", f"%20{id}", id.removeprefix("gen_")):
        assert Refusal(404, NO_GENERATION) == refusal(ada.get(f"/api/generations/{other}")), other


def test_what_was_accepted_can_be_read_at_once(ada: Person) -> None:
    for _ in range(20):
        id = ada.start("drum-generator", model="drumgen")
        assert id == ada.generation(id)["id"]
        assert id == ada.get("/api/generations?limit=1").json()["data"][0]["id"]
