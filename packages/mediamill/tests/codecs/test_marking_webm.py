"""WebM films say that they were generated in a tag, which FFmpeg finds, and nothing else in them changes."""

import io
from collections.abc import Callable, Iterator
from pathlib import Path

import av
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mediamill.codecs import TRAINED_ALGORITHMIC_MEDIA, GeneratedMark, MarkState, mark_generated
from mediamill.codecs.marking.webm import (
    CLUSTER,
    CUES,
    SEEK_HEAD,
    SEGMENT,
    SIMPLE_TAG,
    TAG,
    TAG_NAME,
    TAG_STRING,
    TAGS,
    TARGETS,
    VOID,
    Element,
    element,
    elements,
    id_bytes,
)
from mediamill.formats import NotMedia
from tests.codecs.test_marking import ADDED, CAPTURE, decoded

RATE, PICTURES = 12, 36
TRACK_UID = 0x63C5


def film(folder: Path, **options: str) -> Path:
    """Three seconds, with a cluster for each."""
    path = folder / "film.webm"
    with av.open(str(path), "w", options={"cluster_time_limit": "1000", **options}) as opened:
        stream = opened.add_stream("libvpx", RATE, options={"g": "12"})
        stream.width, stream.height, stream.pix_fmt = 64, 48, "yuv420p"
        for number in range(PICTURES):
            frame = av.VideoFrame.from_ndarray(np.full((48, 64, 3), 6 * number, np.uint8), format="rgb24")
            opened.mux(stream.encode(frame))
        opened.mux(stream.encode(None))
    return path


def tags_of(path: Path) -> dict[str, str]:
    """As FFmpeg finds them."""
    with av.open(str(path)) as opened:
        return dict(opened.metadata)


def second_of(path: Path, at: float) -> float:
    """Where FFmpeg gets by the film's own tables."""
    with av.open(str(path)) as opened:
        opened.seek(round(at * 1_000_000))
        frame = next(opened.decode(video=0))
        assert frame.time is not None
        return frame.time


def parts_of(content: bytes) -> Iterator[tuple[Element, bytes]]:
    """The parts of the segment."""
    file = io.BytesIO(content)
    segment = next(one for one in elements(file, 0, len(content)) if one.id == SEGMENT)
    for part in elements(file, segment.content, segment.end):
        yield part, content[part.start : part.end]


def rebuilt(content: bytes, change: Callable[[Element, bytes], bytes], size: bytes | None = None) -> bytes:
    """The same film with parts changed."""
    head = content[: content.index(id_bytes(SEGMENT))]
    inside = b"".join(change(part, whole) for part, whole in parts_of(content))
    if size is None:
        return head + element(SEGMENT, inside)
    return head + id_bytes(SEGMENT) + size + inside


@pytest.mark.parametrize(
    "options",
    [{}, {"cues_to_front": "1"}, {"write_crc32": "0"}, {"reserve_index_space": "500"}, {"live": "1"}],
    ids=["plain", "table in front", "no checksums", "room", "live"],
)
def test_a_film_says_that_it_was_generated(tmp_path: Path, options: dict[str, str]) -> None:
    path = film(tmp_path, **options)
    frames, before, tags = decoded(path), path.read_bytes(), tags_of(path)
    seconds = [second_of(path, at) for at in (0.5, 1.5, 2.5)]

    first, once = mark_generated(path), path.read_bytes()
    second = mark_generated(path)

    assert (first, second) == (ADDED, GeneratedMark(MarkState.STATED))
    assert path.read_bytes() == once
    assert tags_of(path) == {**tags, "DIGITAL_SOURCE_TYPE": TRAINED_ALGORITHMIC_MEDIA}
    assert decoded(path) == frames
    assert [second_of(path, at) for at in (0.5, 1.5, 2.5)] == seconds
    kept = [whole for part, whole in parts_of(before) if part.id not in (SEEK_HEAD, VOID)]
    assert [whole for part, whole in parts_of(once) if whole in kept] == kept
    assert sorted(tmp_path.iterdir()) == [path]


def endless(_: Element, whole: bytes) -> bytes:
    """A cluster as who does not know its length yet writes it."""
    cluster = next(elements(io.BytesIO(whole), 0, len(whole)))
    if cluster.id != CLUSTER:
        return b"" if cluster.id in (SEEK_HEAD, VOID, CUES) else whole
    return id_bytes(CLUSTER) + b"\x01" + b"\xff" * 7 + whole[cluster.content :]


def test_a_recording_that_knows_no_lengths_is_marked_before_its_first_cluster(tmp_path: Path) -> None:
    path = film(tmp_path)
    path.write_bytes(rebuilt(path.read_bytes(), endless, b"\x01" + b"\xff" * 7))
    frames = decoded(path)

    assert mark_generated(path) == ADDED
    assert tags_of(path)["DIGITAL_SOURCE_TYPE"] == TRAINED_ALGORITHMIC_MEDIA
    assert decoded(path) == frames
    assert mark_generated(path).state is MarkState.STATED


def test_ten_thousand_clusters_of_unsaid_length_are_walked_one_after_another(tmp_path: Path) -> None:
    cluster = id_bytes(CLUSTER) + b"\xff" + element(0xE7, b"\0")
    path = film(tmp_path)
    first = path.read_bytes()
    many = rebuilt(first, endless, b"\x01" + b"\xff" * 7) + cluster * 10_000
    path.write_bytes(many)

    assert mark_generated(path) == ADDED
    assert path.read_bytes().endswith(cluster * 10_000)


def tag(value: str, name: str = "DIGITAL_SOURCE_TYPE", target: bytes = b"") -> bytes:
    simple = element(TAG_NAME, name.encode()) + element(TAG_STRING, value.encode())
    return element(TAGS, element(TAG, element(TARGETS, target) + element(SIMPLE_TAG, simple)))


@pytest.mark.parametrize("name", ["DIGITAL_SOURCE_TYPE", "DigitalSourceType", "Digital Source Type"])
def test_what_a_vendor_states_stays_as_it_is(tmp_path: Path, name: str) -> None:
    path = film(tmp_path)
    before = rebuilt(path.read_bytes(), lambda part, whole: whole + tag(CAPTURE, name) * (part.id == CUES))
    path.write_bytes(before)

    assert mark_generated(path) == GeneratedMark(MarkState.STATED, CAPTURE)
    assert path.read_bytes() == before


def test_a_statement_about_one_track_is_none_about_the_film(tmp_path: Path) -> None:
    path = film(tmp_path)
    own = tag(CAPTURE, target=element(TRACK_UID, b"\1"))
    path.write_bytes(rebuilt(path.read_bytes(), lambda part, whole: whole + own * (part.id == CUES)))

    assert mark_generated(path) == ADDED
    assert own in path.read_bytes()


def without_room(part: Element, whole: bytes) -> bytes:
    return b"" if part.id == VOID else whole


def without_cluster(part: Element, whole: bytes) -> bytes:
    return b"" if part.id == CLUSTER else whole


def without_seek_head(part: Element, whole: bytes) -> bytes:
    return b"" if part.id in (SEEK_HEAD, VOID) else whole


def full_segment(content: bytes) -> bytes:
    """Its length has as many bytes as it needs, and would need one more."""
    inside = b"".join(whole for _, whole in parts_of(content))
    whole = element(SEGMENT, inside + element(VOID, bytes(16_382 - len(inside) - 3)))
    assert len(whole) == 4 + 2 + 16_382
    return content[: content.index(id_bytes(SEGMENT))] + whole


@pytest.mark.parametrize(
    "change",
    [
        lambda content: rebuilt(content, without_room),
        lambda content: rebuilt(content, without_cluster),
        lambda content: rebuilt(content, without_seek_head),
        full_segment,
        lambda content: content + b"tail",
    ],
    ids=["no room", "no cluster", "a table and no seek head", "no longer length", "a tail"],
)
def test_a_film_without_a_place_is_left(tmp_path: Path, change: Callable[[bytes], bytes]) -> None:
    path = film(tmp_path)
    before = change(path.read_bytes())
    path.write_bytes(before)

    assert mark_generated(path).state is MarkState.LEFT
    assert path.read_bytes() == before


@pytest.mark.parametrize(("room", "state"), [(16, "left"), *((room, "added") for room in range(17, 22))])
def test_room_is_used_to_its_last_byte(tmp_path: Path, room: int, state: str) -> None:
    """An entry takes 17 bytes, or 18 where one byte would be left over: a void has two at least."""
    path = film(tmp_path)
    whole = path.read_bytes()
    void = next(part for part, _ in parts_of(whole) if part.id == VOID)
    voids = element(VOID, bytes(room - 2)) + element(VOID, bytes(void.end - void.start - room - 2))
    path.write_bytes(whole[: void.start] + voids + whole[void.end :])
    frames = decoded(path)

    assert mark_generated(path).state == state
    assert ("DIGITAL_SOURCE_TYPE" in tags_of(path)) == (state == "added")
    assert decoded(path) == frames


def test_a_cut_film_is_refused(tmp_path: Path) -> None:
    path = film(tmp_path)
    whole = path.read_bytes()
    for length in (len(whole) - 1, len(whole) // 2, 60):
        path.write_bytes(whole[:length])
        with pytest.raises(NotMedia):
            mark_generated(path)
        assert path.read_bytes() == whole[:length]


@pytest.fixture(scope="module")
def whole_film(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return film(tmp_path_factory.mktemp("whole")).read_bytes()


@given(changes=st.lists(st.tuples(st.integers(36, 700), st.integers(0, 255)), min_size=1, max_size=4))
def test_a_damaged_film_is_refused_left_or_marked_once(
    tmp_path_factory: pytest.TempPathFactory, whole_film: bytes, changes: list[tuple[int, int]]
) -> None:
    content = bytearray(whole_film)
    for at, value in changes:
        content[at] = value
    path = tmp_path_factory.mktemp("film") / "damaged.webm"
    path.write_bytes(content)

    try:
        state = mark_generated(path).state
    except NotMedia:
        state = MarkState.LEFT
    if state is not MarkState.ADDED:
        assert path.read_bytes() == content
    else:
        assert mark_generated(path).state is MarkState.STATED
