"""Search and usage over HTTP: filters in the query, pages with totals, sums by what is asked for."""

from datetime import UTC, datetime
from typing import Any

import pytest

from tests.conformance.http.test_keys import with_key
from tests.service import Person, Service

SPEECH = ("text-to-speech", {"model": "voicevendor-tts", "prompt": "A heron waits."})
FIELDS = {
    *("id", "status", "tool", "output", "thumbnail", "error", "type", "createdAt", "payload"),
    *("model", "credits", "runSeconds", "engine", "seed"),
}


@pytest.fixture
def sina(service: Service, request: pytest.FixtureRequest) -> Person:
    """Somebody new in every test, with a thousand credits."""
    return service.open_account(f"sina-{abs(hash(request.node.name))}", credits=1_000)


def search(person: Person, query: str) -> Any:
    answer = person.get(f"/ext/generations?{query}")
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_generations_are_found_by_what_they_are_and_say(sina: Person, ada: Person) -> None:
    speech = sina.start(SPEECH[0], **SPEECH[1])
    drums = sina.start("drum-generator", model="drumgen", seed=7)
    sina.request("POST", f"/ext/generations/{drums}/cancel")
    today = datetime.now(UTC).date().isoformat()

    for query, found in (
        ("", [drums, speech]),
        ("limit=1&offset=1", [speech]),
        ("q=HERON", [speech]),
        ("q=heron&status=error", []),
        ("status=error", [drums]),
        ("tool=drum-generator&type=audio&model=drumgen", [drums]),
        ("type=image", []),
        (f"from={today}&to={today}", [drums, speech]),
        ("to=2020-01-01", []),
        ("from=2099-01-01T00:00:00Z", []),
    ):
        assert [one["id"] for one in search(sina, query)["data"]] == found, query
    first, second = search(sina, "")["data"]
    assert set(first) == FIELDS
    assert (first["credits"], first["seed"], second["credits"]) == (0, 7, 2)
    assert second["payload"] == SPEECH[1]
    assert search(sina, "limit=1")["pagination"] == {"total": 2, "limit": 1, "offset": 0, "hasMore": True}
    assert [one["id"] for one in search(ada, "q=heron")["data"] if one["id"] == speech] == []


@pytest.mark.parametrize(
    ("path", "field"),
    [
        ("generations?from=yesterday", "from"),
        ("generations?to=2026-02-30", "to"),
        ("generations?q=" + "x" * 501, "q"),
        ("generations?q=a&q=b", "q"),
        ("generations?q=%00", "q"),
        ("generations?status=done", "status"),
        ("generations?limit=0", "limit"),
        ("usage?from=2026-11-02&to=2026-11-01", "from"),
        ("usage?from=2020-01-01&to=2026-11-01", "from"),
        ("usage?from=2026-11-01T00:00:00Z", "from"),
        ("usage?by=color", "by"),
    ],
)
def test_a_filter_that_means_nothing_is_named(sina: Person, path: str, field: str) -> None:
    answer = sina.get(f"/ext/{path}")

    assert (400, [field]) == (answer.status_code, [fault["field"] for fault in answer.json()["errors"]])


def test_usage_is_split_by_what_is_asked_for(mill: Service, request: pytest.FixtureRequest) -> None:
    uma = mill.open_account(f"uma-{abs(hash(request.node.name))}", credits=1_000)
    other = with_key(uma)
    for person in (uma, other, other):
        assert uma.wait(person.start(SPEECH[0], **SPEECH[1]))["status"] == "success"
    canceled = uma.start("drum-generator", model="drumgen")
    uma.request("POST", f"/ext/generations/{canceled}/cancel")
    uma.wait(canceled)
    today = datetime.now(UTC).date().isoformat()

    def usage(query: str) -> list[dict[str, Any]]:
        answer = uma.get(f"/ext/usage?{query}")
        assert answer.status_code == 200, answer.text
        return [{name: value for name, value in line.items() if name != "seconds"} for line in answer.json()["data"]]

    speech = {"tool": "text-to-speech", "runs": 3, "errors": 0, "credits": 6}
    assert [line for line in usage("by=tool") if line["tool"] == "text-to-speech"] == [speech]
    assert {**speech, "day": today} in usage("")
    by_key = {line["keyName"]: (line["runs"], line["credits"]) for line in usage(f"by=key&to={today}")}
    assert by_key["another"] == (2, 4)
    assert usage("to=2020-01-01") == []
    assert all(line["seconds"] >= 0 for line in uma.get("/ext/usage").json()["data"])
