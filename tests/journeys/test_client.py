"""Ada with the Python client and the command line, on a running service."""

import json
from pathlib import Path

import httpx2
import pytest
from click.testing import CliRunner

from mediamill_client import AsyncClient, Client, NotFound, PermissionDenied
from mediamill_client.cli.files import files
from tests.codecs.samples import flat_png
from tests.service import Person, Service

pytestmark = pytest.mark.xdist_group("journeys-mill")


@pytest.fixture(scope="module")
def ada(mill: Service) -> Person:
    return mill.open_account("ada-of-the-client")


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    path = tmp_path / "heron.png"
    path.write_bytes(flat_png(5, 5))
    return path


def test_an_upload_is_listed_and_deleted(mill: Service, ada: Person, picture: Path) -> None:
    mallory = mill.open_account("mallory-of-the-client")
    with Client(ada.key, mill.address) as client, Client(mallory.key, mill.address) as hers:
        first, second = client.upload(picture), client.upload(picture)
        link = first.url.replace(mill.public_url, mill.address)
        before = httpx2.get(link, trust_env=False).status_code
        with pytest.raises(PermissionDenied):
            hers.files.delete(first)
        listed = client.files.list()
        client.files.delete(first)
        with pytest.raises(NotFound):
            client.files.delete(first.id)

        assert {file.id: file for file in listed} == {first.id: first, second.id: second}
        assert (first.type, first.size_bytes) == ("image", picture.stat().st_size)
        assert first.created_at < first.expires_at
        assert (before, httpx2.get(link, trust_env=False).status_code) == (200, 404)
        assert [file.id for file in client.files.list()] == [second.id]
        assert hers.files.list() == ()
        client.files.delete(second)


def test_the_command_line_lists_and_deletes_too(
    mill: Service, ada: Person, picture: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEDIAMILL_API_KEY", ada.key)
    monkeypatch.setenv("MEDIAMILL_BASE_URL", mill.address)
    with Client() as client:
        id = client.upload(picture).id
    listed = CliRunner().invoke(files, ["list", "--json"])
    deleted = CliRunner().invoke(files, ["delete", id])

    assert [shown["id"] for shown in json.loads(listed.stdout)] == [id]
    assert (deleted.exit_code, deleted.stdout) == (0, f"The file {id} is deleted.\n")
    assert CliRunner().invoke(files, ["list"]).stdout == ""
    assert CliRunner().invoke(files, ["delete", id]).exit_code == 3


async def test_the_asynchronous_client_inspects_and_has_files(mill: Service, ada: Person, picture: Path) -> None:
    async with AsyncClient(ada.key, mill.address) as client:
        made = await client.run("drum-generator", {"model": "drumgen", "seed": 7}, timeout=60)
        found = await client.generations.inspect(made.id)
        file = await client.upload(picture)
        listed = await client.files.list()
        await client.files.delete(file)

        assert found.raw == ada.get(f"/ext/generations/{made.id}").json()
        assert (found.generation.output, found.model, found.seed) == (made.output, "drumgen", 7)
        assert [attempt.outcome for attempt in found.attempts] == ["success"]
        assert (found.progress, found.queue_position, found.credits_held) == (1, None, 0)
        assert (listed, await client.files.list()) == ((file,), ())
        with pytest.raises(NotFound):
            await client.generations.inspect("gen_0")
