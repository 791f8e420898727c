"""Files say that they were generated, keep what they said before, and show what they showed."""

import io
import struct
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import av
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from mediamill.codecs import (
    TRAINED_ALGORITHMIC_MEDIA,
    GeneratedMark,
    MarkState,
    Tags,
    VideoWriter,
    mark_generated,
)
from mediamill.codecs.marking.boxes import C2PA_BOX
from mediamill.codecs.marking.film import XMP_BOX
from mediamill.formats import Container, NotMedia, structure_end

RDF, IPTC = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}", "{http://iptc.org/std/Iptc4xmpExt/2008-02-29/}"
ADDED = GeneratedMark(MarkState.ADDED)
CAPTURE = "http://cv.iptc.org/newscodes/digitalsourcetype/compositeWithTrainedAlgorithmicMedia"
WITH_TAILS = ("PNG", "JPEG", "WEBP")  # what follows their end is kept
SUFFIXES = {"PNG": ".png", "JPEG": ".jpg", "WEBP": ".webp", "AVIF": ".avif"}
MODES = {
    "PNG": ("1", "L", "LA", "P", "RGB", "RGBA"),
    "JPEG": ("L", "RGB", "CMYK"),
    "WEBP": ("RGB", "RGBA"),
    "AVIF": ("RGB", "RGBA", "L"),
}


def packet(statements: str = "", attributes: str = "", about: str = "", padding: int = 0) -> bytes:
    return (
        '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">'
        '<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#"'
        ' xmlns:e="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:t="http://purl.org/dc/terms/">'
        f'<r:Description r:about="{about}" {attributes}><dc:source>Paper &amp; pencil</dc:source>{statements}'
        f'</r:Description></r:RDF></x:xmpmeta>{" " * padding}<?xpacket end="w"?>'
    ).encode()


def picture(mode: str = "RGB", size: tuple[int, int] = (38, 24)) -> Image.Image:
    noise = np.random.default_rng(7).integers(0, 256, (*size[::-1], 3), np.uint8)
    return Image.fromarray(noise).convert(mode)


def saved(form: str, image: Image.Image | None = None, xmp: bytes | None = None, **options: Any) -> bytes:
    stream = io.BytesIO()
    if xmp is not None and form == "PNG":
        info = PngInfo()
        info.add_itxt("XML:com.adobe.xmp", xmp, zip=bool(options.pop("zip", False)))
        options["pnginfo"] = info
    elif xmp is not None:
        options["xmp"] = xmp
    (image or picture()).save(stream, form, **options)
    return stream.getvalue()


def placed(folder: Path, form: str, content: bytes) -> Path:
    path = folder / f"file{SUFFIXES.get(form, form)}"
    path.write_bytes(content)
    return path


def xmp_of(path: Path) -> bytes:
    """As Pillow finds it."""
    with Image.open(path) as opened:
        opened.load()
        found = opened.info["xmp"]
    return found if isinstance(found, bytes) else str(found).encode()


def source_types(xmp: bytes) -> list[str | None]:
    """What the packet says of the file, as ElementTree reads it."""
    (tree,) = ElementTree.fromstring(xmp.decode()).iter(f"{RDF}RDF")
    return [
        value
        for described in tree.findall(f"{RDF}Description")
        for value in (
            described.get(f"{IPTC}DigitalSourceType"),
            *(one.text or one.get(f"{RDF}resource") for one in described.findall(f"{IPTC}DigitalSourceType")),
        )
        if value is not None
    ]


def pixels(content: bytes) -> Any:
    with Image.open(io.BytesIO(content)) as opened:
        opened.load()
        return opened.mode, opened.size, opened.tobytes()


def decoded(path: Path) -> list[bytes]:
    """Every frame and sample as FFmpeg decodes it."""
    with av.open(str(path)) as opened:
        return [frame.to_ndarray().tobytes() for frame in opened.decode(*opened.streams)]


@pytest.mark.parametrize("form", SUFFIXES)
def test_a_picture_without_xmp_says_that_it_was_generated(tmp_path: Path, form: str) -> None:
    path = placed(tmp_path, form, saved(form))
    frames = decoded(path)

    mark = mark_generated(path)

    assert mark == ADDED
    assert source_types(xmp_of(path)) == [TRAINED_ALGORITHMIC_MEDIA]
    assert decoded(path) == frames


@given(
    form=st.sampled_from(sorted(SUFFIXES)),
    width=st.integers(1, 70),
    height=st.integers(1, 70),
    data=st.data(),
)
def test_every_picture_is_marked_once_and_shows_the_same(
    tmp_path_factory: pytest.TempPathFactory, form: str, width: int, height: int, data: st.DataObject
) -> None:
    options: dict[str, Any] = {}
    if data.draw(st.booleans(), "exif"):
        exif = Image.Exif()
        exif[0x010E] = "a heron"
        options["exif"] = exif.tobytes()
    if data.draw(st.booleans(), "icc"):
        options["icc_profile"] = b"\0" * 128
    if form == "WEBP":
        options["lossless"] = data.draw(st.booleans(), "lossless")
    if form == "JPEG":
        options["progressive"] = data.draw(st.booleans(), "progressive")
    own = data.draw(st.none() | st.builds(packet, padding=st.integers(0, 3_000)), "xmp")
    tail = data.draw(st.binary(max_size=5), "tail") if form in WITH_TAILS else b""
    mode = data.draw(st.sampled_from(MODES[form]), "mode")
    before = saved(form, picture(mode, (width, height)), own, **options) + tail
    path = placed(tmp_path_factory.mktemp("picture"), form, before)

    first, once = mark_generated(path), path.read_bytes()
    second, twice = mark_generated(path), path.read_bytes()

    assert (first.state, second.state) == (MarkState.ADDED, MarkState.STATED)
    assert twice == once
    assert once.endswith(tail)
    assert pixels(once) == pixels(before)
    if form in WITH_TAILS:
        assert structure_end(path, Container(form.lower())) == len(once) - len(tail)
    assert source_types(xmp_of(path)) == [TRAINED_ALGORITHMIC_MEDIA]
    with Image.open(io.BytesIO(once)) as after, Image.open(io.BytesIO(before)) as opened:
        assert dict(after.getexif()) == dict(opened.getexif())
        assert after.info.get("icc_profile") == opened.info.get("icc_profile")


@pytest.mark.parametrize("form", SUFFIXES)
def test_xmp_that_says_other_things_keeps_them(tmp_path: Path, form: str) -> None:
    own = packet(about="uuid:heron &amp; 1", padding=100)
    path = placed(tmp_path, form, saved(form, xmp=own))

    mark_generated(path)

    merged = xmp_of(path)
    assert source_types(merged) == [TRAINED_ALGORITHMIC_MEDIA]
    head, _, tail = own.partition(b"</r:RDF>")
    assert merged.startswith(head)
    assert merged.endswith(tail)
    abouts = {one.get(f"{RDF}about") for one in ElementTree.fromstring(merged.decode()).iter(f"{RDF}Description")}
    assert abouts == {"uuid:heron & 1"}


@pytest.mark.parametrize("form", SUFFIXES)
@pytest.mark.parametrize(
    "own",
    [
        packet(attributes=f'e:DigitalSourceType="{CAPTURE}"'),
        packet(f"<e:DigitalSourceType>\n{CAPTURE}\n</e:DigitalSourceType>"),
        packet(f'<e:DigitalSourceType r:resource="{CAPTURE}"/>'),
    ],
    ids=["attribute", "element", "resource"],
)
def test_what_a_vendor_states_stays_as_it_is(tmp_path: Path, form: str, own: bytes) -> None:
    before = saved(form, xmp=own)
    path = placed(tmp_path, form, before)

    assert mark_generated(path) == GeneratedMark(MarkState.STATED, CAPTURE)
    assert path.read_bytes() == before


def test_a_statement_about_something_else_is_none_about_the_file(tmp_path: Path) -> None:
    ingredient = (
        f'<dc:relation><r:Description><e:DigitalSourceType r:resource="{CAPTURE}"/></r:Description></dc:relation>'
    )
    path = placed(tmp_path, "PNG", saved("PNG", xmp=packet(ingredient)))

    assert mark_generated(path) == ADDED
    assert source_types(xmp_of(path)) == [TRAINED_ALGORITHMIC_MEDIA]


def test_compressed_xmp_of_a_png_is_read(tmp_path: Path) -> None:
    path = placed(tmp_path, "PNG", saved("PNG", xmp=packet(), zip=True))

    assert mark_generated(path) == ADDED
    assert source_types(xmp_of(path)) == [TRAINED_ALGORITHMIC_MEDIA]
    assert b"Paper &amp; pencil" in xmp_of(path)


JUMBF = struct.pack(">I4sI4s16s", 60, b"jumb", 52, b"jumd", b"c2pa\0\x11\0\x10\x80\0\0\xaa\08\x9bq") + bytes(28)


def with_manifest(form: str) -> bytes:
    content = saved(form)
    if form == "PNG":
        chunk = b"caBX" + JUMBF
        whole = struct.pack(">I", len(JUMBF)) + chunk + struct.pack(">I", zlib.crc32(chunk))
        return content[:33] + whole + content[33:]
    if form == "AVIF":
        return content + box(b"uuid", C2PA_BOX + JUMBF)
    if form == "JPEG":
        segment = b"JP\0\1\0\0\0\1" + JUMBF
        return content[:20] + struct.pack(">HH", 0xFFEB, len(segment) + 2) + segment + content[20:]
    whole = struct.pack("<4sI", b"C2PA", len(JUMBF)) + JUMBF
    return content[:4] + struct.pack("<I", len(content) - 8 + len(whole)) + content[8:] + whole


@pytest.mark.parametrize("form", SUFFIXES)
def test_what_a_vendor_signed_is_left_byte_for_byte(tmp_path: Path, form: str) -> None:
    path = placed(tmp_path, form, with_manifest(form))
    assert pixels(path.read_bytes()) == pixels(saved(form))

    assert mark_generated(path).state is MarkState.SIGNED
    assert path.read_bytes() == with_manifest(form)


@pytest.mark.parametrize(
    "own", [packet(attributes='t:provenance="https://x/1"'), packet("<t:provenance>x</t:provenance>")]
)
def test_a_manifest_that_is_kept_elsewhere_covers_the_file_too(tmp_path: Path, own: bytes) -> None:
    before = saved("PNG", xmp=own)
    path = placed(tmp_path, "PNG", before)

    assert mark_generated(path).state is MarkState.SIGNED
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "own",
    [
        b"no XMP",
        packet().replace(b"</x:xmpmeta>", b""),
        b'<!DOCTYPE x [<!ENTITY a "b">]>' + packet().partition(b"?>")[2],
        packet().decode().encode("utf-16"),
        b'<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/>',
        b"<x>no tree</x>",
        packet(padding=2 << 20),
    ],
    ids=["text", "cut", "entities", "utf-16", "nothing", "other", "endless"],
)
def test_xmp_that_cannot_be_added_to_stays_as_it_is(tmp_path: Path, own: bytes) -> None:
    before = saved("PNG", xmp=own)
    path = placed(tmp_path, "PNG", before)

    assert mark_generated(path).state is MarkState.LEFT
    assert path.read_bytes() == before


def test_a_full_segment_of_a_jpeg_gives_up_its_padding(tmp_path: Path) -> None:
    full = packet(padding=65_502 - len(packet()))
    path = placed(tmp_path, "JPEG", saved("JPEG", xmp=full))

    assert mark_generated(path) == ADDED
    assert source_types(xmp_of(path)) == [TRAINED_ALGORITHMIC_MEDIA]


def test_a_full_segment_without_padding_is_left(tmp_path: Path) -> None:
    long = f"<dc:title>{'x' * (65_502 - len(packet('<dc:title></dc:title>')))}</dc:title>"
    path = placed(tmp_path, "JPEG", saved("JPEG", xmp=packet(long)))

    assert mark_generated(path).state is MarkState.LEFT


@pytest.mark.parametrize(
    "segment",
    [b"\xff\xe2\0\x0aMPF\0\0\0\0\0", b"\xff\xe1\0\x38http://ns.adobe.com/xmp/extension/\0DigitalSourceType"],
    ids=["several pictures", "statement elsewhere"],
)
def test_a_jpeg_that_addition_would_harm_is_left(tmp_path: Path, segment: bytes) -> None:
    content = saved("JPEG")
    length = struct.pack(">H", len(segment) - 2)
    before = content[:20] + segment[:2] + length + segment[4:] + content[20:]
    path = placed(tmp_path, "JPEG", before)
    assert structure_end(path, Container.JPEG) == len(before)

    assert mark_generated(path).state is MarkState.LEFT
    assert path.read_bytes() == before


def test_a_gif_is_left(tmp_path: Path) -> None:
    before = saved("GIF")
    path = placed(tmp_path, "GIF", before)

    assert mark_generated(path).state is MarkState.LEFT
    assert path.read_bytes() == before


@pytest.mark.parametrize("form", SUFFIXES)
def test_a_cut_file_is_refused_or_left(tmp_path: Path, form: str) -> None:
    whole = saved(form)
    for length in range(12, len(whole), 7):
        path = placed(tmp_path, form, whole[:length])
        try:
            mark_generated(path)
        except NotMedia:
            assert path.read_bytes() == whole[:length]
        else:
            assert form in ("JPEG", "AVIF"), f"{length} bytes of {form} passed"
            assert form == "JPEG" or path.read_bytes() == whole[:length]  # the pixels of a JPEG have no length


def film(folder: Path, *, options: dict[str, str] | None = None) -> Path:
    """A second of film, with its sound where FFmpeg writes it as asked."""
    path = folder / "film.mp4"
    if options is None:
        with VideoWriter(path, 64, 48, fps=12, tags=Tags("clip", {})) as writer:
            for number in range(12):
                writer.write(np.full((48, 64, 3), 20 * number, np.uint8))
        return path
    with av.open(str(path), "w", options=options) as opened:
        stream = opened.add_stream("libx264", 12)
        stream.width, stream.height, stream.pix_fmt = 64, 48, "yuv420p"
        for number in range(24):
            frame = av.VideoFrame.from_ndarray(np.full((48, 64, 3), 10 * number, np.uint8), format="rgb24")
            opened.mux(stream.encode(frame))
        opened.mux(stream.encode(None))
    return path


def xmp_of_film(path: Path) -> bytes:
    """As FFmpeg finds it."""
    with av.open(str(path), options={"export_xmp": "1"}) as opened:
        return opened.metadata["xmp"].encode()


def box(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I4s", 8 + len(content), kind) + content


FRAGMENTS = {"movflags": "frag_keyframe+empty_moov", "frag_duration": "500000"}


@pytest.mark.parametrize(
    "options", [None, {"movflags": "+faststart"}, {}, FRAGMENTS], ids=["ours", "fast", "late", "cut"]
)
def test_a_film_says_that_it_was_generated(tmp_path: Path, options: dict[str, str] | None) -> None:
    path = film(tmp_path, options=options)
    before, frames = path.read_bytes(), decoded(path)

    first, once = mark_generated(path), path.read_bytes()
    second = mark_generated(path)

    assert (first, second.state) == (ADDED, MarkState.STATED)
    assert path.read_bytes() == once
    assert source_types(xmp_of_film(path)) == [TRAINED_ALGORITHMIC_MEDIA]
    assert decoded(path) == frames
    tail = before[before.rindex(b"mfra") - 4 :] if options == FRAGMENTS else b""
    assert once.startswith(before.removesuffix(tail))
    assert once.endswith(tail)  # found from the end of the file


def test_xmp_of_a_film_is_kept_and_nothing_moves(tmp_path: Path) -> None:
    path = film(tmp_path)
    frames = decoded(path)
    path.write_bytes(path.read_bytes() + box(b"uuid", XMP_BOX + packet()) + box(b"free", b"tail"))
    before = path.read_bytes()

    assert mark_generated(path) == ADDED
    after = path.read_bytes()
    assert source_types(xmp_of_film(path)) == [TRAINED_ALGORITHMIC_MEDIA]
    assert b"Paper &amp; pencil" in xmp_of_film(path)
    assert after.replace(b"free", b"uuid")[: len(before)] == before.replace(b"free", b"uuid")
    assert decoded(path) == frames


def test_a_film_whose_last_box_has_no_end_gets_one(tmp_path: Path) -> None:
    path = film(tmp_path)
    content = path.read_bytes()
    path.write_bytes(content + struct.pack(">I4s", 0, b"free") + b"tail")

    assert mark_generated(path) == ADDED
    assert source_types(xmp_of_film(path)) == [TRAINED_ALGORITHMIC_MEDIA]
    assert path.read_bytes().startswith(content + box(b"free", b"tail"))


def signed(content: bytes) -> bytes:
    return content[:32] + box(b"uuid", C2PA_BOX + JUMBF) + content[32:]


def stated(content: bytes) -> bytes:
    return content + box(b"uuid", XMP_BOX + packet(attributes=f'e:DigitalSourceType="{CAPTURE}"'))


def of_quicktime(content: bytes) -> bytes:
    return content[:8] + b"qt  " + content[12:]


def unreadable(content: bytes) -> bytes:
    return content + box(b"uuid", XMP_BOX + b"no XMP")


def endless(content: bytes) -> bytes:
    return content + box(b"uuid", XMP_BOX + packet(padding=2 << 20))


@pytest.mark.parametrize(
    ("change", "state"),
    [
        (signed, MarkState.SIGNED),
        (stated, MarkState.STATED),
        (of_quicktime, MarkState.LEFT),
        (unreadable, MarkState.LEFT),
        (endless, MarkState.LEFT),
    ],
)
def test_films_that_stay_as_they_are(tmp_path: Path, change: Callable[[bytes], bytes], state: MarkState) -> None:
    path = film(tmp_path)
    before = change(path.read_bytes())
    path.write_bytes(before)

    assert mark_generated(path).state is state
    assert path.read_bytes() == before


def test_a_cut_film_is_refused(tmp_path: Path) -> None:
    path = film(tmp_path)
    whole = path.read_bytes()
    path.write_bytes(whole[:-1])

    with pytest.raises(NotMedia):
        mark_generated(path)
