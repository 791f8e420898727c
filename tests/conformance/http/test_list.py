"""Lists: pages, filters, and every way to write a number."""

from typing import Any

import pytest

from tests.conformance.http.judge import Fault, refusal, validation_failed
from tests.service import Person

pytestmark = pytest.mark.xdist_group("http")

STATUSES = ("pending", "processing", "uploading", "success", "error")
SHOWN = {"id", "status", "tool", "output", "thumbnail", "error", "type", "createdAt"}
HERS = 23
FAR = 2**53


@pytest.fixture(scope="module")
def hers(dora: Person) -> list[str]:
    """The ids of all of Dora's generations, newest first."""
    ids = [dora.start("drum-generator", model="drumgen", seed=number) for number in range(HERS)]
    return ids[::-1]


def page(person: Person, query: str = "") -> dict[str, Any]:
    response = person.get(f"/api/generations{query}")
    assert response.status_code == 200, response.text
    found = response.json()
    assert set(found) == {"data", "pagination"}
    assert set(found["pagination"]) == {"total", "limit", "offset", "hasMore"}
    assert isinstance(found["data"], list)
    assert isinstance(found, dict)
    return found


def ids(found: dict[str, Any]) -> list[str]:
    return [one["id"] for one in found["data"]]


def pagination(total: int, limit: int, offset: int, *, more: bool) -> dict[str, Any]:
    return {"total": total, "limit": limit, "offset": offset, "hasMore": more}


def test_without_parameters_it_is_the_newest_twenty(dora: Person, hers: list[str]) -> None:
    found = page(dora)

    assert hers[:20] == ids(found)
    assert pagination(HERS, 20, 0, more=True) == found["pagination"]


def test_an_item_shows_what_the_generation_shows_without_the_payload(dora: Person, hers: list[str]) -> None:
    item = page(dora, "?limit=1")["data"][0]
    alone = dora.generation(hers[0])

    assert SHOWN == set(item)
    assert item == {name: value for name, value in alone.items() if name != "payload"}


@pytest.mark.parametrize(
    ("limit", "offset", "more"), [(1, 0, True), (22, 0, True), (23, 0, False), (24, 0, False), (5, 17, True),
                                  (5, 18, False), (5, 19, False), (1, 22, False), (1, 21, True), (100, 22, False)]
)  # fmt: skip
def test_a_page_is_its_part_of_the_whole(dora: Person, hers: list[str], limit: int, offset: int, more: bool) -> None:
    found = page(dora, f"?limit={limit}&offset={offset}")

    assert hers[offset : offset + limit] == ids(found)
    assert pagination(HERS, limit, offset, more=more) == found["pagination"]


def test_pages_together_are_the_whole(dora: Person, hers: list[str]) -> None:
    walked = [id for offset in range(0, HERS, 4) for id in ids(page(dora, f"?limit=4&offset={offset}"))]

    assert hers == walked


@pytest.mark.parametrize("limit", ["100", "101", "1000", "9007199254740993", "1" + "0" * 30, "0" * 50 + "100"])
def test_a_hundred_is_the_most(dora: Person, hers: list[str], limit: str) -> None:
    found = page(dora, f"?limit={limit}")

    assert hers == ids(found)
    assert 100 == found["pagination"]["limit"]


@pytest.mark.parametrize("offset", [HERS, HERS + 1, 1_000, 1_001, 10**6, FAR - 1, FAR])
def test_an_offset_past_the_end_gives_nothing(dora: Person, hers: list[str], offset: int) -> None:
    found = page(dora, f"?offset={offset}")

    assert [] == found["data"]
    assert pagination(len(hers), 20, offset, more=False) == found["pagination"]


@pytest.mark.parametrize("offset", [str(FAR + 1), "1" + "0" * 30, "9" * 5_000])
def test_an_offset_beyond_all_numbers_is_clamped(dora: Person, hers: list[str], offset: str) -> None:
    found = page(dora, f"?offset={offset}")

    assert [] == found["data"]
    assert pagination(len(hers), 20, FAR, more=False) == found["pagination"]


def test_leading_noughts_are_digits_too(dora: Person, hers: list[str]) -> None:
    found = page(dora, "?limit=007&offset=00")

    assert hers[:7] == ids(found)


WRITTEN_WRONG = ["", "+5", "-0", "1e1", "%205", "5%20", "0x1", "5.0", "5,0", "1_0", "٣", "%EF%BC%95", "²", "five",
                 "null", "NaN", "5%00", "5%0a", "%2B5", "[5]", "5;"]  # fmt: skip


@pytest.mark.parametrize("name", ["limit", "offset"])
@pytest.mark.parametrize("value", WRITTEN_WRONG)
def test_a_number_is_written_in_plain_digits(dora: Person, name: str, value: str) -> None:
    assert validation_failed((name, "invalid_type")) == refusal(dora.get(f"/api/generations?{name}={value}"))


@pytest.mark.parametrize("name", ["limit", "offset"])
@pytest.mark.parametrize("query", ["{0}=5&{0}=5", "{0}=5&{0}=6", "{0}&{0}=5", "{0}", "{0}=5&{0}="])
def test_a_number_is_given_once(dora: Person, name: str, query: str) -> None:
    refused = refusal(dora.get(f"/api/generations?{query.format(name)}"))

    assert (400, {name}) == (refused.status, {field for field, _ in refused.faults})


@pytest.mark.parametrize("limit", ["0", "00", "0000000000000000000000", "-1", "-007", "-99999999999999999999999"])
def test_a_limit_below_one_is_refused_in_the_same_words(dora: Person, limit: str) -> None:
    answer = dora.get(f"/api/generations?limit={limit}")

    assert validation_failed(("limit", "out_of_range")) == refusal(answer)
    assert ["Must be 1 or more"] == [fault["message"] for fault in answer.json()["errors"]]


def test_an_offset_below_nought_is_out_of_range(dora: Person) -> None:
    assert validation_failed(("offset", "out_of_range")) == refusal(dora.get("/api/generations?offset=-1"))


def test_every_fault_of_a_query_is_told_at_once(dora: Person) -> None:
    faults: tuple[Fault, ...] = (("limit", "out_of_range"), ("offset", "out_of_range"), ("status", "not_allowed"))

    assert validation_failed(*faults) == refusal(dora.get("/api/generations?limit=0&offset=-1&status=done"))


@pytest.mark.parametrize("status", STATUSES)
def test_total_and_more_count_what_the_status_selects(dora: Person, hers: list[str], status: str) -> None:
    found = page(dora, f"?status={status}&limit=10")

    total = HERS if status == "processing" else 0
    assert hers[: min(total, 10)] == ids(found)
    assert pagination(total, 10, 0, more=total > 10) == found["pagination"]


@pytest.mark.parametrize(
    "status", ["", "done", "Success", "success ", "%20success", "success,error", "*", "success%00"]
)
def test_an_unknown_status_is_refused(dora: Person, status: str) -> None:
    assert validation_failed(("status", "not_allowed")) == refusal(dora.get(f"/api/generations?status={status}"))


def test_two_statuses_are_refused(dora: Person) -> None:
    refused = refusal(dora.get("/api/generations?status=success&status=error"))

    assert (400, ["status"]) == (refused.status, [field for field, _ in refused.faults])


@pytest.mark.parametrize("query", ["?page=2", "?Limit=5", "?LIMIT=x", "?sort=asc", "?cursor=%00", "?x=%ff", "?&&=&"])
def test_other_parameters_are_ignored(dora: Person, hers: list[str], query: str) -> None:
    found = page(dora, query)

    assert hers[:20] == ids(found)


def test_a_name_may_be_percent_encoded(dora: Person, hers: list[str]) -> None:
    assert hers[:5] == ids(page(dora, "?l%69mit=%35"))


def test_whoever_has_nothing_gets_an_empty_list(nils: Person) -> None:
    assert {"data": [], "pagination": pagination(0, 20, 0, more=False)} == page(nils)


def test_nobody_sees_what_is_anothers(dora: Person, hers: list[str], ben: Person) -> None:
    ben.start("drum-generator", model="drumgen")

    assert set() == set(hers) & set(ids(page(ben, "?limit=100")))
