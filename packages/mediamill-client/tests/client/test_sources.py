"""Files of Ada's own in an input: uploaded once, and their URLs sent."""

import io
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from mediamill_client import Client, UnusableFile
from tests.client.scripted_service import Answer, ScriptedService, accepted, refusal, told
from tests.client.test_files import uploaded

RUN, FILES = "POST /api/run", "POST /ext/files"
PNG = b"\x89PNG\r\n\x1a\n and the rest"


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    path = tmp_path / "heron.png"
    path.write_bytes(PNG)
    return path


@pytest.fixture(autouse=True)
def taking_files(service: ScriptedService) -> None:
    service.on(RUN, accepted())
    service.on(FILES, *(Answer(200, uploaded(f"upl_{n}", url=f"http://127.0.0.1/media/upl_{n}")) for n in (1, 2, 3)))


def sent(service: ScriptedService) -> Any:
    return service.asked(RUN)[0].json["input"]


@pytest.mark.parametrize("form", ["path", "text", "bytes", "bytearray", "open file", "buffer"])
def test_a_file_in_any_form_is_uploaded(client: Client, service: ScriptedService, picture: Path, form: str) -> None:
    with picture.open("rb") as file:
        forms = {
            "path": picture,
            "text": str(picture),
            "bytes": PNG,
            "bytearray": bytearray(PNG),
            "open file": file,
            "buffer": io.BytesIO(PNG),
        }
        client.submit("image-to-3d-object", {"model": "triposr", "image_url": forms[form]})

    assert [heard.body for heard in service.asked(FILES)] == [PNG]
    assert sent(service) == {"model": "triposr", "image_url": "http://127.0.0.1/media/upl_1"}


def test_a_picture_of_pillows_is_uploaded_as_it_is(client: Client, service: ScriptedService) -> None:
    client.submit("image-to-3d-object", {"image_url": Image.new("RGBA", (3, 2), (250, 120, 10, 99))})
    [heard] = service.asked(FILES)

    assert Image.open(io.BytesIO(heard.body)).getpixel((2, 1)) == (250, 120, 10, 99)


def test_urls_and_other_texts_stay(client: Client, service: ScriptedService, picture: Path) -> None:
    input = {"prompt": str(picture), "image_url": "HTTPS://example.com/cat.jpg", "file": "data:image/png;base64,AA"}
    client.submit("create-image", input)

    assert sent(service) == input
    assert service.asked(FILES) == []


def test_an_output_is_handed_on_as_its_url(client: Client, service: ScriptedService) -> None:
    service.on("GET /api/generations/gen_heron", told("success", output="http://127.0.0.1/speech.mp3"))
    speech = client.generations.get("gen_heron")
    client.submit("voice-isolator", {"audio_url": speech.media})

    assert sent(service) == {"audio_url": "http://127.0.0.1/speech.mp3"}
    assert service.asked(FILES) == []


def test_the_same_file_is_uploaded_once_and_others_beside_it(
    client: Client, service: ScriptedService, picture: Path
) -> None:
    client.submit("x", {"image_url": picture, "more": [picture, {"audio_url": b"beep"}], "seed": 7})

    assert [heard.body for heard in service.asked(FILES)] == [PNG, b"beep"]
    assert sent(service) == {
        "image_url": "http://127.0.0.1/media/upl_1",
        "more": ["http://127.0.0.1/media/upl_1", {"audio_url": "http://127.0.0.1/media/upl_2"}],
        "seed": 7,
    }


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ("cat.jpg", r"^input.image_url: 'cat.jpg' is neither a URL nor a file here$"),
        (Path("no/cat.jpg"), "is neither a URL nor a file here"),
        (Path(), "is neither a URL nor a file here"),
        (io.StringIO("text"), "StringIO gives no bytes"),
    ],
)
def test_what_is_no_file_costs_nothing(client: Client, service: ScriptedService, given: Any, sentence: str) -> None:
    with pytest.raises(UnusableFile, match=sentence) as caught:
        client.submit("image-to-3d-object", {"image_url": given})

    assert caught.value.field == "input.image_url"
    assert service.heard == []


def test_an_upload_may_be_repeated_before_a_run(client: Client, service: ScriptedService) -> None:
    service._scripts[FILES].appendleft(Answer(hang_up=True))
    client.submit("voice-isolator", {"audio_url": b"beep"})

    assert [heard.body for heard in service.asked(FILES)] == [b"beep", b"beep"]


def test_a_refused_file_starts_nothing(client: Client, service: ScriptedService) -> None:
    service._scripts[FILES].clear()
    service.on(FILES, refusal(415, "Unsupported file type; send an image or an audio file"))
    with pytest.raises(Exception, match="415 Unsupported file type"):
        client.submit("voice-isolator", {"audio_url": b"text"})

    assert service.asked(RUN) == []


def test_an_upload_takes_any_form_too(client: Client, service: ScriptedService, picture: Path) -> None:
    assert [client.upload(one).id for one in (picture, str(picture), PNG)] == ["upl_1", "upl_2", "upl_3"]
    assert {heard.body for heard in service.asked(FILES)} == {PNG}
    with pytest.raises(FileNotFoundError):
        client.upload(picture.with_name("other.png"))
