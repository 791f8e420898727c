"""A hub that contradicts itself, or asks for what is unsafe: caught before anything has the name of the weights."""

from dataclasses import replace
from functools import partial

import httpx2
import pytest

from mediamill.errors import MediamillError
from mediamill.weights import WeightsPlace
from mediamill.weights.contents import UnsafeWeights
from mediamill.weights.hub import Hub, HubChanged, HubFailed, HubRefused, leading_on
from tests.weights.conftest import Pull
from tests.weights.samples import COMMIT, LARGE, OTHER_COMMIT, REPOSITORY, ROW, model, safetensors
from tests.weights.stand_in import TOKEN, StandIn, content_requests


def change_content(hub: StandIn) -> str:
    hub.carried[LARGE] = safetensors(seed=9)
    return "announced with another hash than it has"


def change_small_content(hub: StandIn) -> str:
    hub.carried["model_index.json"] = hub.files["model_index.json"].replace(b"Heron", b"Crane")
    return "model_index.json is announced with another hash"


def shorten(hub: StandIn) -> str:
    hub.carried[LARGE] = hub.files[LARGE][:-1]
    return "comes with"


def lengthen(hub: StandIn) -> str:
    hub.carried[LARGE] = hub.files[LARGE] + b"!"
    return "comes with"


def lengthen_without_saying(hub: StandIn) -> str:
    hub.carried[LARGE] = hub.files[LARGE] + b"!"

    def unsaid(path: str, told: dict[str, str]) -> dict[str, str]:
        if not path.startswith("carried "):
            return told
        return {"Connection": "close"} | {name: value for name, value in told.items() if name != "Content-Length"}

    hub.headers = unsaid
    return "goes on after the"


def link_another_hash(hub: StandIn) -> str:
    hub.headers = lambda path, told: told | {"X-Linked-ETag": f'"{"0" * 64}"'} if path == LARGE else told
    return "has the hash 0000000000000000…, and is listed with"


def link_another_size(hub: StandIn) -> str:
    hub.headers = lambda path, told: told | {"X-Linked-Size": "12"} if path == LARGE else told
    return "has 12 bytes, and is listed with"


def answer_for_another_commit(hub: StandIn) -> str:
    hub.headers = lambda path, told: told | {"X-Repo-Commit": OTHER_COMMIT} if path == LARGE else told
    return f"comes from commit {OTHER_COMMIT}"


def list_another_commit(hub: StandIn) -> str:
    hub.commits[OTHER_COMMIT] = hub.files
    hub.listed = lambda listing: listing | {"sha": COMMIT}
    return f"it lists commit {COMMIT}"


@pytest.mark.parametrize(
    "lie",
    [
        change_content,
        change_small_content,
        shorten,
        lengthen,
        lengthen_without_saying,
        link_another_hash,
        link_another_size,
        answer_for_another_commit,
        list_another_commit,
    ],
)
def test_a_hub_that_contradicts_itself_is_caught_and_the_sentence_says_what(
    hub: StandIn, place: WeightsPlace, pulls: Pull, lie: object
) -> None:
    assert callable(lie)
    sentence = lie(hub)
    with pytest.raises(HubChanged) as caught:
        pulls(commit=OTHER_COMMIT if lie is list_another_commit else None)

    assert sentence in str(caught.value)
    assert not place.folder.exists()


@pytest.mark.parametrize("stage", ["there", "part"])
def test_a_file_that_changed_under_the_same_commit_is_an_error(
    hub: StandIn, place: WeightsPlace, pulls: Pull, stage: str
) -> None:
    if stage == "part":
        hub.failing_every = 1
        with pytest.raises(HubFailed):
            pulls()
        hub.failing_every = 0
    else:
        pulls()
    hub.files = hub.files | {LARGE: safetensors(seed=5)}
    with pytest.raises(HubChanged, match=f"{LARGE} was .* before"):
        pulls()

    assert (place.folder / LARGE).exists() == (stage == "there")
    assert stage == "part" or (place.folder / LARGE).read_bytes() == model()[LARGE]


def siblings(*entries: dict[str, object]) -> object:
    return lambda listing: listing | {"siblings": [*listing["siblings"], *entries]}


@pytest.mark.parametrize(
    ("entry", "sentence"),
    [
        ({"rfilename": "../x.json", "size": 2, "blobId": "0" * 40}, "leads out of its folder"),
        ({"rfilename": "./x.json", "size": 2, "blobId": "0" * 40}, "leads out of its folder"),
        ({"rfilename": ".x/y.json", "size": 2, "blobId": "0" * 40}, "hidden"),
        ({"rfilename": "a\\b/x.json", "size": 2, "blobId": "0" * 40}, "characters"),
        ({"rfilename": "a\nb/x.json", "size": 2, "blobId": "0" * 40}, "characters"),
        ({"rfilename": f"{'a' * 300}.json", "size": 2, "blobId": "0" * 40}, "too long"),
        ({"rfilename": "x.json", "size": 2}, "size and its hash"),
        ({"rfilename": "x.json", "blobId": "0" * 40}, "size and its hash"),
        ({"rfilename": "model_index.json", "size": 2, "blobId": "0" * 40}, "more than once"),
        ({"rfilename": "vae/model.safetensors/x.json", "size": 2, "blobId": "0" * 40}, None),
        ({"rfilename": "x.json", "size": -1, "blobId": "0" * 40}, "cannot be understood"),
        ({"rfilename": "x.json", "size": 10**18, "blobId": "0" * 40}, "cannot be understood"),
        ({"rfilename": "x.json", "size": 2, "blobId": "../../x"}, "cannot be understood"),
        ({"rfilename": "x.json", "size": 2, "lfs": {"sha256": "0", "size": 2}}, "cannot be understood"),
        ({"rfilename": 7, "size": 2, "blobId": "0" * 40}, "cannot be understood"),
    ],
)
def test_what_cannot_be_stored_is_refused_before_anything_is_brought(
    hub: StandIn, place: WeightsPlace, pulls: Pull, entry: dict[str, object], sentence: str | None
) -> None:
    hub.listed = siblings(entry)  # type: ignore[assignment]
    if sentence is None:  # three folders deep: no pattern of the row names it
        pulls()
        return
    with pytest.raises(HubRefused, match=sentence):
        pulls()

    assert not place.part.exists()
    assert content_requests(hub) == []


@pytest.mark.parametrize("told", [[], {}, "<html>", {"sha": "main", "siblings": []}])
def test_a_list_that_is_none_is_refused(hub: StandIn, pulls: Pull, told: object) -> None:
    hub.listed = lambda _: told
    with pytest.raises(HubRefused, match="cannot be understood"):
        pulls()


def test_a_repository_of_pickles_alone_is_refused(hub: StandIn, pulls: Pull) -> None:
    hub.files = {path: content for path, content in hub.files.items() if not path.endswith(".safetensors")}
    with pytest.raises(HubRefused, match="no safetensors"):
        pulls()


def test_what_is_unsafe_is_refused_before_the_large_files_come_and_nothing_is_kept(
    hub: StandIn, place: WeightsPlace, pulls: Pull
) -> None:
    hub.files["transformer/config.json"] = b'{"auto_map": {"AutoModel": "heron.Heron"}}'
    with pytest.raises(UnsafeWeights, match=r"transformer/config\.json names code of its own"):
        pulls()

    assert [path for path, _ in content_requests(hub) if LARGE in path] == []
    assert (place.part.exists(), place.folder.exists()) == (False, False)


def test_unknown_repositories_and_commits_are_said(pulls: Pull) -> None:
    with pytest.raises(HubRefused, match="or has no acme/crane"):
        pulls(replace(ROW, repository="acme/crane"))
    with pytest.raises(HubRefused, match="no such commit of acme/heron-image"):
        pulls(commit="3" * 40)


def sent_on(address: str, path: str, told: dict[str, str]) -> dict[str, str]:
    return told if path.startswith("carried ") else told | {"Location": address}


def test_redirects_stay_on_the_web_and_end(hub: StandIn, pulls: Pull) -> None:
    for address, sentence in {
        "file:///etc/passwd": "not https",
        f"/{REPOSITORY}/resolve/{COMMIT}/{LARGE}": "on and on",
        "http://x:abc/": "no address",
    }.items():
        hub.headers = partial(sent_on, address)
        with pytest.raises(HubRefused, match=sentence):
            pulls()


def test_redirects_never_leave_https() -> None:
    hub = httpx2.URL("https://hub.example.com/a/b")

    assert str(leading_on(hub, "https://carrier.example.com/c")) == "https://carrier.example.com/c"
    assert str(leading_on(hub, "/c")) == "https://hub.example.com/c"
    with pytest.raises(HubRefused, match=r"http://carrier\.example\.com, which is not https"):
        leading_on(hub, "http://carrier.example.com/c")


def test_a_token_never_goes_unencrypted_into_the_world() -> None:
    with pytest.raises(MediamillError, match="a token goes by https"):
        Hub("http://hub.example.com", TOKEN)
    with pytest.raises(MediamillError, match="write an address"):
        Hub("hub.example.com")
