"""The demonstration: everything of the catalogue is wished for, the page shows it, a failure is not hidden."""

import subprocess
import sys
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import pytest
from PIL import Image

from mediamill.catalogue import Checked, load
from scripts.demos.making import Result, State, events, make_all
from scripts.demos.montage import BYTES_MAX, write_montage
from scripts.demos.sheet import all_made, write_sheet
from scripts.demos.wishes import WISHES, Wish
from scripts.stage import running_service
from tests.codecs.samples import sound_file

HOSTILE = Wish("text-to-speech", "voicevendor-tts", {"prompt": '"><script>alert(1)</script>'})


class Addresses(HTMLParser):
    """Every address that a page mentions, and its elements."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.elements: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.add(tag)
        self.found += [value or "" for name, value in attrs if name in ("src", "href", "poster")]


def addresses_of(page: Path) -> Addresses:
    parser = Addresses()
    parser.feed(page.read_text(encoding="utf-8"))
    return parser


def test_there_is_one_good_wish_for_every_model_of_the_catalogue() -> None:
    models = {f"{model.tool}/{model.slug}": model for model in load().models()}

    assert set(models) == {wish.name for wish in WISHES}
    for wish in WISHES:
        source = {wish.into: "https://example.com/file"} if wish.made_from else {}
        assert isinstance(models[wish.name].check({"model": wish.model, **wish.input, **source}), Checked), wish.name


def test_what_is_made_from_another_wish_comes_from_one_that_needs_none() -> None:
    sources = {wish.name for wish in WISHES if not wish.made_from}

    assert {wish.made_from for wish in WISHES if wish.made_from} <= sources


@pytest.mark.slow
def test_the_demo_makes_shows_and_counts(tmp_path: Path) -> None:
    out, montage = tmp_path / "out", tmp_path / "montage.webp"
    command = [sys.executable, "-m", "scripts.demo", "--out", str(out), "--montage", str(montage)]
    done = subprocess.run(
        [*command, "--only", "voice-isolator", "--only", "drum-generator"],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )

    assert done.returncode == 0, done.stderr
    assert "3 made" in done.stdout  # the speech that is made free of noise, too
    page = addresses_of(out / "index.html")
    assert {"audio", "svg"} <= page.elements
    assert len(page.found) == 6
    assert all((out / unquote(address)).stat().st_size for address in page.found)
    with Image.open(montage) as picture:
        assert picture.format == "WEBP"
    assert montage.stat().st_size <= BYTES_MAX


@pytest.mark.slow
def test_what_goes_wrong_with_a_wish_is_its_result(tmp_path: Path) -> None:
    broken = Wish("rehearsal", "always-fails", {"prompt": "It went wrong on purpose."})
    after = Wish("voice-isolator", "voicevendor-voice-isolator", made_from=broken.name, into="audio_url")
    unknown = Wish("create-image", "no-such-model", {"prompt": "A house"})
    heard: list[tuple[str, float]] = []
    with running_service(MEDIAMILL_REHEARSAL="true", MEDIAMILL_LOG_LEVEL="error") as stage:
        results = make_all(
            stage, [broken, after, unknown], tmp_path, lambda wish, part, _: heard.append((wish.name, part))
        )

    assert [result.state for result in results] == [State.FAILED] * 3
    assert [result.why for result in results] == [
        "It went wrong on purpose.",
        f"{broken.name} was not made.",
        "404 Model not found",
    ]
    assert (broken.name, 1.0) in heard
    assert not all_made(results)
    assert list(tmp_path.iterdir()) == []


def test_the_page_asks_nobody_and_runs_nothing_that_a_prompt_says(tmp_path: Path) -> None:
    sound = sound_file(tmp_path / "a sound #1.wav", 0.5)
    picture = tmp_path / "thumbnail.webp"
    Image.new("RGB", (8, 8), "red").save(picture)
    object = tmp_path / "object.glb"
    object.write_bytes(b"glTF")
    write_sheet(
        [
            Result(HOSTILE, State.MADE, 1.0, 2, sound),
            Result(replace(HOSTILE, tool="text-to-3d"), State.MADE, 1.0, 2, object, picture),
            Result(replace(HOSTILE, title="third"), State.FAILED, why="<b>It failed.</b>"),
        ],
        tmp_path,
        "<i>done</i>",
    )
    page = addresses_of(tmp_path / "index.html")

    assert not page.elements & {"script", "link", "iframe", "b", "i"}
    assert {tmp_path / unquote(address) for address in page.found} == {sound, object, picture}
    assert "http" not in (tmp_path / "index.html").read_text()


def test_a_failure_is_a_failure_and_a_missing_engine_is_none() -> None:
    made, missing, failed = (Result(HOSTILE, state) for state in (State.MADE, State.NO_ENGINE, State.FAILED))

    assert all_made([made, missing])
    assert not all_made([made, failed])


def test_events_are_read_as_they_come() -> None:
    lines = iter(["retry: 1000", "", "id: 0", "event: status", 'data: {"status": "processing"}', "", ": still here"])

    assert list(events(lines)) == [("status", {"status": "processing"})]


def test_a_montage_shows_only_what_was_made(tmp_path: Path) -> None:
    sound = sound_file(tmp_path / "sound.wav", 0.5)
    results = [Result(HOSTILE, State.MADE, file=sound), Result(HOSTILE, State.FAILED, why="No.")]
    write_montage(results, tmp_path / "montage.webp")

    with Image.open(tmp_path / "montage.webp") as picture:
        width, height = picture.size

    assert width < 400
    assert height < 400


@pytest.mark.parametrize("wish", WISHES, ids=lambda wish: wish.name)
def test_a_wish_can_be_read(wish: Wish) -> None:
    assert wish.said
    assert "\n" not in wish.said
