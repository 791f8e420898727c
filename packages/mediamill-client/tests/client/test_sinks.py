"""Downloads: whole or not at all, under a sensible name, and without the key."""

import os
from pathlib import Path

import pytest

from mediamill_client import Client, DownloadFailed, Generation, NoOutput, answers
from mediamill_client.sinks import AtomicFile, target_of
from tests.client.conftest import FrozenClock
from tests.client.scripted_service import Answer, ScriptedService, generation, told

FBX = bytes(range(256)) * 4096  # 1 MiB: several chunks
MEDIA = "GET /media/gen_heron/9f2c.fbx"


@pytest.fixture
def walk(service: ScriptedService) -> Generation:
    """A finished generation of Ada's."""
    return answers.generation(generation("success", output=f"{service.url}/media/gen_heron/9f2c.fbx"))


def test_the_media_is_written_byte_for_byte(
    client: Client, service: ScriptedService, walk: Generation, tmp_path: Path
) -> None:
    service.on(MEDIA, Answer(200, FBX))
    written = client.download(walk, tmp_path / "walk.fbx")

    assert written == tmp_path / "walk.fbx"
    assert written.read_bytes() == FBX
    assert [path.name for path in tmp_path.iterdir()] == ["walk.fbx"]


def test_the_media_can_be_read_at_once(client: Client, service: ScriptedService, walk: Generation) -> None:
    service.on(MEDIA, Answer(200, FBX))

    assert client.read(walk) == FBX


def test_an_id_is_enough(client: Client, service: ScriptedService, walk: Generation, tmp_path: Path) -> None:
    service.on("GET /api/generations/gen_heron", told("success", output=walk.output))
    service.on(MEDIA, Answer(200, b"fbx"))

    assert client.download("gen_heron", tmp_path).read_bytes() == b"fbx"
    assert client.read("gen_heron") == b"fbx"


def test_a_folder_gets_a_file_with_a_telling_name(
    client: Client, service: ScriptedService, walk: Generation, tmp_path: Path
) -> None:
    service.on(MEDIA, Answer(200, FBX))

    assert client.download(walk, tmp_path) == tmp_path / "motion-3d-gen_heron.fbx"
    assert client.download(walk, f"{tmp_path}/new/deep/") == tmp_path / "new" / "deep" / "motion-3d-gen_heron.fbx"


@pytest.mark.parametrize(
    ("tool", "identity", "url", "name"),
    [
        ("create-image", "gen_1", "https://a.example/media/gen_1/f.WEBP?sig=a.b#c.d", "create-image-gen_1.webp"),
        ("create-image", "gen_1", "https://a.example/media/", "create-image-gen_1"),
        ("create-image", "gen_1", "https://a.example/x.%2e%2e%2fpasswd", "create-image-gen_1"),
        ("create-image", "gen_1", "https://a.example", "create-image-gen_1"),
        ("create-image", "gen_1", "https://a.example/x.verylongsuffix", "create-image-gen_1"),
        ("../../etc", "/passwd", "https://a.example/x.png", "_etc-_passwd.png"),
        ("-rf", "鷺\0", "https://a.example/x.png", "rf-_.png"),
    ],
)
def test_names_are_safe_in_any_folder(tool: str, identity: str, url: str, name: str) -> None:
    made = answers.generation(generation("success", tool=tool, id=identity, output=url))

    assert made.media.file_name == name


def test_a_path_that_is_no_folder_is_the_file_itself(tmp_path: Path) -> None:
    assert target_of(tmp_path / "walk", "walk.fbx") == tmp_path / "walk"


def test_an_older_file_is_replaced_by_a_whole_one_only(
    client: Client, service: ScriptedService, walk: Generation, tmp_path: Path
) -> None:
    (tmp_path / "walk.fbx").write_bytes(b"older")
    service.on(MEDIA, Answer(200, FBX, cut_after=700_000))
    with pytest.raises(DownloadFailed, match="while downloading"):
        client.download(walk, tmp_path / "walk.fbx")

    assert (tmp_path / "walk.fbx").read_bytes() == b"older"
    assert [path.name for path in tmp_path.iterdir()] == ["walk.fbx"]
    assert len(service.heard) == 3


def test_a_torn_download_begins_again(
    client: Client, service: ScriptedService, walk: Generation, tmp_path: Path, clock: FrozenClock
) -> None:
    longer = FBX * 2
    service.on(MEDIA, Answer(503, b""), Answer(200, longer, cut_after=len(longer) - 1), Answer(200, FBX))

    assert client.download(walk, tmp_path).read_bytes() == FBX
    assert clock.slept == [0.5, 1.0]


def test_a_torn_reading_begins_again(client: Client, service: ScriptedService, walk: Generation) -> None:
    service.on(MEDIA, Answer(200, FBX, cut_after=700_000), Answer(200, FBX))

    assert client.read(walk) == FBX


def test_media_that_is_gone_leaves_nothing_behind(
    client: Client, service: ScriptedService, walk: Generation, tmp_path: Path
) -> None:
    service.on(MEDIA, Answer(404, b"gone"))
    with pytest.raises(DownloadFailed, match=f"404 Not Found while downloading {walk.output}") as caught:
        client.download(walk, f"{tmp_path}/new/")

    assert (caught.value.status, caught.value.url) == (404, walk.output)
    assert list(tmp_path.iterdir()) == []


def test_media_out_of_reach_is_a_failed_download(client: Client, dead_url: str, tmp_path: Path) -> None:
    walk = answers.generation(generation("success", output=f"{dead_url}/x.fbx"))
    with pytest.raises(DownloadFailed, match=f"Connection refused while downloading {dead_url}/x.fbx") as caught:
        client.download(walk, tmp_path)

    assert caught.value.status is None


@pytest.mark.parametrize("url", ["file:///etc/hostname", "ftp://127.0.0.1/x", "http://[::1", "x.fbx", ""])
def test_an_output_that_is_no_web_address_is_not_opened(
    client: Client, tmp_path: Path, url: str, clock: FrozenClock
) -> None:
    with pytest.raises(DownloadFailed):
        client.download(answers.generation(generation("success", output=url)), tmp_path)

    assert list(tmp_path.iterdir()) == []
    assert clock.slept == []


@pytest.mark.parametrize("status", ["processing", "error"])
def test_what_is_not_made_cannot_be_downloaded(client: Client, tmp_path: Path, status: str) -> None:
    with pytest.raises(NoOutput, match=f"gen_heron has no output: its status is {status}"):
        client.download(answers.generation(generation(status)), tmp_path)


def test_the_media_never_sees_the_key(
    client: Client, service: ScriptedService, walk: Generation, tmp_path: Path
) -> None:
    service.on(MEDIA, Answer(302, b"", {"Location": "/bucket/x.fbx"}))
    service.on("GET /bucket/x.fbx", Answer(200, FBX))
    client.download(walk, tmp_path)

    assert [heard.path for heard in service.heard] == ["/media/gen_heron/9f2c.fbx", "/bucket/x.fbx"]
    assert not any("authorization" in heard.headers for heard in service.heard)


def test_a_file_that_cannot_be_written_is_an_error_of_the_system(
    client: Client, service: ScriptedService, walk: Generation, tmp_path: Path
) -> None:
    service.on(MEDIA, Answer(200, FBX))
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(OSError, match="file"):
        client.download(walk, tmp_path / "file" / "walk.fbx")


def test_the_file_has_the_rights_of_any_new_file(
    client: Client, service: ScriptedService, walk: Generation, tmp_path: Path
) -> None:
    service.on(MEDIA, Answer(200, FBX))
    before = os.umask(0o027)
    try:
        written = client.download(walk, tmp_path)
    finally:
        os.umask(before)

    assert written.stat().st_mode & 0o777 == 0o640


def test_a_thread_that_is_late_leaves_nothing_behind(tmp_path: Path) -> None:
    with AtomicFile(tmp_path / "walk.fbx") as file:
        pass
    file.rewind()
    file.write(FBX)
    file.settle()

    assert list(tmp_path.iterdir()) == []
