"""Uploaded files, listed and deleted through both clients."""

from pathlib import Path
from typing import Any

import pytest

from mediamill_client import Client, ConnectionFailed, NotFound, PermissionDenied, UnexpectedAnswer
from tests.client.scripted_service import CREATED_AT, Answer, ScriptedService, refusal

FILES, HERON = "/ext/files", "DELETE /ext/files/upl_heron"
DELETED = Answer(204, b"")
GONE = refusal(404, "File not found")


def uploaded(id: str, **more: Any) -> dict[str, Any]:
    """An uploaded file as the service tells it."""
    return {
        "id": id,
        "url": f"http://127.0.0.1/media/{id}/heron.png?sig=1",
        "type": "image",
        "sizeBytes": 93,
        "createdAt": CREATED_AT,
        "expiresAt": "2026-02-01T09:30:00.125Z",
    } | more


def page(*ids: str, has_more: bool) -> Answer:
    pagination = {"total": 3, "limit": 100, "offset": 0, "hasMore": has_more}
    return Answer(200, {"data": [uploaded(id) for id in ids], "pagination": pagination})


def test_what_the_service_says_of_a_file_is_read(client: Client, service: ScriptedService) -> None:
    service.on(f"GET {FILES}", page("upl_heron", has_more=False))
    [file] = client.files.list()

    assert (file.id, file.type, file.size_bytes) == ("upl_heron", "image", 93)
    assert file.url == "http://127.0.0.1/media/upl_heron/heron.png?sig=1"
    assert (file.expires_at - file.created_at).total_seconds() == 86_400
    assert file.raw == uploaded("upl_heron")


def test_a_list_of_several_pages_is_read_to_its_end(client: Client, service: ScriptedService) -> None:
    # A file that was uploaded between the two pages has moved upl_2 to the second as well.
    service.on(f"GET {FILES}", page("upl_1", "upl_2", has_more=True), page("upl_2", "upl_3", has_more=False))

    assert [file.id for file in client.files.list()] == ["upl_1", "upl_2", "upl_3"]
    assert [heard.path.split("?")[1] for heard in service.heard] == ["limit=100&offset=0", "limit=100&offset=2"]


def test_a_page_without_files_ends_the_list(client: Client, service: ScriptedService) -> None:
    service.on(f"GET {FILES}", page(has_more=True))

    assert client.files.list() == ()


def test_a_file_is_deleted_by_itself_or_its_id(client: Client, service: ScriptedService) -> None:
    service.on(f"GET {FILES}", page("upl_heron", has_more=False))
    service.on(HERON, DELETED)
    client.files.delete(client.files.list()[0])
    client.files.delete("upl_heron")

    assert len(service.asked(HERON)) == 2


@pytest.mark.parametrize(
    ("answer", "error"),
    [(GONE, NotFound), (refusal(403, "Forbidden"), PermissionDenied), (Answer(302, b""), UnexpectedAnswer)],
    ids=["gone", "somebody else's", "moved"],
)
def test_what_cannot_be_deleted_is_an_error(
    client: Client, service: ScriptedService, answer: Answer, error: type[Exception]
) -> None:
    service.on(HERON, answer)
    with pytest.raises(error):
        client.files.delete("upl_heron")

    assert len(service.asked(HERON)) == 1


@pytest.mark.parametrize(
    "lost", [Answer(hang_up=True), refusal(502, "Bad gateway")], ids=["no answer", "a proxy's answer"]
)
def test_a_file_that_is_gone_after_a_lost_answer_is_deleted(
    client: Client, service: ScriptedService, lost: Answer
) -> None:
    service.on(HERON, lost, GONE)
    client.files.delete("upl_heron")

    assert len(service.asked(HERON)) == 2


def test_a_refused_try_deletes_nothing(client: Client, service: ScriptedService) -> None:
    service.on(HERON, refusal(429, "Rate limit exceeded", Retry_After="1"), GONE)
    with pytest.raises(NotFound):
        client.files.delete("upl_heron")


def test_a_service_that_never_answers_leaves_it_open(client: Client, service: ScriptedService) -> None:
    service.on(HERON, Answer(hang_up=True))
    with pytest.raises(ConnectionFailed) as caught:
        client.files.delete("upl_heron")

    assert caught.value.may_have_arrived
    assert len(service.asked(HERON)) == 3


def test_an_id_that_leads_elsewhere_is_never_sent(client: Client, service: ScriptedService) -> None:
    service.on("DELETE /ext/files/..%2Fledger", GONE)
    for odd in ("", ".."):
        with pytest.raises(ValueError, match="cannot name"):
            client.files.delete(odd)
    with pytest.raises(NotFound):
        client.files.delete("../ledger")

    assert [heard.path for heard in service.heard] == ["/ext/files/..%2Fledger"]


def test_a_lost_answer_to_an_upload_says_what_to_do(client: Client, service: ScriptedService, tmp_path: Path) -> None:
    picture = tmp_path / "heron.png"
    picture.write_bytes(b"heron")
    service.on("POST /ext/files", Answer(hang_up=True))
    with pytest.raises(ConnectionFailed, match="may have been stored: list your files before uploading it again"):
        client.upload(picture)

    assert len(service.asked("POST /ext/files")) == 1
