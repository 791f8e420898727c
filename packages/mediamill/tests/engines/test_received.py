"""What vendors send becomes what was ordered, or one sentence says why not."""

import io
import math
import wave
from collections.abc import Callable
from pathlib import Path

import av
import numpy as np
import pytest
from PIL import Image

from mediamill.codecs import (
    TRAINED_ALGORITHMIC_MEDIA,
    GeneratedMark,
    MarkState,
    Tags,
    VideoWriter,
    encode_audio,
    mark_generated,
)
from mediamill.engines import Artifact, EngineFailed, InputValue, Request
from mediamill.engines.received import DAMAGED, WRONG_KIND, ReceivedFiles
from mediamill.formats import Container, sniff
from tests.codecs.fbx_readers import NEEDS_UFBX, read_by_ufbx
from tests.codecs.motion_sources import (
    Movement,
    as_npz,
    bvh,
    glb,
    glb_nodes,
    movement,
    rotations,
    skinned_glb,
)
from tests.codecs.samples import Samples, decoded, metadata, tone
from tests.codecs.test_thumbnails_fbx import fbx, model

PAGE = b"<!doctype html><title>502</title><h1>Bad gateway</h1>"
TAGS = Tags("clip", {})
CAPTURE = "http://cv.iptc.org/newscodes/digitalsourcetype/digitalCapture"
PACKET = (
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
    '<r:Description r:about="" xmlns:e="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" e:DigitalSourceType="{stated}"/>'
    "</r:RDF></x:xmpmeta>"
)


class Silence:
    """A Report that nobody reads."""

    def progress(self, fraction: float, stage: str = "") -> None: ...

    def checkpoint(self, text: str) -> None: ...


def finished(folder: Path, suffix: str, *contents: bytes, **input: InputValue) -> Artifact:
    """What becomes of files with these contents, called what the vendor calls them."""
    (folder / "received").mkdir()
    files = {}
    for number, content in enumerate(contents):
        files[str(number)] = folder / "received" / f"{number}{suffix}"
        files[str(number)].write_bytes(content)
    request = Request("gen_ada", "create-image", "nano-banana", {"suffix": suffix, **input}, folder, files)
    return ReceivedFiles().generate(request, Silence())


def picture(form: str = "PNG", **options: object) -> bytes:
    stream = io.BytesIO()
    noise = np.random.default_rng(7).integers(0, 256, (48, 64, 3), np.uint8)
    Image.fromarray(noise).save(stream, form, **options)
    return stream.getvalue()


def film(folder: Path) -> bytes:
    path = folder / "film.mp4"
    with VideoWriter(path, 64, 48, fps=12, tags=TAGS) as writer:
        for number in range(12):
            writer.write(np.full((48, 64, 3), 20 * number, np.uint8))
    return path.read_bytes()


def wav(samples: Samples, rate: int, channels: int = 1) -> bytes:
    stream = io.BytesIO()
    with wave.open(stream, "wb") as file:
        file.setparams((channels, 2, rate, 0, "NONE", "not compressed"))
        file.writeframes((samples * 32_767).round().astype("<i2").tobytes())
    return stream.getvalue()


def mp3(folder: Path, seconds: float) -> bytes:
    encode_audio(tone(seconds), 44_100, folder / "tone.mp3", tags=TAGS)
    return (folder / "tone.mp3").read_bytes()


def pixels(content: bytes) -> bytes:
    with Image.open(io.BytesIO(content)) as opened:
        return opened.tobytes()


def test_a_picture_is_marked_and_nothing_else(tmp_path: Path) -> None:
    made = finished(tmp_path, ".png", picture())

    assert made.path == tmp_path / "result.png"
    assert made.provenance == {"digitalSourceType": TRAINED_ALGORITHMIC_MEDIA}
    assert mark_generated(made.path) == GeneratedMark(MarkState.STATED)
    assert pixels(made.path.read_bytes()) == pixels(picture())


def test_a_film_is_marked_and_nothing_else(tmp_path: Path) -> None:
    sent = film(tmp_path)

    made = finished(tmp_path, ".mp4", sent)

    assert made.provenance == {"digitalSourceType": TRAINED_ALGORITHMIC_MEDIA}
    assert mark_generated(made.path) == GeneratedMark(MarkState.STATED)
    assert made.path.read_bytes().startswith(sent)


@pytest.mark.parametrize(
    ("stated", "told"),
    [(CAPTURE, CAPTURE), ("of my own", TRAINED_ALGORITHMIC_MEDIA), ("x" * 999, TRAINED_ALGORITHMIC_MEDIA)],
)
def test_what_a_vendor_states_is_kept_and_told_where_it_is_of_the_list(tmp_path: Path, stated: str, told: str) -> None:
    sent = picture("WEBP", xmp=PACKET.format(stated=stated).replace("/></r:RDF>", "></r:Description></r:RDF>").encode())

    made = finished(tmp_path, ".webp", sent)

    assert made.provenance == {"digitalSourceType": told}
    assert made.path.read_bytes() == sent


def test_a_format_that_takes_no_mark_is_told_of_all_the_same(tmp_path: Path) -> None:
    sent = picture("GIF")

    made = finished(tmp_path, ".gif", sent)

    assert made.provenance == {"digitalSourceType": TRAINED_ALGORITHMIC_MEDIA}
    assert made.path.read_bytes() == sent


def test_the_format_is_what_the_bytes_are(tmp_path: Path) -> None:
    made = finished(tmp_path, ".png", picture("WEBP", lossless=True))

    assert made.path.name == "result.webp"
    assert sniff(made.path) is Container.WEBP


def test_sound_comes_as_it_was_sent(tmp_path: Path) -> None:
    sent = wav(tone(1.0), 44_100)

    made = finished(tmp_path, ".mp3", sent)

    assert made.path.name == "result.wav"
    assert made.path.read_bytes() == sent
    assert made.provenance == {}


@pytest.mark.parametrize(
    ("suffix", "sent"),
    [
        (".png", lambda folder: PAGE),
        (".png", film),
        (".mp4", lambda folder: picture()),
        (".mp3", lambda folder: picture()),
        (".glb", lambda folder: picture()),
        (".png", lambda folder: b""),
        (".wav", lambda folder: PAGE),
    ],
)
def test_another_kind_of_file_is_refused(tmp_path: Path, suffix: str, sent: Callable[[Path], bytes]) -> None:
    with pytest.raises(EngineFailed) as failed:
        finished(tmp_path, suffix, sent(tmp_path))

    assert str(failed.value) == WRONG_KIND


def test_a_film_without_pictures_is_refused(tmp_path: Path) -> None:
    with av.open(str(tmp_path / "tone.mp4"), "w") as opened:
        stream = opened.add_stream("aac", 44_100, layout="mono")
        frame = av.AudioFrame.from_ndarray(tone(1.0)[np.newaxis], format="fltp", layout="mono")
        frame.sample_rate = 44_100
        opened.mux([*stream.encode(frame), *stream.encode(None)])

    with pytest.raises(EngineFailed) as failed:
        finished(tmp_path, ".mp4", (tmp_path / "tone.mp4").read_bytes())

    assert str(failed.value) == WRONG_KIND


@pytest.mark.parametrize(
    ("suffix", "form"), [(".png", "PNG"), (".jpg", "JPEG"), (".webp", "WEBP"), (".gif", "GIF"), (".avif", "AVIF")]
)
def test_a_picture_that_was_cut_off_is_refused(tmp_path: Path, suffix: str, form: str) -> None:
    whole = picture(form)

    with pytest.raises(EngineFailed) as failed:
        finished(tmp_path, suffix, whole[: len(whole) * 2 // 3])

    assert str(failed.value) == DAMAGED


def test_a_film_that_was_cut_off_is_refused(tmp_path: Path) -> None:
    whole = film(tmp_path)

    with pytest.raises(EngineFailed) as failed:
        finished(tmp_path, ".mp4", whole[:-20])

    assert str(failed.value) == DAMAGED


def test_several_pictures_are_refused(tmp_path: Path) -> None:
    with pytest.raises(EngineFailed) as failed:
        finished(tmp_path, ".png", picture(), picture())

    assert str(failed.value) == WRONG_KIND


def test_recordings_of_any_rate_are_mixed_as_loud_as_they_are(tmp_path: Path) -> None:
    """A drum, a bass and a voice of different rates and lengths; the sum is what their own tones add up to."""
    parts = [(220.0, 44_100, 2.0), (1_000.0, 48_000, 1.5), (3_000.0, 22_050, 2.0)]
    sent = [wav(tone(seconds, rate=rate, frequency=hertz, level=0.2), rate) for hertz, rate, seconds in parts]

    made = finished(tmp_path, ".wav", *sent)

    mixed, rate = decoded(made.path)
    expected = np.zeros(2 * rate)
    for hertz, _, seconds in parts:
        part = tone(seconds, rate=rate, frequency=hertz, level=0.2)
        expected[: len(part)] += part
    middle = slice(rate // 10, rate * 14 // 10)  # away from edges, which every resampler rounds
    left = mixed[:, 0][middle].astype(np.float64)
    gain = float(left @ expected[middle] / (expected[middle] @ expected[middle]))
    residual = left - gain * expected[middle]
    assert rate == 48_000
    assert made.seconds == pytest.approx(2.0, abs=0.01)
    assert abs(20 * math.log10(gain)) < 0.5
    assert 10 * math.log10(float(residual @ residual) / float(left @ left)) < -60
    assert np.allclose(mixed[:, 0], mixed[:, 1], atol=2e-4)  # but for the dither
    assert "create-image/nano-banana" in str(metadata(made.path))


def test_a_sum_that_would_clip_is_softer(tmp_path: Path) -> None:
    made = finished(tmp_path, ".wav", *[wav(tone(1.0, level=0.9), 44_100)] * 3)

    mixed, _ = decoded(made.path)
    assert 0.95 < np.abs(mixed).max() <= 1.0


def test_of_recordings_that_are_mixed_each_has_to_be_whole(tmp_path: Path) -> None:
    with pytest.raises(EngineFailed) as failed:
        finished(tmp_path, ".wav", wav(tone(1.0), 44_100), b"ID3" + bytes(4_000))

    assert str(failed.value) == WRONG_KIND


@pytest.mark.parametrize("suffix", [".wav", ".mp3"])
def test_a_longer_recording_is_cut(tmp_path: Path, suffix: str) -> None:
    made = finished(tmp_path, suffix, mp3(tmp_path, 3.0), seconds_max=2.0)

    mixed, rate = decoded(made.path)
    assert made.path.suffix == suffix
    assert made.seconds == pytest.approx(2.0, abs=0.01)
    assert len(mixed) / rate == pytest.approx(2.0, abs=0.06)


def test_a_recording_that_is_short_enough_comes_as_it_was_sent(tmp_path: Path) -> None:
    sent = mp3(tmp_path, 1.96)

    made = finished(tmp_path, ".mp3", sent, seconds_max=2.0)

    assert made.path.read_bytes() == sent


def test_a_recording_that_cannot_be_measured_is_refused(tmp_path: Path) -> None:
    with pytest.raises(EngineFailed) as failed:
        finished(tmp_path, ".wav", wav(tone(1.0), 44_100)[:30], seconds_max=2.0)

    assert str(failed.value) == WRONG_KIND


def test_an_object_in_obj_becomes_one_that_everybody_reads(tmp_path: Path) -> None:
    text = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"

    artifact = finished(tmp_path, ".glb", text)

    assert sniff(artifact.path) is Container.GLB
    assert artifact.path.suffix == ".glb"


@pytest.mark.parametrize("content", [PAGE, b"", b"v 0 0 0\nf 1 1 9\n"])
def test_what_is_no_object_is_no_result(content: bytes, tmp_path: Path) -> None:
    with pytest.raises(EngineFailed) as raised:
        finished(tmp_path, ".glb", content)

    assert str(raised.value) == WRONG_KIND


MOTIONS: dict[str, Callable[[Movement], bytes]] = {
    "GLB": skinned_glb,
    "BVH": bvh,
    "joint rotations": lambda moved: as_npz(rotations(moved)),
}


@NEEDS_UFBX
@pytest.mark.parametrize("source", MOTIONS)
def test_a_motion_becomes_fbx(tmp_path: Path, source: str) -> None:
    moved = movement()

    made = finished(tmp_path, ".fbx", MOTIONS[source](moved))

    assert made.path == tmp_path / "result.fbx"
    assert made.seconds == pytest.approx(1.0, abs=1e-6)
    joints = 9 if source == "BVH" else 6  # its three ends are joints, too
    assert made.provenance == {"convertedFrom": source, "seconds": 1.0, "framesPerSecond": 30.0, "joints": joints}
    found = read_by_ufbx(made.path, moved.times.tolist()).places
    for name, places in moved.places().items():
        assert np.abs(found[name] - places).max() < 0.03
    assert b"gen_ada" in made.path.read_bytes()


def test_a_motion_that_is_fbx_stays_as_it_is(tmp_path: Path) -> None:
    sent = finished_elsewhere(tmp_path / "elsewhere", bvh(movement()))

    made = finished(tmp_path, ".fbx", sent)

    assert made.path.read_bytes() == sent
    assert made.provenance == {"seconds": 1.0, "framesPerSecond": 30.0, "joints": 9}


def finished_elsewhere(folder: Path, content: bytes) -> bytes:
    folder.mkdir()
    return finished(folder, ".fbx", content).path.read_bytes()


def test_an_fbx_without_a_motion_is_refused(tmp_path: Path) -> None:
    with pytest.raises(EngineFailed) as failed:
        finished(tmp_path, ".fbx", fbx(model(1)))

    assert str(failed.value) == WRONG_KIND


def test_an_fbx_that_is_cut_off_is_refused(tmp_path: Path) -> None:
    sent = finished_elsewhere(tmp_path / "elsewhere", bvh(movement()))

    with pytest.raises(EngineFailed) as failed:
        finished(tmp_path, ".fbx", sent[: len(sent) // 2])

    assert str(failed.value) == DAMAGED


@pytest.mark.parametrize(
    "sent",
    [
        PAGE,
        b"; FBX 7.3.0 project file\nFBXHeaderExtension:  {\n}\n",
        b"HIERARCHY\nMOTION\n",
        glb(glb_nodes(movement())),
        b'{"detail": "no"}',
        picture(),
    ],
)
def test_what_is_no_motion_is_refused(tmp_path: Path, sent: bytes) -> None:
    with pytest.raises(EngineFailed) as failed:
        finished(tmp_path, ".fbx", sent)

    assert str(failed.value) == WRONG_KIND
